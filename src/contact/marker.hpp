// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <span>
#include <vector>

#include "core/sparse_columns.hpp"
#include "core/types.hpp"

namespace percuss {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

/// How a point of a flexible body moves in the body's frame:  p = p_0 + sum_i shift_i x_i, its section turned by
/// the rotation vector theta = sum_i turn_i x_i, over the elastic unknowns x of the body. Only those that move the
/// point are listed. Points move linearly in x; the axes of a section are exactly exp(theta~), in space too, and turn
/// at the rate of that, J(theta) theta' (core/rotation.hpp): joints that hold axes hold their angular velocity as well.
/// On a shaft each section turns about the x axis of the frame first, by the angle a = sum_i spin_i x_i of any size,
/// and p and theta are in axes that turn with a.
struct ElasticMotion {
  struct Share {
    Index unknown;        ///< counted from the body's first elastic one
    Vector3 shift, turn;  ///< per unit of the unknown, in the axes of the frame
    double spin = 0.0;    ///< per unit of the unknown; of a shaft
  };
  std::vector<Share> shares;
  Vector3 section = Vector3::Zero();   ///< the point in the axes of its section [m]
  Vector3 origin = Vector3::Zero();    ///< of a frame at rest [m]
  double angle = 0.0;                  ///< of a frame at rest in the plane [rad]
  Matrix3 axes = Matrix3::Identity();  ///< R of a frame at rest
};

/// A point fixed to a body, or to ground, as contacts, joints and force laws see it: where it is, how fast it moves and
/// which velocities of the system move it. A value type; positions and velocities are absolute, z = 0 in the plane.
///
///   translation  a node or particle of 1, 2 or 3 displacement coordinates u:  x = X + u
///   planar       q = (x, y, phi), v = q':                                    x = (x, y) + R(phi) s
///   spatial      q = (x, y, z, quaternion w, x, y, z), v = (x', omega in body axes):  x = p + R s
///
/// On a flexible body s is not fixed: it follows the body's elastic unknowns (`elastic`), which come after the rows of
/// its floating frame, or are all there is where the frame is at rest (`ground`, with the axes R of that frame; points
/// of a shaft are `spinning`).
class Marker {
 public:
  enum class Motion { ground, translation, planar, spatial, spinning };

  static Marker ground(const Vector3& position) { return {Motion::ground, 0, -1, -1, position}; }
  /// `q`, `v`: the first of `dimension` rows of u and u' in the system's q and v; `reference` is X.
  static Marker translation(Index dimension, Index q, Index v, const Vector3& reference) {
    return {Motion::translation, dimension, q, v, reference};
  }
  /// `q`, `v`: the body's first rows; `point` is s in the body's axes.
  static Marker planar(Index q, Index v, const Vector3& point) { return {Motion::planar, 2, q, v, point}; }
  static Marker spatial(Index q, Index v, const Vector3& point) { return {Motion::spatial, 3, q, v, point}; }
  /// A point of a flexible body, `point` its place in the frame that is `q`, `v` while nothing is deformed.
  static Marker elastic_planar(Index q, Index v, const Vector3& point, ElasticMotion elastic);
  static Marker elastic_spatial(Index q, Index v, const Vector3& point, ElasticMotion elastic);
  /// A point of a flexible body in the plane whose frame rests at `origin` with the axes R(`angle`); `q`, `v`: the
  /// first rows of the elastic unknowns.
  static Marker elastic_at_rest(Index q, Index v, const Vector3& origin, double angle, const Vector3& point,
                                ElasticMotion elastic);
  /// Likewise in space, with any axes.
  static Marker elastic_at_rest(Index q, Index v, const Vector3& origin, const Matrix3& axes, const Vector3& point,
                                ElasticMotion elastic);

  /// A point of a shaft whose line starts at `origin` along the x axis of `axes`.
  static Marker elastic_spinning(Index q, Index v, const Vector3& origin, const Matrix3& axes, const Vector3& point,
                                 ElasticMotion elastic);

  Motion motion() const { return motion_; }
  /// Coordinates in which it can move: 0 for ground, 1 on a line, 2 in the plane, 3 in space.
  Index dimension() const { return dimension_; }
  /// The same for all points of a rigid body, another for each body.
  Index first_row() const { return q_; }
  /// It does not turn or its turning does not matter: the velocities that move it are always the same.
  bool has_constant_jacobian() const { return motion_ == Motion::ground || motion_ == Motion::translation; }
  bool can_turn() const { return has_frame() || is_elastic(); }
  bool is_elastic() const { return elastic_ != nullptr; }
  /// The same body, another point of it (reference position or body axes, as in the makers above). On a flexible body
  /// a point that is fixed to the same section, `point` in its axes.
  Marker at(const Vector3& point) const;
  /// The point of the same body, on a flexible one of the same section, that lies further by `offset` in its axes.
  Marker beside(const Vector3& offset) const;

