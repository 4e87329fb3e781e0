// SPDX-License-Identifier: Apache-2.0
// The pendulum rod, E = 2e10 Pa, four elements, swings against a wall: exact events of the semi-discrete model from
// another code (docs/verification.md). Contact at the tip, and at a material point inside the last element.
#include <gtest/gtest.h>

#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace flexible_impact_test {

using Frame = FloatingBeamPlanarOptions::Frame;

struct Swing {
  std::string name;
  Frame frame;
  double x;                       // contact point [m]
  double time, percussion, loss;  // of the first impact [s, N s, J]
  double release, impulse;        // first release [s], impulse of the force until then [N s]
};
void PrintTo(const Swing& s, std::ostream* out) { *out << s.name; }

std::unique_ptr<Model> pendulum_at_wall(const Swing& swing) {
  auto model = std::make_unique<Model>();
  FloatingBeamPlanarOptions rod;
  rod.mesh = rod_mesh(4, 2e10);
  rod.frame = swing.frame;
  rod.angle = -1.2;
  model->add_body("rod", "floating_beam_planar", make_floating_beam_planar(rod));
  JointOptions pin;
  pin.body = "rod";
  add_joint(*model, "pin", JointKind::revolute, pin);
  GravityOptions gravity;
  gravity.acceleration = {0.0, -9.81};
  add_gravity(*model, gravity);
  NodeWallOptions wall;
  wall.body = "rod";
  wall.point = {swing.x};
  wall.normal = {1.0, 0.0};
  wall.wall = {0.0, 0.0};
  wall.restitution = 0.0;
  add_node_wall(*model, "wall", wall);
  return model;
}

class FlexibleImpact : public testing::TestWithParam<Swing> {};

// Impacts are found within a step; the percussion follows the velocity, which changes by 30 m/s^2 within it: relative
// 1e-4. The impulse of the closure errs by about a step's force.
TEST_P(FlexibleImpact, HasThePercussionOfTheMesh) {
  const auto& swing = GetParam();
  constexpr double h = 4e-6;
  const auto model = pendulum_at_wall(swing);
  const auto scheme =
      find_scheme("half_explicit_velocity")->make(model->system, model->contacts, SolverSet{}, Values{});
  State state = model->initial;
  double first = 0.0, percussion = 0.0, loss = 0.0, release = 0.0, impulse = 0.0;
  for (bool over = false; !over;) {
    model->contacts.prepare(state.t, state.q, state.v, h);
    const auto report = scheme->step(h, state);
    ASSERT_TRUE(report.ok());
    const auto& wall = scheme->contacts().back();
    const bool begins = report.impact && first == 0.0;
    if (begins) {
      first = state.t;
      percussion = wall.percussion[0];
      loss = report.impact_loss;
    } else if (first > 0.0 && wall.force[0] > 0.0) {
      release = state.t;
      impulse += h * wall.force[0];
    }
    over = (first > 0.0 && !begins && wall.force[0] == 0.0) || state.t > 0.43;
  }
  expect_figure("first impact", first, swing.time, 1.5 * h, "s");
  expect_figure("percussion", percussion, swing.percussion, 5e-4 * swing.percussion, "N s");
  expect_figure("energy lost", loss, swing.loss, 1e-3 * swing.loss, "J");
  expect_figure("release", release, swing.release, 4.0 * h, "s");
  expect_figure("impulse of the force", impulse, swing.impulse, 0.01 * swing.impulse, "N s");
}

INSTANTIATE_TEST_SUITE_P(Contacts, FlexibleImpact,
                         testing::Values(Swing{"TipTangential", Frame::tangential, 1.0, .4131116501967, .07876231395,
                                               .05507196035, .414660079647, .3537860743},
                                         Swing{"InsideAnElement", Frame::tangential, 0.9, .4130961446254, .3800907641,
                                               .24027298, .4136859226597, .7115355455},
                                         Swing{"TipPinned", Frame::pinned, 1.0, .4131195251888, .07883275148,
                                               .0551705091, .414668182922, .3540889962}),
                         [](const auto& swing) { return swing.param.name; });

}  // namespace flexible_impact_test

}  // namespace percuss::verification
