// SPDX-License-Identifier: Apache-2.0
#include "scheme/mixed_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/parallel.hpp"
#include "scheme/rest_judge.hpp"

namespace percuss {

MixedStep::MixedStep(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                     MixedOptions options)
    : s(system, contacts, solvers.linear),
      a_before(Vector::Zero(system.num_v())),
      a(a_before),
      a_next(a_before),
      options_(options),
      relaxed_(system, solvers.linear),
      relaxes_(options.after_impact == MixedOptions::AfterImpact::consistent && system.is_damped()),
      has_friction_(has_friction(contacts)),
      has_motors_(has_motors(contacts)),
      acceleration_(system, contacts, solvers),
      relaxed_acceleration_(system, contacts, solvers),
      without_collision_(system, contacts, solvers),
      impact_(contacts, solvers),
      gap_drift_(system, contacts, solvers),
      gap_left_(Vector::Zero(contacts.size())),
      way_(gap_left_),
      at_rest_(static_cast<std::size_t>(contacts.size())),
      modes_(at_rest_.size(), ContactMode::apart),
      modes_next_(modes_),
      percussion_(at_rest_.size()),
      struck_without_collision_(has_friction_ ? contacts.size() : 0) {
  for (auto* list : {&closed_left, &rigid_, &pushing_, &drifted_}) list->reserve(at_rest_.size());
  if (!has_friction_) return;
  after_ = probe_ = {0.0, Vector::Zero(system.num_q()), Vector::Zero(system.num_v())};
  a_right_ = a_end_ = probe_.v;
}

void MixedStep::restart() {
  continues_ = false;
  s.clear_records();
  acceleration_.restart();
  relaxed_acceleration_.restart();
  impact_.restart();
}

void MixedStep::repeat() {
  if (!continues_) return restart();
  held_anew_ = true;
  acceleration_.restart();
  relaxed_acceleration_.restart();
  impact_.restart();
}

void MixedStep::break_off(Kink kink) {
  if (kink == Kink::ahead) return;
  held_anew_ = true;
  jumped_ = jumped_ || (kink == Kink::jump && options_.after_impact == MixedOptions::AfterImpact::consistent);
}

void MixedStep::walk_memory(MemoryWalk& walk) {
  walk("ends", s);
  walk.acceleration("a", a);
  walk("a_before", a_before);
  walk("closed_left", closed_left);
  walk("gap_left", gap_left_);
  walk("modes", modes_);
  walk("power_left", power_left_);
  walk("acceleration", acceleration_);
  walk("relaxed_acceleration", relaxed_acceleration_);
  walk("impact", impact_);
  walk("continues", continues_);
  walk("fresh", fresh_);
  walk("jumped", jumped_);
  walk("held_anew", held_anew_);
  walk("struck_at_start", struck_at_start_);
  bool relaxed = found_by_ == &relaxed_acceleration_;
  walk("found_by_relaxed", relaxed);
  found_by_ = relaxed ? &relaxed_acceleration_ : &acceleration_;
}

void MixedStep::begin_step() {
  impacts_ = 0;
  cold_ = false;
  impact_report_ = {};
}

Report MixedStep::evaluate_left_end(double h, const State& state) {
  if (continues_ && !jumped_ && !held_anew_) return {};
  const bool with_contacts = continues_ || options_.start == MixedOptions::Start::consistent;
  if (!continues_) {
    s.contacts.gaps(state.t, state.q, gap_left_);
    const double round_off = round_off_of_gaps(s.contacts, state.q);
    for (Index k = 0; k < gap_left_.size(); ++k)
      if (gap_left_[k] <= round_off) gap_left_[k] = std::min(gap_left_[k], 0.0);
    find_closed(gap_left_, closed_left);
    find_struck(state);
  }
  if (auto r = update_factors(h, state); !r.ok()) return r;
  impact_.set_springs(SpringLaw::at_end_of(h, h));   // which no rigid contact asks for
  impact_.evaluate(state.t, state.q, {}, s.factor);  // sizes its buffers, for the first impact to find
  acceleration_.prepare(h, state, s.factor);
  if (relaxes_) relaxed_acceleration_.prepare(h, state, relaxed_);
  if (!s.contacts.has_constant_jacobian()) gap_drift_.prepare(state.t, state.q, s.factor);  // gaps drift where W turns
  if (has_friction_) without_collision_.prepare(h, state, s.factor);
  const bool relax = continues_ && jumped_ && relaxes_;
  found_by_ = relax ? &relaxed_acceleration_ : &acceleration_;
  const bool relax_joints = relaxes_joints_ || (continues_ && jumped_);
  found_by_->relax_dampers(!relax_joints ? 0.0 : relax ? 1.0 : 0.5);  // over h/2
  Report report;
  if (with_contacts)
    report = found_by_->solve(relax ? 0.5 * h : h, state, closed_left, relax ? relaxed_ : s.factor, a);
  else
    acceleration_.ignore_contacts(state, s.factor, a);
  power_left_ = found_by_->power();
  if (with_contacts)
    note_modes_at_start(h, state.v);
  else
    std::fill(modes_.begin(), modes_.end(), ContactMode::holds);  // nothing is held anew then
  held_anew_ = false;
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

/// A contact that has no force, one that slides and one that holds all its rows, by the forces of a problem just
/// solved.
void MixedStep::note_modes(const ContactSet& set, VecRef force, std::vector<ContactMode>& modes) const {
  constexpr double below_friction = 1.0 - 1e-9;
  std::fill(modes.begin(), modes.end(), ContactMode::apart);
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Index first = set.first_row(k);
    auto& mode = modes[static_cast<std::size_t>(set.id[i])];
    if (set.cone[i] == Cone::bilateral || !(force[first] > 0.0)) continue;
    const double friction = force.segment(first + 1, set.num_rows(k) - 1).norm();
    const bool sticks = set.cone[i] == Cone::unilateral || friction < below_friction * set.mu[i] * force[first];
    mode = sticks ? ContactMode::holds : ContactMode::slides;
  }
}

/// The law of the acceleration is that after h, until when a contact may have come to rest: what moves by now, does not
/// hold yet.
void MixedStep::note_modes_at_start(double h, const Vector& v) {
  auto& stage = found_by_->contacts();
  const auto& set = stage.set();
  note_modes(set, stage.percussion(), modes_);
  const double rest = rest_speed(h, v, found_by_->free_acceleration());
  for (Index k = 0; k < set.size(); ++k) {
    auto& mode = modes_[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])];
    if (mode == ContactMode::apart) continue;
    const Index first = set.first_row(k);
    if (set.W.column_dot(first, v) > rest) mode = ContactMode::apart;
    for (Index row = first + 1; row < first + set.num_rows(k); ++row)
      if (mode == ContactMode::holds && std::abs(set.W.column_dot(row, v)) > rest) mode = ContactMode::slides;
  }
}

