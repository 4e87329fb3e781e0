// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/body.hpp"
#include "core/contact_model.hpp"
#include "core/joint_model.hpp"
#include "core/mechanical_system.hpp"
#include "core/state.hpp"
#include "scheme/scheme.hpp"
#include "simulation/certificates.hpp"

namespace percuss {

/// Where the energy went since the start:
///   E - E_start = applied - damping - friction - impact + scheme   [J]
/// `scheme` is the remainder: what the integrator itself added (> 0) or took (< 0).
struct EnergyLedger {
  double start = 0.0;
  double applied = 0.0, damping = 0.0, friction = 0.0, impact = 0.0;

  void add(const StepReport& step) {
    applied += step.work.applied;
    damping += step.work.damping;
    friction += step.friction;
    impact += step.impact_loss;
  }
  /// For the total energy `now`.
  double scheme(double now) const { return now - start - applied + damping + friction + impact; }
  void walk_memory(MemoryWalk& walk) {
    walk("start", start);
    walk("applied", applied);
    walk("damping", damping);
    walk("friction", friction);
    walk("impact", impact);
  }
};

/// A joint at the end of a step, when rows tell its reaction.
struct JointSample {
  Reaction force;       ///< of the last step [N, N m]
  Reaction percussion;  ///< summed since the row before, every step in the directions at its end [N s, N m s]
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< of the joint's body: body axes to inertial ones
  /// Force and axes are those of the state.
  void walk_memory(MemoryWalk& walk) { percussion.walk_memory(walk); }
};

/// Of a state: of bodies and force elements, and what compliant joints and springs hold.
inline Energy energy_of(const MechanicalSystem& system, const ContactModel& contacts, const State& state) {
  auto sum = system.energy(state.t, state.q, state.v);
  sum.potential += contacts.elastic_energy(state.t, state.q);
  return sum;
}

/// What a quantity is computed from at the end of a step. References live during the call that gets the sample.
struct Sample {
  const State& state;
  std::span<const ContactRecord> contacts;
  std::span<const std::array<double, 3>> percussions;  ///< per contact, summed since the row before [N s]
  const EnergyLedger& ledger;
  Energy energy;                               ///< filled only when some quantity needs it
  Certificates certificates;                   ///< worst since the row before
  std::span<const JointSample> joints = {};    ///< per contact, of the joints; filled only when some quantity needs it
  bool struck = false;                         ///< a contact was struck in the last step
  bool knows_modes = true;                     ///< those of the contacts; not before the first step
  std::span<const char> struck_contacts = {};  ///< per contact, of pictures: 1: struck since the picture before
};

}  // namespace percuss
