// SPDX-License-Identifier: Apache-2.0
// What a bench is going to run, found sound.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "core/version.hpp"
#include "io/child_program.hpp"
#include "io/model_file.hpp"
#include "simulation/bench.hpp"
#include "simulation/sweep.hpp"

namespace percuss {

namespace {

/// The values of an option, each a value of one key.
BenchAxis key_axis(const char* name, const char* option, const char* key, const std::vector<std::string>& values) {
  BenchAxis axis{name, {}, !values.empty()};
  for (const auto& value : values)
    axis.values.push_back({value, {{fmt::format("{}={}", key, value), fmt::format("{} {}", option, value)}}, {}, {}});
  return axis;
}

BenchAxis size_axis(const std::optional<std::string>& sizes) {
  if (!sizes) return {"size", {}, false};
  const auto read = read_axis(*sizes, "--sizes");
  return key_axis(read.key.c_str(), "--sizes", read.key.c_str(), read.values);
}

BenchAxis scheme_axis(const std::vector<std::string>& schemes) {
  BenchAxis axis{"scheme", {}, !schemes.empty()};
  for (const auto& scheme : schemes)
    axis.values.push_back({scheme, scheme_assignments(scheme, "--schemes " + scheme), {}, {}});
  return axis;
}

/// Numbers of `name`.
BenchAxis count_axis(const char* name, const std::vector<std::string>& numbers) {
  BenchAxis axis{name, {}, numbers.size() > 1, true};
  for (const auto& number : numbers) {
    const bool digits =
        !number.empty() && std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    constexpr int most = 4096;
    if (!digits || number.size() > 4 || std::stoi(number) == 0 || std::stoi(number) > most)
      throw input_error("", fmt::format("`{}` is not a number of {}", number, name),
                        fmt::format("expected 1 to {}, e.g. 1,2,4", most), {fmt::format("--{}", name), 0, 0});
    axis.values.push_back({number, {}, {}, {}});
  }
  return axis;
}

BenchAxis thread_axis(const std::vector<std::string>& threads) {
  auto axis = count_axis("threads", threads);
  for (auto& value : axis.values) value.words = {"--threads", value.text};
  return axis;
}

/// Several ranks are started by the launcher, which must be there.
BenchAxis rank_axis(const BenchOptions& options) {
  auto axis = count_axis("ranks", options.ranks);
  for (auto& value : axis.values) {
    if (std::stoi(value.text) == 1) continue;
    std::istringstream words(options.launcher);
    for (std::string word; words >> word;) value.launcher.push_back(word);
    if (!build::with_petsc)
      throw input_error("", "this program was built without PETSc and MPI",
                        "build it with -DPERCUSS_WITH_PETSC=ON, or leave --ranks out", {"--ranks", 0, 0});
    if (value.launcher.empty() || !is_program(value.launcher.front()))
      throw input_error("", fmt::format("there is no program `{}`", options.launcher),
                        "name what starts programs on several ranks, e.g. `mpirun` or `srun`", {"--launcher", 0, 0});
    if (options.threads != std::vector<std::string>{"1"})
      throw input_error("", "ranks work with one thread each", "vary either threads or ranks", {"--threads", 0, 0});
    value.launcher.insert(value.launcher.end(), {"-n", value.text});
  }
  return axis;
}

void refuse_twins(const BenchAxis& axis, const std::string& option) {
  for (std::size_t i = 0; i < axis.values.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (axis.values[i].text == axis.values[j].text)
        throw input_error("", fmt::format("`{}` stands twice", axis.values[i].text), "name each value once",
                          {option, 0, 0});
}

/// Of a model with the first value of each axis but one.
Assignments with_value(const std::vector<BenchAxis>& axes, std::size_t axis, std::size_t value) {
  Assignments all;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].values.empty()) continue;
    const auto& one = axes[i].values[i == axis ? value : 0].assignments;
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

void read(const BenchOptions& options, const Assignments& assignments) {
  auto all = assignments;
  for (auto& end_time : until(options)) all.push_back(std::move(end_time));
  auto overrides = options.overrides;
  for (const auto& [assignment, words] : all) overrides.push_back(assignment);
  try {
    read_model(options.model, overrides);
  } catch (const InputError& error) {
    throw InputError(with_places(error.faults(), all));
  }
}

/// A name that does not exist is found before anything is run. Further sizes are not built, which may take long: like
/// what exceeds its stability limit, they fail by themselves.
void check(const BenchOptions& options, const std::vector<BenchAxis>& axes) {
  read(options, with_value(axes, 0, 0));
  for (std::size_t i = 1; i < axes.size(); ++i)
    for (std::size_t value = 1; value < axes[i].values.size(); ++value) read(options, with_value(axes, i, value));
}

std::string program_text() {
  return fmt::format("percuss {} ({}), {} cores", build::version, build::revision, std::thread::hardware_concurrency());
}

}  // namespace

Assignments until(const BenchOptions& options) {
  if (!options.until) return {};
  return {{fmt::format("simulation.end_time={}", *options.until), fmt::format("--until {}", *options.until)}};
}

std::size_t Bench::count(std::string_view status) const {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [&](const BenchRun& run) { return run.status == status; }));
}

Bench plan_bench(const BenchOptions& options) {
  Bench bench;
  bench.axes = {size_axis(options.sizes),
                scheme_axis(options.schemes),
                key_axis("linear solver", "--linear", "simulation.linear_solver", options.linear),
                key_axis("Delassus", "--delassus", "simulation.delassus", options.delassus),
                key_axis("contact solver", "--contact", "simulation.contact_solver.name", options.contact),
                thread_axis(options.threads),
                rank_axis(options)};
  const std::vector<std::string> names{"--sizes",   "--schemes", "--linear", "--delassus",
                                       "--contact", "--threads", "--ranks"};
  for (std::size_t i = 0; i < bench.axes.size(); ++i) refuse_twins(bench.axes[i], names[i]);
  check(options, bench.axes);
  bench.runs.resize(1);
  for (auto& axis : bench.axes) {
    if (axis.values.empty()) axis.values.push_back({"", {}, {}, {}});  // that of the model
    std::vector<BenchRun> more;
    for (const auto& run : bench.runs)
      for (std::size_t value = 0; value < axis.values.size(); ++value) {
        more.push_back(run);
        more.back().values.push_back(value);
      }
    bench.runs = std::move(more);
  }
  bench.program = program_text();
  return bench;
}

}  // namespace percuss
