// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "contact/disc.hpp"
#include "contact/marker.hpp"
#include "core/contact_model.hpp"

namespace percuss {

/// Circles within larger ones: a journal of radius r in a ring of radius R, in the plane or in space. With the centres
/// x of the journal and y of the ring, its axis a (which turns with the body of the ring; z in the plane) and e the
/// part of x - y across a:
///
///   u = e/|e|,   n = -u,   t = a x n,   g_N = R - r - |e|,   gamma = (n, t, a) . w
///   w = x' + omega_journal x r u - (y' + omega_ring x (x - y + r u))
///
/// w is the velocity of the journal relative to the ring at the journal's outermost point x + r u. Force and
/// counter-force act there, so that the pair keeps its angular momentum; where the gap is closed it is the ring's inner
/// side. In the plane the journal's centre on its way around a fixed ring at the angle theta has the slip
/// -((R - r) theta' + r omega): none where it rolls. In space the journal is as thin as a disc and round whichever way
/// it tilts. Friction acts around the ring and, in space, along its axis. What does not rotate has omega = 0. Where the
/// circles are concentric, u is a fixed direction of the ring. Bias is exact.
class CircleInCircle final : public ContactModel {
 public:
  struct Contact {
    std::string name;
    Marker journal = Marker::ground(Vector3::Zero());  ///< centre of the inner circle
    Marker ring = journal;                             ///< centre of the outer one, on another body or on ground
    double radius = 0.0;                               ///< r > 0 [m]
    double ring_radius = 0.0;                          ///< R > r [m]
    Vector3 axis = Vector3::UnitZ();                   ///< a in the axes of the ring's body; unit length
    SurfaceLaw law;
  };

  /// Throws std::invalid_argument when the radii do not go into each other, when the axis is not of unit length or, in
  /// the plane, not along z, or when the bodies do not move in the same plane or space.
  void add(Contact contact);

  Index size() const override { return static_cast<Index>(contacts_.size()); }
  Index num_rows(Index k) const override;
  const std::string& name(Index k) const override { return at(k).contact.name; }
  double own_extent(VecRef q) const override;
  bool has_constant_jacobian() const override { return contacts_.empty(); }
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;

 private:
  struct Item {
    Contact contact;
    Vector3 concentric;  // u where e = 0, in the axes of the ring
  };
  /// A contact as it stands at q.
  struct Touch {
    std::array<Vector3, 3> direction;  // n, t, a in absolute axes
    Vector3 between;                   // x - y
    Vector3 arm;                       // r u
    double eccentricity;               // |e|; 0 where u is the fixed direction
    double gap;
  };
  const Item& at(Index k) const { return contacts_[static_cast<std::size_t>(k)]; }
  Touch touch(const Item& item, VecRef q) const;
  std::vector<Item> contacts_;
};

}  // namespace percuss
