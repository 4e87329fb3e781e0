// SPDX-License-Identifier: Apache-2.0
#include "scheme/half_explicit_velocity.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace percuss {

const ParameterTable<HalfExplicitVelocityOptions>& HalfExplicitVelocityOptions::parameters() {
  static const auto table = TrapezoidalStep::with_impact(ParameterTable<HalfExplicitVelocityOptions>{}.choice(
      "variant", [](auto& o) -> auto& { return o.variant; },
      std::vector<std::pair<std::string, Variant>>{
          {"fig9", Variant::fig9}, {"hem", Variant::hem}, {"mbsim", Variant::mbsim}},
      "formulation of the contact conditions: Fig. 9; half-explicit methods, Sec. 5.2; MBSim, Fig. 24, which passes "
      "impacts in tenths of the step"));
  return table;
}

HalfExplicitVelocity::HalfExplicitVelocity(const MechanicalSystem& system, const ContactModel& contacts,
                                           const SolverSet& solvers, HalfExplicitVelocityOptions options)
    : options_(options),
      rule_(system, contacts, solvers, options.impact),
      impacts_(options.variant == Variant::mbsim ? contacts.size() : 0) {
  if (auto faults = options_.validate(); !faults.empty()) throw InputError(std::move(faults));
  looks_ahead_ = options_.variant != Variant::mbsim && !contacts.has_constant_jacobian();
  const bool looks_at_q_hat = options_.variant != Variant::fig9;
  if (looks_at_q_hat || !contacts.has_constant_jacobian()) q_hat_ = Vector::Zero(system.num_q());
  if (!looks_at_q_hat) return;
  gap_hat_ = Vector::Zero(contacts.size());
  closed_hat_.reserve(static_cast<std::size_t>(contacts.size()));
  if (options_.variant != Variant::mbsim) return;
  saved_ = {0.0, Vector::Zero(system.num_q()), Vector::Zero(system.num_v())};
  percussion_.resize(static_cast<std::size_t>(contacts.size()));
}

StepReport HalfExplicitVelocity::step(double h, State& state) {
  if (options_.variant == Variant::mbsim) return step_in_parts(h, state);
  if (begun_for_ > 0.0 && rule_.restored())
    if (auto r = take_up_start(state); !r.ok()) return failed(std::move(r));
  if (std::exchange(begun_for_, 0.0) != h)
    if (auto r = begin(h, state); !r.ok()) return failed(std::move(r));
  auto step = complete(h, state);
  if (looks_ahead_ && smooth_ && step.ok() && !rule_.end.empty()) look_ahead(h, state);
  return step;
}

/// M^-1 f, q^ and lambda+ at the left end.
Report HalfExplicitVelocity::begin(double h, const State& state) {
  if (auto r = rule_.evaluate_left_end(h, state); !r.ok()) return r;
  if (options_.variant == Variant::hem)
    predict_contacts(h, state);
  else if (q_hat_.size() > 0 && !rule_.closed_left.empty())
    rule_.s.system.advance(state.q, h, state.v, 0.0, state.v, q_hat_);
  return solve_contact_at_start(h, state, rule_.closed_left);
}

/// From lambda+ to the new state.
StepReport HalfExplicitVelocity::complete(double h, State& state) {
  rule_.move_positions(h, state);
  if (auto r = rule_.evaluate_right_end(h, state); !r.ok()) return failed(std::move(r));
  const bool impact = closes_at_q_hat_ || rule_.gap_closed();
  smooth_ = !impact;
  return rule_.complete(
      h, state, [&] { return impact; }, [&] { return solve_contact_at_end(h, state); });
}

/// Where W turns, lambda- = lambda + h c and lambda+ = lambda - h c at the same instant, c = G^-1 W' v''/2: their mean
/// is of order 2. A coming step of the same size goes on from here; if the solution fails, that step will say so.
void HalfExplicitVelocity::look_ahead(double h, const State& state) {
  if (!begin(h, state).ok()) return;
  begun_for_ = h;
  if (rule_.jumps_at_start()) return;  // a percussion, no force to be told of
  rule_.start.for_each_row(1.0 / h, [this](Index id, std::size_t row, double force) {  // x = h lambda+
    auto& told = rule_.s.records[static_cast<std::size_t>(id)].force[row];
    told = 0.5 * (told + force);
  });
}

void HalfExplicitVelocity::walk_memory(MemoryWalk& walk) {
  walk("rule", rule_);
  walk("smooth", smooth_);
  walk("begun_for", begun_for_);
  walk("closes_at_q_hat", closes_at_q_hat_);
  if (begun_for_ > 0.0) rule_.start.walk_percussion(walk);
}

/// After a walk that has restored a look ahead: the problem of its start as it stood, with the lambda+ that it had.
Report HalfExplicitVelocity::take_up_start(const State& state) {
  if (auto r = rule_.factor_mass(state); !r.ok()) return r;
  if (q_hat_.size() > 0) rule_.s.system.advance(state.q, begun_for_, state.v, 0.0, state.v, q_hat_);
  assemble_start(begun_for_, state, rule_.closed_left);
  rule_.start.take_up_percussion();
  rule_.a_right.setZero();
  rule_.start.add_response(rule_.a_right);  // which some operators keep
  return {};
}

