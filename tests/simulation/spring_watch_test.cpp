// SPDX-License-Identifier: Apache-2.0
#include "simulation/spring_watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/fault.hpp"
#include "model/joint.hpp"
#include "model/spring.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace spring_watch_test {

/// 1 kg on a guide along x, with 10 m/s; its spring of 1000 N/m and 1 m stands across the guide at the start and would
/// lie along it far away, where omega = 31.6/s and the limit is 2/omega = 0.063 s. A body of 1e4 J passes by, beside
/// which energy that the spring makes does not show.
std::unique_ptr<Model> bead() {
  auto model = std::make_unique<Model>();
  model->add_body("bead", "planar", planar_body(1.0, 1.0, Vector3::Zero(), {10.0, 0.0, 0.0}));
  model->add_body("train", "point_mass", mass_at({0.0}, 2e4));
  model->initial.v[3] = 1.0;
  JointOptions guide;
  guide.body = "bead";
  guide.axis = {1.0, 0.0};
  add_joint(*model, "guide", JointKind::prismatic, guide);
  SpringOptions spring;
  spring.body = "bead";
  spring.to_point = {0.0, 1.0};
  spring.stiffness = 1000.0;
  add_spring(*model, "spring", spring);
  return model;
}

SimulationSettings settings(double step) {
  SimulationSettings s;
  s.scheme = "half_explicit_velocity";
  s.step = step;
  s.end_time = 1.0;
  return s;
}

bool tells_of_springs(const RunResult& result) {
  return std::any_of(result.warnings.begin(), result.warnings.end(), [](const std::string& warning) {
    return warning.find("explicit springs") != std::string::npos && warning.find("implicit: true") != std::string::npos;
  });
}

// The bead goes out to 1.1 m, where the spring bears 0.069 s by hand: k (1 - l0/l) + k l0/l (x/l)^2 = 840 N/m.
TEST(SpringWatch, SeesSpringsThatComeIntoActionLater) {
  const auto model = bead();
  for (const double step : {0.1, 0.15}) {
    const auto s = settings(step);
    Simulation simulation(*model, s);
    EXPECT_TRUE(std::isinf(simulation.stability_limit()));
    for (int again = 0; again < 2; ++again) {
      const auto result = simulation.run({});
      EXPECT_TRUE(tells_of_springs(result) || result.message.find("explicit springs") != std::string::npos) << step;
    }
  }
}

TEST(SpringWatch, IsSilentWhereTheStepIsSmallEnoughOrTheSettingsAllowIt) {
  const auto model = bead();
  auto s = settings(0.05);
  EXPECT_FALSE(tells_of_springs(Simulation(*model, s).run({})));
  s = settings(0.08);
  s.allow_unstable_step = true;
  EXPECT_FALSE(tells_of_springs(Simulation(*model, s).run({})));
}

// A spring that acts in its own line alone has one limit for ever; a step just at it is no reason to warn.
TEST(SpringWatch, IsSilentAtTheVeryLimit) {
  auto model = std::make_unique<Model>();
  model->add_body("mass", "point_mass", mass_at({0.0}, 1.0));
  SpringOptions spring;
  spring.body = "mass";
  spring.to_point = {1.0};
  spring.stiffness = 1000.0;
  add_spring(*model, "spring", spring);
  model->initial.v[0] = 0.1;
  auto s = settings(1e-3);
  s.step = Simulation(*model, s).stability_limit();
  EXPECT_FALSE(tells_of_springs(Simulation(*model, s).run({})));
}

// theta below 1/2: another scheme is the remedy, not a smaller step.
TEST(SpringWatch, NamesTheRemedyWhereNoStepIsSmallEnough) {
  const auto model = bead();
  model->initial.q[0] = 0.5;
  auto s = settings(1e-4);
  s.scheme = "moreau_jean";
  s.scheme_options = {{"theta", 0.3}};
  try {
    const Simulation simulation(*model, s);
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(error.faults()[0].remedy.find("theta >= 0.5"), std::string::npos);
    EXPECT_NE(error.faults()[0].remedy.find("implicit: true"), std::string::npos);
  }
}

}  // namespace spring_watch_test
}  // namespace percuss
