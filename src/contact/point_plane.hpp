// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/contact_model.hpp"

namespace percuss {

/// Points fixed to bodies against rigid planes:  g_N = n . (X + u - p)  with the unit normal n pointing to the free
/// side, X the point's reference position, u its displacement (1, 2 or 3 generalized coordinates), p a point of the
/// plane. W holds n and, where friction acts, one (plane) or two (space) unit tangents: it is constant, and its second
/// derivatives vanish.
class PointPlane final : public ContactModel {
 public:
  struct Contact {
    std::string name;
    Index dimension = 1;                  ///< 1, 2 or 3: coordinates of the point
    std::array<Index, 3> q_row{};         ///< rows of u in q
    std::array<Index, 3> v_row{};         ///< rows of u' in v
    std::array<double, 3> reference{};    ///< X [m]
    std::array<double, 3> plane{};        ///< p [m]
    std::array<double, 3> normal{};       ///< n, unit length
    double restitution = 0.0;             ///< eps_n in [0, 1]
    double tangential_restitution = 0.0;  ///< eps_t in [0, 1]
    double friction = 0.0;                ///< mu >= 0; needs dimension > 1 when positive
  };

  /// Throws std::invalid_argument when a normal is not of unit length, or friction is asked of a point on a line.
  void add(Contact contact);

  Index size() const override { return static_cast<Index>(contacts_.size()); }
  Index num_rows(Index k) const override;
  const std::string& name(Index k) const override { return at(k).name; }
  double own_extent(VecRef /*q*/) const override { return extent_; }
  bool has_constant_jacobian() const override { return true; }
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;

 private:
  struct Item {
    Contact contact;
    double offset;                                     // n . (X - p)
    std::array<std::array<double, 3>, 3> direction{};  // normal, then tangents
  };
  const Contact& at(Index k) const { return contacts_[static_cast<std::size_t>(k)].contact; }
  std::vector<Item> contacts_;
  double extent_ = 0.0;  // of points and planes [m]
};

}  // namespace percuss
