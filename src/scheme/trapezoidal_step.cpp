// SPDX-License-Identifier: Apache-2.0
#include "scheme/trapezoidal_step.hpp"

#include <algorithm>
#include <utility>

#include "core/parallel.hpp"

namespace percuss {

TrapezoidalStep::TrapezoidalStep(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers)
    : s(system, contacts, solvers.linear),
      start(contacts, solvers),
      end(contacts, solvers),
      gap_left(Vector::Zero(contacts.size())),
      a_left(Vector::Zero(system.num_v())),
      a_right(Vector::Zero(system.num_v())),
      v_1(Vector::Zero(system.num_v())) {
  closed_left.reserve(static_cast<std::size_t>(contacts.size()));
}

Report TrapezoidalStep::evaluate_left_end(const State& state) {
  const bool continues = std::exchange(continues_, false);  // until this step is good
  needs_v_1_ = false;
  start_report = {};
  if (continues && !s.system.forces_depend_on_velocity()) return {};
  if (!continues) {
    if (auto r = s.factor.update(state.t, state.q, state.v, {}); !r.ok()) return r;
    s.contacts.gaps(state.t, state.q, gap_left);
    find_closed(gap_left, closed_left);
    struck_at_start_ = closed_contact_approaches(state);
  }
  s.system.forces(state.t, state.q, state.v, a_left);
  s.factor.solve_in_place(a_left);
  return {};
}

/// A state handed in from outside may have closed contacts that still approach: an impact at its very start, which no
/// gap tells of.
bool TrapezoidalStep::closed_contact_approaches(const State& state) {
  s.contacts.normal_velocities(state.t, state.q, state.v, s.gap_rate);
  const double round_off = 1e-12 * state.v.lpNorm<Eigen::Infinity>();
  return std::any_of(closed_left.begin(), closed_left.end(), [&](Index k) { return s.gap_rate[k] < -round_off; });
}

void TrapezoidalStep::forecast_velocity(double h, const State& state) {
  needs_v_1_ = true;
  combine(1.0, state.v, h, a_left, v_1);
}

void TrapezoidalStep::move_positions(double h, const State& state) {
  if (needs_v_1_)
    s.system.advance(state.q, 0.5 * h, state.v, 0.5 * h, v_1, s.q_next);
  else
    s.system.advance(state.q, h, state.v, 0.5 * h * h, a_left, s.q_next);
}

Report TrapezoidalStep::evaluate_right_end(double h, const State& state) {
  const double t = state.t + h;
  const Vector& v = needs_v_1_ ? v_1 : state.v;  // without velocity-dependent forces its value does not matter
  if (auto r = s.factor.update(t, s.q_next, v, {}); !r.ok()) return r;
  s.contacts.gaps(t, s.q_next, s.gap);
  find_closed(s.gap, s.closed);
  s.system.forces(t, s.q_next, v, a_right);
  s.factor.solve_in_place(a_right);
  // v- without contact forces, written where a_left stood, which nobody reads any more: one array less to move.
  combine(state.v, 0.5 * h, a_left, 0.5 * h, a_right, a_left);
  s.v_next.swap(a_left);
  return {};
}

StepReport TrapezoidalStep::solve_impact(double h, const State& state) {
  const auto work = s.system.work(state.t, h, state.q, state.v, s.v_next);
  end.set_springs(SpringLaw::at_end_of(h, h));  // springs have not acted in this step yet
  auto step = correct_by_impact(s, end, state.t + h, s.closed);
  step.work = work;
  return step;
}

StepReport TrapezoidalStep::take_contact_forces(double h, const State& state, double end_share, Report of_end) {
  StepReport step;
  step.certify(of_end);
  step.report = std::move(of_end);
  step.work = s.system.work(state.t, h, state.q, state.v, s.v_next);
  for (auto [stage, share] : {std::pair{&start, 0.5}, std::pair{&end, end_share}}) {
    if (stage->empty()) continue;
    auto before = workspace(s.before, stage->set().rows());
    before = stage->gap_velocity(state.v);
    step.friction += stage->loss(share, before, stage->gap_velocity(s.v_next)).tangential;
  }
  s.clear_records();
  end.for_each_row(end_share * 2.0 / h, [&](Index id, std::size_t row, double force) {
    auto& record = s.records[static_cast<std::size_t>(id)];
    record.closed = true;
    record.force[row] = force;
  });
  return step;
}

StepReport TrapezoidalStep::finish(double h, State& state, StepReport report) {
  report.certify(start_report);
  if (!report.ok()) return report;
  continues_ = true;
  struck_at_start_ = false;
  gap_left = s.gap;
  closed_left = s.closed;
  a_left.swap(a_right);
  s.accept(h, state, s.gap);
  return report;
}

}  // namespace percuss