void MixedStep::guess(double ahead, Vector& guess) const {
  if (fresh_)
    guess = a;
  else
    combine(1.0 + ahead, a, -ahead, a_before, guess);
}

ContactLoss MixedStep::power(ContactStage& forces, double w_v, const Vector& v) const {
  if (forces.empty()) return {};
  const auto gamma = forces.gap_velocity(v);
  return forces.loss(1.0 / w_v, gamma, gamma);
}

ContactLoss MixedStep::power_at_end(const MixedStages& found) const {
  const auto& set = found.contacts;
  ContactLoss power;
  for (Index k = 0; k < set.size(); ++k) {
    const Index first = set.first_row(k);
    if (set.cone[static_cast<std::size_t>(k)] != Cone::bilateral)
      for (Index row = first + 1; row < first + set.num_rows(k); ++row)
        power.tangential -= found.force(row) * set.W.column_dot(row, s.v_next);
    else if (has_motors_ && s.contacts.is_driven(set.id[static_cast<std::size_t>(k)]))
      power.driven += found.force(first) * set.W.column_dot(first, s.v_next);
  }
  return power;
}

Work MixedStep::work_of_way(double h, const State& from) {
  if (!s.system.advances_by_addition()) return s.work(h, from);
  mean_v_ = (s.q_next - from.q) / h;
  auto work = s.system.work(from.t, h, from.q, mean_v_, mean_v_);
  work.damping += s.joint_damping(h, from);
  return work;
}

StepReport MixedStep::finish(double h, const State& from, const MixedStages& found, State& state) {
  const double t = from.t + h;
  note_modes(found.contacts, found.percussion, modes_next_);
  s.contacts.gaps(t, s.q_next, s.gap);
  const auto power = power_at_end(found);
  const auto work = work_of_way(h, from);
  find_closed_right(h, found.contacts);
  if (!drifted_.empty()) take_back_drift(h, t);
  StepReport step;
  if (struck_at_start_ || some_gap_closed(gap_left_, s.gap))
    step = correct(t);
  else
    s.clear_records();
  if (!step.ok()) return give_up(std::move(step.report));
  const bool consistent = options_.after_impact == MixedOptions::AfterImpact::consistent;
  jumped_ = step.impact && consistent;
  held_anew_ = false;
  for (std::size_t k = 0; k < modes_.size(); ++k) held_anew_ = held_anew_ || (consistent && modes_next_[k] > modes_[k]);
  modes_.swap(modes_next_);
  if (step.impact) forget_modes_of_what_parts(h, found.contacts);
  const auto sum = [&](double ContactLoss::*part) {
    return found.power_inside ? 0.25 * h * (power_left_.*part + 2.0 * (*found.power_inside).*part + power.*part)
                              : 0.5 * h * (power_left_.*part + power.*part);
  };
  step.add(work);
  step.work.applied += sum(&ContactLoss::driven);
  step.friction += sum(&ContactLoss::tangential);
  step.certify(found.report);
  if (!step.impact) step.report = found.report;
  write_records(h, found);
  if (impacts_ > 0) add_impacts(step);
  fresh_ = struck_at_start_ = false;
  power_left_ = power;
  gap_left_ = s.gap;
  for (const Index k : s.closed) gap_left_[k] = std::min(gap_left_[k], 0.0);
  closed_left = s.closed;
  a_before.swap(a);
  a.swap(a_next);
  s.accept(h, state, s.gap);
  return step;
}

