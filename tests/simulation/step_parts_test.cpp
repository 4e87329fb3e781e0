// SPDX-License-Identifier: Apache-2.0
#include "simulation/step_parts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/floating_beam_planar.hpp"
#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/motor.hpp"
#include "model/node_wall.hpp"
#include "model/rigid_body_planar.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace step_parts_test {

constexpr double h = 1e-3;

/// All schemes that take motors; those that tell forces alone, if asked for.
std::vector<std::string> schemes_with_motors(bool forces) {
  std::vector<std::string> names;
  for (const auto& type : scheme_types())
    if (type.capabilities.drives && (type.capabilities.forces || !forces)) names.push_back(type.name);
  return names;
}

MotorOptions moving(const std::string& body, Table history) {
  MotorOptions options;
  options.body = body;
  options.history = std::move(history);
  return options;
}

BuiltBody plate_at(std::vector<double> position, double mass, double inertia) {
  RigidBodyPlanarOptions options;
  options.mass = mass;
  options.inertia = inertia;
  options.position = std::move(position);
  return make_rigid_body_planar(options);
}

/// A body of 1 kg m^2 about the hinge that a motor turns it about: contact 1.
std::unique_ptr<Model> driven_arm(Table history) {
  auto model = std::make_unique<Model>();
  model->add_body("arm", "rigid_body_planar", plate_at({1.0, 0.0}, 0.75, 0.25));
  JointOptions hinge;
  hinge.body = "arm";
  hinge.point = {-1.0, 0.0};
  add_joint(*model, "hinge", JointKind::revolute, hinge);
  add_motor(*model, "motor", MotorKind::rotation, moving("arm", std::move(history)));
  return model;
}

/// What a run has told: forces and percussions of one contact row by row, of steps of h.
struct Told {
  std::vector<double> t, force, percussion, energy;
  RunResult result;
  State end;

  double percussions() const {
    double sum = 0.0;
    for (const double x : percussion) sum += x;
    return sum;
  }
};

Told run(Model& model, const std::string& scheme, double end_time, std::size_t contact) {
  SimulationSettings settings;
  settings.scheme = scheme;
  settings.step = h;
  settings.end_time = end_time;
  Simulation simulation(model, settings);
  Told told;
  Simulation::Hooks hooks;
  hooks.rows_need_energy = true;
  hooks.row = [&](const Sample& sample) {
    told.t.push_back(sample.state.t);
    told.energy.push_back(sample.energy.total());
    told.force.push_back(sample.contacts[contact].force[0]);
    told.percussion.push_back(sample.percussions[contact][0]);
  };
  told.result = simulation.run(hooks);
  told.end = simulation.state();
  EXPECT_EQ(told.result.outcome, Outcome::done) << scheme << ": " << told.result.message;
  EXPECT_TRUE(told.result.warnings.empty()) << scheme << ": " << told.result.warnings.front();
  return told;
}

// A step of t = 0.1 s and kinks within it, at its end to round-off, and far off.
TEST(StepParts, EndAtKinks) {
  const auto model = driven_arm({{0.0, 0.0}, {0.0503, 0.0}, {0.05031, 1.0}, {0.3, 1.0}, {0.4, 2.0}});
  ASSERT_EQ(model->kinks, (std::vector<double>{0.0503, 0.05031, 0.3, 0.4}));
  StepParts parts(model->contacts, model->kinks);
  parts.start(0.0);
  const auto first = parts.next(0.0, 0.1, 0.1);
  EXPECT_DOUBLE_EQ(first.h, 0.0503);
  EXPECT_FALSE(first.last || first.jump);
  EXPECT_EQ(first.kink, Kink::here);
  const auto second = parts.next(first.end, 0.1, 0.1);
  EXPECT_NEAR(second.h, 1e-5, 1e-16);
  EXPECT_FALSE(second.last);
  EXPECT_TRUE(second.jump);
  EXPECT_EQ(second.kink, Kink::jump);
  const auto third = parts.next(second.end, 0.1, 0.1);
  EXPECT_EQ(third.end, 0.1);
  EXPECT_TRUE(third.last);
  EXPECT_EQ(third.kink, std::nullopt);
  const auto ahead = parts.next(0.1, 0.15, 0.25);
  EXPECT_EQ(ahead.h, 0.15);
  EXPECT_EQ(ahead.kink, Kink::ahead);
  const auto whole = parts.next(0.2, 0.1, 0.2 + 0.1);  // 0.30000000000000004
  EXPECT_EQ(whole.h, 0.1);
  EXPECT_EQ(whole.end, 0.3);
  EXPECT_TRUE(whole.last);
  EXPECT_EQ(whole.kink, Kink::here);
  const auto slow = parts.next(0.3, 0.2, 0.5);  // as slow as the rest of the step is
  EXPECT_EQ(slow.end, 0.4);
}

