// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <memory>

#include "contact/slider_guide.hpp"
#include "core/state.hpp"
#include "model/slider_crank.hpp"

namespace percuss::verification {

using percuss::SliderCrank;  // where the tests look for it
using percuss::SliderGuide;

/// The numbers of [HETS, Table 1], which are the standards of the type slider_crank.
struct Table1 {
  static constexpr double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025;            // [m]
  static constexpr double m1 = 0.038, m2 = 0.038, m3 = 0.076;                     // [kg]
  static constexpr double J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6, gravity = 9.81;  // [kg m^2], [m/s^2]
};

/// The slider-crank of [HETS, Table 1] under gravity.
inline MechanicalSystem slider_crank() {
  auto mechanism = std::make_unique<SliderCrank>();
  mechanism->add_gravity(0.0, -9.81);
  MechanicalSystem system;
  system.add(std::move(mechanism));
  return system;
}

inline State slider_crank_start() { return {0.0, Vector::Zero(3), (Vector(3) << 150.0, -75.0, 0.0).finished()}; }

/// y_3 of the slider's centre [m].
inline double slider_height(const Vector& q) {
  const SliderCrank mechanism;
  return mechanism.crank_length() * std::sin(q[0]) + mechanism.rod_length() * std::sin(q[1]);
}

/// Its slider on the joint y3 = 0, or in the notch of the paper.
inline SliderGuide slider_guide(SliderGuide::Kind kind, double clearance = 1e-3, double restitution = 0.4,
                                double friction = 0.01) {
  const SliderCrank mechanism;
  SliderGuide::Parameters p;
  p.crank_length = mechanism.crank_length();
  p.rod_length = mechanism.rod_length();
  p.half_length = mechanism.half_length();
  p.half_height = mechanism.half_height();
  p.kind = kind;
  p.clearance = clearance;
  p.restitution = restitution;
  p.friction = friction;
  return SliderGuide(p);
}

}  // namespace percuss::verification