/// Neither round-off nor a drift that is little beside the way of the acceleration opens one that has come to push.
void MixedStep::find_closed_right(double h, const ContactSet& set) {
  constexpr double share = 0.01, does_not_push = -1.0;
  const double round_off = round_off_of_gaps(s.contacts, s.q_next);
  way_.setConstant(does_not_push);
  for (Index k = 0; k < set.size(); ++k) {
    const Index id = set.id[static_cast<std::size_t>(k)];
    if (modes_next_[static_cast<std::size_t>(id)] == ContactMode::apart) continue;
    const double turning = std::abs(set.W.column_dot(set.first_row(k), a_next));  // what a curved way asks for
    way_[id] = 0.5 * h * h * std::max(found_by_->free_acceleration(), turning);
  }
  s.closed.clear();
  drifted_.clear();
  for (Index k = 0; k < s.gap.size(); ++k) {
    const double drift = way_[k] == does_not_push ? 0.0 : std::max(round_off, share * way_[k]);
    const bool pushed = modes_[static_cast<std::size_t>(k)] != ContactMode::apart;
    if (s.gap[k] > (pushed ? std::max(drift, way_[k]) : drift)) continue;
    s.closed.push_back(k);
    if (s.gap[k] > drift) drifted_.push_back(k);
  }
}

/// Where it cannot be taken back the contact opens once it has come to the way of its acceleration.
void MixedStep::take_back_drift(double h, double t) {
  if (gap_drift_.take_back(h, t, drifted_, s.gap, s.v_next, s.q_next).ok()) s.contacts.gaps(t, s.q_next, s.gap);
}

void MixedStep::forget_modes_of_what_parts(double h, const ContactSet& set) {
  const double rest = rest_speed(h, s.v_next, found_by_->free_acceleration());
  for (Index k = 0; k < set.size(); ++k)
    if (set.W.column_dot(set.first_row(k), s.v_next) > rest)
      modes_[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])] = ContactMode::apart;
}

/// It has brought to rest what moved at the start of the step.
bool MixedStep::some_contact_holds_anew(double h, const ContactSet& set, const Vector& v) const {
  const double rest = rest_speed(h, v, found_by_->free_acceleration());
  for (Index k = 0; k < set.size(); ++k) {
    const auto id = static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)]);
    if (modes_next_[id] <= modes_[id]) continue;
    const Index rows = modes_next_[id] == ContactMode::slides ? 1 : set.num_rows(k);
    for (Index row = set.first_row(k); row < set.first_row(k) + rows; ++row)
      if (std::abs(set.W.column_dot(row, v)) > rest) return true;
  }
  return false;
}

/// A contact that was struck in the step has the mode behind the impact already.
void MixedStep::write_records(double h, const MixedStages& found) {
  const auto& set = found.contacts;
  const double rest = set.empty() ? 0.0 : rest_speed(h, s.v_next, found_by_->free_acceleration());
  for (Index k = 0; k < set.size(); ++k) {
    auto& record = s.records[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])];
    record.closed = true;
    if (set.cone[static_cast<std::size_t>(k)] == Cone::bilateral)
      record.mode = ContactMode::holds;
    else if (record.mode == ContactMode::apart && set.W.column_dot(set.first_row(k), s.v_next) <= rest)
      record.mode = slips(set, k, rest) ? ContactMode::slides : ContactMode::holds;
    for (Index i = 0; i < set.num_rows(k); ++i)
      record.force[static_cast<std::size_t>(i)] = found.force(set.first_row(k) + i);
  }
}

/// Of contact k with friction. Forces say little: where contacts depend on each other they are not unique, and undamped
/// schemes let friction jump from limit to limit where nothing moves.
bool MixedStep::slips(const ContactSet& set, Index k, double rest) const {
  if (set.cone[static_cast<std::size_t>(k)] != Cone::coulomb) return false;
  for (Index row = set.first_row(k) + 1; row < set.first_row(k) + set.num_rows(k); ++row)
    if (std::abs(set.W.column_dot(row, s.v_next)) > rest) return true;
  return false;
}

/// s.v_next: from v- to v+.
StepReport MixedStep::correct(double t) {
  if (auto r = s.factor.update(t, s.q_next, s.v_next, {}); !r.ok()) return failed(std::move(r));
  find_rigid(s.contacts, s.closed, rigid_);
  return correct_by_impact(s, impact_, t, rigid_);
}

/// `a` may be that after an impact that did not come to be.
StepReport MixedStep::give_up(Report report) {
  jumped_ = jumped_ || impacts_ > 0;
  return failed(std::move(report));
}

}  // namespace percuss