// Pulses of 1 N s on 2 kg within a step, over several, around the end of one, and jumps that numbers cannot tell from
// steps: every scheme gives the impulse, those that weigh both ends of a step alike to round-off, generalized-alpha as
// a mean over some steps.
TEST(StepParts, PulsesOfLoadsAreWhole) {
  for (const Table& pulse :
       {Table{{0.0101, 0.0}, {0.0105, 2500.0}, {0.0109, 0.0}}, Table{{0.0098, 0.0}, {0.01, 2500.0}, {0.0106, 0.0}},
        Table{{0.0103, 0.0}, {0.0121, 1000.0}, {0.0123, 0.0}},
        Table{{0.01, 0.0}, {0.0100000001, 1000.0}, {0.011, 1000.0}, {0.0110000001, 0.0}},
        Table{{0.0104, 0.0}, {0.0104000001, 2000.0}, {0.0109, 2000.0}, {0.0109000001, 0.0}}})
    for (const auto& type : scheme_types()) {
      Model model;
      model.add_body("mass", "point_mass", mass_at({0.0}, 2.0));
      ForceOptions force;
      force.body = "mass";
      force.history = pulse;
      add_force(model, force);
      SimulationSettings settings;
      settings.scheme = type.name;
      settings.step = h;
      settings.end_time = 0.02;
      Simulation simulation(model, settings);
      const auto result = simulation.run({});
      const auto place = type.name + " from " + std::to_string(pulse.front().first);
      EXPECT_EQ(result.outcome, Outcome::done) << place << ": " << result.message;
      // The work of ED-alpha's stages is that of the steps' ends to some percent of so short a pulse.
      EXPECT_TRUE(result.warnings.empty() || type.name == "mixed_ed_alpha") << place;
      const bool filters = type.name == "mixed_generalized_alpha" || type.name == "mixed_hht" ||
                           type.name == "nonsmooth_generalized_alpha";
      EXPECT_NEAR(simulation.state().v[0], 0.5, filters ? 0.035 : 2e-7) << place;  // jumps take 1e-7 of a step
      EXPECT_EQ(result.steps, 20) << place;
    }
}

// Of a jump at the end of a step, to what numbers are cut to, the step takes the beginning alone: its row is that of
// the forces before.
TEST(StepParts, LeaveAJumpAtTheEndToTheNextStep) {
  const auto model = driven_arm({{0.0, 0.0}, {0.1, 1.0}});
  const double behind = 0.1 + 1e-9;
  StepParts parts(model->contacts, {0.1, behind});
  parts.start(0.0);
  const auto first = parts.next(0.0, 0.1, 0.1);
  EXPECT_EQ(first.end, 0.1);
  EXPECT_EQ(first.h, 0.1);
  EXPECT_TRUE(first.last);
  const auto jump = parts.next(0.1, 0.1, 0.2);
  EXPECT_EQ(jump.end, behind);
  EXPECT_FALSE(jump.last);
  EXPECT_TRUE(parts.next(behind, 0.1, 0.2).last);
}

// A table finer than the steps of a smooth function has no jumps, whatever its points.
TEST(StepParts, FindNoJumpsInFineTables) {
  Table history;
  for (int i = 0; i <= 1000; ++i) history.emplace_back(1e-3 * i, 1.0 - std::cos(1e-2 * i));
  const auto model = driven_arm(history);
  StepParts parts(model->contacts, model->kinks);
  parts.start(0.0);
  double t = 0.0;
  for (int step = 1; step <= 100; ++step)
    for (StepPart part{.last = false}; !part.last; t = part.end) {
      part = parts.next(t, 1e-2, 1e-2 * step);
      EXPECT_FALSE(part.jump) << t;
    }
}

