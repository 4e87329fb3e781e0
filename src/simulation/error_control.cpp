// SPDX-License-Identifier: Apache-2.0
#include "simulation/error_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/fault.hpp"

namespace percuss {

namespace {

constexpr double sliver_of_smallest = 1e-6;  // of h_min: round-off of times

template <class Part>
double largest(const Part& x) {
  return x.size() > 0 ? x.template lpNorm<Eigen::Infinity>() : 0.0;
}

}  // namespace

ErrorControl::ErrorControl(const SimulationSettings& settings, const Model& model, Stepper& stepper)
    : parts_(make_parts(settings.control.position_tolerance, model)),
      smallest_tolerance_(
          *std::min_element(settings.control.position_tolerance.begin(), settings.control.position_tolerance.end())),
      h_min_(settings.control.smallest_step(settings.step)),
      h_max_(settings.step),
      model_(model),
      stepper_(stepper),
      gap_before_(Vector::Zero(model.contacts.size())),
      gap_after_(gap_before_) {}

std::vector<ErrorControl::Part> ErrorControl::make_parts(const std::vector<double>& tolerances, const Model& model) {
  const auto& system = model.system;
  if (tolerances.size() == 1) return {{tolerances[0], 0, system.num_q(), 0, system.num_v()}};
  if (tolerances.size() != model.bodies.size())
    throw input_error("simulation.control.position_tolerance",
                      fmt::format("{} numbers, but the model has {} bod{}", tolerances.size(), model.bodies.size(),
                                  model.bodies.size() == 1 ? "y" : "ies"),
                      "give one number for all bodies, or one for each in the order of the file");
  std::vector<Part> parts;
  for (std::size_t i = 0; i < tolerances.size(); ++i) {
    const auto& body = model.bodies[i];
    const Index end = body.number + body.count;
    parts.push_back({tolerances[i], body.q_offset, system.q_offset(end) - body.q_offset, body.v_offset,
                     system.v_offset(end) - body.v_offset});
  }
  return parts;
}

void ErrorControl::start() {
  StepControl::start();
  next_ = h_max_;
  error_before_ = 1.0;
}

bool ErrorControl::advance(double h) {
  const double end = stepper_.state.t + h;
  for (double left = h; left > sliver_of_smallest * h_min_; left = end - stepper_.state.t) {
    // What is left over is shared by two steps, so that it does not become a tiny one.
    const double step =
        left < (1.0 + sliver_of_smallest) * next_ ? left : std::min(next_, left < 2.0 * next_ ? 0.5 * left : left);
    const bool smallest = step < (1.0 + sliver_of_smallest) * h_min_;
    if (smallest && !pass_smallest(std::min(left, step))) return false;
    if (!smallest) pass(step);
  }
  return true;
}

bool ErrorControl::pass_smallest(double h) {
  if (!advance_and_tell(stepper_, h)) return false;
  ++smallest_steps;
  error_before_ = 1.0;
  next_ = std::min(2.0 * h_min_, h_max_);
  return true;
}

/// A step that is kept as its halves, or taken back, and the next one will be smaller.
void ErrorControl::pass(double h) {
  stepper_.save(before_);
  model_.contacts.gaps(stepper_.state.t, stepper_.state.q, gap_before_);
  at_start_ = stepper_.state;
  const bool struck = stepper_.struck;
  const double end = stepper_.state.t + h;
  double off = std::numeric_limits<double>::infinity();
  bool second_struck = false;
  if (stepper_.try_step(h)) {
    whole_ = stepper_.state.q;
    stepper_.take_up(before_);
    stepper_.struck = false;
    if (stepper_.try_step(0.5 * h)) {
      keep_half();
      const bool ok = stepper_.try_step(0.5 * h);
      second_struck = std::exchange(stepper_.struck, stepper_.struck || half_struck_);
      if (ok) off = error(h);
    }
  }
  if (!(off <= 1.0)) {
    stepper_.take_up(before_);
    ++taken_back;
    next_ = std::clamp(std::min(next_size(h, off), 0.7 * h), h_min_, h_max_);
    return;
  }
  stepper_.state.t = end;
  if (passed) passed({half_.t, 0.5 * h, 1, half_struck_}, {half_, half_records_, half_ledger_});
  tell({end, 0.5 * h, 1, second_struck}, stepper_);
  stepper_.struck = stepper_.struck || struck;
  next_ = std::max(next_size(h, off), next_ > h ? next_ : 0.0);  // one that was cut to end on time says less
  next_ = std::clamp(next_, h_min_, h_max_);
  error_before_ = off;
}

/// What the first half has led to, to tell of it once both stay.
void ErrorControl::keep_half() {
  half_struck_ = std::exchange(stepper_.struck, false);
  if (!passed) return;
  half_ = stepper_.state;
  const auto records = stepper_.records();
  half_records_.assign(records.begin(), records.end());
  half_ledger_ = stepper_.ledger;
}

double ErrorControl::error(double h) {
  const auto& q = stepper_.state.q;
  if (q.size() == 0) return 0.0;
  model_.contacts.gaps(stepper_.state.t, q, gap_after_);
  constexpr double round_off = 16.0 * std::numeric_limits<double>::epsilon();
  const double least = round_off * q.lpNorm<Eigen::Infinity>();
  const auto& v = stepper_.state.v;
  trapezoid_.resize(q.size());
  model_.system.advance(at_start_.q, 0.5 * h, at_start_.v, 0.5 * h, v, trapezoid_);
  double entered = 0.0;
  for (Index k = 0; k < gap_after_.size(); ++k)
    entered = std::max(entered, std::min(gap_before_[k], 0.0) - gap_after_[k]);
  double error = entered / std::max(smallest_tolerance_, least);
  for (const auto& part : parts_) {
    const auto of = [&](const Vector& x) { return x.segment(part.q, part.num_q); };
    double off = largest(of(q) - of(whole_));
    off = std::max(off, largest(of(q) - of(trapezoid_)));
    if (stepper_.struck) off = std::max(off, h * largest((v - at_start_.v).segment(part.v, part.num_v)));
    error = std::max(error, off / std::max(part.tolerance, least));
    if (!std::isfinite(off)) return std::numeric_limits<double>::infinity();
  }
  return error;
}

double ErrorControl::next_size(double h, double error) const {
  constexpr double least = 1e-4;  // of errors: what is smaller is chance
  const double now = std::max(error, least), before = std::max(error_before_, least);
  return h * std::clamp(0.9 * std::pow(now, -0.35) * std::pow(before, 0.2), 0.2, 5.0);
}

void ErrorControl::walk_memory(MemoryWalk& walk) {
  StepControl::walk_memory(walk);
  walk("next", next_);
  walk("error_before", error_before_);
}

}  // namespace percuss
