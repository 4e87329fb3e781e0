// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contact/marker.hpp"
#include "core/joint_model.hpp"

namespace percuss {

/// Joints between two bodies, or a body and ground, as bilateral rows: gamma = W' v = 0 with a force that is free in
/// sign. Each row is the rate of a function g(q) that is 0 where the joint holds. With x the point on the body, y that
/// on the other body (`to`), R_a and R_b their rotations, omega the angular velocities and r = x - y:
///
///   point     g = n . r             n fixed in absolute axes            gamma = n . r'
///   offset    g = n . r             n = R_b n0 fixed in `to`            gamma = n . r' + omega_b . (n x r)
///   turn      g = atan(s/c)         s = u . w, c = u . z                gamma = (omega_a - omega_b) . (u x m)
///   distance  g = |r| - L                                               gamma = r/|r| . r'
///   angle     g = phi_a - phi_b - phi0, in the plane, turns counted     gamma = omega_a - omega_b
///
/// A joint with a drive moves its one row along: g and gamma less way(t) and its rate.
///
/// lambda is what the joint does to the body, in N or, for `turn` and `angle`, N m (about u x w, z); the other body has
/// the opposite. u = R_a u0, w = R_b w0, z = R_b z0, where z is what u is at angle 0, perpendicular to w; m = (c w - s
/// z)/(s^2 + c^2). A `turn` row measures the angle of u, seen along w x z, from z towards w, in (-pi, pi]: for turns
/// about one axis the angle itself, so that a compliant row is a linear torsion spring. It has no value where u points
/// along w x z. Schemes on velocity level let g drift, by their own error: `row_gaps` tells how far. Bias is exact.
/// Lives as long as its model; a joint holds up to 3 rows, as every contact does.
class Joints final : public JointModel {
 public:
  struct Row {
    enum class Kind { point, offset, turn, distance, angle };
    Kind kind = Kind::point;
    Vector3 in_body = Vector3::Zero();  ///< u0
    Vector3 in_to = Vector3::Zero();    ///< n, n0 or w0, unit length
    Vector3 at_zero = Vector3::Zero();  ///< z0, unit length
    double at_rest = 0.0;               ///< L >= 0 [m], phi0 [rad]

    bool is_moment() const { return kind == Kind::turn || kind == Kind::angle; }

    static Row point(const Vector3& n) { return {Kind::point, Vector3::Zero(), n, Vector3::Zero(), 0.0}; }
    static Row offset(const Vector3& n0) { return {Kind::offset, Vector3::Zero(), n0, Vector3::Zero(), 0.0}; }
    static Row turn(const Vector3& u0, const Vector3& w0, const Vector3& z0) { return {Kind::turn, u0, w0, z0, 0.0}; }
    static Row distance(double length) {
      return {Kind::distance, Vector3::Zero(), Vector3::Zero(), Vector3::Zero(), length};
    }
    static Row angle(double at_rest) {
      return {Kind::angle, Vector3::Zero(), Vector3::UnitZ(), Vector3::Zero(), at_rest};
    }
  };
  /// A motion that time prescribes: g = ... - way(t) of the one row of a joint, with its derivatives.
  struct Drive {
    std::function<double(double)> way, rate, acceleration;  ///< [m, rad], [1/s] and [1/s^2] times that
  };
  struct Joint {
    std::string name;
    Marker body = Marker::ground(Vector3::Zero());
    Marker to = Marker::ground(Vector3::Zero());
    std::vector<Row> rows;                 ///< 1 to 3; forces before moments
    std::vector<JointLaw> laws{};          ///< of the rows, all rigid or all giving way; empty: all rigid
    std::shared_ptr<const Drive> drive{};  ///< of a rigid joint of one row
  };

  /// Throws std::invalid_argument when there is no row or more than 3, when laws do not go with them, or when a drive
  /// has not one rigid row.
  void add(Joint joint);

  Index size() const override { return static_cast<Index>(joints_.size()); }
  Index num_rows(Index k) const override { return static_cast<Index>(at(k).rows.size()); }
  const std::string& name(Index k) const override { return at(k).name; }
  bool is_joint(Index) const override { return true; }
  JointLaw law(Index k, Index row) const override { return at(k).laws[static_cast<std::size_t>(row)]; }
  bool is_driven(Index k) const override { return at(k).drive != nullptr; }
  double drive_rate(Index k, double t) const override { return at(k).drive ? at(k).drive->rate(t) : 0.0; }
  double extent(VecRef q) const override;
  ReactionForm reaction_form(Index k) const override;
  Reaction reaction(Index k, VecRef q, const std::array<double, 3>& rows) const override;
  Eigen::Matrix3d body_axes(Index k, VecRef q) const override { return at(k).body.rotation(q); }
  bool has_constant_jacobian() const override;
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;

 private:
  const Joint& at(Index k) const { return joints_[static_cast<std::size_t>(k)]; }
  std::vector<Joint> joints_;
};

}  // namespace percuss
