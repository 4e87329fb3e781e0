// SPDX-License-Identifier: Apache-2.0
#include "simulation/summary.hpp"

#include <sys/resource.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/version.hpp"
#include "simulation/history.hpp"
#include "simulation/result_folder.hpp"
#include "simulation/unit.hpp"

namespace percuss {

namespace {

const char* status_of(const RunResult& result) {
  switch (result.outcome) {
    case Outcome::done:
      return result.warnings.empty() ? "done" : "done_with_warnings";
    case Outcome::interrupted:
      return "interrupted";
    case Outcome::failed:
      return "failed";
    case Outcome::certificate_broken:
      return "certificate_broken";
  }
  return "";
}

std::int64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

/// What every column of history.csv shows, and its unit: a heading may be anything.
nlohmann::ordered_json columns_json(const ModelFile& file) {
  auto json = nlohmann::ordered_json::array();
  json.push_back({{"name", "t"}, {"quantity", "t"}, {"unit", unit_of("t")}});
  for (const auto& column : history_columns(file))
    json.push_back({{"name", column.name}, {"quantity", meaning_of(column)}, {"unit", unit_of_column(column)}});
  return json;
}

/// What the model allows, null where it sets no limit.
nlohmann::ordered_json limits_json(const CertificateLimits& limits) {
  const auto limit = [](double value) { return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(); };
  return {{"residual", limit(limits.residual)},
          {"complementarity", limit(limits.complementarity)},
          {"penetration", limit(limits.penetration)},
          {"drift", limit(limits.drift)},
          {"energy_error", limit(limits.energy_error)},
          {"energy_share", limit(limits.energy_share)},
          {"energy_lost_share", limit(limits.energy_lost_share)},
          {"loose_share", limit(limits.loose_share)}};
}

/// Seconds of the loop by parts, `other` what is left of it, and the contact problems.
nlohmann::ordered_json profile_json(const StepProfile& profile) {
  nlohmann::ordered_json json;
  for (std::size_t i = 0; i < num_step_costs; ++i)
    json["seconds"][step_cost_names[i]] = profile.seconds(static_cast<StepCost>(i));
  json["seconds"]["other"] = profile.other();
  json["contact_problems"] = profile.problems();
  json["contacts_in_problems"] = profile.contacts();
  json["contact_iterations"] = profile.iterations();
  return json;
}

}  // namespace

std::string summary_json(const RunResult& result, const ModelFile& file) {
  const auto& ledger = result.ledger;
  nlohmann::ordered_json json;
  json["status"] = status_of(result);
  json["message"] = result.message;
  json["warnings"] = result.warnings;
  json["model"] = identity_of_model(file.path);
  json["scheme"] = file.simulation.scheme;
  json["step"] = file.simulation.step;
  if (file.explicit_spring_limit) json["springs_implicit_above_step"] = *file.explicit_spring_limit;
  json["unknowns"] = file.model->system.num_v();
  json["contacts"] = file.model->contacts.size();
  json["joint_rows"] = result.joints.rows;
  json["joint_rank"] = result.joints.rank;
  json["joint_forces"] = result.joints.redundant() == 0   ? "unique"
                         : result.joints.repeated.empty() ? "any"
                                                          : "smallest";
  json["steps"] = result.steps;
  json["time_reached"] = result.t;
  json["impacts"] = result.impacts;
  if (file.outputs.events) {
    json["events"] = result.events;
    json["events_written"] = result.events_written;
  }
  json["retried_steps"] = result.retried_steps;
  json["smaller_steps"] = result.smaller_steps;
  json["taken_back"] = result.taken_back;
  json["smallest_steps"] = result.smallest_steps;
  json["attempts"] = result.attempts;
  json["loose_steps"] = result.loose_steps;
  json["plastic_steps"] = result.plastic_steps;
  json["hasty_steps"] = result.hasty_steps;
  if (!result.remark.empty()) json["remark"] = result.remark;
  if (result.reference)
    json["reference"] = {{"tolerance", result.reference->tolerance}, {"difference", result.reference->difference}};
  json["ranks"] = result.ranks;
  json["loop_seconds"] = result.loop_seconds;
  json["microseconds_per_step"] =
      result.steps > 0 ? 1e6 * result.loop_seconds / static_cast<double>(result.steps) : 0.0;
  json["factorisations"] = result.factorisations;
  if (result.linear_solves > 0)
    json["linear_solver"] = {{"solves", result.linear_solves},
                             {"iterations", result.linear_iterations},
                             {"residual", result.linear_residual}};
  if (result.time_limit > 0.0) json["time_limit"] = result.time_limit;
  if (result.profile) json["profile"] = profile_json(*result.profile);
  json["worst_residual"] = result.worst.residual;
  json["min_gap"] = result.worst.min_gap();
  json["certificates"] = {{"residual", result.worst.residual},
                          {"complementarity", result.worst.complementarity},
                          {"min_gap", result.worst.min_gap()},
                          {"drift", result.worst.drift},
                          {"energy_scheme", result.energy_scheme()},
                          {"energy_made", result.energy_made},
                          {"energy_share", result.energy_share},
                          {"energy_lost", result.energy_lost},
                          {"energy_lost_share", result.energy_lost_share}};
  json["limits"] = limits_json(file.simulation.limits);
  json["energy_start"] = ledger.start;
  json["energy_end"] = result.energy.total();
  json["energy_ledger"] = {{"applied", ledger.applied},
                           {"damping", ledger.damping},
                           {"friction", ledger.friction},
                           {"impact", ledger.impact},
                           {"scheme", result.energy_scheme()}};
  json["reduced_bodies"] = nlohmann::ordered_json::object();
  for (const auto& body : result.reduced)
    json["reduced_bodies"][body.name] = {{"modes", body.modes},
                                         {"residual", body.share()},
                                         {"residual_time", body.time},
                                         {"strain_energy", 0.5 * body.deformation * body.deformation},
                                         {"samples", body.samples}};
  json["columns"] = columns_json(file);
  json["peak_memory_bytes"] = peak_memory_bytes();
  json["percuss_version"] = build::version;
  return json.dump(2) + "\n";
}

std::string running_summary_json(const ModelFile& file) {
  nlohmann::ordered_json json;
  json["status"] = "running";
  json["model"] = identity_of_model(file.path);
  json["columns"] = columns_json(file);
  return json.dump(2) + "\n";
}

}  // namespace percuss
