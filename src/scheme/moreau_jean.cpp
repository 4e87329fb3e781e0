// SPDX-License-Identifier: Apache-2.0
#include "scheme/moreau_jean.hpp"

#include "core/parallel.hpp"
#include "scheme/rest_judge.hpp"

namespace percuss {

const ParameterTable<MoreauJeanOptions>& MoreauJeanOptions::parameters() {
  static const auto table = ParameterTable<MoreauJeanOptions>{}.number(
      "theta", [](auto& o) -> auto& { return o.theta; }, "",
      "weight of the end of the step; 0 is the explicit form, 1/2 the trapezoidal rule, 1 implicit Euler",
      unit_interval);
  return table;
}

MoreauJean::MoreauJean(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                       MoreauJeanOptions options)
    : options_(options), s_(system, contacts, solvers.linear), stage_(contacts, solvers) {
  if (auto faults = options_.validate(); !faults.empty()) throw InputError(std::move(faults));
}

StepReport MoreauJean::step(double h, State& state) {
  forecast_contacts(h, state);
  return options_.theta > 0.0 ? step_implicit(h, state) : step_explicit(h, state);
}

void MoreauJean::forecast_contacts(double h, const State& state) {
  s_.contacts.gaps(state.t, state.q, s_.gap);
  s_.contacts.normal_velocities(state.t, state.q, state.v, s_.gap_rate);
  s_.gap += 0.5 * h * s_.gap_rate;
  s_.close_drifted(state.q);
  find_closed(s_.gap, s_.closed);
}

StepReport MoreauJean::step_implicit(double h, State& state) {
  const double theta = options_.theta;
  const TangentWeights weights{1.0, h * theta, h * h * theta * theta};
  if (auto r = s_.factor.update(state.t, state.q, state.v, weights); !r.ok()) return failed(std::move(r));
  const bool moving_jacobian = !s_.contacts.has_constant_jacobian();
  if (moving_jacobian) s_.system.advance(state.q, 0.5 * h, state.v, 0.0, state.v, s_.q_next);
  stage_.set_springs(SpringLaw::theta_rule(h, theta, moving_jacobian ? 0.5 : 0.0));
  stage_.assemble(state.t + 0.5 * h, moving_jacobian ? s_.q_next : state.q, s_.closed, s_.factor, 0.5 * h);
  stage_.start_springs(1.0, state.v);
  mean_acceleration(h, state);
  combine(1.0, state.v, h, s_.v_next, s_.v_next);
  auto before = workspace(s_.before, stage_.set().rows());
  before = stage_.gap_velocity(state.v);
  auto report =
      solve_impulse(s_, stage_, {h, state, 0.5 * h, moving_jacobian ? s_.share_of_turning(h, state) : 1.0}, before);
  if (!report.ok()) return report;
  s_.system.advance(state.q, h * (1.0 - theta), state.v, h * theta, s_.v_next, s_.q_next);
  report.add(s_.work(h, state));
  s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
  s_.accept(h, state, s_.gap);
  return report;
}

/// v_next <- A^-1 f_theta. Forces that are linear and do not depend on time need one evaluation, between the ends:
/// (1 - theta) f(q, v) + theta f(q + h v, v) = f(q + theta h v, v).
void MoreauJean::mean_acceleration(double h, const State& state) {
  const double theta = options_.theta;
  const auto& system = s_.system;
  if (system.has_constant_tangent() && !system.has_force_elements() && !system.forces_depend_on_time()) {
    system.advance(state.q, theta * h, state.v, 0.0, state.v, s_.q_next);
    system.forces(state.t, s_.q_next, state.v, s_.v_next);
  } else {
    auto start = workspace(forces_, system.num_v());
    system.forces(state.t, state.q, state.v, start);
    system.advance(state.q, h, state.v, 0.0, state.v, s_.q_next);
    system.forces(state.t + h, s_.q_next, state.v, s_.v_next);
    combine(1.0 - theta, start, theta, s_.v_next, s_.v_next);
  }
  s_.factor.solve_in_place(s_.v_next);
}

StepReport MoreauJean::step_explicit(double h, State& state) {
  const TangentWeights mass{};
  if (auto r = s_.factor.update(state.t, state.q, state.v, mass); !r.ok()) return failed(std::move(r));
  stage_.set_springs(SpringLaw::theta_rule(h, 0.0, 1.0));
  stage_.evaluate(state.t, state.q, s_.closed, s_.factor);
  auto before = workspace(s_.before, stage_.set().rows());
  before = stage_.gap_velocity(state.v);
  s_.system.forces(state.t, state.q, state.v, s_.v_next);
  s_.factor.solve_in_place(s_.v_next);
  combine(1.0, state.v, h, s_.v_next, s_.v_next);
  s_.system.advance(state.q, h, state.v, 0.0, state.v, s_.q_next);
  if (auto r = s_.factor.update(state.t + h, s_.q_next, state.v, mass); !r.ok()) return failed(std::move(r));
  stage_.assemble(state.t + h, s_.q_next, s_.closed, s_.factor);
  stage_.start_springs(1.0, state.v);
  auto report = solve_impulse(s_, stage_, {h, state, 0.0}, before);
  if (!report.ok()) return report;
  report.add(s_.work(h, state));
  s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
  s_.accept(h, state, s_.gap);
  return report;
}

}  // namespace percuss
