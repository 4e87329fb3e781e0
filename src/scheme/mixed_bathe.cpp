// SPDX-License-Identifier: Apache-2.0
#include "scheme/mixed_bathe.hpp"

#include "core/parallel.hpp"

namespace percuss {

const ParameterTable<BatheOptions>& BatheOptions::parameters() {
  static const auto table = [] {
    ParameterTable<BatheOptions> t;
    return add_mixed_keys(t);
  }();
  return table;
}

MixedBathe::MixedBathe(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                       const BatheOptions& options)
    : rule_(system, contacts, solvers, options.mixed),
      first_(system, contacts, solvers, options.mixed.stage),
      second_(system, contacts, solvers, options.mixed.stage),
      q_half_(Vector::Zero(system.num_q())),
      a_half_(Vector::Zero(system.num_v())),
      v_half_(a_half_) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
}

void MixedBathe::restart() {
  rule_.restart();
  first_.restart();
  second_.restart();
}

void MixedBathe::repeat() {
  rule_.repeat();
  first_.restart();
  second_.restart();
}

StepReport MixedBathe::step(double h, State& state) {
  return rule_.step(h, state, [&](const State& from) {
    if (rule_.fresh()) {
      first_.start_anew();
      second_.start_anew();
    }
    if (rule_.cold()) {
      first_.contact.restart();
      second_.contact.restart();
    }
    auto report = first_half(h, from);
    if (!report.ok()) return MixedStages{std::move(report), first_.contact.set(), first_.contact.percussion(), 1.0, {}};
    const auto power = rule_.power(first_.contact, 0.25 * h, v_half_);
    report = second_half(h, from);
    return MixedStages{std::move(report), second_.contact.set(), second_.contact.percussion(), h / 3.0, power};
  });
}

Report MixedBathe::first_half(double h, const State& state) {
  if (first_.iterates(rule_.closed_left)) rule_.guess(1.0, a_half_);
  const double quarter = 0.25 * h, square = quarter * quarter;
  return first_.solve({.t = state.t + 0.5 * h,
                       .q = state.q,
                       .known = {{{state.v.data(), {1.0, 2.0 * quarter}}, {rule_.a.data(), {quarter, square}}}},
                       .a = {quarter, square}},
                      rule_.closed_left, a_half_, v_half_, q_half_);
}

Report MixedBathe::second_half(double h, const State& state) {
  auto& s = rule_.s;
  if (second_.iterates(rule_.closed_left)) combine(2.0, a_half_, -1.0, rule_.a, rule_.a_next);
  const double third = h / 3.0, square = third * third;
  return second_.solve({.t = state.t + h,
                        .q = q_half_,
                        .known = {{{state.v.data(), {-1.0 / 3.0, h / 12.0 - h / 9.0}},
                                   {v_half_.data(), {4.0 / 3.0, h / 12.0 + 4.0 * h / 9.0}}}},
                        .a = {third, square}},
                       rule_.closed_left, rule_.a_next, s.v_next, s.q_next);
}

}  // namespace percuss
