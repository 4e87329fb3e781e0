// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <utility>

#include "model/model.hpp"

namespace percuss {

/// A rigid body in the plane as a linear body: M = diag(m, m, J) in q = (x, y, phi), gravity along y.
inline BuiltBody planar_body(double mass, double inertia, const Vector3& q, const Vector3& v = Vector3::Zero(),
                             double gravity = 0.0) {
  SparseMatrix M(3, 3);
  M.insert(0, 0) = M.insert(1, 1) = mass;
  M.insert(2, 2) = inertia;
  auto body = std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(3), SymmetricMatrix(3));
  if (gravity != 0.0) body->add_gravity(Vector3(0.0, gravity, 0.0));
  BuiltBody built(std::move(body), {1, 2, [](Index) { return std::array<double, 3>{}; }});
  built.motion = Marker::Motion::planar;
  built.q = q;
  built.v = v;
  return built;
}

/// A rigid body in space: q = (position, quaternion w, x, y, z), v = (velocity, omega in body axes), principal axes.
class SpatialBody final : public Body {
 public:
  SpatialBody(double mass, Vector3 inertia, Vector3 gravity) : mass_(mass), inertia_(inertia), gravity_(gravity) {}
  Index num_q() const override { return 7; }
  Index num_v() const override { return 6; }
  bool has_constant_tangent() const override { return true; }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut next) const override {
    next.head<3>() = q.head<3>() + a * v.head<3>() + b * w.head<3>();
    const Vector3 turn = a * v.tail<3>() + b * w.tail<3>();
    const double angle = turn.norm();
    const Vector3 axis = angle > 0.0 ? Vector3(turn / angle) : Vector3::UnitX();
    const Eigen::Quaterniond turned =
        Eigen::Quaterniond(q[3], q[4], q[5], q[6]) * Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
    next.tail<4>() << turned.w(), turned.vec();
    next.tail<4>().normalize();
  }
  void forces(double, VecRef, VecRef v, VecOut f) const override {
    f.head<3>() = mass_ * gravity_;
    const Vector3 omega = v.tail<3>();
    f.tail<3>() = Vector3(inertia_.cwiseProduct(omega)).cross(omega);
  }
  void tangent(double, VecRef, VecRef, TangentWeights weights, SparseMatrix& A) const override {
    A.resize(6, 6);
    for (Index i = 0; i < 6; ++i) A.insert(i, i) = weights.mass * (i < 3 ? mass_ : inertia_[i - 3]);
    A.makeCompressed();
  }
  Energy energy(double, VecRef q, VecRef v) const override {
    return {0.5 * mass_ * v.head<3>().squaredNorm() + 0.5 * inertia_.dot(v.tail<3>().cwiseAbs2()),
            -mass_ * gravity_.dot(q.head<3>())};
  }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }

 private:
  double mass_;
  Vector3 inertia_, gravity_;
};

/// `turn`: rotation of the body axes at the start.
inline BuiltBody spatial_body(double mass, const Vector3& inertia, const Vector3& position,
                              const Eigen::Quaterniond& turn = Eigen::Quaterniond::Identity(),
                              const Vector3& velocity = Vector3::Zero(), const Vector3& omega = Vector3::Zero(),
                              const Vector3& gravity = Vector3::Zero()) {
  BuiltBody built;
  built.bodies.push_back(std::make_unique<SpatialBody>(mass, inertia, gravity));
  built.nodes = {1, 3, [](Index) { return std::array<double, 3>{}; }};
  built.motion = Marker::Motion::spatial;
  built.q.resize(7);
  built.q << position, turn.w(), turn.vec();
  built.v.resize(6);
  built.v << velocity, omega;
  return built;
}

}  // namespace percuss
