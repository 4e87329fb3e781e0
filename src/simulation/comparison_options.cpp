// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace percuss {

namespace {

/// Faults of options of the command line.
class FaultList {
 public:
  void add(const std::string& option, std::string message, std::string remedy) {
    faults.push_back({{option, 0, 0}, "", std::move(message), std::move(remedy)});
  }
  void check_step(const std::string& option, double step) {
    if (!(step > 0.0 && std::isfinite(step)))
      add(option, fmt::format("{} is not a step size", step), "expected a number > 0 [s], e.g. 1e-3");
  }
  template <class T>
  void check_each_once(const std::string& option, const std::vector<T>& words) {
    for (auto word = words.begin(); word != words.end(); ++word)
      if (std::find(words.begin(), word, *word) != word)
        add(option, fmt::format("`{}` is given twice", *word), "give each of them once");
  }
  std::vector<Fault> faults;
};

}  // namespace

std::vector<Fault> ComparisonOptions::validate() const {
  FaultList list;
  if (schemes.empty()) list.add("--schemes", "no scheme given", "name one or more, e.g. moreau_jean:theta=0");
  if (steps.empty()) list.add("--steps", "no step given", "give one or more [s], e.g. 1e-3,1e-4");
  for (const double step : steps) list.check_step("--steps", step);
  list.check_each_once("--schemes", schemes);
  list.check_each_once("--steps", steps);
  for (const double tolerance : tolerances)
    if (!(tolerance > 0.0 && std::isfinite(tolerance)))
      list.add("--tolerances", fmt::format("{} is not a tolerance", tolerance), "expected a number > 0, e.g. 1e-6");
  list.check_each_once("--tolerances", tolerances);
  if (reference_step) {
    list.check_step("--reference-step", *reference_step);
    const bool below = std::all_of(steps.begin(), steps.end(), [&](double step) { return *reference_step < step; });
    if (*reference_step > 0.0 && !below)
      list.add("--reference-step", fmt::format("{} s is not below the steps compared", *reference_step),
               "choose a tenth of the smallest or less");
    if (!reference.empty())
      list.add("--reference-step", "the reference is a file", "leave out --reference or --reference-step");
  }
  if (until && !std::isfinite(*until)) list.add("--until", fmt::format("{} is not a time", *until), "expected seconds");
  if (target && !(*target > 0.0 && std::isfinite(*target)))
    list.add("--target", fmt::format("{} is not an error to reach", *target), "expected a number > 0");
  if (threads < 0) list.add("--threads", fmt::format("{} threads cannot run", threads), "expected 0 or more");
  if (timing_rounds < 0)
    list.add("--timing", fmt::format("{} rounds cannot be run", timing_rounds), "expected 0 or more");
  return list.faults;
}

}  // namespace percuss
