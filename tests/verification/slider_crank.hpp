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
