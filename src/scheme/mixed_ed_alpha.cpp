// SPDX-License-Identifier: Apache-2.0
#include "scheme/mixed_ed_alpha.hpp"

namespace percuss {

namespace {

EdAlphaStages::Options stage_options(const EdAlphaOptions& options) {
  return {(1.0 - options.rho_inf) / (1.0 + options.rho_inf), options.alpha_ar, options.tolerance,
          options.max_iterations};
}

MixedOptions mixed_options(const EdAlphaOptions& options) {
  MixedOptions mixed;
  mixed.start = options.start;
  mixed.after_impact = options.after_impact;
  return mixed;
}

void check(const EdAlphaOptions& options, const ContactModel& contacts) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  if (options.rho_inf < 1.0) return;
  for (Index k = 0; k < contacts.size(); ++k)
    if (!contacts.is_joint(k))
      throw input_error("simulation.scheme.rho_inf",
                        "with rho_inf = 1 the first stage of mixed_ed_alpha cannot hold a unilateral contact",
                        "choose rho_inf < 1");
}

}  // namespace

const ParameterTable<EdAlphaOptions>& EdAlphaOptions::parameters() {
  using Start = MixedOptions::Start;
  using AfterImpact = MixedOptions::AfterImpact;
  static const auto table =
      ParameterTable<EdAlphaOptions>{}
          .number(
              "rho_inf", [](auto& o) -> auto& { return o.rho_inf; }, "",
              "spectral radius at infinite frequency; 1 is undamped and requires a model without unilateral contacts",
              unit_interval)
          .number(
              "alpha_ar", [](auto& o) -> auto& { return o.alpha_ar; }, "",
              "cut-off frequency of the damping; order 3 at 1/6, otherwise order 2", Range{0.125, 2.0, true, false})
          .number(
              "tolerance", [](auto& o) -> auto& { return o.tolerance; }, "",
              "tolerance of the iteration, relative to the velocity", positive)
          .integer(
              "max_iterations", [](auto& o) -> auto& { return o.max_iterations; },
              "maximum number of iterations per step; a step that needs more fails", Range{1.0, 100000.0})
          .choice(
              "start", [](auto& o) -> auto& { return o.start; },
              std::vector<std::pair<std::string, Start>>{{"consistent", Start::consistent}, {"paper", Start::paper}},
              "initial acceleration: with the contact forces, or, as in [MIX (83)], without them")
          .choice(
              "after_impact", [](auto& o) -> auto& { return o.after_impact; },
              std::vector<std::pair<std::string, AfterImpact>>{{"consistent", AfterImpact::consistent},
                                                               {"kept", AfterImpact::kept}},
              "acceleration after an impact: consistent with the new velocities, or, as in [MIX], kept from before the "
              "impact");
  return table;
}

MixedEdAlpha::MixedEdAlpha(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                           const EdAlphaOptions& options)
    : rule_(system, contacts, solvers, (check(options, contacts), mixed_options(options))),
      stages_(system, contacts, solvers, stage_options(options)) {}

void MixedEdAlpha::restart() {
  rule_.restart();
  stages_.restart();
}

void MixedEdAlpha::repeat() {
  rule_.repeat();
  stages_.restart();
}

StepReport MixedEdAlpha::step(double h, State& state) {
  auto& s = rule_.s;
  return rule_.step(h, state, [&](const State& from) {
    if (rule_.fresh()) stages_.start_anew();
    if (rule_.cold()) stages_.restart_contacts();
    if (stages_.iterates(rule_.closed_left)) rule_.guess(1.0, rule_.a_next);
    auto report = stages_.solve(h, from, rule_.closed_left, rule_.a, rule_.a_next, s.v_next, s.q_next);
    return MixedStages{std::move(report), stages_.set(), stages_.percussion(), h, {}};
  });
}

}  // namespace percuss
