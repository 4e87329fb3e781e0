// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "contact/face_sides.hpp"
#include "contact/marker.hpp"
#include "core/contact_model.hpp"

namespace percuss {

/// Points of bodies against straight faces of other bodies that move and turn. With the face's point f and its unit
/// normal n, both in the axes of the body that carries it (reference point o, rotation R), and a point at x:
///
///   s = R'(x - o),   g_N = n . (s - f),   gamma = (R n, R t_1, R t_2) . u,   u = x' - (o' + omega x R s)
///
/// Force and counter-force act at x, so that the pair keeps its angular momentum. In the plane a face may end at
/// f +- L t: beyond, the gap is the distance to that end. A face is for points that come from its
/// free side; nothing stops what passes behind it, and there is no contact with an end: n stays that of the face, and
/// no forecast closes a gap there. Which points have come through the face and which round an end:
/// contact/face_sides.hpp.
class PointFace final : public ContactModel {
 public:
  struct Contact {
    std::string name;
    Marker marker = Marker::ground(Vector3::Zero());               ///< the point
    Marker carrier = marker;                                       ///< reference point o of the body with the face
    Vector3 face = Vector3::Zero();                                ///< f, in the axes of that body [m]
    Vector3 normal = Vector3::Zero();                              ///< n, likewise; unit length, to the free side
    double half_length = std::numeric_limits<double>::infinity();  ///< L > 0 [m]; finite in the plane alone
    double depth = std::numeric_limits<double>::infinity();        ///< > 0 [m]: what is found deeper is not in contact
    double restitution = 0.0;                                      ///< eps_n in [0, 1]
    double tangential_restitution = 0.0;                           ///< eps_t in [0, 1]
    double friction = 0.0;                                         ///< mu >= 0
  };

  /// Throws std::invalid_argument when n is not of unit length, or the bodies do not move in the same plane or space.
  void add(Contact contact);

  Index size() const override { return static_cast<Index>(contacts_.size()); }
  Index num_rows(Index k) const override;
  const std::string& name(Index k) const override { return at(k).contact.name; }
  double own_extent(VecRef /*q*/) const override { return extent_; }
  bool has_constant_jacobian() const override { return contacts_.empty(); }
  void prepare(double t, VecRef q, VecRef v, double h) override;
  /// Throws std::runtime_error when at the end of the step a point could not be told to have come through its face with
  /// ends, or round an end.
  void check_forecast() const override;
  bool may_have_passed(VecRef q) const override;
  void restart() override;
  void walk_memory(MemoryWalk& walk) override;
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;

 private:
  struct Item {
    Contact contact;
    std::array<Vector3, 3> direction;  // n, t_1, t_2 in the axes of the carrier
  };
  /// A contact as it stands at q.
  struct Touch {
    Marker opposite;                   // the point s of the carrier
    std::array<Vector3, 3> direction;  // n, t_1, t_2 in absolute axes
    FaceSides::Standing standing;
  };
  const Item& at(Index k) const { return contacts_[static_cast<std::size_t>(k)]; }
  static Vector3 in_carrier(const Contact& contact, const Matrix3& R, VecRef q);
  static FaceSides::Place place_of(const Item& item, const Vector3& s);
  FaceSides::Place place_of(Index k, VecRef q) const;
  FaceSides::Start start(const Item& item, VecRef q, VecRef v, double h) const;
  Touch touch(Index k, VecRef q) const;

  std::vector<Item> contacts_;
  double extent_ = 0.0;  // of points and faces [m]
  FaceSides sides_;
};

}  // namespace percuss