/// lambda- alone, where the lambda+ found already is a force after the kink, or over it.
void HalfExplicitVelocity::break_off(Kink /*kink*/) {
  if (!(begun_for_ > 0.0)) return;
  rule_.end.for_each_row(2.0 / begun_for_, [this](Index id, std::size_t row, double force) {  // x = h/2 lambda-
    rule_.s.records[static_cast<std::size_t>(id)].force[row] = force;
  });
}

Report HalfExplicitVelocity::solve_contact_at_start(double h, const State& state, const std::vector<Index>& closed) {
  auto& stage = rule_.start;
  if (!closed.empty() || rule_.s.system.forces_depend_on_velocity()) rule_.forecast_velocity(h, state);
  assemble_start(h, state, closed);
  if (closed.empty()) return {};
  stage.start_springs(1.0, state.v);
  auto report = stage.solve_contact(rule_.v_1);
  rule_.start_report = report;
  if (!report.ok()) return report;
  stage.add_response(rule_.v_1);
  rule_.judge_start(h, state);
  return report;
}

void HalfExplicitVelocity::assemble_start(double h, const State& state, const std::vector<Index>& closed) {
  rule_.start.set_springs(SpringLaw::start_of_trapezoid(h));
  rule_.start.assemble(state.t, state.q, q_hat_.size() > 0 ? q_hat_ : state.q, closed, rule_.s.factor, h);
}

StepReport HalfExplicitVelocity::solve_contact_at_end(double h, const State& state) {
  auto& s = rule_.s;
  auto& stage = rule_.end;
  if (!rule_.start.empty()) rule_.start.add_response(rule_.start_share(), s.v_next);
  stage.set_springs(SpringLaw::end_of_trapezoid(h));  // x = h/2 lambda-
  stage.assemble(state.t + h, s.q_next, rule_.holding, s.factor);
  Report report;
  if (!stage.empty()) {
    if (stage.has_springs()) {
      stage.start_springs(0.5, state.v);
      stage.start_springs(0.5, rule_.v_1);
    }
    report = stage.solve_contact(s.v_next);
    if (!report.ok()) return failed(std::move(report));
    stage.add_response(s.v_next);
  }
  return rule_.take_contact_forces(h, state, 1.0, std::move(report));
}

void HalfExplicitVelocity::predict_contacts(double h, const State& state) {
  rule_.s.system.advance(state.q, h, state.v, 0.0, state.v, q_hat_);
  rule_.s.contacts.gaps(state.t + h, q_hat_, gap_hat_);
  close_round_off(rule_.s.contacts, q_hat_, rule_.closed_left, gap_hat_);
  find_closed(gap_hat_, closed_hat_);
  closes_at_q_hat_ = some_gap_closed(rule_.gap_left, gap_hat_);
}

StepReport HalfExplicitVelocity::step_in_parts(double h, State& state) {
  StepReport sum;
  double left = h;
  bool in_parts = false;
  while (true) {
    if (auto r = rule_.evaluate_left_end(h, state); !r.ok()) {
      sum = failed(std::move(r));
      break;
    }
    predict_contacts(left, state);
    const bool strikes = closes_at_q_hat_ || rule_.struck_at_start();
    const double tenth = 0.1 * h;
    const bool whole = !strikes || left < 1.000001 * tenth;  // no sliver of round-off at the end
    if (!whole && !in_parts) {
      saved_ = state;
      for (auto& x : percussion_) x = {};
      impacts_.clear();
    }
    in_parts = in_parts || !whole;
    if (strikes) keep_at_start();
    const double size = whole ? left : tenth;
    auto begun = solve_contact_at_start(size, state, closed_hat_);
    const auto part = begun.ok() ? complete(size, state) : failed(std::move(begun));
    add_part(part, sum);
    if (whole || !part.ok()) break;
    left -= tenth;
  }
  if (!in_parts) return sum;
  if (!sum.ok()) {
    state = saved_;
    return sum;
  }
  state.t = saved_.t + h;
  for (std::size_t k = 0; k < percussion_.size(); ++k) rule_.s.records[k].percussion = percussion_[k];
  rule_.s.impacts = impacts_;
  return sum;
}

/// Through an impact lambda+ is left to what rests: closed at the start and at q^. With `Impact::all` nothing has one.
void HalfExplicitVelocity::keep_at_start() {
  if (rule_.reading == TrapezoidalStep::Impact::all) return closed_hat_.clear();
  const auto& left = rule_.closed_left;
  std::erase_if(closed_hat_, [&](Index k) { return !std::binary_search(left.begin(), left.end(), k); });
}

void HalfExplicitVelocity::add_part(const StepReport& part, StepReport& sum) {
  sum.report = part.report;
  sum.add(part);
  for (std::size_t k = 0; k < percussion_.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i) percussion_[k][i] += rule_.s.records[k].percussion[i];
  for (const auto& impact : rule_.s.impacts.all()) impacts_.add(impact);
}

}  // namespace percuss