  /// The weighted mean of points of one body: what a force spread over them acts on. Of a rigid body it is a point of
  /// it, of a flexible one it moves as they do on average.
  static Marker mean(std::span<const Marker> points, std::span<const double> weights);

  /// The origin of the frame that it moves with: of a rigid body the reference point, of a flexible one that of its
  /// frame; the point itself where there is no frame.
  Marker frame() const;

  Vector3 position(VecRef q) const;
  /// R: body axes to absolute ones; the identity for ground and translations.
  Matrix3 rotation(VecRef q) const;
  /// R as a unit quaternion, whose sign goes on as the body turns: it tells one turn from two.
  Eigen::Quaterniond quaternion(VecRef q) const;
  /// In the plane the angle of R [rad], turns counted; 0 where nothing turns.
  double angle(VecRef q) const;
  /// In the axes of the body, undeformed [m].
  const Vector3& point() const { return point_; }
  /// By how much the point has moved: on a flexible body in the frame, in the frame's axes; of a particle u; else 0.
  Vector3 deflection(VecRef q) const;
  /// On a flexible body: by how much its section has turned in the frame, in the frame's axes.
  Vector3 section_turn(VecRef q) const;                                ///< theta [rad]
  double spin(VecRef q) const;                                         ///< a of a shaft [rad]
  double section_angle(VecRef q) const { return section_turn(q)[2]; }  ///< about z
  Vector3 velocity(VecRef q, VecRef v) const;
  /// omega in absolute axes [1/s].
  Vector3 angular_velocity(VecRef q, VecRef v) const;
  /// The acceleration of the point when v' = 0  [m/s^2].
  Vector3 acceleration_bias(VecRef q, VecRef v) const;
  /// omega' when v' = 0, in absolute axes [1/s^2]: 0 but for sections of flexible bodies in space.
  Vector3 angular_acceleration_bias(VecRef q, VecRef v) const;
  /// Pushes the coefficients of  d . velocity  over v into the column of W under construction.
  void push_velocity(VecRef q, const Vector3& d, SparseColumns& W) const;
  /// Pushes the coefficients of  d . omega.
  void push_angular_velocity(VecRef q, const Vector3& d, SparseColumns& W) const;
  /// f += what a force at the point does to the body [N, N m].
  void add_force(VecRef q, const Vector3& force, VecOut f) const;
  void add_torque(VecRef q, const Vector3& torque, VecOut f) const;

 private:
  Marker(Motion motion, Index dimension, Index q, Index v, Vector3 point)
      : motion_(motion), dimension_(dimension), q_(q), v_(v), point_(std::move(point)) {}
  bool has_frame() const { return motion_ == Motion::planar || motion_ == Motion::spatial; }
  /// Its frame rests, or turns in place with the point.
  bool has_fixed_origin() const { return is_elastic() && !has_frame(); }
  /// Rows of the frame before the elastic unknowns, in q and in v.
  Index first_elastic_q() const { return q_ + (!has_frame() ? 0 : motion_ == Motion::planar ? 3 : 7); }
  Index first_elastic_v() const { return v_ + (!has_frame() ? 0 : motion_ == Motion::planar ? 3 : 6); }
  bool is_elastic_in_space() const { return is_elastic() && dimension_ == 3; }
  /// Of the frame alone.
  Matrix3 frame_rotation(VecRef q) const;
  Vector3 frame_angular_velocity(VecRef q, VecRef v) const;
  /// The point from the origin of the frame, in the axes of the frame.
  Vector3 local_position(VecRef q) const;
  Vector3 local_velocity(VecRef v) const;
  Vector3 section_turn_rate(VecRef v) const;
  double spin_rate(VecRef v) const;
  /// add(row, coefficient) for every velocity in  d . velocity,  d . omega.
  template <class Add>
  void velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const;
  template <class Add>
  void angular_velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const;

  template <class Add>
  void frame_angular_velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const;

  Motion motion_;
  Index dimension_, q_, v_;
  Vector3 point_;
  std::shared_ptr<const ElasticMotion> elastic_ = nullptr;
};

}  // namespace percuss
