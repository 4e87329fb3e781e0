// SPDX-License-Identifier: Apache-2.0
#include "scheme/step_state.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "scheme/rest_judge.hpp"

namespace percuss {

StepState::StepState(const MechanicalSystem& system_, const ContactModel& contacts_, const LinearSolverOptions& linear)
    : system(system_),
      contacts(contacts_),
      factor(system_, linear),
      q_next(Vector::Zero(system_.num_q())),
      v_next(Vector::Zero(system_.num_v())),
      gap(Vector::Zero(contacts_.size())),
      gap_rate(Vector::Zero(contacts_.size())),
      before(Vector::Zero(total_rows(contacts_))),
      strikes(static_cast<std::size_t>(contacts_.size())),
      records(static_cast<std::size_t>(contacts_.size())),
      impacts(contacts_.size()) {
  closed.resize(records.size());
  std::iota(closed.begin(), closed.end(), Index{0});
  struck.reserve(records.size());
  hits.reserve(records.size());
  were_closed.resize(records.size());
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.gives_way(k) && contacts.is_damped(k)) damped_.push_back(k);
}

void StepState::accept(double h, State& state, VecRef gap_end) {
  state.q.swap(q_next);
  state.v.swap(v_next);
  state.t += h;
  t_last_ = state.t;
  h_last_ = h;
  for (Index k = 0; k < gap_end.size(); ++k) records[static_cast<std::size_t>(k)].gap = gap_end[k];
}

Work StepState::work(double h, const State& from) const {
  auto work = system.work(from.t, h, from.q, from.v, v_next);
  work.damping += joint_damping(h, from);
  return work;
}

void StepState::close_drifted(VecRef q) {
  close_round_off(contacts, q, closed, gap);
  for (const Index k : closed)
    if (gap[k] <= law.drift && records[static_cast<std::size_t>(k)].mode != ContactMode::apart)
      gap[k] = std::min(gap[k], 0.0);
}

void StepState::clear_records() {
  for (auto& record : records) record = ContactRecord{};
  impacts.clear();
}

double StepState::share_of_turning(double h, const State& state) const {
  const bool follows = std::abs(state.t - t_last_) <= 1e-6 * h_last_;  // the time loop rounds times to its grid
  const double share = h / (0.5 * (h + (follows ? h_last_ : 0.0)));
  constexpr double round_off = 1e-6;
  return std::abs(share - 1.0) > round_off ? share : 1.0;
}

StepReport failed(Report report) {
  StepReport step;
  step.certify(report);
  step.report = std::move(report);
  return step;
}

bool is_struck(double before, double size) {
  constexpr double share = 1e-9;
  return before < -share * size;
}

namespace {

/// Of the percussions that took the gap velocities from `before` to `after`.
void add_losses(const ContactStage& stage, VecRef before, VecRef after, StepReport& step) {
  const auto loss = stage.loss(1.0, before, after);
  step.impact_loss += loss.normal;
  step.friction += loss.tangential;
  step.work.applied += loss.driven;
}

/// Of the velocities: a closed contact that is slower rests.
constexpr double rest_share = 1e-9;

/// s.hits <- of the stage's contacts those that are struck, which none that was `closed_before` is; there are some.
/// s.v_next: before the percussions. An approach that is round-off of the other velocities, or what the solver leaves,
/// is none.
template <class ClosedBefore>
bool find_hits(StepState& s, const ContactStage& stage, VecRef before, ClosedBefore&& closed_before) {
  const auto& set = stage.set();
  s.hits.clear();
  double least = -1.0;  // looked for when it is needed
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Index row = set.first_row(k);
    if (set.cone[i] == Cone::bilateral || !(stage.percussion()[row] > 0.0) || closed_before(set.id[i])) continue;
    if (!is_struck(before[row], velocity_size(set.W, row, s.v_next))) continue;
    if (least < 0.0) least = std::max(rest_share * s.v_next.lpNorm<Eigen::Infinity>(), stage.tolerance());
    if (before[row] < -least) s.hits.push_back(k);
  }
  return !s.hits.empty();
}

bool find_hits(StepState& s, const ContactStage& stage, VecRef before) {
  return find_hits(s, stage, before, [&](Index k) { return s.records[static_cast<std::size_t>(k)].closed; });
}

