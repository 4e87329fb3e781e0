// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "core/fault.hpp"
#include "simulation/run.hpp"
#include "simulation/scheme_assignments.hpp"

namespace percuss {

namespace {

Assignments assignments_of(const CaseRequest& request) {
  Assignments all;
  for (const auto& text : request.overrides) all.emplace_back(text, "--set " + text);
  const auto word = request.scheme_option + " " + request.scheme;
  for (auto& assignment : scheme_assignments(request.scheme, word)) all.push_back(std::move(assignment));
  all.emplace_back(fmt::format("simulation.step={}", request.step),
                   fmt::format("{} {}", request.step_option, request.step));
  for (const auto& key : request.tolerance_keys)
    all.emplace_back("simulation.control." + key, fmt::format("--tolerances {}", *request.tolerance));
  if (request.until)
    all.emplace_back(fmt::format("simulation.end_time={}", *request.until), fmt::format("--until {}", *request.until));
  return all;
}

std::vector<OutputColumn> chosen_columns(const CaseRequest& request, const OutputSettings& outputs) {
  if (request.columns.empty()) return outputs.history;
  std::vector<OutputColumn> chosen;
  std::vector<Fault> faults;
  for (const auto& name : request.columns) {
    const Place place{"--columns " + name, 0, 0};
    const auto has_name = [&](const OutputColumn& column) { return column.name == name; };
    if (std::any_of(chosen.begin(), chosen.end(), has_name))
      faults.push_back({place, "", "the column is named twice", "name each column once"});
    const auto found = std::find_if(outputs.history.begin(), outputs.history.end(), has_name);
    if (found == outputs.history.end() && name.find('.') == std::string::npos) {
      std::vector<std::string> known;
      for (const auto& column : outputs.history) known.push_back(column.name);
      faults.push_back({place, "", "there is no such column", remedy_for_unknown(name, known, "`outputs.history`")});
    }
    chosen.push_back(found != outputs.history.end() ? *found : column_of(name, place));
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return chosen;
}

/// The steps between rows such that every step of `steps` has one; the last one of a run has one always.
Index stride_of(std::span<const Index> steps, Index num_steps) {
  Index stride = 0;
  for (const Index i : steps)
    if (i != num_steps) stride = std::gcd(stride, i);
  return stride > 0 ? stride : std::max<Index>(num_steps, 1);
}

/// Forces and percussions of contacts and joints; forces within bodies follow from the state.
bool is_reaction(const Quantity& quantity, const std::string& unit) {
  return !quantity.of_state && (unit == "N" || unit == "N m" || unit == "N s" || unit == "N m s");
}

/// Takes out of a history that nobody has named what is no motion and, where asked for, reactions; returns the
/// headings.
std::vector<std::string> leave_out(History& history, bool reactions) {
  History kept;
  std::vector<std::string> left_out;
  for (std::size_t j = 0; j < history.names.size(); ++j) {
    const auto& word = history.words[j];
    const bool no_motion = word.starts_with("solver.") || word.ends_with(".closed");
    if (no_motion || history.overs[j] != Over::end ||
        (reactions && is_reaction(history.quantities[j], history.units[j]))) {
      left_out.push_back(history.names[j]);
      continue;
    }
    kept.names.push_back(history.names[j]);
    kept.words.push_back(word);
    kept.units.push_back(history.units[j]);
    kept.quantities.push_back(std::move(history.quantities[j]));
    kept.overs.push_back(Over::end);
  }
  if (kept.names.empty())
    throw input_error("", fmt::format("no column is left to compare without {}", join(left_out)),
                      "name quantities of the motion, e.g. ball.nodes.first.position", {"--columns", 0, 0});
  history = std::move(kept);
  return left_out;
}

void refuse_statistics(const CaseRequest& request, const History& history) {
  if (request.columns.empty()) return;
  for (std::size_t j = 0; j < history.names.size(); ++j)
    if (history.overs[j] != Over::end)
      throw input_error("", "what is told over the time between two rows cannot be compared: rows are others",
                        "name a quantity of an instant", {"--columns " + history.names[j], 0, 0});
}

}  // namespace

ComparisonCase read_case(const CaseRequest& request) {
  const auto assignments = assignments_of(request);
  std::vector<std::string> overrides;
  for (const auto& assignment : assignments) overrides.push_back(assignment.first);
  try {
    ComparisonCase one{read_model(request.model, overrides), {}, {}};
    const auto& simulation = one.file.simulation;
    const double duration = simulation.end_time - simulation.start_time;
    if (simulation.step > duration * (1.0 + 1e-9))
      throw input_error("", fmt::format("{} s is longer than the run of {} s", simulation.step, duration),
                        "choose a step below the duration",
                        {fmt::format("{} {}", request.step_option, request.step), 0, 0});
    one.file.simulation.retries = 0;  // what is compared are steps of the size that is told
    one.file.outputs.history = chosen_columns(request, one.file.outputs);
    one.file.outputs.contacts = ContactColumns::listed;
    one.history = make_history(one.file);
    refuse_statistics(request, one.history);
    if (request.columns.empty()) one.left_out = leave_out(one.history, request.leaves_out_forces);
    return one;
  } catch (const InputError& error) {
    auto faults = with_places(error.faults(), assignments);
    for (auto& fault : faults)
      if (fault.place.file.starts_with("--columns ")) fault.key.clear();
    throw InputError(std::move(faults));
  }
}

StepGrid grid_of(const ComparisonCase& one, const CaseRequest& request, std::vector<Fault>& refusal) {
  const auto& settings = one.file.simulation;
  StepGrid grid{settings.start_time, settings.end_time, settings.step, 0};
  try {
    grid.num_steps = make_simulation(one.file).num_steps();
  } catch (const InputError& error) {
    auto faults = with_places(error.faults(), assignments_of(request));
    const bool by_step =
        std::all_of(faults.begin(), faults.end(), [](const Fault& fault) { return fault.key == "simulation.step"; });
    if (!by_step) throw InputError(std::move(faults));
    refusal = std::move(faults);
  }
  return grid;
}

Recording record(const ComparisonCase& one, std::span<const Index> steps, const std::atomic<bool>& stop,
                 const std::function<void(Index)>& progress) {
  auto simulation = make_simulation(one.file);
  const auto& quantities = one.history.quantities;
  Recording recording;
  recording.values.resize(static_cast<Index>(steps.size()), static_cast<Index>(quantities.size()));
  Simulation::Hooks hooks;
  hooks.row_every = stride_of(steps, simulation.num_steps());
  hooks.rows_need_energy =
      std::any_of(quantities.begin(), quantities.end(), [](const Quantity& quantity) { return quantity.needs_energy; });
  hooks.rows_need_joints = one.history.needs_joints();
  hooks.stop = [&stop] { return stop.load(); };
  hooks.progress = [&progress](Index done, Index) { progress(done); };
  Index rows = 0, next = 0;
  hooks.row = [&](const Sample& sample) {
    const Index i = std::min(rows++ * hooks.row_every, simulation.num_steps());
    if (next == recording.values.rows() || steps[static_cast<std::size_t>(next)] != i) return;
    for (std::size_t j = 0; j < quantities.size(); ++j)
      recording.values(next, static_cast<Index>(j)) = quantities[j].value(sample);
    ++next;
  };
  const auto result = simulation.run(hooks);
  recording.outcome = result.outcome;
  recording.message = result.message;
  recording.num_steps = result.steps;
  recording.evaluations = result.attempts;
  recording.seconds = result.loop_seconds;
  return recording;
}

}  // namespace percuss
