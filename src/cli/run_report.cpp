// SPDX-License-Identifier: Apache-2.0
#include "cli/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "cli/counted.hpp"
#include "core/fault.hpp"
#include "simulation/stiff_springs.hpp"

namespace percuss::cli {

namespace {

std::string certificates_text(const Certificates& worst) {
  auto text = fmt::format("worst residual {:.2e} m/s, complementarity {:.2e} J, smallest gap {:.6g} m", worst.residual,
                          worst.complementarity, worst.min_gap());
  if (worst.drift > 0.0) text += fmt::format(", drift of joints {:.2e}", worst.drift);
  return text;
}

/// Shares of the loop's time by size, and what the contact solver had to do.
void print_profile(const StepProfile& profile) {
  const char* const words[] = {"forces",         "factors", "solves", "detection", "Delassus operator",
                               "contact solver", "output"};
  static_assert(std::size(words) == num_step_costs);
  std::vector<std::pair<double, std::string>> shares{{profile.other(), "other"}};
  for (std::size_t i = 0; i < num_step_costs; ++i)
    shares.emplace_back(profile.seconds(static_cast<StepCost>(i)), words[i]);
  std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> texts;
  for (const auto& [seconds, word] : shares)
    if (seconds > 0.0) texts.push_back(fmt::format("{} {:.1f} %", word, 100.0 * seconds / profile.total()));
  fmt::print("time: {}\n", join(texts));
  if (profile.problems() == 0) return;
  const auto problems = static_cast<double>(profile.problems());
  fmt::print("{}: {:.2f} contacts and {:.2f} iterations on average\n", counted(profile.problems(), "contact problem"),
             static_cast<double>(profile.contacts()) / problems, static_cast<double>(profile.iterations()) / problems);
}

}  // namespace

void print_result(const RunResult& result, const ModelFile& file, const std::string& folder) {
  const auto& ledger = result.ledger;
  const double us = result.steps > 0 ? 1e6 * result.loop_seconds / static_cast<double>(result.steps) : 0.0;
  fmt::print("{}: {}, {}, {}, h = {} s\n", file.path, counted(file.model->system.num_v(), "unknown"),
             counted(file.model->contacts.size(), "contact"), file.simulation.scheme, file.simulation.step);
  if (file.explicit_spring_limit) fmt::print("{}\n", text_of_stiff_springs(file));
  fmt::print("{} in {:.3g} s ({:.3g} us each), {}, {}\n", counted(result.steps, "step"), result.loop_seconds, us,
             counted(result.impacts, "impact"), counted(result.factorisations, "factorisation"));
  if (file.simulation.control.name != StepControlOptions::Name::fixed)
    fmt::print("step control: {} of the scheme, {} taken back, {} of the smallest size\n",
               counted(result.attempts, "step"), result.taken_back, result.smallest_steps);
  if (result.profile) print_profile(*result.profile);
  if (result.linear_solves > 0)
    fmt::print("{}: {:.1f} iterations on average, relative residuals up to {:.1e}\n",
               counted(result.linear_solves, "linear solve"),
               static_cast<double>(result.linear_iterations) / static_cast<double>(result.linear_solves),
               result.linear_residual);
  fmt::print("{}\n", certificates_text(result.worst));
  fmt::print(
      "energy {:.9g} J -> {:.9g} J: applied {:.3g}, damping {:.3g}, friction {:.3g}, impact {:.9g}, scheme {:.3g}\n",
      ledger.start, result.energy.total(), ledger.applied, ledger.damping, ledger.friction, ledger.impact,
      result.energy_scheme());
  for (const auto& body : result.reduced)
    fmt::print("{}: reduced to {}, residual {:.2g} of its deformation (energy norm)\n", body.name,
               counted(body.modes, "mode"), body.share());
  if (!result.remark.empty()) fmt::print("{}\n", result.remark);
  if (result.reference)
    fmt::print(
        "no coordinate differs at a row by more than {:.2g} from a run with larger steps and ten times the "
        "tolerances\n",
        result.reference->difference);
  if (result.events_written < result.events)
    fmt::print("the first {} of {} are in {}/events.csv (outputs.max_events)\n", result.events_written,
               counted(result.events, "event"), folder);
  if (result.problems_dumped > 0)
    fmt::print("{} in {}/problems\n", counted(result.problems_dumped, "contact problem"), folder);
}

void print_last_line(const RunResult& result, const std::string& folder, bool quiet) {
  std::fflush(stdout);  // what follows is the last line, also where both go into one file
  if (result.outcome == Outcome::failed)
    fmt::print(stderr, "failed: {}\n", result.message);
  else if (result.outcome != Outcome::done)
    fmt::print(stderr, "{}\n", result.message);
  else if (!result.warnings.empty())
    fmt::print(stderr, "done with warnings: {}; results in {}\n", join(result.warnings, "; "), folder);
  else if (!quiet)
    fmt::print("done: results in {}\n", folder);
}

void log_end(spdlog::logger& log, const RunResult& result) {
  const auto& ledger = result.ledger;
  log.debug("{} in {:.3g} s, {}, {}", counted(result.steps, "step"), result.loop_seconds,
            counted(result.factorisations, "factorisation"), counted(result.impacts, "impact"));
  if (result.retried_steps > 0)
    log.warn("{} repeated in {}",
             result.retried_steps == 1 ? "1 step was" : fmt::format("{} steps were", result.retried_steps),
             result.smaller_steps == 1 ? "1 smaller one" : fmt::format("{} smaller ones", result.smaller_steps));
  if (result.loose_steps > 0)
    log.warn(
        "{} {} a contact problem that misses its tolerance, but counts as solved: the worst residual is {:.2e} m/s",
        counted(result.loose_steps, "step"), result.loose_steps == 1 ? "has" : "have", result.worst.residual);
  log.debug("{}", certificates_text(result.worst));
  log.debug("energy {:.9g} J at the start, {:.9g} J at the end", ledger.start, result.energy.total());
  log.debug("applied {:.9g} J, damping {:.9g} J, friction {:.9g} J, impact {:.9g} J, scheme {:.9g} J", ledger.applied,
            ledger.damping, ledger.friction, ledger.impact, result.energy_scheme());
  log.debug("the integrator made {:.3g} J and lost {:.3g} J of {:.3g} J put in", result.energy_made, result.energy_lost,
            result.energy_supply);
}

}  // namespace percuss::cli
