// SPDX-License-Identifier: Apache-2.0
#include "scheme/trapezoidal_step.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/parallel.hpp"
#include "scheme/impact_without_collision.hpp"

namespace percuss {

TrapezoidalStep::TrapezoidalStep(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                                 Impact reading_)
    : s(system, contacts, solvers.linear),
      start(contacts, solvers),
      end(contacts, solvers),
      reading(reading_),
      gap_left(Vector::Zero(contacts.size())),
      judge(contacts),
      a_left(Vector::Zero(system.num_v())),
      a_right(Vector::Zero(system.num_v())),
      v_1(Vector::Zero(system.num_v())),
      impact_(contacts, solvers) {
  for (auto* numbers : {&closed_left, &holding, &rigid_}) numbers->reserve(static_cast<std::size_t>(contacts.size()));
}

Report TrapezoidalStep::evaluate_left_end(double h, const State& state) {
  const bool continues = std::exchange(continues_, false);  // until this step is good
  needs_v_1_ = jumps_at_start_ = false;
  start_report = {};
  if (!continues || restored_)
    if (auto r = factor_mass(state); !r.ok()) return r;
  if (continues && !s.system.forces_depend_on_velocity()) return {};
  s.system.forces(state.t, state.q, state.v, a_left);
  s.factor.solve_in_place(a_left);
  if (!std::exchange(knows_contacts_, true)) find_struck(h, state);
  return {};
}

Report TrapezoidalStep::factor_mass(const State& state) {
  restored_ = false;
  return s.factor.update(state.t, state.q, state.v, {});
}

void TrapezoidalStep::walk_memory(MemoryWalk& walk) {
  walk("ends", s);
  walk("start", start);
  walk("end", end);
  walk("impact", impact_);
  walk("gap_left", gap_left);
  walk("closed_left", closed_left);
  walk("a_left", a_left);
  walk("continues", continues_);
  walk("knows_contacts", knows_contacts_);
  walk("struck_at_start", struck_at_start_);
  walk("v_1", v_1);
  walk("needs_v_1", needs_v_1_);
  walk("jumps_at_start", jumps_at_start_);
  walk("start_residual", start_report.residual);
  walk("start_complementarity", start_report.complementarity);
  walk("start_is_loose", start_report.loose);
  restored_ = restored_ || walk.restores();
}

/// A state handed in from outside may have closed contacts that still approach: an impact at its very start, which no
/// gap tells of. Their force would stop them before the impact does.
void TrapezoidalStep::find_struck(double h, const State& state) {
  s.contacts.gaps(state.t, state.q, gap_left);
  close_round_off(s.contacts, state.q, gap_left);
  find_closed(gap_left, closed_left);
  judge.reserve(state.t, state.q, s.system.num_v());
  impact_.set_springs(SpringLaw::at_end_of(h, h));   // which no rigid contact asks for
  impact_.evaluate(state.t, state.q, {}, s.factor);  // sizes its buffers, for the first impact to find
  s.contacts.normal_velocities(state.t, state.q, state.v, s.gap_rate);
  const auto struck = std::remove_if(closed_left.begin(), closed_left.end(), [&](Index k) {
    return judge.approaches(k, s.gap_rate[k], {state.t, state.q, state.v, h, a_left});
  });
  struck_at_start_ = struck != closed_left.end();
  if (reading == Impact::all)
    find_closed(gap_left, closed_left);
  else
    closed_left.erase(struck, closed_left.end());
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
  close_round_off(s.contacts, s.q_next, closed_left, s.gap);
  close_drift_of_pushing(h);
  find_closed(s.gap, s.closed);
  holding.clear();
  std::set_intersection(s.closed.begin(), s.closed.end(), closed_left.begin(), closed_left.end(),
                        std::back_inserter(holding));
  s.system.forces(t, s.q_next, v, a_right);
  s.factor.solve_in_place(a_right);
  // v- without contact forces, written where a_left stood, which nobody reads any more: one array less to move.
  combine(state.v, 0.5 * h, a_left, 0.5 * h, a_right, a_left);
  s.v_next.swap(a_left);
  return {};
}

bool TrapezoidalStep::slip_jumps_at_start(double h, const State& state) const {
  constexpr double grown = 1.5, some_forces = 10.0;
  const auto& set = start.set();
  for (Index k = 0; k < set.size(); ++k) {
    const Index row = set.first_row(k), end_row = row + set.num_rows(k);
    const double x = start.percussion()[row];
    const auto& last = s.records[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])];
    if (set.cone[static_cast<std::size_t>(k)] != Cone::coulomb || !(x > grown * h * last.force[0])) continue;
    double by_forces = 0.0;  // what the smooth forces change of the slip in the step
    for (Index r = row; r < end_row; ++r) by_forces += h * velocity_size(set.W, r, a_left);
    const auto slip = slip_change(set, k, state.v, v_1);
    if (slip.may_be_impact(0.0) && slip.change > some_forces * by_forces) return true;
  }
  return false;
}

