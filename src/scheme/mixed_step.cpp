// SPDX-License-Identifier: Apache-2.0
#include "scheme/mixed_step.hpp"

#include <algorithm>

#include "core/parallel.hpp"

namespace percuss {

namespace {

bool some_body_is_damped(const MechanicalSystem& system) {
  for (Index i = 0; i < system.num_bodies(); ++i)
    if (system.body(i).has_constant_tangent() && system.body(i).forces_depend_on_velocity()) return true;
  return false;
}

}  // namespace

MixedStep::MixedStep(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                     MixedOptions options)
    : s(system, contacts, solvers.linear),
      a_before(Vector::Zero(system.num_v())),
      a(a_before),
      a_next(a_before),
      options_(options),
      relaxed_(system, solvers.linear),
      relaxes_(options.after_impact == MixedOptions::AfterImpact::consistent && some_body_is_damped(system)),
      acceleration_(system, contacts, solvers),
      impact_(contacts, solvers),
      gap_left_(Vector::Zero(contacts.size())),
      lambda_(Vector::Zero(total_rows(contacts))) {
  closed_left.reserve(static_cast<std::size_t>(contacts.size()));
  rigid_.reserve(static_cast<std::size_t>(contacts.size()));
}

void MixedStep::restart() {
  continues_ = false;
  s.clear_records();
  acceleration_.restart();
  impact_.restart();
}

Report MixedStep::evaluate_left_end(double h, const State& state) {
  if (continues_ && !jumped_) return {};
  const bool with_contacts = continues_ || options_.start == MixedOptions::Start::consistent;
  if (!continues_) {
    s.contacts.gaps(state.t, state.q, gap_left_);
    find_closed(gap_left_, closed_left);
    find_struck(state);
  }
  if (auto r = update_factors(h, state); !r.ok()) return r;
  impact_.set_interval(h, h);                        // which no rigid contact asks for
  impact_.evaluate(state.t, state.q, {}, s.factor);  // sizes its buffers, for the first impact to find
  if (relaxes_) acceleration_.prepare(h, state, relaxed_);
  Report report;
  if (continues_ && relaxes_)
    report = acceleration_.solve(0.5 * h, state, closed_left, relaxed_, a);
  else if (with_contacts)
    report = acceleration_.solve(h, state, closed_left, s.factor, a);
  else
    acceleration_.ignore_contacts(state, s.factor, a);
  power_left_ = acceleration_.friction_power();
  continues_ = report.ok();
  jumped_ = !report.ok();
  fresh_ = true;
  return report;
}

Report MixedStep::update_factors(double h, const State& state) {
  if (auto r = s.factor.update(state.t, state.q, state.v, {}); !r.ok() || !relaxes_) return r;
  return relaxed_.update(state.t, state.q, state.v, {1.0, 0.5 * h, 0.0});
}

/// A state handed in from outside may have closed contacts that still approach: an impact at its very start, which no
/// gap tells of. Their force would stop them before the impact does.
void MixedStep::find_struck(const State& state) {
  s.contacts.normal_velocities(state.t, state.q, state.v, s.gap_rate);
  const double round_off = 1e-12 * state.v.lpNorm<Eigen::Infinity>();
  const auto struck =
      std::remove_if(closed_left.begin(), closed_left.end(), [&](Index k) { return s.gap_rate[k] < -round_off; });
  struck_at_start_ = struck != closed_left.end();
  closed_left.erase(struck, closed_left.end());
}

void MixedStep::guess(double ahead, Vector& guess) const {
  if (fresh_)
    guess = a;
  else
    combine(1.0 + ahead, a, -ahead, a_before, guess);
}

double MixedStep::friction_power(ContactStage& forces, double w_v, const Vector& v) const {
  if (forces.empty()) return 0.0;
  const auto gamma = forces.gap_velocity(v);
  return forces.loss(1.0 / w_v, gamma, gamma).tangential;
}

StepReport MixedStep::finish(double h, State& state, ContactStage& forces, double w_v, Report of_stages,
                             std::optional<double> power_inside) {
  auto lambda = workspace(lambda_, forces.set().rows());
  if (!forces.empty()) lambda = forces.percussion() / w_v;
  return finish(h, state, forces.set(), lambda, std::move(of_stages), power_inside);
}

StepReport MixedStep::finish(double h, State& state, const ContactSet& set, VecRef lambda, Report of_stages,
                             std::optional<double> power_inside) {
  const double t = state.t + h;
  s.contacts.gaps(t, s.q_next, s.gap);
  find_closed(s.gap, s.closed);
  double power = 0.0;  // of friction
  for (Index k = 0; k < set.size(); ++k)
    if (set.cone[static_cast<std::size_t>(k)] != Cone::bilateral)
      for (Index row = set.first_row(k) + 1; row < set.first_row(k) + set.num_rows(k); ++row)
        power -= lambda[row] * set.W.column_dot(row, s.v_next);
  const auto work = s.system.work(state.t, h, state.q, state.v, s.v_next);
  StepReport step;
  if (struck_at_start_ || some_gap_closed(gap_left_, s.gap))
    step = correct(t);
  else
    s.clear_records();
  if (!step.ok()) return step;
  step.work = work;
  step.friction +=
      power_inside ? 0.25 * h * (power_left_ + 2.0 * *power_inside + power) : 0.5 * h * (power_left_ + power);
  step.certify(of_stages);
  if (!step.impact) step.report = std::move(of_stages);
  for (Index k = 0; k < set.size(); ++k) {
    auto& record = s.records[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])];
    record.closed = true;
    for (Index i = 0; i < set.num_rows(k); ++i)
      record.force[static_cast<std::size_t>(i)] = lambda[set.first_row(k) + i];
  }
  jumped_ = step.impact && options_.after_impact == MixedOptions::AfterImpact::consistent;
  fresh_ = struck_at_start_ = false;
  power_left_ = power;
  gap_left_ = s.gap;
  closed_left = s.closed;
  a_before.swap(a);
  a.swap(a_next);
  s.accept(h, state, s.gap);
  return step;
}

/// s.v_next: from v- to v+.
StepReport MixedStep::correct(double t) {
  if (auto r = s.factor.update(t, s.q_next, s.v_next, {}); !r.ok()) return failed(std::move(r));
  rigid_.clear();
  for (const Index k : s.closed)
    if (!(s.contacts.compliance(k) > 0.0)) rigid_.push_back(k);
  return correct_by_impact(s, impact_, t, rigid_);
}

}  // namespace percuss