/// Contact k of the stage, whose modes are those behind the impact; `energy_lost` is left.
ContactImpact impact_of(const ContactStage& stage, Index k, VecRef before, VecRef after) {
  const auto& set = stage.set();
  ContactImpact impact;
  impact.contact = set.id[static_cast<std::size_t>(k)];
  impact.to = stage.mode(k);
  for (Index r = 0; r < set.num_rows(k); ++r) {
    const auto i = static_cast<std::size_t>(r);
    const Index row = set.first_row(k) + r;
    impact.percussion[i] = stage.percussion()[row];
    impact.before[i] = before[row];
    impact.after[i] = after[row];
  }
  return impact;
}

/// Of s.hits, the stage's modes being those by the velocities `after`. Losses are taken by the mean of `lossy` and
/// `after`.
void add_hits(StepState& s, const ContactStage& stage, VecRef before, VecRef lossy, VecRef after) {
  for (const Index k : s.hits) {
    auto impact = impact_of(stage, k, before, after);
    impact.energy_lost = stage.loss_of(k, lossy, after);
    s.impacts.add(impact);
  }
}

/// The percussions are in s.v_next: losses and impacts. Where something is struck, the stage's modes are those after
/// it then.
void finish_impulse(StepState& s, ContactStage& stage, VecRef before, VecRef lossy, StepReport& step) {
  const auto after = stage.gap_velocity(s.v_next);
  add_losses(stage, lossy, after, step);
  if (s.hits.empty()) return;
  stage.find_modes(after);
  add_hits(s, stage, before, lossy, after);
}

/// Records of an impulse scheme's percussions.
void write_impulses(StepState& s, const ContactStage& stage, double h) {
  for (auto& record : s.records) record = ContactRecord{};
  stage.for_each_row(1.0, [&](Index id, std::size_t row, double x) {
    auto& record = s.records[static_cast<std::size_t>(id)];
    record.closed = true;
    record.percussion[row] = x;
    record.force[row] = x / h;
  });
}

/// What Newton's law on the velocities at the ends of the step adds to gamma+ = W' v+:
///   eps gamma- + (1 - eps) ahead W'dot v
VecView shift_of(StepState& s, const ContactSet& set, const ImpulseStep& step, VecRef before) {
  auto shift = workspace(s.shift, before.size());
  const auto& from = step.from;
  shift.setZero();
  if (step.ahead > 0.0) s.contacts.velocity_bias(s.system, from.t, from.q, from.v, set.id, 0, shift);
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const bool joint = set.cone[i] == Cone::bilateral;
    const bool rests = s.law.plastic && s.records[static_cast<std::size_t>(set.id[i])].mode != ContactMode::apart;
    for (Index row = set.first_row(k); row < set.first_row(k) + set.num_rows(k); ++row) {
      const double eps = rests ? 0.0 : row == set.first_row(k) ? set.eps_n[i] : set.eps_t[i];
      shift[row] = joint ? 0.0 : eps * before[row] + (1.0 - eps) * step.ahead * shift[row];
    }
  }
  return VecView(s.shift.data(), before.size());
}

}  // namespace

void write_modes(StepState& s, const ContactStage& stage) {
  const auto& set = stage.set();
  for (Index k = 0; k < set.size(); ++k)
    s.records[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])].mode = stage.mode(k);
}

void add_impacts_without_collision(ContactStage& stage, VecRef before, VecRef after, ImpactList& impacts) {
  const auto& set = stage.set();
  stage.find_modes(after);
  const auto changes = [&](Index k) {
    const Index first = set.first_row(k), rows = set.num_rows(k);
    return (after.segment(first, rows) - before.segment(first, rows)).lpNorm<Eigen::Infinity>();
  };
  constexpr double share = 1e-6;  // of what changes most: less is what contacts that rest give way
  double most = 0.0;
  for (Index k = 0; k < set.size(); ++k)
    if (set.cone[static_cast<std::size_t>(k)] != Cone::bilateral) most = std::max(most, changes(k));
  for (Index k = 0; k < set.size(); ++k) {
    if (set.cone[static_cast<std::size_t>(k)] == Cone::bilateral || !(stage.percussion()[set.first_row(k)] > 0.0))
      continue;
    if (changes(k) <= share * most) continue;
    auto impact = impact_of(stage, k, before, after);
    impact.energy_lost = stage.loss_of(k, before, after);
    impacts.add(impact);
  }
}

