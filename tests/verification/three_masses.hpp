// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/mass_chain.hpp"

namespace percuss::verification {

/// Three unit masses in a row under g = 9.81 m/s^2 from rest [MIX, Sec. 2.8], springs of this stiffness before each:
/// the last one on a spring to ground of stiffness `last`, or, where that is 0, on a joint `hold`.
inline std::unique_ptr<Model> three_masses(double stiffness, double last) {
  auto model = std::make_unique<Model>();
  MassChainOptions chain;
  chain.masses = {1.0, 1.0, 1.0};
  chain.stiffness = {stiffness, stiffness, stiffness, last};
  model->add_body("chain", "mass_chain", make_mass_chain(chain));
  if (last == 0.0) {
    JointOptions hold;
    hold.body = "chain";
    hold.node = "last";
    add_joint(*model, "hold", JointKind::fixed, hold);
  }
  GravityOptions gravity;
  gravity.acceleration = {9.81};
  add_gravity(*model, gravity);
  return model;
}

}  // namespace percuss::verification
