// SPDX-License-Identifier: Apache-2.0
// What no scheme may depend on: the unit of length; and what none may move: the centre of mass of bodies that meet only
// each other. The projections of `ggl_*` once moved a heavy body as far as a light one, and lengths turned against
// angles: a platform of 1e9 kg sank by a millimetre under a block of 1 kg.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "model/disc.hpp"
#include "model/disc_contacts.hpp"
#include "model/load.hpp"
#include "model/rigid_body_planar.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::verification {
namespace hostile_units_test {

using test::NamedScheme;

State end_of(Model& model, const NamedScheme& scheme, double step, double end) {
  SimulationSettings settings;
  settings.scheme = scheme.name;
  settings.scheme_options = scheme.options;
  settings.step = step;
  settings.end_time = end;
  Simulation simulation(model, settings);
  const auto result = simulation.run({});
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  return simulation.state();
}

class HostileUnits : public testing::TestWithParam<NamedScheme> {};
INSTANTIATE_TEST_SUITE_P(Schemes, HostileUnits, testing::ValuesIn(test::all_schemes()),
                         [](const testing::TestParamInfo<NamedScheme>& p) { return p.param.label; });

// Seven discs of 1 to 1e6 kg fly into each other along a line and beside it. Round-off: positions of 1 m.
TEST_P(HostileUnits, TheCentreOfMassGoesStraightOn) {
  Model model;
  double mass = 0.0;
  Eigen::Vector2d moment(0.0, 0.0), momentum(0.0, 0.0);
  for (int i = 0; i < 7; ++i) {
    DiscOptions disc;
    disc.mass = std::pow(10.0, (4 * i) % 7);
    disc.radius = 0.1;
    disc.position = {0.3 * i - 1.0, 0.03 * i * (i % 2)};
    disc.velocity = {i < 3 ? 1.0 : -1.0, 0.0};
    mass += disc.mass;
    moment += disc.mass * Eigen::Map<const Eigen::Vector2d>(disc.position.data());
    momentum += disc.mass * Eigen::Map<const Eigen::Vector2d>(disc.velocity.data());
    model.add_body("disc" + std::to_string(i), "disc", make_disc(disc));
  }
  add_disc_group(model, "discs", {"", SurfaceLaw{0.0, 0.5, 0.0}});
  const auto state = end_of(model, GetParam(), 1e-3, 0.8);
  Eigen::Vector2d found(0.0, 0.0);
  for (int i = 0; i < 7; ++i) found += std::pow(10.0, (4 * i) % 7) * state.q.segment<2>(3 * i);
  EXPECT_LE((found - moment - 0.8 * momentum).norm(), 1e-10 * mass);
}

/// A box, 0.4 m by 0.2 m, that falls onto its edge and on; lengths in units of `unit` metres.
Vector box_in(double unit, const NamedScheme& scheme) {
  Model model;
  RigidBodyPlanarOptions box;
  box.mass = 2.0;
  box.inertia = 2.0 * 0.2 / 12.0 / (unit * unit);
  box.position = {0.0, 0.25 / unit};
  box.angle = 0.5;
  box.velocity = {0.3 / unit, -0.5 / unit};
  model.add_body("box", "rigid_body_planar", make_rigid_body_planar(box));
  for (const double x : {-0.2, 0.2})
    for (const double y : {-0.1, 0.1}) {
      NodeWallOptions corner;
      corner.body = "box";
      corner.point = {x / unit, y / unit};
      corner.wall = {0.0, 0.0};
      corner.normal = {0.0, 1.0};
      corner.restitution = 0.3;
      add_node_wall(model, "corner" + std::to_string(model.contacts.size()), corner);
    }
  GravityOptions gravity;
  gravity.acceleration = {0.0, -9.81 / unit};
  add_gravity(model, gravity);
  const auto state = end_of(model, scheme, 1e-3, 0.4);
  Vector x(6);
  x << state.q.head<2>() * unit, state.q[2], state.v.head<2>() * unit, state.v[2];
  return x;
}

// Iterations end within 1e-10 of the velocities, which impacts amplify by less than 100.
TEST_P(HostileUnits, LengthsMayBeInMillimetres) {
  const Vector metres = box_in(1.0, GetParam());
  EXPECT_LT(std::abs(metres[2]), 10.0);
  for (const double unit : {1e-3, 100.0})
    EXPECT_LE((box_in(unit, GetParam()) - metres).lpNorm<Eigen::Infinity>(), 1e-8) << "in units of " << unit << " m";
}

}  // namespace hostile_units_test
}  // namespace percuss::verification