StepReport solve_impulse(StepState& s, ContactStage& stage, const ImpulseStep& impulse, VecRef before) {
  const double h = impulse.h, share = impulse.share_of_turning;
  StepReport step;
  if (stage.empty()) {
    s.clear_records();
    return step;
  }
  step.report = s.law.at_ends ? stage.solve_shifted(s.v_next, shift_of(s, stage.set(), impulse, before))
                              : stage.solve_impact(s.v_next, before);
  step.certify(step.report);
  if (!step.ok()) return step;
  stage.find_modes();
  s.impacts.clear();
  step.impact = find_hits(s, stage, before);
  stage.add_response(s.v_next);
  write_impulses(s, stage, h);
  write_modes(s, stage);
  finish_impulse(s, stage, before, before, step);
  if (share != 1.0 && stage.solve_turning(share, before).ok())
    stage.for_each_row(1.0 / h, [&](Index id, std::size_t row, double force) {
      s.records[static_cast<std::size_t>(id)].force[row] = force;
    });
  return step;
}

StepReport record_impulse(StepState& s, ContactStage& stage, double h, VecRef before, VecRef lossy) {
  StepReport step;
  s.impacts.clear();
  step.impact = find_hits(s, stage, lossy);
  write_impulses(s, stage, h);
  write_modes(s, stage);
  finish_impulse(s, stage, before, lossy, step);
  return step;
}

namespace {

/// Strikes after which a sequence ends plastically, loosely; and from which on it may end so for being slow, first by
/// the measure of each contact, then by that of the hardest strike of all.
constexpr int most_strikes = 1000, few_strikes = 10, many_strikes = 50;
/// Of the energy that restitution has taken: what a plastic strike may take. Of what strikes have passed on: what they
/// may have made.
constexpr double negligible = 1e-4;

/// s.gap_rate <- the normal velocities; some of the contacts `closed` approaches.
bool some_approach(StepState& s, double t, std::span<const Index> closed, double rest) {
  s.contacts.normal_velocities(t, s.q_next, s.v_next, s.gap_rate);
  return std::any_of(closed.begin(), closed.end(), [&](Index k) { return s.gap_rate[k] < -rest; });
}

/// Whether a plastic strike would take hardly anything from each of those that approach, measured by its own strikes:
/// masses differ from contact to contact, and what happens elsewhere says nothing. In a long sequence the hardest
/// strike of all is the measure: what dies away in a heap reaches ever new contacts. An elastic contact is never slow.
bool is_slow(const StepState& s, std::span<const Index> closed, double rest, bool in_long_sequence) {
  double hardest = 0.0;
  if (in_long_sequence)
    for (const Index k : closed) hardest = std::max(hardest, s.strikes[static_cast<std::size_t>(k)].hardest);
  return std::all_of(closed.begin(), closed.end(), [&](Index k) {
    const double rate = s.gap_rate[k];
    const auto& strikes = s.strikes[static_cast<std::size_t>(k)];
    return !(rate < -rest) || rate * rate <= negligible * strikes.share * std::max(strikes.hardest, hardest);
  });
}

/// s.strikes of the contacts that the stage is about to strike at gap velocities `before`. Joints are no contacts: a
/// motor's row moves at its own rate.
void remember_strikes(StepState& s, const ContactSet& set, VecRef before) {
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (set.cone[i] == Cone::bilateral) continue;
    const double approach = std::max(-before[set.first_row(k)], 0.0), eps = set.eps_n[i];
    auto& strikes = s.strikes[static_cast<std::size_t>(set.id[i])];
    strikes.share = 1.0 - eps * eps;
    strikes.hardest = std::max(strikes.hardest, approach * approach);
  }
}

/// Contacts that are closed already when an impact begins.
struct ClosedAlready {
  std::span<const Index> holding = {};     ///< those that react without restitution, ascending
  std::span<const char> were_closed = {};  ///< by contact number, 1: has restitution, and is not struck; may be empty
  bool holds(Index k) const { return std::binary_search(holding.begin(), holding.end(), k); }
  bool has(Index k) const {
    return holds(k) || (!were_closed.empty() && were_closed[static_cast<std::size_t>(k)] != 0);
  }
};

