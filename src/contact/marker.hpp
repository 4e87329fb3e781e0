// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>

#include "core/sparse_columns.hpp"
#include "core/types.hpp"

namespace percuss {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

/// A point fixed to a body, or to ground, as contacts, joints and force laws see it: where it is, how fast it moves and
/// which velocities of the system move it. A value type; positions and velocities are absolute, z = 0 in the plane.
///
///   translation  a node or particle of 1, 2 or 3 displacement coordinates u:  x = X + u
///   planar       q = (x, y, phi), v = q':                                    x = (x, y) + R(phi) s
///   spatial      q = (x, y, z, quaternion w, x, y, z), v = (x', omega in body axes):  x = p + R s
class Marker {
 public:
  enum class Motion { ground, translation, planar, spatial };

  static Marker ground(const Vector3& position) { return {Motion::ground, 0, -1, -1, position}; }
  /// `q`, `v`: the first of `dimension` rows of u and u' in the system's q and v; `reference` is X.
  static Marker translation(Index dimension, Index q, Index v, const Vector3& reference) {
    return {Motion::translation, dimension, q, v, reference};
  }
  /// `q`, `v`: the body's first rows; `point` is s in the body's axes.
  static Marker planar(Index q, Index v, const Vector3& point) { return {Motion::planar, 2, q, v, point}; }
  static Marker spatial(Index q, Index v, const Vector3& point) { return {Motion::spatial, 3, q, v, point}; }

  Motion motion() const { return motion_; }
  /// Coordinates in which it can move: 0 for ground, 1 on a line, 2 in the plane, 3 in space.
  Index dimension() const { return dimension_; }
  /// It does not turn or its turning does not matter: the velocities that move it are always the same.
  bool has_constant_jacobian() const { return motion_ == Motion::ground || motion_ == Motion::translation; }
  bool can_turn() const { return motion_ == Motion::planar || motion_ == Motion::spatial; }
  /// The same body, another point of it (reference position or body axes, as in the makers above).
  Marker at(const Vector3& point) const { return {motion_, dimension_, q_, v_, point}; }

  Vector3 position(VecRef q) const;
  /// R: body axes to absolute ones; the identity for ground and translations.
  Matrix3 rotation(VecRef q) const;
  Vector3 velocity(VecRef q, VecRef v) const;
  /// omega in absolute axes [1/s].
  Vector3 angular_velocity(VecRef q, VecRef v) const;
  /// The acceleration of the point when v' = 0  [m/s^2]. (That of omega is 0.)
  Vector3 acceleration_bias(VecRef q, VecRef v) const;
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
  /// add(row, coefficient) for every velocity in  d . velocity,  d . omega.
  template <class Add>
  void velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const;
  template <class Add>
  void angular_velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const;

  Motion motion_;
  Index dimension_, q_, v_;
  Vector3 point_;
};

}  // namespace percuss