// From rest to 1 rad/s: a percussion of J and the work J/2, after which the arm goes on by itself; within a step, from
// its start on and up to its end. Positions of impulse schemes are wrong by one step of the jump, and they hold the
// hinge to order 1: 0.75 rad/s h/2 of its percussions in the motor's.
TEST(StepParts, JumpsArePercussions) {
  for (const auto& [begin, end] : std::vector<std::pair<double, double>>{
           {0.0503, 0.0503001}, {0.0503, 0.0508}, {0.05, 0.05000001}, {0.0499999, 0.05}})
    for (const auto& name : schemes_with_motors(false)) {
      const bool forces = find_scheme(name)->capabilities.forces;
      const auto model = driven_arm({{0.0, 0.0}, {begin, 0.0}, {end, 1.0}});
      const auto told = run(*model, name, 0.1, 1);
      const auto place = name + " at " + std::to_string(begin);
      EXPECT_NEAR(told.percussions(), 1.0, forces ? 1e-6 : 1e-4) << place;
      // damped schemes leave h^2 of the 0.75 N that the turning hinge asks for
      EXPECT_NEAR(told.result.ledger.applied, 0.5, forces ? 1e-6 : 1e-4) << place;
      EXPECT_NEAR(told.end.q[2], 0.1 - 0.5 * (begin + end), forces ? 1e-9 : h) << place;
      EXPECT_NEAR(told.end.v[2], 1.0, 1e-9) << place;
      EXPECT_LT(told.result.worst.drift, forces ? 1e-6 : 2e-3) << place;
      if (!forces) continue;
      for (std::size_t i = 0; i < told.t.size(); ++i)
        EXPECT_NEAR(told.force[i], 0.0, 1e-3) << place << ' ' << told.t[i];
    }
}

// A trapezoid whose corners lie within steps, ramps of two steps and a half and of forty: the moment is J s'' in every
// row, and none afterwards. Order 2 of the turning hinge leaves 1e-4 N m.
TEST(StepParts, MomentsOfTrapezoidsAreExact) {
  for (const double duration : {2.5e-3, 0.0404})
    for (const auto& name : schemes_with_motors(true)) {
      const double begin = 0.0203, end = begin + duration, slope = 1.0 / duration;
      const auto model = driven_arm({{0.0, 0.0}, {begin, 0.0}, {end, 1.0}, {0.07, 1.0}, {0.08, 0.0}});
      const auto told = run(*model, name, 0.1, 1);
      for (std::size_t i = 0; i < told.t.size(); ++i) {
        const double t = told.t[i], off = 1e-9;  // at a kink the moment before it
        const double moment = t > begin && t <= end ? slope : t > 0.07 + off && t <= 0.08 + off ? -100.0 : 0.0;
        EXPECT_NEAR(told.force[i], moment, 1e-4 * slope) << name << ' ' << t;
      }
      EXPECT_EQ(told.percussions(), 0.0) << name;
      EXPECT_NEAR(told.result.ledger.applied, 0.0, 1e-6) << name;
    }
}

/// Linear momentum, and angular momentum about the origin, of planar bodies.
Vector3 momentum(const Model& model, const State& state) {
  // The virtual velocities of a rigid motion are what momenta are the inertia along: M v . (motion), by differences of
  // the kinetic energy, which is quadratic in v.
  Vector3 sum;
  for (int i = 0; i < 3; ++i) {
    Vector motion = Vector::Zero(state.v.size());
    for (const auto& body : model.bodies) {
      const Vector3 x(state.q[body.q_offset], state.q[body.q_offset + 1], 0.0);
      if (i < 2) motion[body.v_offset + i] = 1.0;
      if (i == 2) motion.segment<3>(body.v_offset) << -x[1], x[0], 1.0;
    }
    const auto kinetic = [&](double sign) {
      return model.system.energy(state.t, state.q, state.v + sign * motion).kinetic;
    };
    sum[i] = 0.5 * (kinetic(1.0) - kinetic(-1.0));
  }
  return sum;
}

