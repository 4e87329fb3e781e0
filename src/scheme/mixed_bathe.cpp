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
      v_half_(a_half_),
      increment_(a_half_),
      v_base_(a_half_) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
}

void MixedBathe::restart() {
  rule_.restart();
  first_.restart();
  second_.restart();
}

StepReport MixedBathe::step(double h, State& state) {
  if (auto r = rule_.evaluate_left_end(h, state); !r.ok()) return failed(std::move(r));
  if (rule_.fresh()) {
    first_.start_anew();
    second_.start_anew();
  }
  if (auto r = first_half(h, state); !r.ok()) return failed(std::move(r));
  const double power = rule_.friction_power(first_.contact, 0.25 * h, v_half_);
  auto report = second_half(h, state);
  if (!report.ok()) return failed(std::move(report));
  auto step = rule_.finish(h, state, second_.contact, h / 3.0, std::move(report), power);
  return step;
}

Report MixedBathe::first_half(double h, const State& state) {
  if (first_.iterates(rule_.closed_left)) rule_.guess(1.0, a_half_);
  parallel_for(v_base_.size(), [&](Index begin, Index end) {
    const double quarter = 0.25 * h;  // copies on the stack: else the loop might overwrite them
    const double *v = state.v.data(), *a = rule_.a.data();
    double *v_base = v_base_.data(), *increment = increment_.data();
    for (Index i = begin; i < end; ++i) {
      v_base[i] = v[i] + quarter * a[i];
      increment[i] = quarter * (v[i] + v_base[i]);
    }
  });
  return first_.solve({state.t + 0.5 * h, state.q, increment_, v_base_, 0.25 * h, 0.0625 * h * h}, rule_.closed_left,
                      a_half_, v_half_, q_half_);
}

Report MixedBathe::second_half(double h, const State& state) {
  auto& s = rule_.s;
  if (second_.iterates(rule_.closed_left)) combine(2.0, a_half_, -1.0, rule_.a, rule_.a_next);
  parallel_for(v_base_.size(), [&](Index begin, Index end) {
    const double third = h / 3.0, twelfth = h / 12.0;
    const double *v = state.v.data(), *v_half = v_half_.data();
    double *v_base = v_base_.data(), *increment = increment_.data();
    for (Index i = begin; i < end; ++i) {
      v_base[i] = (4.0 * v_half[i] - v[i]) * (1.0 / 3.0);
      increment[i] = twelfth * (v[i] + v_half[i]) + third * v_base[i];
    }
  });
  return second_.solve({state.t + h, q_half_, increment_, v_base_, h / 3.0, h * h / 9.0}, rule_.closed_left,
                       rule_.a_next, s.v_next, s.q_next);
}

}  // namespace percuss
