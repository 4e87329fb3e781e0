// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/LU>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/load.hpp"
#include "model/model.hpp"
#include "model/node_wall.hpp"
#include "model/rigid_body_planar.hpp"

namespace percuss::verification {

/// A homogeneous rod of half length 1 m on a floor, on its lower end, `angle` above the floor.
struct Rod {
  double angle = std::acos(-1.0) / 3.0, friction = 1.5, speed = -5.0, spin = 0.0;
  double mass = 1.0, depth = 0.0;                         // [kg]; of the end below the floor [m]
  static constexpr double inertia = 1.0 / 3.0, g = 9.81;  // of 1 kg

  void add_to(Model& model, const std::string& name, double x) const {
    RigidBodyPlanarOptions rod;
    rod.mass = mass;
    rod.inertia = mass * inertia;
    rod.position = {x, std::sin(angle) - depth};
    rod.angle = angle;
    rod.velocity = {speed, spin * std::cos(angle)};  // its end neither rises nor falls
    rod.angular_velocity = spin;
    model.add_body(name, "rigid_body_planar", make_rigid_body_planar(rod));
    NodeWallOptions floor;
    floor.body = name;
    floor.point = {-1.0, 0.0};
    floor.normal = {0.0, 1.0};
    floor.friction = friction;
    add_node_wall(model, name + "_floor", floor);
  }
  /// Of gap and slip, per (v_x, v_y, omega).
  Eigen::Matrix<double, 3, 2> W() const {
    Eigen::Matrix<double, 3, 2> W;
    W << 0.0, 1.0, 1.0, 0.0, -std::cos(angle), std::sin(angle);
    return W;
  }
  Eigen::Vector3d velocity() const { return {speed, spin * std::cos(angle), spin}; }
  Eigen::Matrix3d inverse_mass() const { return Eigen::Vector3d(1.0, 1.0, 1.0 / inertia).asDiagonal() * (1.0 / mass); }
  /// P = -G^-1 gamma-: the end stops.
  Eigen::Vector2d percussion() const {
    const Eigen::Matrix2d G = W().transpose() * inverse_mass() * W();
    return -G.inverse() * W().transpose() * velocity();
  }
};

inline void pull_down(Model& model, std::vector<double> acceleration = {0.0, -Rod::g}) {
  GravityOptions gravity;
  gravity.acceleration = std::move(acceleration);
  add_gravity(model, gravity);
}

/// One rod under gravity.
inline std::unique_ptr<Model> on_the_floor(const Rod& rod) {
  auto model = std::make_unique<Model>();
  rod.add_to(*model, "rod", 0.0);
  pull_down(*model);
  return model;
}

}  // namespace percuss::verification
