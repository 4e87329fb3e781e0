// SPDX-License-Identifier: Apache-2.0
#include "scheme/half_explicit_acceleration.hpp"

#include <string>
#include <utility>

namespace percuss {

namespace {

std::vector<Fault> faults_of(const ContactModel& contacts) {
  std::vector<Fault> faults;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.has_friction(k))
      faults.push_back(
          {{},
           "simulation.scheme",
           "half_explicit_acceleration does not support friction, which contact `" + contacts.name(k) + "` has",
           "take half_explicit_velocity, explicit_velocity, moreau_jean or moreau_midpoint, or make the "
           "contact frictionless"});
  return faults;
}

}  // namespace

const ParameterTable<HalfExplicitAccelerationOptions>& HalfExplicitAccelerationOptions::parameters() {
  static const auto table = TrapezoidalStep::with_impact(ParameterTable<HalfExplicitAccelerationOptions>{});
  return table;
}

HalfExplicitAcceleration::HalfExplicitAcceleration(const MechanicalSystem& system, const ContactModel& contacts,
                                                   const SolverSet& solvers, HalfExplicitAccelerationOptions options)
    : rule_(system, contacts, solvers, options.impact), bias_(Vector::Zero(total_rows(contacts))) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  if (auto faults = faults_of(contacts); !faults.empty()) throw InputError(std::move(faults));
  staying_.reserve(static_cast<std::size_t>(contacts.size()));
}

StepReport HalfExplicitAcceleration::step(double h, State& state) {
  if (auto r = rule_.evaluate_left_end(h, state); !r.ok()) return failed(std::move(r));
  if (auto r = solve_contact_at_start(h, state); !r.ok()) return failed(std::move(r));
  rule_.move_positions(h, state);
  if (auto r = rule_.evaluate_right_end(h, state); !r.ok()) return failed(std::move(r));
  const bool paper = rule_.reading == TrapezoidalStep::Impact::all;
  return rule_.complete(
      h, state, [&] { return rule_.gap_closed() || (!paper && rule_.closed_contact_approaches(h, state)); },
      [&] { return solve_contact_at_end(h, state); });
}

Report HalfExplicitAcceleration::solve_contact_at_start(double h, const State& state) {
  rule_.forecast_velocity(h, state);
  auto report = hold_acceleration(rule_.start, rule_.closed_left, {state.t, state.q, state.v, h, rule_.a_left});
  rule_.start_report = report;
  if (report.ok() && !rule_.start.empty()) rule_.start.add_response(rule_.v_1);
  return report;
}

StepReport HalfExplicitAcceleration::solve_contact_at_end(double h, const State& state) {
  auto& s = rule_.s;
  if (!rule_.start.empty()) rule_.start.add_response(0.5, s.v_next);  // x = h lambda+, of which v' gets half
  auto report = hold_acceleration(rule_.end, rule_.holding, {state.t + h, s.q_next, rule_.v_1, h, rule_.a_right});
  if (!report.ok()) return failed(std::move(report));
  if (!rule_.end.empty()) rule_.end.add_response(0.5, s.v_next);
  return rule_.take_contact_forces(h, state, 0.5, std::move(report));
}

Report HalfExplicitAcceleration::hold_acceleration(ContactStage& stage, std::span<const Index> closed,
                                                   const RestJudge::Instant& at) {
  auto& s = rule_.s;
  s.contacts.normal_velocities(at.t, at.q, at.v, s.gap_rate);
  staying_.clear();
  for (const Index k : closed)
    if (!rule_.judge.opens(k, s.gap_rate[k], at)) staying_.push_back(k);
  stage.assemble(at.t, at.q, staying_, s.factor);
  if (staying_.empty()) return {};
  auto bias = workspace(bias_, stage.set().rows());
  bias.setZero();
  if (!s.contacts.has_constant_jacobian()) s.contacts.velocity_bias(s.system, at.t, at.q, at.v, staying_, 0, bias);
  return stage.solve_contact(at.h, at.a, bias);
}

}  // namespace percuss
