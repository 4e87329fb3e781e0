// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "contact/disc.hpp"
#include "core/contact_model.hpp"

namespace percuss {

/// Discs against fixed straight lines. With the unit normal n pointing to the free side, t = (-n_y, n_x) and a point p
/// of the line
///
///   g_N = n . (x - p) - r,   gamma_N = n . x',   gamma_T = t . x' - r phi'     (slip of the disc's point at x - r n)
///
/// W is constant. The tangential row is there where friction acts.
class DiscPlane final : public ContactModel {
 public:
  struct Contact {
    std::string name;
    Disc disc;
    Eigen::Vector2d point;   ///< p [m]
    Eigen::Vector2d normal;  ///< n, unit length
    SurfaceLaw law;
  };

  /// Throws std::invalid_argument when a normal is not of unit length.
  void add(Contact contact);

  Index size() const override { return static_cast<Index>(contacts_.size()); }
  Index num_rows(Index k) const override { return at(k).law.friction > 0.0 ? 2 : 1; }
  const std::string& name(Index k) const override { return at(k).name; }
  bool has_constant_jacobian() const override { return true; }
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;
  void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const override;

 private:
  const Contact& at(Index k) const { return contacts_[static_cast<std::size_t>(k)]; }
  double gap(const Contact& c, VecRef q) const;
  std::vector<Contact> contacts_;
};

}  // namespace percuss