/// A hub that floats freely, an arm or a beam hinged to it, and between both a motor that jumps to 2 rad/s at 10.3 ms.
std::unique_ptr<Model> hub_with(bool beam_for_arm, double damping) {
  auto model = std::make_unique<Model>();
  model->add_body("hub", "rigid_body_planar", plate_at({-0.2, 0.1}, 2.0, 0.3));
  if (!beam_for_arm) model->add_body("arm", "rigid_body_planar", plate_at({0.5, 0.0}, 1.0, 0.08));
  FloatingBeamPlanarOptions beam;
  beam.mesh.length = 1.0;
  beam.mesh.elements = 4;
  beam.mesh.section.area = 1e-2;
  beam.mesh.section.second_moment = 1e-6;
  beam.mesh.youngs_modulus = 1e6;
  beam.mesh.density = 100.0;
  beam.mesh.damping.stiffness = damping;
  beam.frame = FloatingBeamPlanarOptions::Frame::tangential;  // the motor's section turns with it
  if (beam_for_arm) model->add_body("arm", "floating_beam_planar", make_floating_beam_planar(beam));
  JointOptions pin;
  pin.body = "arm";
  if (!beam_for_arm) pin.point = {-0.5, 0.0};
  pin.to = "hub";
  add_joint(*model, "pin", JointKind::revolute, pin);
  auto motor = moving("arm", {{0.0, 0.0}, {0.0103, 0.0}, {0.01030001, 2.0}});
  motor.to = "hub";
  add_motor(*model, "motor", MotorKind::rotation, motor);
  return model;
}

// Momenta stay 0, and what the motor has done is the energy: all at once, by a percussion of that energy over 1 rad/s,
// or little by little as the motor's section of the beam draws the others along. Of the 0.015 N m s and more that both
// bodies have, of opposite signs, order 2 of a turning joint leaves 5e-6.
TEST(StepParts, JumpsBetweenBodiesKeepMomenta) {
  struct Case {
    bool beam;
    double damping;
  };
  for (const auto& [beam, damping] : {Case{false, 0.0}, Case{true, 0.0}, Case{true, 1e-4}})
    for (const auto& name : schemes_with_motors(true)) {
      if (name == "half_explicit_velocity" && damping > 0.0) continue;  // its steps would have to be shorter
      const auto model = hub_with(beam, damping);
      const auto told = run(*model, name, 0.03, 1);
      const auto place = name + (beam ? " beam, damping " : " arm ") + std::to_string(damping);
      EXPECT_NEAR(told.end.v[5] - told.end.v[2], 2.0, 1e-9) << place;
      EXPECT_LT(momentum(*model, told.end).norm(), 2e-5) << place;
      EXPECT_GT(0.3 * std::abs(told.end.v[2]), 0.01) << place;
      const double energy = told.result.energy.total();
      EXPECT_NEAR(told.result.ledger.applied - told.result.ledger.damping, energy, (beam ? 0.02 : 1e-4) * energy)
          << place;
      // The motor goes on for 0.7 ms until the row.
      if (!beam) {
        EXPECT_NEAR(told.percussions(), told.energy[11], 3e-4 * energy) << place;
      }
    }
}

// A mass of 2 kg rests at a wall, and a motor throws one of 3 kg off it, or draws it along: the wall takes the
// percussion of 3 kg, without restitution for what has not struck it; or none, and both move about their centre.
TEST(StepParts, JumpsPushWhatRestsAtAWall) {
  for (const double sign : {1.0, -1.0})
    for (const auto& name : schemes_with_motors(false)) {
      auto model = std::make_unique<Model>();
      model->add_body("near", "point_mass", mass_at({0.0}, 2.0));
      model->add_body("far", "point_mass", mass_at({1.0}, 3.0));
      NodeWallOptions wall;
      wall.body = "near";
      wall.restitution = 0.8;
      add_node_wall(*model, "wall", wall);
      auto motor = moving("far", {{0.0, 0.0}, {0.0103, 0.0}, {0.010301, sign}});
      motor.to = "near";
      add_motor(*model, "push", MotorKind::translation, motor);
      const auto told = run(*model, name, 0.02, 0);
      const auto place = name + (sign > 0 ? " pushes" : " draws");
      EXPECT_NEAR(told.end.v[0], sign > 0 ? 0.0 : 0.6, 1e-9) << place;
      EXPECT_NEAR(told.end.v[1], sign > 0 ? 1.0 : -0.4, 1e-9) << place;
      EXPECT_NEAR(told.percussions(), sign > 0 ? 3.0 : 0.0, 1e-9) << place;
      EXPECT_NEAR(told.result.ledger.applied, sign > 0 ? 1.5 : 0.6, 1e-9) << place;
    }
}

}  // namespace step_parts_test
}  // namespace percuss
