// SPDX-License-Identifier: Apache-2.0
// A run that another one has saved goes on to the same numbers, to the last bit: state, accelerations, warm starts,
// ledger, certificates. Each is in an image of the memory, of which all but the time it took must be equal.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>
#include <utility>

#include "io/model_file.hpp"
#include "simulation/run.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::verification {
namespace {

using test::NamedScheme;

struct Case {
  std::string model;
  std::vector<std::string> overrides;
  Index steps;  // in which something happens: impacts, stick and slip, joints that turn
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.model; }

std::vector<Case> cases() {
  return {
      {"01_bouncing_ball/ball.yaml", {"simulation.step=5e-3"}, 200},
      {"02_impacting_bar/bar.yaml", {"bodies.bar.elements=20", "simulation.step=2e-6"}, 120},
      {"03_slider_crank/unilateral.yaml", {}, 160},
      {"06_three_masses/joint.yaml", {}, 120},
      {"07_woodpecker/woodpecker.yaml", {"simulation.step=1e-4"}, 300},
      {"08_bouncing_balls/zeno.yaml", {}, 120},
      {"09_mixing_discs/discs.yaml",
       {"bodies.left.count=15", "bodies.left.from=[0.7, 0.18]", "bodies.left.to=[1.0, 0.4]", "bodies.right.count=15",
        "bodies.right.to=[1.3, 0.4]", "simulation.step=4e-3", "loads.push.history=[[0.0, 0.0], [0.05, 25.0]]"},
       60},
      {"11_stack/stack.yaml", {"simulation.step=2e-3"}, 40},
      {"12_arch/arch.yaml", {}, 16},
      {"14_flexible_slider_crank/unilateral.yaml", {}, 60},
      {"16_cantilever_stop/rigid.yaml", {}, 60},
      {"17_spatial_pendulum/pendulum.yaml", {}, 40},
      {"20_rotor/bearing.yaml", {}, 60}};
}

std::vector<std::string> with_scheme(const Case& c, const NamedScheme& scheme) {
  auto overrides = c.overrides;
  overrides.push_back("simulation.scheme=" + test::text_of(scheme));
  overrides.push_back("simulation.allow_unstable_step=true");
  overrides.push_back("simulation.end_time=10.0");
  overrides.push_back("simulation.initial_overlap=1e-3");
  return overrides;
}

/// Steps done, and the memory after each of some.
struct Walked {
  Index steps = 0;
  std::vector<MemoryImage> at;
  std::string message;
};

Simulation::Hooks hooks_of(Simulation& simulation, std::span<const Index> save_at, Index end, Walked& walked) {
  Simulation::Hooks hooks;
  hooks.row_every = 7;
  hooks.rows_need_energy = true;
  hooks.row = [](const Sample&) {};
  hooks.between_steps = [&simulation, save_at, &walked](Index steps, bool) {
    const bool failed = std::exchange(walked.steps, steps) == steps;  // the step after these
    if (failed || std::find(save_at.begin(), save_at.end(), steps) == save_at.end()) return;
    auto walk = MemoryWalk::saving(walked.at.emplace_back());
    simulation.walk_memory(walk);
  };
  hooks.stop = [end, &walked] { return walked.steps + 1 >= end; };
  return hooks;
}

Walked unbroken(const std::string& path, const std::vector<std::string>& overrides, std::span<const Index> save_at) {
  const auto file = read_model(path, overrides);
  Walked walked;
  auto simulation = make_simulation(file);
  walked.message = simulation.run(hooks_of(simulation, save_at, save_at.back(), walked)).message;
  return walked;
}

/// In another model and another scheme, as another process has them.
Walked gone_on(const std::string& path, const std::vector<std::string>& overrides, const MemoryImage& from,
               std::span<const Index> save_at) {
  const auto file = read_model(path, overrides);
  Walked walked;
  auto simulation = make_simulation(file);
  const auto restore = [&] {
    auto walk = MemoryWalk::restoring(from);
    simulation.walk_memory(walk);
  };
  walked.message = simulation.go_on(restore, hooks_of(simulation, save_at, save_at.back(), walked)).message;
  return walked;
}

/// Names of what differs, but for the time and the factors it took.
std::string differences(const MemoryImage& a, const MemoryImage& b) {
  std::string names;
  if (a.size() != b.size()) return "numbers of items";
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].name == "loop_seconds" || a[i].name == "factorisations") continue;
    const auto equal = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    if (a[i].name != b[i].name ||
        !std::equal(a[i].values.begin(), a[i].values.end(), b[i].values.begin(), b[i].values.end(), equal))
      names += a[i].name + " ";
  }
  return names;
}

std::string path_of(const Case& c) {
  return std::string(PERCUSS_SOURCE_DIR "/examples/") + c.model.substr(0, c.model.find('?'));
}

class GoOn : public ::testing::TestWithParam<std::tuple<NamedScheme, Case>> {};

