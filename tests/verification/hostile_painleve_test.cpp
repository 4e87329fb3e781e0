// SPDX-License-Identifier: Apache-2.0
// Painleve's paradox: a rod slides with friction so that no contact force is consistent with it. It must be struck, an
// impact without collision, and whoever has a consistent force must not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "model/load.hpp"
#include "model/model.hpp"
#include "model/node_wall.hpp"
#include "model/rigid_body.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/figure.hpp"
#include "tests/verification/sliding_rod.hpp"

namespace percuss::verification {

namespace hostile_painleve_test {

using test::NamedScheme;

class HostilePainleve : public testing::TestWithParam<NamedScheme> {};

std::vector<NamedScheme> schemes() {
  auto all = test::mixed_schemes();
  for (const char* rho : {"0", "1"})
    all.push_back({fmt::format("GeneralizedAlpha{}", rho), "mixed_generalized_alpha", {{"rho_inf", std::stod(rho)}}});
  all.push_back({"EdAlphaHalf", "mixed_ed_alpha", {{"rho_inf", 0.5}}});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Schemes, HostilePainleve, testing::ValuesIn(schemes()),
                         [](const testing::TestParamInfo<NamedScheme>& p) { return p.param.label; });

// The figures of the review. Tolerance: what accelerations of 10 m/s^2 (30 rad/s^2) do in a step. Before, the force was
// of order 1/h and the rod got energy: Newmark v_x -1.719 m/s, ED-alpha 37.4 J.
TEST_P(HostilePainleve, ARodThatCannotSlideOnIsStruck) {
  constexpr double h = 1e-6;
  const auto model = on_the_floor(Rod{});
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  const auto step = scheme->step(h, state);
  ASSERT_TRUE(step.ok()) << step.report.message;
  EXPECT_TRUE(step.impact);
  const auto percussion = scheme->contacts()[0].percussion;
  expect_figure("percussion, normal", percussion[0], 1.6237976320958225, 1e-6, "N s");
  expect_figure("percussion, friction", std::abs(percussion[1]), 2.1875, 1e-6, "N s");
  expect_figure("v_x after it", state.v[0], -2.8125, 10.0 * h, "m/s");
  expect_figure("omega after it", state.v[2], 3.2475952641916446, 30.0 * h, "1/s");
  const auto energy = model->system.energy(state.t, state.q, state.v);
  expect_figure("energy after it", energy.kinetic + energy.potential, 15.526959211125343, 1e-6, "J");
  expect_figure("energy lost to friction", step.friction, 5.46875, 1e-6, "J");
  EXPECT_LT(scheme->contacts()[0].force[0], 10.0);
}

// Whatever angle, friction, speed and step: after the step the end stands, the percussion is that of its stop.
TEST_P(HostilePainleve, HoldsWhateverTheParametersAre) {
  for (const double angle : {0.9, 1.05, 1.2})
    for (const double more : {1.02, 1.5})
      for (const double speed : {-0.5, -40.0})
        for (const double spin : {0.0, -1.0})
          for (const double h : {1e-3, 1e-5}) {
            Rod rod{.angle = angle, .speed = speed, .spin = spin};
            const double c = std::cos(angle), s = std::sin(angle);
            const double limit = (Rod::inertia + c * c) / (s * c);  // beyond it no force is consistent
            const auto P = rod.percussion();
            rod.friction = std::max(more * limit, 1.01 * std::abs(P[1]) / P[0]);
            SCOPED_TRACE(
                fmt::format("angle {}, friction {}, speed {}, spin {}, h {}", angle, rod.friction, speed, spin, h));
            const auto model = on_the_floor(rod);
            const auto scheme = make(GetParam(), model->system, model->contacts);
            State state = model->initial;
            const auto step = scheme->step(h, state);
            ASSERT_TRUE(step.ok()) << step.report.message;
            EXPECT_TRUE(step.impact);
            EXPECT_NEAR(scheme->contacts()[0].percussion[0], P[0], 1e-5 * P.norm());
            EXPECT_NEAR(std::abs(scheme->contacts()[0].percussion[1]), std::abs(P[1]), 1e-5 * P.norm());
            // Accelerations after the impact: gravity and those of the spin, some omega^2.
            const Eigen::Vector3d v = rod.velocity() + rod.inverse_mass() * rod.W() * P;
            const double tolerance = 4.0 * h * (Rod::g + v[2] * v[2]);
            for (Index i = 0; i < 3; ++i) EXPECT_NEAR(state.v[i], v[i], tolerance) << i;
          }
}

// What is fast, or light under a large load, and touches nothing of the rod, has no say in what its slip of 0.4 m/s may
// be stopped by.
TEST_P(HostilePainleve, HoldsBesideWhatIsFarFasterOrLighter) {
  constexpr double h = 1e-3;
  const Rod rod{.angle = 1.0, .friction = 3.0, .speed = -0.4};
  Model model;
  rod.add_to(model, "rod", 0.0);
  PointMassOptions clip;
  clip.mass = 1e-3;
  clip.position = {10.0, 0.0};
  model.add_body("clip", "point_mass", make_point_mass(clip));
  NodeWallOptions floor;
  floor.body = "clip";
  floor.normal = {0.0, 1.0};
  add_node_wall(model, "clip_floor", floor);
  PointMassOptions bullet;
  bullet.mass = 1.0;
  bullet.position = {0.0, 10.0};
  bullet.velocity = {1e6, 0.0};
  model.add_body("bullet", "point_mass", make_point_mass(bullet));
  GravityOptions gravity;
  gravity.acceleration = {0.0, -Rod::g};
  add_gravity(model, gravity);
  ForceOptions press;
  press.body = "clip";
  press.direction = {0.0, -1.0};
  press.value = 1000.0;
  add_force(model, press);
  const auto scheme = make(GetParam(), model.system, model.contacts);
  State state = model.initial;
  const auto step = scheme->step(h, state);
  ASSERT_TRUE(step.ok()) << step.report.message;
  const auto P = rod.percussion();
  EXPECT_TRUE(step.impact);
  EXPECT_NEAR(scheme->contacts()[0].percussion[0], P[0], 1e-4 * P.norm());
  EXPECT_NEAR(std::abs(scheme->contacts()[0].percussion[1]), std::abs(P[1]), 1e-4 * P.norm());
}

// The same rod turned upwards, at less friction, sliding the other way, or spun up so that its end lifts off: there is
// a consistent force, or none is needed, and nothing is struck.
TEST_P(HostilePainleve, LeavesContactsAloneThatHaveAForce) {
  for (const Rod& rod :
       {Rod{.friction = 1.1}, Rod{.angle = 1.4}, Rod{.speed = 5.0}, Rod{.spin = -4.0}, Rod{.spin = 4.0}}) {
    SCOPED_TRACE(fmt::format("angle {}, friction {}, speed {}, spin {}", rod.angle, rod.friction, rod.speed, rod.spin));
    for (const double h : {1e-3, 1e-5}) {
      const auto model = on_the_floor(rod);
      const auto scheme = make(GetParam(), model->system, model->contacts);
      State state = model->initial;
      for (int i = 0; i < 5; ++i) {
        const auto step = scheme->step(h, state);
        ASSERT_TRUE(step.ok()) << step.report.message;
        EXPECT_FALSE(step.impact);
        EXPECT_EQ(scheme->contacts()[0].percussion[0], 0.0);
      }
      EXPECT_NEAR(state.v[0], rod.speed, 5 * h * 400.0);
    }
  }
}

// Two rods, of which one is in the paradox, and the other slides as it should: only the one is struck. Then in space,
// where the friction of the contact has two rows.
TEST_P(HostilePainleve, OthersStayAsTheyAre) {
  constexpr double h = 1e-5;
  const Rod paradox, sliding{.friction = 0.3};
  const auto model = std::make_unique<Model>();
  paradox.add_to(*model, "paradox", 0.0);
  sliding.add_to(*model, "sliding", 0.0);
  pull_down(*model);
  const auto alone = on_the_floor(sliding);
  const auto both = make(GetParam(), model->system, model->contacts);
  const auto one = make(GetParam(), alone->system, alone->contacts);
  State x = model->initial, y = alone->initial;
  for (int i = 0; i < 10; ++i) {
    const auto step = both->step(h, x);
    ASSERT_TRUE(step.ok() && one->step(h, y).ok());
    EXPECT_EQ(step.impact, i == 0);
    EXPECT_NEAR(both->contacts()[1].force[0], one->contacts()[0].force[0], 1e-6);
    EXPECT_NEAR((x.v.tail(3) - y.v).norm(), 0.0, 1e-7);  // what the other rod has in the 5e-10 s of the look
  }
  EXPECT_NEAR(x.v[0], -2.8125, 1e-3);
}

TEST_P(HostilePainleve, HoldsInSpace) {
  constexpr double h = 1e-5;
  const Rod rod;
  const auto model = std::make_unique<Model>();
  RigidBodyOptions body;
  body.mass = 1.0;
  body.inertia = {0.01, Rod::inertia, Rod::inertia};
  body.position = {0.0, 0.0, std::sin(rod.angle)};
  body.orientation = {0.0, -rod.angle, 0.0};
  body.velocity = {rod.speed, 0.0, 0.0};
  model->add_body("rod", "rigid_body", make_rigid_body(body));
  NodeWallOptions floor;
  floor.body = "rod";
  floor.point = {-1.0, 0.0, 0.0};
  floor.normal = {0.0, 0.0, 1.0};
  floor.friction = rod.friction;
  add_node_wall(*model, "floor", floor);
  pull_down(*model, {0.0, 0.0, -Rod::g});
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  const auto step = scheme->step(h, state);
  ASSERT_TRUE(step.ok()) << step.report.message;
  EXPECT_TRUE(step.impact);
  EXPECT_NEAR(scheme->contacts()[0].percussion[0], rod.percussion()[0], 1e-5);
  EXPECT_NEAR(state.v[0], -2.8125, 30.0 * h);
  EXPECT_NEAR(state.v[4], -3.2475952641916446, 90.0 * h);
}

}  // namespace hostile_painleve_test

}  // namespace percuss::verification
