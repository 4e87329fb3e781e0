// SPDX-License-Identifier: Apache-2.0
#include "simulation/step_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace percuss {

StepParts::StepParts(const ContactModel& contacts, std::vector<double> kinks, bool sees_jumps)
    : contacts_(&contacts), kinks_(std::move(kinks)) {
  if (!sees_jumps) return;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_driven(k)) driven_.push_back(k);
}

void StepParts::start(double t) {
  next_ = static_cast<std::size_t>(std::upper_bound(kinks_.begin(), kinks_.end(), t) - kinks_.begin());
  last_ = next_ > 0 ? kinks_[next_ - 1] : -std::numeric_limits<double>::infinity();
}

StepPart StepParts::next(double t, double h, double t_end) {
  if (kinks_.empty()) return {.h = h, .end = t_end};
  const double slack = 1e-6 * h;
  const auto in_step = [&](std::size_t i) { return i < kinks_.size() && kinks_[i] <= t_end + slack; };
  StepPart part{.end = t_end};
  if (in_step(next_)) {
    part.end = kinks_[next_++];
    // Of two kinks around the end of a step the second is the next step's.
    part.last = part.end >= t_end - slack && !(in_step(next_) && kinks_[next_] <= t_end);
    part.jump = last_ == t && is_jump(t, part.end, h, t_end);
    part.kink = part.jump ? Kink::jump : Kink::here;
    last_ = part.end;
  } else if (next_ < kinks_.size() && kinks_[next_] < t_end + h - slack) {
    part.kink = Kink::ahead;
  }
  // Of a whole step t_end - t would differ from h by round-off, and make implicit schemes refactor.
  const double size = part.end - t, round_off = 8.0 * std::numeric_limits<double>::epsilon() * std::abs(t_end);
  part.h = std::abs(size - h) <= round_off ? h : size;
  return part;
}

bool StepParts::is_jump(double t, double end, double h, double t_end) const {
  constexpr double steep = 10.0;
  const double ramp = end - t, rest = h - ramp, start = std::min(t_end - h, t);
  if (!(rest > 1e-6 * h)) return false;
  return std::any_of(driven_.begin(), driven_.end(), [&](Index k) {
    const auto change = [&](double from, double to) {
      return std::abs(contacts_->drive_rate(k, to) - contacts_->drive_rate(k, from));
    };
    double all = 0.0, from = start;  // from kink to kink: ways up and down
    for (auto i = std::upper_bound(kinks_.begin(), kinks_.end(), start); i != kinks_.end() && *i < t_end; ++i) {
      all += change(from, *i);
      from = *i;
    }
    all += change(from, std::max(t_end, end));
    const double here = change(t, end);
    return here / ramp > steep * (all - here) / rest;
  });
}

}  // namespace percuss
