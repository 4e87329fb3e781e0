// SPDX-License-Identifier: Apache-2.0
#include "scheme/event_search.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace percuss {

namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();

}  // namespace

EventSearch::EventSearch(const ContactModel& contacts, SmoothPhase& phase, PhaseStep& step)
    : contacts_(contacts),
      phase_(phase),
      step_(step),
      rate_(Vector::Zero(contacts.size())),
      rate_start_(rate_),
      rate_end_(rate_),
      gap_(rate_),
      gap_end_(rate_) {
  look_ = [this](double s, VecRef q, VecRef v) {
    phase_.conditions(t_ + s, q, v, value_, noise_);
    least_ = least_.cwiseMin(value_);
    for (Index i = 0; i < low_.size(); ++i)
      if (value_[i] < -std::max(noise_[i], start_noise_[i])) low_[i] = std::min(low_[i], s);
  };
}

void EventSearch::start(const State& from) {
  t_ = from.t;
  phase_.conditions(from.t, from.q, from.v, start_, start_noise_);
  for (Index k = 0; k < contacts_.size(); ++k)  // a gap that is below 0 from the start may stay there
    if (start_[2 * k] < 0.0) start_noise_[2 * k] = std::max(start_noise_[2 * k], -2.0 * start_[2 * k]);
  contacts_.normal_velocities(from.t, from.q, from.v, rate_start_);
}

const PhaseStep::Look& EventSearch::look() {
  low_.setConstant(start_.size(), nowhere);
  least_.setConstant(start_.size(), nowhere);
  return look_;
}

bool EventSearch::sees_all(double h) {
  constexpr double between = 0.37;  // no part of a step that loads or turns are likely to be in time with
  constexpr double most = 0.1;      // of the gaps: where they are larger they do not close meanwhile
  const auto end = step_.end();
  contacts_.gaps(end.t, end.q, gap_end_);
  contacts_.normal_velocities(end.t, end.q, end.v, rate_end_);
  const auto in_reach = [&](Index k) {
    const double way = h * std::max(std::abs(rate_start_[k]), std::abs(rate_end_[k]));
    return phase_.is_open(k) && std::min(start_[2 * k], gap_end_[k]) < way;
  };
  bool any = false;
  for (Index k = 0; k < contacts_.size() && !any; ++k) any = in_reach(k);
  if (!any || !step_.take(between * h).ok()) return true;
  contacts_.gaps(step_.end().t, step_.end().q, gap_);
  bool as_expected = true;
  for (Index k = 0; k < contacts_.size(); ++k) {
    if (!in_reach(k)) continue;
    const double left = start_[2 * k], right = gap_end_[k];
    constexpr double s = between, r = 1.0 - between;  // of Hermite's cubic
    const double expected = r * r * ((1.0 + 2.0 * s) * left + s * h * rate_start_[k]) +
                            s * s * ((3.0 - 2.0 * s) * right - r * h * rate_end_[k]);
    const double gap = std::max({std::abs(left), std::abs(right), std::abs(gap_[k])});
    if (std::abs(gap_[k] - expected) > std::max(most * gap, start_noise_[2 * k])) as_expected = false;
  }
  step_.take(h);
  return as_expected;
}

bool EventSearch::breaks(Index i) const {
  return start_[i] > start_noise_[i] ? value_[i] <= 0.0 : value_[i] < -std::max(noise_[i], start_noise_[i]);
}

double EventSearch::condition_at(double s, Index condition) {
  auto report = step_.take(s);
  const auto& end = step_.end();
  if (report.ok()) report = phase_.accelerate(end.t, end.q, end.v);
  if (!report.ok()) return -1.0;  // the step itself reports what is wrong there
  phase_.conditions(end.t, end.q, end.v, value_, noise_);
  return value_[condition];
}

