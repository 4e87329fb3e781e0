// SPDX-License-Identifier: Apache-2.0
#include "simulation/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

std::string energy_text(const RunResult& result) {
  const bool contacts = result.energy_made_by_contacts > 0.5 * result.energy_made;
  return fmt::format("{} made {:.3g} J, {:.3g} % of the {:.3g} J put in", contacts ? "impacts" : "the integrator",
                     result.energy_made, 100.0 * result.energy_share, result.energy_supply);
}

/// Why a run that went to its end has failed all the same, "" when it has not.
std::string failure_of(const RunResult& result) {
  if (!std::isfinite(result.energy_scheme()))
    return fmt::format("the energy is not finite: {} J at the start, {} J at the end", result.ledger.start,
                       result.energy.total());
  if (result.energy_share > hopeless_energy_share)
    return energy_text(result) + ": the motion is not the model's any more; take a smaller step";
  return "";
}

std::vector<std::string> warnings_of(const RunResult& result, const CertificateLimits& limits) {
  auto warnings = result.doubts;
  if (result.energy_share > limits.energy_share)
    warnings.push_back(fmt::format("{} (limit {:.3g} %)", energy_text(result), 100.0 * limits.energy_share));
  if (result.energy_lost_share > limits.energy_lost_share)
    warnings.push_back(fmt::format(
        "the integrator lost {:.3g} J, {:.3g} % of the {:.3g} J put in (limit {:.3g} %): take smaller "
        "steps, or a scheme that damps less",
        result.energy_lost, 100.0 * result.energy_lost_share, result.energy_supply, 100.0 * limits.energy_lost_share));
  const double work = result.worst.complementarity;
  if (result.energy_supply > 0.0 && work > limits.energy_share * result.energy_supply)
    warnings.push_back(
        fmt::format("a contact or joint whose force should do no work did {:.3g} J in a step, {:.3g} % of the {:.3g} J "
                    "put in (limit {:.3g} %): joints or contacts that depend on each other, but for drift, or large "
                    "forces solved loosely",
                    work, 100.0 * work / result.energy_supply, result.energy_supply, 100.0 * limits.energy_share));
  constexpr double good_force = 1e-3;
  if (const double error = result.joints.force_error(); error > good_force)
    warnings.push_back(fmt::format(
        "joint forces may be off by {:.2g} % and more: one row stands off the others by {:.1e} of its length only",
        100.0 * std::min(error, 1.0), result.joints.weakest));
  const auto tell_many = [&](Index steps, Index of, const char* what) {
    if (static_cast<double>(steps) > limits.loose_share * static_cast<double>(of))
      warnings.push_back(fmt::format("{} of {} {} {}", steps, of, of == 1 ? "step" : "steps", what));
  };
  const Index attempts = std::max(result.steps, result.attempts);
  tell_many(result.loose_steps, attempts, "solved loosely");
  if (result.plastic_steps > 0)
    warnings.push_back(
        fmt::format("{} of {} steps with impacts without their restitution, with which Newton's law has "
                    "no solution or makes energy",
                    result.plastic_steps, attempts));
  if (result.hasty_steps > 0)
    warnings.push_back(
        fmt::format("in {} of {} steps forces or impacts made discs, beams or points so fast that they may have gone "
                    "through something: take smaller steps",
                    result.hasty_steps, attempts));
  tell_many(result.retried_steps, result.steps, "repeated in smaller ones");
  return warnings;
}

std::string broken_limits(const RunResult& result, const CertificateLimits& limits) {
  std::string broken;
  const auto hold = [&](const char* name, double value, double limit, const char* unit) {
    if (!(value <= limit))
      broken +=
          fmt::format("{}{} {:.6g} {} exceeds its limit {:.6g}", broken.empty() ? "" : "; ", name, value, unit, limit);
  };
  hold("natural residual", result.worst.residual, limits.residual, "m/s");
  hold("complementarity", result.worst.complementarity, limits.complementarity, "J");
  hold("penetration", -result.worst.min_gap(), limits.penetration, "m");
  hold("drift of a joint", result.worst.drift, limits.drift, "m");
  hold("energy error", std::abs(result.energy_scheme()), limits.energy_error, "J");
  return broken;
}

}  // namespace

void judge(RunResult& result, const SimulationSettings& settings) {
  result.warnings = warnings_of(result, settings.limits);
  if (result.outcome != Outcome::done) return;
  if (auto failure = failure_of(result); !failure.empty()) {
    result.outcome = Outcome::failed;
    result.message = std::move(failure);
    for (const auto& doubt : result.doubts) result.message += "; " + doubt;  // it may tell why
    result.warnings.clear();
    return;
  }
  if (auto broken = broken_limits(result, settings.limits); !broken.empty()) {
    result.outcome = Outcome::certificate_broken;
    result.message = "certificate broken: " + broken;
  }
}

}  // namespace percuss
