// SPDX-License-Identifier: Apache-2.0
// The impacts without collision of a mixed step.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "scheme/mixed_step.hpp"

namespace percuss {

namespace {

/// An impact without collision may be where a sliding contact changes its slip by so many times its last acceleration,
/// and its force has grown so many times. Less is what a step is wrong by anyway.
constexpr double threefold = 3.0;
/// Slips that are tied to the normal velocity of a contact that still parts and is held by the end change by so many
/// times that at most, as a disc that rolls about a point does which lies beside it.
constexpr double tied = 10.0;
/// After so many in one step its contacts find no motion that goes on.
constexpr int most_impacts = 20;

/// The fastest that a contact which pushes has parted with `before`.
double parting_that_is_held(const ContactSet& set, VecRef force, const Vector& before) {
  double fastest = 0.0;
  for (Index k = 0; k < set.size(); ++k) {
    const Index first = set.first_row(k);
    if (set.cone[static_cast<std::size_t>(k)] != Cone::bilateral && force[first] > 0.0)
      fastest = std::max(fastest, set.W.column_dot(first, before));
  }
  return fastest;
}

}  // namespace

bool MixedStep::some_slip_stops(double h, const ContactSet& set, VecRef force, double share, const Vector& before,
                                const Vector& after, std::span<const Vector* const> expected) const {
  const double rest = rest_speed(h, before, found_by_->free_acceleration());
  const double held = parting_that_is_held(set, force, before);
  for (Index k = 0; k < set.size(); ++k) {
    const Index first = set.first_row(k);
    if (set.cone[static_cast<std::size_t>(k)] != Cone::coulomb || !(force[first] > 0.0)) continue;
    const Index id = set.id[static_cast<std::size_t>(k)];
    const auto& record = s.records[static_cast<std::size_t>(id)];
    if (!(share * force[first] > threefold * record.force[0])) continue;
    const auto slip = slip_change(set, k, before, after);
    const double free = std::max(found_by_->free_acceleration(id), without_collision_.free_acceleration(id));
    if (!slip.may_be_impact(std::max(rest, least_slip(h, set, k, before, free)))) continue;
    const auto explains = [&](const Vector* v_dot) {
      return slip.change <= tied * held + threefold * h * slip_change(set, k, *v_dot, *v_dot).before;
    };
    if (std::none_of(expected.begin(), expected.end(), explains)) return true;
  }
  return false;
}

/// The acceleration that the stages begin with has stopped a slip.
Report MixedStep::look_at_start(double h, const State& from, bool& struck) {
  if (!has_friction_ || !fresh_) return {};
  auto& stage = found_by_->contacts();
  if (stage.empty()) return {};
  s.v_next = from.v;
  stage.add_response(s.v_next);
  if (!some_slip_stops(h, stage.set(), stage.percussion(), 1.0 / h, from.v, s.v_next, {})) return {};
  s.contacts.normal_velocities(from.t, from.q, from.v, s.gap_rate);
  const double rest = rest_speed(h, from.v, found_by_->free_acceleration());
  for (const Index k : closed_left) at_rest_[static_cast<std::size_t>(k)] = s.gap_rate[k] <= rest ? 1 : 0;
  return look(h, from.t, from.q, from, closed_left, struck);
}

/// First at the start of the step, then at its end, with the contacts that push there.
Report MixedStep::look_at_stages(double h, const State& from, const MixedStages& found, bool& struck) {
  const auto& set = found.contacts;
  const bool ok = found.report.ok(), was_cold = std::exchange(cold_, false);
  if (!has_friction_ || set.empty()) return found.report;
  const std::array<const Vector*, 1> last{&a};
  const auto stops = [&](std::span<const Vector* const> expected) {
    return some_slip_stops(h, set, found.percussion, 1.0 / found.weight, from.v, s.v_next, expected);
  };
  if (ok && !stops(fresh_ ? std::span<const Vector* const>{} : last)) return found.report;
  find_pushing(h, from, set, found.percussion);
  auto report = look(h, from.t, from.q, from, closed_left, struck);
  if (!ok) return struck ? report : found.report;
  if (!report.ok() || struck) return report;
  a_right_ = without_collision_.acceleration();
  probe_.q = s.q_next;
  report = look(h, from.t + h, probe_.q, from, pushing_, struck);
  if (!report.ok() || struck) return report;
  a_end_ = without_collision_.acceleration();
  const std::array<const Vector*, 2> both{&a_right_, &a_end_};
  if (!stops(both)) return found.report;
  // Where another contact has come to rest within the step, forces from then on are those of its end.
  probe_.v = s.v_next;
  report = without_collision_.look(h, probe_, pushing_, at_rest_, s.factor);
  if (!report.ok()) return report;
  const std::array<const Vector*, 3> all{&a_right_, &a_end_, &without_collision_.acceleration()};
  if (!without_collision_.found() && !stops(all)) return found.report;
  if (was_cold)
    return Report::failure(Status::not_converged,
                           "a sliding contact has stopped although there are forces with which it slides on: more than "
                           "one motion is possible; take a smaller step");
  cold_ = true;
  return report;
}

/// pushing_ and at_rest_ of the contacts of a stage.
void MixedStep::find_pushing(double h, const State& from, const ContactSet& set, VecRef force) {
  s.contacts.normal_velocities(from.t, from.q, from.v, s.gap_rate);
  const double rest = rest_speed(h, from.v, found_by_->free_acceleration());
  pushing_.clear();
  for (Index k = 0; k < set.size(); ++k) {
    const Index id = set.id[static_cast<std::size_t>(k)];
    const bool pushes = force[set.first_row(k)] > 0.0;
    if (pushes || s.contacts.is_joint(id)) pushing_.push_back(id);
    at_rest_[static_cast<std::size_t>(id)] = pushes || s.gap_rate[id] <= rest ? 1 : 0;
  }
}

Report MixedStep::look(double h, double t, const Vector& q, const State& from, std::span<const Index> closed,
                       bool& struck) {
  if (closed.empty()) return {};
  if (&q != &probe_.q) probe_.q = q;
  probe_.t = t;
  probe_.v = from.v;
  if (auto r = s.factor.update(t, probe_.q, probe_.v, {}); !r.ok()) return r;
  auto report = without_collision_.look(h, probe_, closed, at_rest_, s.factor);
  struck = report.ok() && without_collision_.found();
  if (!struck) return report;
  if (impacts_ == 0) {
    std::fill(percussion_.begin(), percussion_.end(), std::array<double, 3>{});
    struck_without_collision_.clear();
  }
  if (++impacts_ > most_impacts)
    return Report::failure(Status::not_converged,
                           "contacts slide where no force lets them slide on, from one impact without collision into "
                           "the next; take a smaller step");
  auto& contacts = without_collision_.contacts();
  after_.t = from.t;
  after_.q = from.q;
  after_.v = without_collision_.velocity();
  const auto loss = without_collision_.loss(probe_.v);
  impact_report_.friction += loss.tangential;
  impact_report_.impact_loss += loss.normal;
  impact_report_.work.applied += loss.driven;
  impact_report_.certify(report);
  auto before = workspace(s.before, contacts.set().rows());
  before = contacts.gap_velocity(probe_.v);
  add_impacts_without_collision(contacts, before, contacts.gap_velocity(after_.v), struck_without_collision_);
  contacts.for_each_row(1.0, [&](Index id, std::size_t row, double percussion) {
    percussion_[static_cast<std::size_t>(id)][row] += percussion;
  });
  jumped_ = true;
  return report;
}

/// Into the records and the report of a step that has ended well.
void MixedStep::add_impacts(StepReport& step) {
  step.impact = true;
  step.add(impact_report_);
  for (std::size_t k = 0; k < percussion_.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i) s.records[k].percussion[i] += percussion_[k][i];
  for (const auto& impact : struck_without_collision_.all()) s.impacts.add(impact);
}

}  // namespace percuss
