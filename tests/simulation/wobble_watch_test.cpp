// SPDX-License-Identifier: Apache-2.0
#include "simulation/wobble_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/rigid_body.hpp"
#include "model/shaft.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/beam_bodies.hpp"

namespace percuss {
namespace wobble_watch_test {

constexpr double spin = 200.0, wobble = 2.0;  // [rad/s]

/// A body that spins about z, wobbles, and flies: in its axes the wobble turns by  (J_z/J_x - 1) spin = 100 rad/s.
std::unique_ptr<Model> spinning_top(const std::vector<double>& omega,
                                    std::vector<double> inertia = {0.01, 0.01, 0.015}) {
  RigidBodyOptions top;
  top.mass = 1.0;
  top.inertia = std::move(inertia);
  top.angular_velocity = omega;
  auto model = std::make_unique<Model>();
  model->add_body("top", "rigid_body", make_rigid_body(top));
  return model;
}

SimulationSettings settings_of(const std::string& scheme, Values options = {}) {
  SimulationSettings settings;
  settings.scheme = scheme;
  settings.scheme_options = std::move(options);
  settings.step = 1e-4;
  settings.end_time = 0.5;
  return settings;
}

RunResult run(Model& model, const SimulationSettings& settings, double& last) {
  Simulation simulation(model, settings);
  auto result = simulation.run({});
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  last = std::hypot(simulation.state().v[3], simulation.state().v[4]);
  return result;
}

// exp(100^2 1e-4/2 0.5) = 1.284: what is told is what has happened, to the third order that the formula leaves out.
TEST(WobbleWatch, TellsByHowMuchAWobbleHasGrown) {
  const auto expect_told = [](const std::string& scheme, const Values& options) {
    const auto model = spinning_top({wobble, 0.0, spin});
    double last = 0.0;
    const auto result = run(*model, settings_of(scheme, options), last);
    EXPECT_NEAR(last / wobble, std::exp(0.25), 1e-3) << scheme;
    ASSERT_EQ(result.warnings.size(), 1u) << scheme;
    EXPECT_EQ(result.warnings[0], "`top` spins at up to 200 rad/s, and `" + scheme +
                                      "` takes gyroscopic forces as they are at the start of a step: a wobble may have "
                                      "grown by some 28 % of itself; take `half_explicit_velocity`, a mixed scheme, or "
                                      "smaller steps");
  };
  expect_told("moreau_midpoint", {});
  expect_told("ggl_decoupled", {});
  expect_told("moreau_jean", {{"theta", 0.0}});
}

TEST(WobbleWatch, IsSilentWhereWobblesDoNotGrow) {
  for (const auto& scheme : {"half_explicit_velocity", "moreau_jean", "explicit_velocity", "mixed_newmark",
                             "mixed_bathe", "nonsmooth_generalized_alpha", "ggl_unified"}) {
    const auto model = spinning_top({wobble, 0.0, spin});
    double last = 0.0;
    const auto result = run(*model, settings_of(scheme), last);
    EXPECT_NEAR(last / wobble, 1.0, 1e-3) << scheme;
    EXPECT_TRUE(result.warnings.empty()) << scheme << ": " << result.warnings[0];
  }
}

// About the middle axis nothing wobbles, it turns over; and a body that tumbles is none that spins.
TEST(WobbleWatch, CountsBodiesThatSpinAndWobble) {
  const auto growth = [](const std::vector<double>& omega, const std::vector<double>& inertia) {
    const auto model = spinning_top(omega, inertia);
    WobbleWatch watch(*model, settings_of("moreau_midpoint"), *find_scheme("moreau_midpoint"));
    State state = model->initial;
    watch.start(state);
    state.t = 0.5;
    watch.look(state);
    return watch.warnings().size();
  };
  const std::vector<double> plate{0.01, 0.01, 0.015};
  EXPECT_EQ(growth({wobble, 0.0, spin}, plate), 1u);
  EXPECT_EQ(growth({0.0, 0.0, spin}, plate), 0u);
  EXPECT_EQ(growth({spin, 0.0, spin}, plate), 0u);
  EXPECT_EQ(growth({wobble, 0.0, spin / 4.0}, plate), 0u);  // a sixteenth of the growth
  EXPECT_EQ(growth({wobble, 0.0, spin}, {0.01}), 0u);
  EXPECT_EQ(growth({wobble, 0.0, spin}, {0.01, 0.02, 0.015}), 0u);
  EXPECT_EQ(growth({spin, wobble, 0.0}, {0.02, 0.012, 0.012}), 1u);
}

// A thin disc: 2 omega. Under every theta, for the tangent of a shaft has no gyroscopic part.
TEST(WobbleWatch, TellsOfShaftsWithDiscs) {
  ShaftOptions shaft;
  shaft.mesh = spatial_mesh(2);
  shaft.angular_velocity = spin;
  const auto warnings = [&](const std::string& scheme) {
    Model model;
    model.add_body("shaft", "shaft", make_shaft(shaft));
    WobbleWatch watch(model, settings_of(scheme), *find_scheme(scheme));
    State state = model.initial;
    watch.start(state);
    state.t = 0.2;
    watch.look(state);
    return watch.warnings();
  };
  EXPECT_TRUE(warnings("moreau_jean").empty());  // without a disc
  shaft.attach.positions = {0.4};
  shaft.attach.mass = {5.0};
  shaft.attach.spin_inertia = {0.02};
  shaft.attach.transverse_inertia = {0.01};
  const auto told = warnings("moreau_jean");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("a whirl may have grown by some 4e+02 % of itself"), std::string::npos) << told[0];
  EXPECT_TRUE(warnings("mixed_bathe").empty());
}

}  // namespace wobble_watch_test
}  // namespace percuss
