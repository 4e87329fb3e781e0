// SPDX-License-Identifier: Apache-2.0
// Random heaps of discs with friction and restitution under the default contact solver: no step may fail, few may be
// solved loosely, and the floor carries the weight at rest. benchmarks/heaps.py is the long version.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "model/disc_contacts.hpp"
#include "model/discs.hpp"
#include "model/load.hpp"
#include "simulation/simulation.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace hostile_heaps_test {

constexpr double g = 9.81, density = 100.0, radius = 0.022;

struct Heap {
  std::unique_ptr<Model> model = std::make_unique<Model>();
  double weight = 0.0;
};

/// Discs that fall into a bin with smooth walls.
Heap heap_of(Index count, double friction, double restitution, std::int64_t seed) {
  Heap heap;
  const double width = 2.0 * radius * std::sqrt(static_cast<double>(count));
  DiscsOptions discs;
  discs.count = count;
  discs.radius = {radius};
  discs.density = density;
  discs.to = {width, 2.2 * width};
  discs.seed = seed;
  discs.speed = 0.5;
  heap.model->add_body("heap", "discs", make_discs(discs));
  heap.weight = g * density * std::numbers::pi * radius * radius * static_cast<double>(count);
  add_disc_group(*heap.model, "discs", {"", {friction, restitution, 0.0}});
  add_disc_plane(*heap.model, "floor", {"", {0.0, 0.0}, {0.0, 1.0}, {friction, restitution, 0.0}});
  add_disc_plane(*heap.model, "left", {"", {0.0, 0.0}, {1.0, 0.0}, {0.0, restitution, 0.0}});
  add_disc_plane(*heap.model, "right", {"", {width, 0.0}, {-1.0, 0.0}, {0.0, restitution, 0.0}});
  GravityOptions gravity;
  gravity.acceleration = {0.0, -g};
  add_gravity(*heap.model, gravity);
  return heap;
}

/// The sum of the normal forces at the floor, whose contacts bear names that begin with it.
double floor_force(const Model& model, std::span<const ContactRecord> records) {
  double sum = 0.0;
  for (Index k = 0; k < model.contacts.size(); ++k)
    if (model.contacts.name(k).starts_with("floor")) sum += records[static_cast<std::size_t>(k)].force[0];
  return sum;
}

struct Settled {
  double loose_share = 0.0, weight_error = 0.0;
};

Settled settle(const Heap& heap, const std::string& scheme, double end_time) {
  SimulationSettings settings;
  settings.step = 1e-3;
  settings.end_time = end_time;
  settings.scheme = scheme;
  Simulation simulation(*heap.model, settings);
  Settled settled;
  Simulation::Hooks hooks;
  hooks.row_every = 1000000;  // the last row alone
  hooks.row = [&](const Sample& sample) {
    settled.weight_error = floor_force(*heap.model, sample.contacts) / heap.weight - 1.0;
  };
  const auto result = simulation.run(hooks);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  settled.loose_share = static_cast<double>(result.loose_steps) / static_cast<double>(result.steps);
  return settled;
}

struct Case {
  Index count;
  double friction, restitution;
  std::int64_t seed;
  const char* scheme;
};

class HostileHeaps : public testing::TestWithParam<Case> {};

// All energy is gone after 1.5 s: what the floor's force may differ from the weight by is the contact solver's
// tolerance of 1e-12 of some 2 m/s against g h.
TEST_P(HostileHeaps, RunThroughAndRestOnTheFloor) {
  const auto& c = GetParam();
  const auto heap = heap_of(c.count, c.friction, c.restitution, c.seed);
  const auto settled = settle(heap, c.scheme, 1.5);
  const auto name = fmt::format("{} discs, friction {}, {}", c.count, c.friction, c.scheme);
  expect_figure(name + ": share of loose steps", settled.loose_share, 0.0, 0.01, "1");
  expect_figure(name + ": floor's force by the weight - 1", settled.weight_error, 0.0, 1e-6, "1");
}

INSTANTIATE_TEST_SUITE_P(Heaps, HostileHeaps,
                         testing::Values(Case{30, 0.3, 0.0, 5, "half_explicit_velocity"},
                                         Case{30, 0.8, 0.0, 6, "moreau_midpoint"},
                                         Case{40, 0.4, 0.0, 7, "half_explicit_velocity"},
                                         Case{40, 0.4, 0.0, 8, "moreau_midpoint"}),
                         [](const auto& test) { return fmt::format("Heap{}", test.param.seed); });

}  // namespace hostile_heaps_test
}  // namespace percuss::verification
