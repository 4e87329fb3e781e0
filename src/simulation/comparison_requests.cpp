// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/fault.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {

namespace {

/// Rounded as a user would write it: 1e-6, where 1e-5 / 10 is 1.0000000000000002e-6.
double tenth_of(double number) { return std::strtod(fmt::format("{:.12g}", 0.1 * number).c_str(), nullptr); }

/// Of a word NAME[:KEY=VALUE ...].
bool knows_impulses_only(const std::string& words) {
  const auto* type = find_scheme(words.substr(0, words.find(':')));
  return type != nullptr && !type->capabilities.forces;
}

bool gives(const std::string& words, const std::string& control_key) {
  return words.find(":control." + control_key + "=") != std::string::npos;
}

CaseRequest request_of(const ComparisonOptions& options, const std::string& scheme, double step) {
  CaseRequest request;
  request.model = options.model;
  request.overrides = options.overrides;
  request.until = options.until;
  request.columns = options.columns;
  request.leaves_out_forces = !impulse_scheme(options).empty();
  request.scheme = scheme;
  request.step = step;
  return request;
}

/// None for what cannot be read.
std::optional<StepControlOptions> control_of(const CaseRequest& request) {
  try {
    return read_case(request).file.simulation.control;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<std::string> tolerance_keys_of(StepControlOptions::Name name) {
  if (name == StepControlOptions::Name::error) return {"position_tolerance"};
  return {"tolerance_absolute", "tolerance_relative"};
}

/// Why a controlled scheme has no use for the tolerances of the study.
std::vector<Fault> faults_of_control(const StepControlOptions& control, const std::string& words) {
  std::vector<Fault> faults;
  const Place place{"--schemes " + words, 0, 0};
  if (!has_tolerances(control)) {
    const bool with_order = control.name == StepControlOptions::Name::switching_point;
    const auto name = StepControlOptions::parameters().infos().front().choices[static_cast<std::size_t>(control.name)];
    faults.push_back({place, "",
                      fmt::format("the control `{}`{} has no tolerances", name, with_order ? " with order: fixed" : ""),
                      "compare it in a run without --tolerances; `switching_point` and `error` have some"});
    return faults;
  }
  for (const auto& key : tolerance_keys_of(control.name))
    if (gives(words, key))
      faults.push_back({place, "", fmt::format("`control.{}` and --tolerances both give a tolerance", key),
                        "leave out one of them"});
  return faults;
}

/// Why a tolerance's smallest step does not go with the largest one.
std::vector<Fault> faults_of_smallest_steps(const std::vector<double>& tolerances, double largest) {
  std::vector<Fault> faults;
  for (const double tolerance : tolerances)
    if (!(tenth_of(tolerance) < largest))
      faults.push_back({{fmt::format("--tolerances {}", tolerance), 0, 0},
                        "",
                        fmt::format("a tenth of it, {} s, would be the smallest step, and the largest is {} s",
                                    tenth_of(tolerance), largest),
                        "choose a smaller tolerance, a larger step, or give control.step_min with the scheme"});
  return faults;
}

CaseRequest with_tolerance(CaseRequest request, const StepControlOptions& control, double tolerance) {
  request.tolerance = tolerance;
  for (const auto& key : tolerance_keys_of(control.name))
    request.tolerance_keys.push_back(fmt::format("{}={}", key, tolerance));
  // An impact is late by up to step_min: it must not hide what the tolerances make better.
  if (!gives(request.scheme, "step_min"))
    request.tolerance_keys.push_back(fmt::format("step_min={}", tenth_of(tolerance)));
  return request;
}

std::vector<double> descending(std::vector<double> numbers) {
  std::sort(numbers.rbegin(), numbers.rend());
  return numbers;
}

}  // namespace

bool has_tolerances(const StepControlOptions& control) {
  using Name = StepControlOptions::Name;
  return control.name == Name::error ||
         (control.name == Name::switching_point && control.order == StepControlOptions::Order::adaptive);
}

std::vector<CaseRequest> case_requests(const ComparisonOptions& options) {
  const auto steps = descending(options.steps), tolerances = descending(options.tolerances);
  std::vector<CaseRequest> all;
  std::vector<Fault> faults;
  bool all_read = true, used = tolerances.empty(), takes_tenths = false;
  for (const auto& scheme : options.schemes) {
    const auto largest = request_of(options, scheme, steps.front());
    const auto control = tolerances.empty() ? StepControlOptions{} : control_of(largest);
    all_read = all_read && control;
    if (!control || control->name == StepControlOptions::Name::fixed) {
      for (const double step : steps) all.push_back(request_of(options, scheme, step));
      continue;
    }
    used = true;
    const auto found = faults_of_control(*control, scheme);
    faults.insert(faults.end(), found.begin(), found.end());
    if (!found.empty()) continue;
    takes_tenths = takes_tenths || !gives(scheme, "step_min");
    for (const double tolerance : tolerances) all.push_back(with_tolerance(largest, *control, tolerance));
  }
  if (takes_tenths) {
    const auto found = faults_of_smallest_steps(tolerances, steps.front());
    faults.insert(faults.end(), found.begin(), found.end());
  }
  if (!used)
    faults.push_back({{"--tolerances", 0, 0},
                      "",
                      "no scheme has a step control",
                      "name one, e.g. --schemes moreau_midpoint:control=switching_point, or leave out --tolerances"});
  if (all_read && !faults.empty()) throw InputError(std::move(faults));
  return all;
}

CaseRequest reference_request(const ComparisonOptions& options) {
  const double smallest = *std::min_element(options.steps.begin(), options.steps.end());
  auto request = request_of(options, options.reference_scheme, options.reference_step.value_or(tenth_of(smallest)));
  // The control of the model is that of its cases; a reference has small steps.
  if (options.reference_scheme.find(":control") == std::string::npos)
    request.overrides.emplace_back("simulation.control=fixed");
  request.scheme_option = "--reference-scheme";
  request.step_option = "--reference-step";
  return request;
}

std::string impulse_scheme(const ComparisonOptions& options) {
  auto words = options.schemes;
  if (options.reference.empty()) words.push_back(options.reference_scheme);
  const auto found = std::find_if(words.begin(), words.end(), knows_impulses_only);
  return found == words.end() ? "" : *found;
}

}  // namespace percuss
