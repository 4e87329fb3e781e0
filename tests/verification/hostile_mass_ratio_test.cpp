// SPDX-License-Identifier: Apache-2.0
// Light bodies under heavy ones: forces exist however far masses are apart, and are found.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "model/disc.hpp"
#include "model/disc_contacts.hpp"
#include "model/load.hpp"
#include "simulation/simulation.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace hostile_mass_ratio_test {

constexpr double g = 9.81, radius = 0.1;

/// Discs of these masses on top of each other on the ground, without friction, each in contact with the next by 1e-12
/// m.
std::unique_ptr<Model> tower(const std::vector<double>& masses) {
  auto model = std::make_unique<Model>();
  for (std::size_t i = 0; i < masses.size(); ++i) {
    DiscOptions disc;
    disc.radius = radius;
    disc.mass = masses[i];
    disc.position = {0.0, (2.0 * static_cast<double>(i) + 1.0) * (radius - 2.5e-10)};
    model->add_body(fmt::format("d{}", i), "disc", make_disc(disc));
  }
  add_disc_plane(*model, "ground", {"d0", {0.0, 0.0}, {0.0, 1.0}, {}});
  for (std::size_t i = 0; i + 1 < masses.size(); ++i) {
    DiscDiscOptions contact;
    contact.body = fmt::format("d{}", i);
    contact.other = fmt::format("d{}", i + 1);
    add_disc_disc(*model, fmt::format("c{}", i), contact);
  }
  GravityOptions gravity;
  gravity.acceleration = {0.0, -g};
  add_gravity(*model, gravity);
  return model;
}

struct Case {
  const char* name;
  std::vector<double> masses;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class HostileMassRatio : public testing::TestWithParam<Case> {};

// 1/m_light + 1/m_heavy is rounded to 1e-16 of its larger part: with a ratio of 1e12 the forces are known to 1e-4.
TEST_P(HostileMassRatio, ForcesAreTheWeightsAbove) {
  const auto& masses = GetParam().masses;
  const auto model = tower(masses);
  SimulationSettings settings;
  settings.step = 1e-4;
  settings.end_time = 0.01;
  settings.scheme = "half_explicit_velocity";
  Simulation simulation(*model, settings);
  Simulation::Hooks hooks;
  double worst = 0.0;
  bool started = false;
  hooks.row = [&](const Sample& sample) {
    double weight = 0.0;
    for (std::size_t i = masses.size(); started && i-- > 0;) {
      weight += masses[i] * g;
      worst = std::max(worst, std::abs(sample.contacts[i].force[0] / weight - 1.0));
    }
    started = true;
  };
  const auto result = simulation.run(hooks);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  expect_figure(fmt::format("{}: forces by the weights above - 1, worst", GetParam().name), worst, 0.0, 1e-3, "1");
}

INSTANTIATE_TEST_SUITE_P(Towers, HostileMassRatio,
                         testing::Values(Case{"Ratio1e8", {1e-4, 1e4}}, Case{"Ratio1e12", {1e-6, 1e6}},
                                         Case{"Tower1e6", {1.0, 1.0, 1.0, 1e6}},
                                         Case{"Tower1e12", {1.0, 1.0, 1.0, 1e12}}),
                         [](const auto& test) { return test.param.name; });

}  // namespace hostile_mass_ratio_test
}  // namespace percuss::verification