/// The energy that the strikes of a sequence take out. With friction Newton's law may make some, and a sequence of such
/// strikes grows beyond all bounds.
struct EnergyOfStrikes {
  double taken = 0.0, passed_on = 0.0;  // [J]
  bool is_made() const { return -taken > negligible * passed_on; }
};

/// One strike over the contacts that `stage` holds: s.v_next, losses and records take up its percussions.
Report strike(StepState& s, ContactStage& stage, bool plastic, const ClosedAlready& already, EnergyOfStrikes& energy,
              StepReport& sum) {
  const auto& set = stage.set();
  auto before = workspace(s.before, set.rows());
  before = stage.gap_velocity(s.v_next);
  for (Index k = 0; k < set.size(); ++k)
    if (already.holds(set.id[static_cast<std::size_t>(k)])) before[set.first_row(k)] = 0.0;
  remember_strikes(s, set, before);
  auto report = plastic ? stage.solve_contact(s.v_next) : stage.solve_impact(s.v_next, before);
  sum.certify(report);
  if (!report.ok()) return report;
  before = stage.gap_velocity(s.v_next);
  sum.impact = find_hits(s, stage, before, [&](Index k) { return already.has(k); }) || sum.impact;
  stage.add_response(s.v_next);
  const auto after = stage.gap_velocity(s.v_next);
  energy.passed_on += stage.percussion().cwiseProduct(before).lpNorm<1>();
  energy.taken -= sum.impact_loss + sum.friction;
  add_losses(stage, before, after, sum);
  energy.taken += sum.impact_loss + sum.friction;
  stage.find_modes(after);
  add_hits(s, stage, before, before, after);
  write_modes(s, stage);
  stage.for_each_row(1.0, [&](Index id, std::size_t row, double percussion) {
    s.records[static_cast<std::size_t>(id)].percussion[row] += percussion;
  });
  return report;
}

/// Strikes until no closed contact approaches; `already` is of the first one.
void strike_in_turn(StepState& s, ContactStage& stage, double t, std::span<const Index> closed,
                    const ClosedAlready& already, StepReport& step) {
  for (const Index k : closed) s.records[static_cast<std::size_t>(k)].closed = true;
  double rest = rest_share * s.v_next.lpNorm<Eigen::Infinity>();
  for (const Index k : closed) s.strikes[static_cast<std::size_t>(k)] = {};
  bool approach = some_approach(s, t, closed, rest);
  EnergyOfStrikes energy;
  for (int i = 0; i == 0 || approach; ++i) {
    const bool made = energy.is_made(), too_many = i == most_strikes;
    const bool last = made || too_many || (i >= few_strikes && is_slow(s, closed, rest, i >= many_strikes));
    s.struck.clear();
    for (const Index k : closed) {
      if (i > 0 && s.contacts.gives_way(k)) continue;  // springs act once
      if (last || s.gap_rate[k] <= rest || s.contacts.is_joint(k)) s.struck.push_back(k);
    }
    stage.assemble(t, s.q_next, s.struck, s.factor);
    if (stage.empty()) return;
    step.report = strike(s, stage, last, i == 0 ? already : ClosedAlready{}, energy, step);
    step.loose = step.loose || too_many;
    step.plastic = step.plastic || made;
    if (!step.ok() || last || s.struck.size() == closed.size()) return;
    rest = std::max({rest, stage.tolerance(), step.report.residual});  // what the solver leaves open is no approach
    approach = some_approach(s, t, closed, rest);
  }
}

}  // namespace

StepReport correct_by_impact(StepState& s, ContactStage& stage, double t, std::span<const Index> closed) {
  for (std::size_t k = 0; k < s.records.size(); ++k) s.were_closed[k] = s.records[k].closed ? 1 : 0;
  s.clear_records();
  StepReport step;
  strike_in_turn(s, stage, t, closed, {{}, s.were_closed}, step);
  return step;
}

void add_impact(StepState& s, ContactStage& stage, double t, std::span<const Index> closed,
                std::span<const Index> holding, StepReport& step) {
  strike_in_turn(s, stage, t, closed, {holding, {}}, step);
}

}  // namespace percuss