Report EventSearch::find(double h, std::optional<Event>& event) {
  const auto& end = step_.end();
  if (auto report = phase_.accelerate(end.t, end.q, end.v); !report.ok()) return report;
  phase_.conditions(end.t, end.q, end.v, value_, noise_);
  contacts_.normal_velocities(end.t, end.q, end.v, rate_end_);
  const Vector at_end = value_, noise_at_end = noise_;
  for (Index i = 0; i < at_end.size(); ++i) {
    value_ = at_end;
    noise_ = noise_at_end;
    double high = breaks(i) ? h : low_[i];
    if (high == nowhere && i % 2 == 0 && phase_.is_open(i / 2)) high = dip_of_gap(i / 2, h);
    if (high == nowhere) high = dip(i, h);
    if (high == nowhere) continue;
    if (event && high > event->s) {
      condition_at(event->s, i);
      if (low_[i] > event->s && !breaks(i)) continue;
      high = std::min(high, event->s);
    }
    if (high != h) {  // a stage is less exact than a step
      condition_at(high, i);
      if (!breaks(i)) continue;
    }
    const auto found = find_root(i, high);
    if (!event || found.s < event->s) event = found;
  }
  return {};
}

/// Where the gap of an open contact is smallest inside the step, if its tangents at the ends meet below 0.
double EventSearch::dip_of_gap(Index contact, double h) {
  const double left = start_[2 * contact], right = value_[2 * contact];
  const double down = rate_start_[contact], up = rate_end_[contact];
  if (!std::isfinite(right) || !(down < 0.0) || !(up > 0.0)) return nowhere;
  const double s = std::clamp((right - left - up * h) / (down - up), 0.0, h);
  if (left + down * s > 0.0) return nowhere;
  double low = 0.0, high = h;
  constexpr int halvings = 40;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    if (!step_.take(middle).ok()) break;
    contacts_.normal_velocities(step_.end().t, step_.end().q, step_.end().v, rate_);
    (rate_[contact] < 0.0 ? low : high) = middle;
  }
  return high;
}

double EventSearch::dip(Index condition, double h) {
  const double lower_end = std::min(start_[condition], value_[condition]), least = least_[condition];
  // As far below the ends as it was seen it may go once more between the stages.
  const bool starts_clear = start_[condition] > start_noise_[condition];
  if (!starts_clear || !(least < lower_end) || least > lower_end - least) return nowhere;
  constexpr double golden = 0.38196601125010515;
  constexpr int sections = 40;
  double low = 0.0, high = h, a = golden * h, b = h - a;
  double at_a = condition_at(a, condition), at_b = condition_at(b, condition);
  for (int i = 0; i < sections && at_a > 0.0 && at_b > 0.0; ++i) {
    if (at_a < at_b) {
      high = b;
      b = a;
      at_b = at_a;
      at_a = condition_at(a = low + golden * (high - low), condition);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      at_b = condition_at(b = high - golden * (high - low), condition);
    }
  }
  return at_a < at_b ? a : b;
}

/// Of a condition that `high` breaks: the last point that does, as close to the first that does not as times can be.
Event EventSearch::find_root(Index condition, double high) {
  double low = 0.0, at_low = start_[condition], at_high = condition_at(high, condition);
  // A gap's round-off is one of positions, which rates of any size may cross.
  const double clear = condition % 2 == 0 && phase_.is_open(condition / 2) ? start_noise_[condition] : 0.0;
  if (!(at_low > clear)) {  // a contact that has just left, a slip that has just begun
    constexpr int halvings = 60;
    low = high;
    for (int i = 0; i < halvings && !(at_low > 0.0 && low < high); ++i) {
      low *= 0.5;
      at_low = condition_at(low, condition);
      if (at_low <= 0.0) {
        high = low;
        at_high = at_low;
        at_low = 0.0;
      }
    }
    if (!(at_low > 0.0)) return {condition, 0.0, 0.0};
  }
  const double resolved = std::numeric_limits<double>::epsilon() * high;
  const auto close = [&](double a, double b) { return b - a <= resolved; };
  std::uintmax_t iterations = 200;
  if (at_high < 0.0) {
    const auto bracket = boost::math::tools::toms748_solve([&](double s) { return condition_at(s, condition); }, low,
                                                           high, at_low, at_high, close, iterations);
    low = bracket.first;
    high = bracket.second;
  }
  while (at_high == 0.0 && high - low > resolved) {  // and may have been so for a while
    const double middle = 0.5 * (low + high);
    (condition_at(middle, condition) > 0.0 ? low : high) = middle;
  }
  return {condition, high, high - low};
}

}  // namespace percuss
