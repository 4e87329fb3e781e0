// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "contact/marker.hpp"
#include "core/contact_model.hpp"

namespace percuss {

/// Points of bodies that may turn, or balls of radius r around them, against rigid planes (lines):
///
///   g_N = n . (x(q) - p) - r,   gamma = (n, t_1, t_2) . (x'(q, v) - omega(q, v) x r n)
///
/// with the unit normal n pointing to the free side: the slip is that of the ball's point at the plane. W follows the
/// body's turning; bias = (n, t_1, t_2) . (x'' - omega' x r n) at v' = 0, exactly. Where nothing turns, `PointPlane` is
/// the same at less cost.
class MarkerPlane final : public ContactModel {
 public:
  struct Contact {
    std::string name;
    Marker marker = Marker::ground(Vector3::Zero());
    Vector3 plane = Vector3::Zero();    ///< p [m]
    Vector3 normal = Vector3::Zero();   ///< n, unit length
    Vector3 tangent = Vector3::Zero();  ///< t_1, unit length and normal to n; zero: any in space, e_z x n in the plane
    double radius = 0.0;                ///< r >= 0 [m]
    double restitution = 0.0;           ///< eps_n in [0, 1]
    double tangential_restitution = 0.0;  ///< eps_t in [0, 1]
    double friction = 0.0;                ///< mu >= 0; needs a marker of 2 or 3 coordinates when positive
  };

  /// Throws std::invalid_argument when n and t_1 are not orthonormal, or friction is asked of a point on a line.
  void add(Contact contact);

  Index size() const override { return static_cast<Index>(contacts_.size()); }
  Index num_rows(Index k) const override;
  const std::string& name(Index k) const override { return at(k).contact.name; }
  double own_extent(VecRef /*q*/) const override { return extent_; }
  bool has_constant_jacobian() const override;
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;

 private:
  struct Item {
    Contact contact;
    std::array<Vector3, 3> direction;  // n, t_1, t_2
  };
  const Item& at(Index k) const { return contacts_[static_cast<std::size_t>(k)]; }
  std::vector<Item> contacts_;
  double extent_ = 0.0;  // of points and planes [m]
};

}  // namespace percuss
