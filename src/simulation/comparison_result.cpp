// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simulation/unit.hpp"

namespace percuss {

namespace {

/// Slope of the least-squares line through (log h, log error).
std::optional<double> mean_order(const std::vector<const CaseResult*>& cases) {
  if (cases.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(cases.size());
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (const auto* one : cases) {
    const double log_h = std::log(one->step), log_error = std::log(*one->error);
    x += log_h / n;
    y += log_error / n;
  }
  for (const auto* one : cases) {
    const double dx = std::log(one->step) - x;
    xx += dx * dx;
    xy += dx * (std::log(*one->error) - y);
  }
  return xy / xx;
}

/// Of a run with this error, which must lie between those of the two.
std::optional<double> time_between(const CaseResult& coarse, const CaseResult& fine, double target) {
  const auto of_coarse = coarse.run_seconds(), of_fine = fine.run_seconds();
  if (!coarse.has_error() || !fine.has_error() || !of_coarse || !of_fine) return std::nullopt;
  const double a = std::log(*coarse.error), b = std::log(*fine.error), c = std::log(target);
  if ((a - c) * (b - c) > 0.0 || a == b) return std::nullopt;
  const double from = std::log(*of_coarse), to = std::log(*of_fine);
  return std::exp(from + (c - a) / (b - a) * (to - from));
}

std::optional<double> smallest_error_of_all(const Comparison& comparison) {
  std::optional<double> largest;
  for (const auto& scheme : comparison.schemes) {
    std::optional<double> smallest;
    for (const auto& one : comparison.cases)
      if (one.scheme == scheme.scheme && one.has_error())
        smallest = std::min(smallest.value_or(*one.error), *one.error);
    if (smallest) largest = std::max(largest.value_or(*smallest), *smallest);
  }
  return largest;
}

}  // namespace

std::optional<double> CaseResult::run_seconds() const {
  if (!seconds_per_step) return std::nullopt;
  return *seconds_per_step * static_cast<double>(num_steps);
}

std::string Comparison::error_unit() const {
  if (norm == ErrorNorm::eq92) return "1";
  return norm == ErrorNorm::l1 && !unit.empty() ? unit_of_integral(unit) : unit;
}

std::string Comparison::error_heading() const {
  const auto of_error = error_unit();
  return of_error.empty() ? "error" : fmt::format("error [{}]", of_error);
}

bool Comparison::all_done() const {
  return reference_failure.empty() &&
         std::none_of(cases.begin(), cases.end(), [](const CaseResult& one) { return one.failed(); });
}

void find_orders(Comparison& comparison) {
  for (auto& scheme : comparison.schemes) {
    std::vector<const CaseResult*> seen;
    const CaseResult* larger = nullptr;
    for (auto& one : comparison.cases) {
      if (one.scheme != scheme.scheme) continue;
      const bool has_error = one.has_error() && !one.adapts_steps;
      if (has_error && larger != nullptr)
        one.order = std::log(*larger->error / *one.error) / std::log(larger->step / one.step);
      if (has_error) seen.push_back(&one);
      larger = has_error ? &one : nullptr;
    }
    scheme.order = mean_order(seen);
  }
}

void find_time_to_target(Comparison& comparison) {
  if (!comparison.target) comparison.target = smallest_error_of_all(comparison);
  if (!comparison.target) return;
  for (auto& scheme : comparison.schemes) {
    const CaseResult* coarse = nullptr;
    for (const auto& one : comparison.cases) {
      if (one.scheme != scheme.scheme) continue;
      const auto seconds = coarse == nullptr ? std::nullopt : time_between(*coarse, one, *comparison.target);
      if (seconds) scheme.seconds_to_target = seconds;
      coarse = &one;
    }
  }
}

}  // namespace percuss
