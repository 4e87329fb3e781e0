// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

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
/// no forecast closes a gap there. Below the face the position alone does not tell a point that has come through it
/// from one that has come round an end: `prepare` keeps which it is. A point that was over the face stays its contact
/// however deep it gets. One that was below the face's plane beyond an end is none, its gap the distance, until it is
/// above again; but for 5e-4 L, and twice what contacts of its body or the face's have sunk in, as a block has that
/// slides from one face onto the next. Of a point never seen before, and of one that turns up below from above and
/// beyond an end, the depth decides; steps for which that is wrong are too large. A time before that of the last call
/// begins anew.
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
    double gap;
    bool beside;  // beyond an end, or behind the face: no contact of it, until it comes over the face
  };
  /// Where a point was when the step began.
  enum class Side : char { unknown, over, behind };
  /// In the axes of the carrier: s, and s - f along n and t_1.
  struct Local {
    Vector3 s;
    double height, along;
  };
  Local local(const Item& item, VecRef q) const;
  std::size_t number_of_body(const Marker& marker);
  static bool is_beyond(const Contact& contact, double along);
  static double crossing(const Local& start, const Local& end);
  /// Contact k is forecast to come down to the plane of its face past an end, or by it, within a sixteenth of its way.
  bool comes_down_past_end(Index k) const;
  /// Contact k goes straight from where `prepare` found it to `end`, through the plane of a face with ends, and is
  /// taken there for what it is not: for beyond the face or behind it, though it came through, or for in it, though it
  /// came round an end; or sinks from the face out past an end. Within L/16 from an end or L/256 deep, a step cannot
  /// tell.
  bool is_mistaken(Index k, const Local& end) const;
  const Item& at(Index k) const { return contacts_[static_cast<std::size_t>(k)]; }
  Touch touch(Index k, VecRef q) const;
  std::vector<Item> contacts_;
  double extent_ = 0.0;                             // of points and faces [m]
  std::vector<Side> side_;                          // by contact
  std::vector<std::array<std::size_t, 2>> bodies_;  // likewise: of the point and of the face
  std::vector<Index> first_rows_;                   // by body
  std::vector<double> sunk_;                        // likewise: how deep its contacts are, of `prepare` [m]
  std::vector<Local> start_;  // likewise, of `prepare`, and at the end of the step with its velocities
  std::vector<Local> forecast_;
  double prepared_ = -std::numeric_limits<double>::infinity();
};

}  // namespace percuss
