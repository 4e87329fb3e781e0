// SPDX-License-Identifier: Apache-2.0
#include "simulation/switching_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Visits q, v and all that adds up, in one order; `visit(number)`.
template <class Visit>
void for_each_value(Stepper& s, Visit&& visit) {
  for (double& x : s.state.q) visit(x);
  for (double& x : s.state.v) visit(x);
  for (double* x : {&s.ledger.applied, &s.ledger.damping, &s.ledger.friction, &s.ledger.impact}) visit(*x);
  for (auto& percussion : s.percussions)
    for (double& x : percussion) visit(x);
  for (auto& joint : s.joints)
    for (auto* part : {&joint.percussion.force, &joint.percussion.moment})
      for (double& x : *part) visit(x);
}

constexpr Index most_failures = 5;

}  // namespace

SwitchingPoint::SwitchingPoint(const SimulationSettings& settings, Model& model, Stepper& stepper)
    : options_(settings.control),
      h_min_(options_.smallest_step(settings.step)),
      h_max_(settings.step),
      model_(model),
      stepper_(stepper),
      modes_(model.contacts.size()),
      gap_(static_cast<std::size_t>(model.contacts.size())),
      dips_(model.contacts) {}

void SwitchingPoint::start() {
  StepControl::start();
  knows_modes_ = switched_last_ = false;
  next_ = h_min_;
  grows_from_ = -std::numeric_limits<double>::infinity();
  failures_ = wait_ = quiet_ = 0;
  is_inaccurate_ = false;
  inaccurate_time_ = 0.0;
  start_of_run_ = stepper_.state.t;
}

bool SwitchingPoint::advance(double h) {
  const double end = stepper_.state.t + h;
  for (double left = h; left > sliver * h_min_; left = end - stepper_.state.t) {
    const double step = left < (1.0 + sliver) * next_ ? left : next_;
    if (step < smallest_smooth()) {
      if (!pass_smallest(left < (1.0 + sliver) * h_min_ ? left : h_min_)) return false;
    } else {
      pass_smooth(step);
    }
  }
  return true;
}

/// A step that takes new modes as they are.
bool SwitchingPoint::pass_smallest(double h) {
  constexpr Index enough = 6;  // a step of less than 6 h_min, whose half would be shorter than 3, was taken back
  set_impulse_law(!switched_last_, h);
  if (!stepper_.advance(h)) return false;
  ++smallest_steps;
  if (is_inaccurate_) inaccurate_time_ += h;
  switched_last_ = knows_modes_ && !modes_.kept(stepper_.records());
  modes_.take(stepper_.records());
  knows_modes_ = true;
  tell({stepper_.state.t, h, 1, switched_last_}, stepper_);
  quiet_ = switched_last_ ? 0 : quiet_ + 1;
  wait_ = std::max<Index>(wait_ - 1, 0);
  const bool grows = wait_ == 0 && (switched_last_ || quiet_ >= enough || stepper_.state.t > grows_from_);
  const Index orders = substeps(std::max<Index>(options_.order_max, 2));
  next_ = grows ? std::min(static_cast<double>(orders) * h_min_, h_max_) : h_min_;
  return true;
}

/// A step whose modes are those before it; or one that is taken back, and the next one will be smaller.
void SwitchingPoint::pass_smooth(double h) {
  stepper_.save(before_);
  start_ = stepper_.state;
  for (std::size_t k = 0; k < gap_.size(); ++k) gap_[k] = stepper_.records()[k].gap;
  set_impulse_law(true, h);
  const bool struck = stepper_.struck;
  const double end = stepper_.state.t + h;
  auto outcome = extrapolate(h);
  if (outcome == Outcome::smooth) {
    stepper_.state.t = end;
    if (!end_is_smooth(h)) outcome = Outcome::switched;
  }
  if (outcome != Outcome::smooth) return fall_back(h, outcome);
  modes_.take(stepper_.records());  // directions of slip turn
  stepper_.struck = stepper_.struck || struck;
  tell({end, h, tableau_.rows(), false}, stepper_);
  switched_last_ = is_inaccurate_ = false;
  failures_ = 0;
  ++quiet_;
  const bool has_room = options_.order == StepControlOptions::Order::fixed || tableau_.rows() < options_.order_max ||
                        std::ldexp(error_, static_cast<int>(tableau_.rows())) <= 1.0;
  // The second step of a size behind one that was taken back is where that was found to switch, unless it was not so.
  if (has_room && (quiet_ >= 2 || end > grows_from_)) next_ = std::min(std::max(next_, 2.0 * h), h_max_);
}

void SwitchingPoint::fall_back(double h, Outcome outcome) {
  stepper_.take_up(before_);
  ++taken_back;
  quiet_ = 0;
  is_inaccurate_ = outcome == Outcome::inaccurate;
  if (outcome == Outcome::switched) grows_from_ = stepper_.state.t + h;
  next_ = 0.5 * h;
  if (next_ >= smallest_smooth()) return;
  next_ = h_min_;
  failures_ = std::min(failures_ + 1, most_failures);
  wait_ = (Index{1} << failures_) - 1;
}

