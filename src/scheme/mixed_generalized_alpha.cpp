// SPDX-License-Identifier: Apache-2.0
#include "scheme/mixed_generalized_alpha.hpp"

namespace percuss {

const ParameterTable<GeneralizedAlphaOptions>& GeneralizedAlphaOptions::parameters() {
  static const auto table = [] {
    ParameterTable<GeneralizedAlphaOptions> t;
    t.number(
        "rho_inf", [](auto& o) -> auto& { return o.rho_inf; }, "",
        "spectral radius at infinite frequency: 1 is undamped, 0 removes an infinitely fast oscillation in one step",
        unit_interval);
    return add_mixed_keys(t);
  }();
  return table;
}

const ParameterTable<HhtOptions>& HhtOptions::parameters() {
  static const auto table = [] {
    ParameterTable<HhtOptions> t;
    t.number(
        "alpha_f", [](auto& o) -> auto& { return o.alpha_f; }, "",
        "damping of high frequencies: none at 0, most at 1/3", Range{0.0, 0.5});
    return add_mixed_keys(t);
  }();
  return table;
}

const ParameterTable<NewmarkOptions>& NewmarkOptions::parameters() {
  static const auto table = [] {
    ParameterTable<NewmarkOptions> t;
    t.number(
         "beta", [](auto& o) -> auto& { return o.beta; }, "",
         "weight of the end of the step in q; unconditionally stable for beta >= (gamma + 1/2)^2/4", positive)
        .number(
            "gamma", [](auto& o) -> auto& { return o.gamma; }, "",
            "weight of the end of the step in v; order 2 at 1/2 only, numerical damping above", Range{0.5, 1.0});
    return add_mixed_keys(t);
  }();
  return table;
}

AlphaCoefficients::AlphaCoefficients(double m, double f)
    : alpha_m(m), alpha_f(f), beta(0.25 * (1.0 - m + f) * (1.0 - m + f)), gamma(0.5 - m + f) {}

AlphaCoefficients::AlphaCoefficients(const GeneralizedAlphaOptions& o)
    : AlphaCoefficients((2.0 * o.rho_inf - 1.0) / (o.rho_inf + 1.0), o.rho_inf / (o.rho_inf + 1.0)) {}

AlphaCoefficients::AlphaCoefficients(const HhtOptions& o) : AlphaCoefficients(0.0, o.alpha_f) {}

AlphaCoefficients::AlphaCoefficients(const NewmarkOptions& o) : AlphaCoefficients(0.0, 0.0) {
  beta = o.beta;
  gamma = o.gamma;
}

MixedGeneralizedAlpha::MixedGeneralizedAlpha(const MechanicalSystem& system, const ContactModel& contacts,
                                             const SolverSet& solvers, AlphaCoefficients c, const MixedOptions& options)
    : beta_(c.beta),
      gamma_(c.gamma),
      kappa_((1.0 - c.alpha_f) / (1.0 - c.alpha_m)),
      known_a_(c.alpha_f / (1.0 - c.alpha_m)),
      known_A_(c.alpha_m / (1.0 - c.alpha_m)),
      rule_(system, contacts, solvers, options),
      stage_(system, contacts, solvers, options.stage),
      A_(Vector::Zero(system.num_v())),
      A_next_(A_) {
  rule_.relax_joints();
}

void MixedGeneralizedAlpha::restart() {
  rule_.restart();
  stage_.restart();
}

void MixedGeneralizedAlpha::repeat() {
  rule_.repeat();
  stage_.restart();
}

StepReport MixedGeneralizedAlpha::step(double h, State& state) {
  auto& s = rule_.s;
  auto step = rule_.step(h, state, [&](const State& from) {
    if (rule_.fresh()) {
      A_ = rule_.a;
      stage_.start_anew();
    }
    if (rule_.cold()) stage_.contact.restart();
    if (stage_.iterates(rule_.closed_left)) rule_.guess(1.0, rule_.a_next);
    auto report = stage_.solve(motion(h, from), rule_.closed_left, rule_.a_next, s.v_next, s.q_next);
    return MixedStages{std::move(report), stage_.contact.set(), stage_.contact.percussion(), h * gamma_ * kappa_, {}};
  });
  if (step.ok()) A_.swap(A_next_);
  return step;
}

StageMotion MixedGeneralizedAlpha::motion(double h, const State& state) {
  const double v = h * gamma_, q = h * h * beta_;  // shares of A'
  return {.t = state.t + h,
          .q = state.q,
          .known = {{{state.v.data(), {1.0, h}},
                     {A_.data(), {h - v - v * known_A_, 0.5 * h * h - q - q * known_A_, -known_A_}},
                     {rule_.a.data(), {v * known_a_, q * known_a_, known_a_}}}},
          .a = {v * kappa_, q * kappa_, kappa_},
          .along = &A_next_};
}

}  // namespace percuss