TEST_P(GoOn, FromAnyStepToTheSameBits) {
  const auto& [scheme, c] = GetParam();
  const auto path = path_of(c);
  const auto overrides = with_scheme(c, scheme);
  std::vector<Index> save_at;
  for (Index i = 1; i <= 5; ++i) save_at.push_back(i * c.steps / 5 - (i % 2));
  Walked whole;
  try {
    whole = unbroken(path, overrides, save_at);
  } catch (const InputError& error) {
    GTEST_SKIP() << error.faults().front().message;
  }
  if (whole.at.size() < 2) GTEST_SKIP() << whole.message;  // what fails elsewhere
  for (std::size_t i = 0; i + 1 < whole.at.size(); ++i) {
    const auto rest = gone_on(path, overrides, whole.at[i], std::span(save_at).subspan(i + 1));
    ASSERT_EQ(rest.at.size(), whole.at.size() - i - 1) << rest.message;
    for (std::size_t k = 0; k < rest.at.size(); ++k)
      ASSERT_EQ(differences(rest.at[k], whole.at[i + 1 + k]), "") << "from step " << save_at[i];
  }
}

/// Steps by hand, some of which are rejected: done in another size and taken back through the memory. Empty where one
/// that counts fails.
MemoryImage walked_by_hand(const std::string& path, const std::vector<std::string>& overrides, Index steps,
                           bool rejects) {
  const auto file = read_model(path, overrides);
  auto& model = *file.model;
  const auto& settings = file.simulation;
  auto scheme =
      find_scheme(settings.scheme)->make(model.system, model.contacts, settings.solvers, settings.scheme_options);
  State state = model.initial;
  const auto walk_all = [&](MemoryWalk walk) {
    walk("scheme", *scheme);
    walk("contacts", model.contacts);
    walk("q", state.q);
    walk("v", state.v);
    walk("t", state.t);
  };
  const auto step = [&](double h) {
    model.contacts.prepare(state.t, state.q, state.v, h);
    return scheme->step(h, state).ok();
  };
  std::mt19937 random(7);
  MemoryImage before, last;
  for (Index i = 0; i < steps; ++i) {
    if (rejects && random() % 2 == 0) {
      walk_all(MemoryWalk::saving(before));
      const double share = 0.1 + 2.0 * static_cast<double>(random() % 1000) / 1000.0;
      for (auto more = random() % 3 + 1; more > 0 && step(share * settings.step);) --more;
      walk_all(MemoryWalk::restoring(before));
    }
    if (!step(settings.step)) return {};
  }
  walk_all(MemoryWalk::saving(last));
  return last;
}

TEST_P(GoOn, RejectedStepsLeaveNothingBehind) {
  const auto& [scheme, c] = GetParam();
  const auto path = path_of(c);
  const auto overrides = with_scheme(c, scheme);
  MemoryImage without;
  try {
    make_simulation(read_model(path, overrides));
    without = walked_by_hand(path, overrides, c.steps, false);
  } catch (const InputError& error) {
    GTEST_SKIP() << error.faults().front().message;
  }
  if (without.size() == 0) GTEST_SKIP() << "a step fails";
  EXPECT_EQ(differences(walked_by_hand(path, overrides, c.steps, true), without), "");
}

std::string name_of(const ::testing::TestParamInfo<GoOn::ParamType>& info) {
  const auto& [scheme, c] = info.param;
  std::string name = scheme.label + "_";
  for (const char x : c.model.substr(0, c.model.find(".yaml")))
    name += std::isalnum(static_cast<unsigned char>(x)) ? x : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(EverySchemeAndModel, GoOn,
                         ::testing::Combine(::testing::ValuesIn(test::all_schemes()), ::testing::ValuesIn(cases())),
                         name_of);

/// The same under a step control, which carries modes, sizes and what it waits for from step to step.
std::vector<Case> controlled_cases() {
  std::vector<Case> controlled;
  for (const auto& c : cases()) {
    const auto folder = std::stoi(c.model);  // a ball, mechanisms, discs, a stack, bodies with springs and joints
    if (folder != 1 && folder != 3 && folder != 7 && folder != 9 && folder != 11 && folder != 20) continue;
    for (const std::string control :
         {"{name: switching_point, step_min: 1e-7, order_max: 4}", "impact_step", "{name: error, step_min: 1e-5}"}) {
      controlled.push_back(c);
      controlled.back().overrides.push_back("simulation.control=" + control);
      controlled.back().model += "?" + control.substr(control.find(' ') + 1, 11);  // tells the cases apart
      controlled.back().steps /= 2;
    }
  }
  return controlled;
}

std::vector<NamedScheme> controlled_schemes() {
  return {{"midpoint", "moreau_midpoint", {}},
          {"moreau_jean", "moreau_jean", {{"theta", 0.5}}},
          {"half_explicit", "half_explicit_velocity", {}},
          {"generalized_alpha", "mixed_generalized_alpha", {}}};
}

std::string name_under_control(const ::testing::TestParamInfo<GoOn::ParamType>& info) {
  std::string name = name_of(info) + "_";
  const auto& model = std::get<1>(info.param).model;
  for (const char x : model.substr(model.find('?') + 1)) name += std::isalnum(static_cast<unsigned char>(x)) ? x : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(UnderControl, GoOn,
                         ::testing::Combine(::testing::ValuesIn(controlled_schemes()),
                                            ::testing::ValuesIn(controlled_cases())),
                         name_under_control);

}  // namespace
}  // namespace percuss::verification
