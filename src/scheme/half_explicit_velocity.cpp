// SPDX-License-Identifier: Apache-2.0
#include "scheme/half_explicit_velocity.hpp"

#include <algorithm>

#include "core/parallel.hpp"

namespace percuss {

HalfExplicitVelocity::HalfExplicitVelocity(const MechanicalSystem& system, const ContactModel& contacts,
                                           const SolverSet& solvers)
    : s_(system, contacts, solvers.linear),
      start_(contacts, solvers),
      end_(contacts, solvers),
      gap_left_(Vector::Zero(contacts.size())),
      a_left_(Vector::Zero(system.num_v())),
      a_right_(Vector::Zero(system.num_v())),
      v_1_(Vector::Zero(system.num_v())) {
  closed_left_.reserve(static_cast<std::size_t>(contacts.size()));
  if (!contacts.has_constant_jacobian()) q_hat_ = Vector::Zero(system.num_q());
}

StepReport HalfExplicitVelocity::step(double h, State& state) {
  if (auto r = evaluate_left_end(state); !r.ok()) return failed(std::move(r));
  continues_ = false;  // until this step is good
  if (auto r = solve_contact_at_start(h, state); !r.ok()) return failed(std::move(r));
  const double start_residual = residual_;
  move_positions(h, state);
  if (auto r = evaluate_right_end(h, state); !r.ok()) return failed(std::move(r));
  const bool impact = struck_at_start_ || some_gap_closed(gap_left_, s_.gap);
  auto report = impact ? solve_impact(h, state) : solve_contact_at_end(h, state);
  report.residual = std::max(report.residual, start_residual);
  return finish(h, state, std::move(report));
}

Report HalfExplicitVelocity::evaluate_left_end(const State& state) {
  if (continues_ && !s_.system.forces_depend_on_velocity()) return {};
  if (!continues_) {
    if (auto r = s_.factor.update(state.t, state.q, state.v, {}); !r.ok()) return r;
    s_.contacts.gaps(state.t, state.q, gap_left_);
    find_closed(gap_left_, closed_left_);
    struck_at_start_ = closed_contact_approaches(state);
  }
  s_.system.forces(state.t, state.q, state.v, a_left_);
  s_.factor.solve_in_place(a_left_);
  return {};
}

/// A state handed in from outside may have closed contacts that still approach: an impact at its very start, which no
/// gap tells of.
bool HalfExplicitVelocity::closed_contact_approaches(const State& state) {
  s_.contacts.normal_velocities(state.t, state.q, state.v, s_.gap_rate);
  const double round_off = 1e-12 * state.v.lpNorm<Eigen::Infinity>();
  return std::any_of(closed_left_.begin(), closed_left_.end(), [&](Index k) { return s_.gap_rate[k] < -round_off; });
}

Report HalfExplicitVelocity::solve_contact_at_start(double h, const State& state) {
  residual_ = 0.0;
  needs_v_1_ = !closed_left_.empty() || s_.system.forces_depend_on_velocity();
  if (needs_v_1_) combine(1.0, state.v, h, a_left_, v_1_);
  if (q_hat_.size() > 0) s_.system.advance(state.q, h, state.v, 0.0, state.v, q_hat_);
  start_.assemble(state.t, state.q, q_hat_.size() > 0 ? q_hat_ : state.q, closed_left_, s_.factor);
  if (closed_left_.empty()) return {};
  auto report = start_.solve_contact(v_1_);
  residual_ = report.residual;
  if (report.ok()) start_.add_response(v_1_);
  return report;
}

void HalfExplicitVelocity::move_positions(double h, const State& state) {
  if (needs_v_1_)
    s_.system.advance(state.q, 0.5 * h, state.v, 0.5 * h, v_1_, s_.q_next);
  else
    s_.system.advance(state.q, h, state.v, 0.5 * h * h, a_left_, s_.q_next);
}

Report HalfExplicitVelocity::evaluate_right_end(double h, const State& state) {
  const double t = state.t + h;
  const Vector& v_1 = needs_v_1_ ? v_1_ : state.v;  // without velocity-dependent forces its value does not matter
  if (auto r = s_.factor.update(t, s_.q_next, v_1, {}); !r.ok()) return r;
  s_.contacts.gaps(t, s_.q_next, s_.gap);
  find_closed(s_.gap, s_.closed);
  end_.assemble(t, s_.q_next, s_.closed, s_.factor);
  s_.system.forces(t, s_.q_next, v_1, a_right_);
  s_.factor.solve_in_place(a_right_);
  // v- without contact forces, written where a_left_ stood, which nobody reads any more: one array less to move.
  combine(state.v, 0.5 * h, a_left_, 0.5 * h, a_right_, a_left_);
  s_.v_next.swap(a_left_);
  return {};
}

StepReport HalfExplicitVelocity::solve_impact(double h, const State& state) {
  StepReport step;
  step.work = s_.system.work(state.t, h, state.q, state.v, s_.v_next);
  auto before = workspace(s_.before, end_.set().rows());
  before = end_.gap_velocity(s_.v_next);
  step.report = end_.solve_impact(s_.v_next, before);
  step.residual = step.report.residual;
  if (!step.ok()) return step;
  end_.add_response(s_.v_next);
  const auto loss = end_.loss(1.0, before, end_.gap_velocity(s_.v_next));
  step.impact_loss = loss.normal;
  step.friction = loss.tangential;
  s_.clear_records();
  end_.for_each_row(1.0, [&](Index id, std::size_t row, double percussion) {
    auto& record = s_.records[static_cast<std::size_t>(id)];
    record.closed = true;
    record.percussion[row] = percussion;
    step.impact = step.impact || (row == 0 && percussion > 0.0 && !s_.contacts.is_joint(id));
  });
  return step;
}

StepReport HalfExplicitVelocity::solve_contact_at_end(double h, const State& state) {
  StepReport step;
  if (!start_.empty()) start_.add_response(0.5, s_.v_next);  // x = h lambda+, of which v' gets half
  if (!end_.empty()) {
    step.report = end_.solve_contact(s_.v_next);
    step.residual = step.report.residual;
    if (!step.ok()) return step;
    end_.add_response(s_.v_next);
  }
  step.work = s_.system.work(state.t, h, state.q, state.v, s_.v_next);
  for (auto [stage, share] : {std::pair{&start_, 0.5}, std::pair{&end_, 1.0}}) {
    if (stage->empty()) continue;
    auto before = workspace(s_.before, stage->set().rows());
    before = stage->gap_velocity(state.v);
    step.friction += stage->loss(share, before, stage->gap_velocity(s_.v_next)).tangential;
  }
  s_.clear_records();
  end_.for_each_row(2.0 / h, [&](Index id, std::size_t row, double force) {  // x = h/2 lambda-
    auto& record = s_.records[static_cast<std::size_t>(id)];
    record.closed = true;
    record.force[row] = force;
  });
  return step;
}

StepReport HalfExplicitVelocity::finish(double h, State& state, StepReport report) {
  if (!report.ok()) return report;
  continues_ = true;
  struck_at_start_ = false;
  gap_left_ = s_.gap;
  closed_left_ = s_.closed;
  a_left_.swap(a_right_);
  s_.accept(h, state, s_.gap);
  return report;
}

}  // namespace percuss
