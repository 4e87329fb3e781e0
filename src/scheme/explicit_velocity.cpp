// SPDX-License-Identifier: Apache-2.0
#include "scheme/explicit_velocity.hpp"

#include <utility>

#include "core/parallel.hpp"

namespace percuss {

const ParameterTable<ExplicitVelocityOptions>& ExplicitVelocityOptions::parameters() {
  static const auto table = TrapezoidalStep::with_impact(ParameterTable<ExplicitVelocityOptions>{}.choice(
      "forecast", [](auto& o) -> auto& { return o.forecast; },
      std::vector<std::pair<std::string, Forecast>>{{"forces", Forecast::forces}, {"zero", Forecast::zero}},
      "contact velocity in the contact law: with the change caused by the other forces within the step, or without "
      "it"));
  return table;
}

ExplicitVelocity::ExplicitVelocity(const MechanicalSystem& system, const ContactModel& contacts,
                                   const SolverSet& solvers, ExplicitVelocityOptions options)
    : options_(options), rule_(system, contacts, solvers, options.impact), v_free_(Vector::Zero(system.num_v())) {
  if (auto faults = options_.validate(); !faults.empty()) throw InputError(std::move(faults));
}

StepReport ExplicitVelocity::step(double h, State& state) {
  if (auto r = rule_.evaluate_left_end(h, state); !r.ok()) return failed(std::move(r));
  if (auto r = solve_contact_at_start(h, state); !r.ok()) return failed(std::move(r));
  rule_.move_positions(h, state);
  if (auto r = rule_.evaluate_right_end(h, state); !r.ok()) return failed(std::move(r));
  return rule_.complete(
      h, state, [&] { return rule_.gap_closed(); }, [&] { return solve_contact_at_end(h, state); });
}

Report ExplicitVelocity::solve_contact_at_start(double h, const State& state) {
  auto& stage = rule_.start;
  rule_.forecast_velocity(h, state);
  stage.assemble(state.t, state.q, rule_.closed_left, rule_.s.factor);
  if (stage.empty()) return {};
  auto report = forecasts_forces() ? stage.solve_contact(rule_.v_1) : stage.solve_contact(state.v);
  rule_.start_report = report;
  if (!report.ok()) return report;
  stage.add_response(rule_.v_1);
  rule_.judge_start(h, state);
  return report;
}

StepReport ExplicitVelocity::solve_contact_at_end(double h, const State& state) {
  auto& s = rule_.s;
  auto& stage = rule_.end;
  if (!rule_.start.empty()) rule_.start.add_response(rule_.start_share(), s.v_next);
  stage.assemble(state.t + h, s.q_next, rule_.holding, s.factor);
  Report report;
  if (!stage.empty()) {
    if (forecasts_forces()) combine(1.0, rule_.v_1, h, rule_.a_right, v_free_);
    report = stage.solve_contact(forecasts_forces() ? v_free_ : rule_.v_1);
    if (!report.ok()) return failed(std::move(report));
    stage.add_response(0.5, s.v_next);
  }
  return rule_.take_contact_forces(h, state, 0.5, std::move(report));  // x = h lambda-
}

}  // namespace percuss
