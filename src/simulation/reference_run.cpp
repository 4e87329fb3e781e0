// SPDX-License-Identifier: Apache-2.0
#include "simulation/reference_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/parallel.hpp"
#include "scheme/event_driven.hpp"
#include "simulation/output_checks.hpp"

namespace percuss {

namespace {

constexpr Range tolerances{1e-13, 1e-3};
/// Of the tolerance: that of the first run's steps, and by how much it falls from run to run, down to `finest`.
constexpr double first_share = 1.0, refinement = 0.1, finest = 1e-16;
/// Runs beyond the first. Steps between rows are in more parts each time: those that no tolerance limits would be the
/// same in all.
constexpr int most_refinements = 6;

/// Parts of a step between rows that see the fastest load.
Index fewest_parts(const ModelFile& file) {
  constexpr double parts_of_period = 8.0, most = 1e5;
  return static_cast<Index>(
      std::clamp(std::ceil(parts_of_period * file.simulation.step / file.model->shortest_period), 1.0, most));
}

void take_event_driven(ModelFile& file, double step_tolerance, Index parts) {
  take_reference_scheme(file);
  auto& simulation = file.simulation;
  simulation.scheme_options = {{"tolerance", step_tolerance},
                               {"span", simulation.end_time - simulation.start_time},
                               {"parts", static_cast<std::int64_t>(parts)}};
}

/// The coordinates at all rows, one row after the other; nothing when the run did not end well.
std::optional<std::vector<double>> coordinates(const ModelFile& file, const RunOptions& options, Index pass) {
  std::vector<double> found;
  auto simulation = make_simulation(file);
  Simulation::Hooks hooks;
  hooks.row_every = file.outputs.every;
  if (options.progress)
    hooks.progress = [&](Index done, Index of) {
      options.progress(pass * of + done, std::max<Index>(3, pass + 2) * of);
    };
  hooks.row = [&](const Sample& sample) { found.insert(found.end(), sample.state.q.begin(), sample.state.q.end()); };
  hooks.stop = [&] {
    if (options.between_steps) options.between_steps();
    return options.stop != nullptr && options.stop->load();
  };
  const auto outcome = simulation.run(hooks).outcome;
  if (outcome != Outcome::done && outcome != Outcome::certificate_broken) return std::nullopt;
  return found;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

void take_reference_scheme(ModelFile& file) {
  auto& simulation = file.simulation;
  simulation.scheme = EventDriven::type().name;
  simulation.scheme_options = {};
  simulation.control = {};
  simulation.retries = 0;              // its steps are as small as they need to be
  file.explicit_spring_limit.reset();  // of the scheme that is not used
}

RunResult run_reference(ModelFile& file, double tolerance, RunOptions options) {
  if (!tolerances.contains(tolerance))
    throw input_error("--tolerance", fmt::format("{} is not {}", tolerance, tolerances.text()),
                      "it is the largest error of a coordinate [m, rad]", {"command line", 0, 0});
  set_threads(options.threads);
  ReferenceQuality quality{tolerance, 0.0};
  double step_tolerance = first_share * tolerance;
  Index parts = fewest_parts(file);
  take_event_driven(file, step_tolerance, parts);
  check_outputs(file, make_history(file));
  Index pass = 0;
  int refinements = 0;
  auto before = coordinates(file, options, pass++);
  bool refined = before.has_value();
  while (before) {
    step_tolerance = std::max(finest, refinement * step_tolerance);
    take_event_driven(file, step_tolerance, parts = 2 * parts + 1);
    auto now = coordinates(file, options, pass++);
    refined = now.has_value();
    if (!now) break;
    quality.difference = largest_difference(*before, *now);
    if (quality.difference <= tolerance || step_tolerance <= finest || ++refinements == most_refinements) break;
    before = std::move(now);
  }
  options.resumable = false;
  options.complete = [&quality, refined](RunResult& result) {
    if (!refined) return;
    result.reference = quality;
    if (quality.difference <= quality.tolerance || result.outcome != Outcome::done) return;
    result.outcome = Outcome::certificate_broken;
    result.message = fmt::format(
        "certificate broken: coordinates differ by {:.3g} from a run with larger steps and ten times the tolerances, "
        "{:.3g} was asked for",
        quality.difference, quality.tolerance);
  };
  if (options.progress)
    options.progress = [show = options.progress, pass](Index done, Index of) {
      show(pass * of + done, (pass + 1) * of);
    };
  return run(file, options);
}

}  // namespace percuss