/// W turns within a step, and a contact that pushes may end it a little open: by far less than its force has moved it.
/// It would lose the second half of its force, or of an impact without collision.
void TrapezoidalStep::close_drift_of_pushing(double h) {
  constexpr double share = 0.01;
  const auto& set = start.set();
  for (Index k = 0; k < set.size(); ++k) {
    if (set.cone[static_cast<std::size_t>(k)] == Cone::bilateral) continue;
    double& gap = s.gap[set.id[static_cast<std::size_t>(k)]];
    if (gap > 0.0 && gap <= share * 0.5 * h * start.push(k)) gap = 0.0;
  }
}

bool TrapezoidalStep::closed_contact_approaches(double h, const State& state) {
  if (s.closed.empty()) return false;
  s.contacts.normal_velocities(state.t + h, s.q_next, s.v_next, s.gap_rate);
  return std::any_of(s.closed.begin(), s.closed.end(), [&](Index k) {
    return judge.approaches(k, s.gap_rate[k], {state.t + h, s.q_next, s.v_next, h, a_right});
  });
}

StepReport TrapezoidalStep::solve_impact(double h, const State& state) {
  const auto work = s.work(h, state);
  end.set_springs(SpringLaw::at_end_of(h, h));  // springs have not acted in this step yet
  auto step = correct_by_impact(s, end, state.t + h, s.closed);
  step.add(work);
  return step;
}

/// Springs act over a time: they have no percussion.
StepReport TrapezoidalStep::add_impact(double h, const State& state, StepReport step) {
  find_rigid(s.contacts, s.closed, rigid_);
  percuss::add_impact(s, impact_, state.t + h, rigid_, holding, step);
  return step;
}

StepReport TrapezoidalStep::take_contact_forces(double h, const State& state, double end_share, Report of_end) {
  StepReport step;
  step.certify(of_end);
  step.report = std::move(of_end);
  step.work = s.work(h, state);
  if (!end.empty()) end.find_modes();
  for (auto [stage, share] : {std::pair{&start, start_share()}, std::pair{&end, end_share}}) {
    if (stage->empty()) continue;
    auto before = workspace(s.before, stage->set().rows());
    before = stage->gap_velocity(state.v);
    const auto loss = stage->loss(share, before, stage->gap_velocity(s.v_next));
    step.friction += loss.tangential;
    step.work.applied += loss.driven;
  }
  s.clear_records();
  end.for_each_row(end_share * 2.0 / h, [&](Index id, std::size_t row, double force) {
    auto& record = s.records[static_cast<std::size_t>(id)];
    record.closed = true;
    record.force[row] = force;
  });
  if (!end.empty()) write_modes(s, end);
  if (!jumps_at_start_) return step;
  step.impact = true;
  auto before = workspace(s.before, start.set().rows());
  before = start.gap_velocity(state.v);
  add_impacts_without_collision(start, before, start.gap_velocity(v_1), s.impacts);
  start.for_each_row(
      1.0, [&](Index id, std::size_t row, double x) { s.records[static_cast<std::size_t>(id)].percussion[row] = x; });
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