/// Of steps of size h. Contacts do not leave the law because a step of that size looks far ahead on a curved way.
void SwitchingPoint::set_impulse_law(bool plastic, double h) {
  constexpr double share = 0.05;      // of the way of a step
  constexpr double many_steps = 1e3;  // over which the tolerances may add up
  const double speed = stepper_.state.v.lpNorm<Eigen::Infinity>(), drift = tolerance(speed) * many_steps * h_max_;
  const bool at_ends = options_.contact_law == StepControlOptions::ContactLaw::at_ends;
  stepper_.scheme().set_impulse_law({drift + (at_ends && plastic ? share * h * speed : 0.0), at_ends, plastic});
}

SwitchingPoint::Outcome SwitchingPoint::extrapolate(double h) {
  const bool adaptive = options_.order == StepControlOptions::Order::adaptive;
  tableau_.start();
  error_ = std::numeric_limits<double>::infinity();
  for (Index i = 1; i <= options_.order_max; ++i) {
    const Index n = substeps(i);
    const double part = h / static_cast<double>(n);
    if (part < (1.0 - sliver) * h_min_) break;
    if (i > 1) stepper_.take_up(before_);
    stepper_.struck = false;
    if (!substeps_are_smooth(n, part)) return Outcome::switched;
    read_values();
    tableau_.add(n, values_);
    error_ = error_of(h);
    if (adaptive && error_ <= 1.0) break;
  }
  if (adaptive && !(error_ <= 1.0)) return Outcome::inaccurate;
  if (tableau_.rows() > 1) take_up_extrapolated();
  return Outcome::smooth;
}

bool SwitchingPoint::substeps_are_smooth(Index n, double h) {
  for (Index k = 0; k < n; ++k) {
    if (!stepper_.try_step(h)) return false;
    if (!modes_.kept(stepper_.records()) || some_contact_is_entered()) return false;
  }
  return true;
}

/// Some contact that is apart has a gap below 0 that it had not at the start of the step.
bool SwitchingPoint::some_contact_is_entered() const {
  const auto records = stepper_.records();
  for (std::size_t k = 0; k < records.size(); ++k) {
    const double gap = records[k].gap;
    if (gap < 0.0 && gap < gap_[k] && modes_.is_apart(static_cast<Index>(k))) return true;
  }
  return false;
}

/// Nothing was passed through, and what follows begins in the same modes.
bool SwitchingPoint::end_is_smooth(double h) {
  stepper_.save(end_);
  const bool smooth = !dips_.some(start_, stepper_.state, h, modes_) && substeps_are_smooth(1, h_min_);
  stepper_.take_up(end_);
  return smooth;
}

Index SwitchingPoint::substeps(Index i) const {
  return options_.substeps == StepControlOptions::Substeps::odd ? 2 * i - 1 : i;
}

/// Of the last two orders, as a share of the tolerances; round-off of what is extrapolated is no error.
double SwitchingPoint::error_of(double h) const {
  if (tableau_.rows() < 2) return std::numeric_limits<double>::infinity();  // nothing to compare with
  constexpr double round_off = 64.0 * std::numeric_limits<double>::epsilon();
  const auto& best = tableau_.best();
  const auto& before = tableau_.before();
  const Index nq = stepper_.state.q.size(), nv = stepper_.state.v.size();
  const double speed = nv > 0 ? best.segment(nq, nv).lpNorm<Eigen::Infinity>() : 0.0;
  const double most = tolerance(speed);
  const double off_v = nv > 0 ? (best - before).segment(nq, nv).lpNorm<Eigen::Infinity>() : 0.0;
  const double off_q = nq > 0 ? (best - before).head(nq).lpNorm<Eigen::Infinity>() : 0.0;
  const double size = nq > 0 ? best.head(nq).lpNorm<Eigen::Infinity>() : 0.0;
  const double error =
      std::max(off_v / std::max(most, round_off * speed), off_q / std::max(h * most, round_off * size));
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

void SwitchingPoint::read_values() {
  Index count = 0;
  for_each_value(stepper_, [&](double&) { ++count; });
  values_.resize(count);
  Index i = 0;
  for_each_value(stepper_, [&](double& x) { values_[i++] = x; });
}

/// A quaternion is brought back to unit length.
void SwitchingPoint::take_up_extrapolated() {
  Index i = 0;
  const auto& best = tableau_.best();
  for_each_value(stepper_, [&](double& x) { x = best[i++]; });
  auto& state = stepper_.state;
  if (!model_.system.advances_by_addition()) {
    const auto q = best.head(state.q.size());
    model_.system.advance(q, 0.0, state.v, 0.0, state.v, state.q);
  }
  stepper_.corrected();
}

std::string SwitchingPoint::warning() const {
  constexpr double much = 1e-3;  // of the run
  const double time = stepper_.state.t - start_of_run_;
  if (!(inaccurate_time_ > much * time)) return "";
  return fmt::format(
      "the step control passed {:.2g} % of the time in steps of step_min, of the first order, because larger ones did "
      "not meet the tolerances: raise order_max or the tolerances",
      100.0 * inaccurate_time_ / time);
}

void SwitchingPoint::walk_memory(MemoryWalk& walk) {
  StepControl::walk_memory(walk);
  walk("modes", modes_);
  walk("knows_modes", knows_modes_);
  walk("switched_last", switched_last_);
  walk("next", next_);
  walk("grows_from", grows_from_);
  walk("quiet", quiet_);
  walk("inaccurate", is_inaccurate_);
  walk("inaccurate_time", inaccurate_time_);
  walk("start_of_run", start_of_run_);
  walk("failures", failures_);
  walk("wait", wait_);
}

}  // namespace percuss
