// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/ed_alpha_stages.hpp"
#include "scheme/mixed_step.hpp"

namespace percuss {

struct EdAlphaOptions {
  double rho_inf = 0.0;         ///< spectral radius at infinite frequency, in [0, 1]; 1 damps nothing
  double alpha_ar = 1.0 / 6.0;  ///< in (1/8, 2]; 1/6 is of order 3, others of order 2
  double tolerance = 1e-10;     ///< of the iteration, relative to the velocity, > 0
  int max_iterations = 50;      ///< >= 1
  MixedOptions::Start start = MixedOptions::Start::consistent;
  MixedOptions::AfterImpact after_impact = MixedOptions::AfterImpact::consistent;

  static const ParameterTable<EdAlphaOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Mixed time-stepping with the ED-alpha method as base integrator [MIX, Sec. 2.7], alpha = (1 - rho_inf)/(1 +
/// rho_inf): the two stages of ed_alpha_stages.hpp with the contacts of I1(q), then
///
///   a gap closed:  v' = v_1 + M'^-1 W' Lambda,  Newton's law on every contact of I1(q');   else v' = v_1
///
/// Order 3 for linear systems, 4 with rho_inf = 1 under constant loads, 2 for others and under loads over time while a
/// contact or joint is closed; 1 across an impact. Stable at any step for linear
/// systems. One complex factor of the size of the system. Contact forces of both stages are one dense problem:
/// for few contacts. With rho_inf = 1 unilateral contacts have no solution [B_00 = 0] and are refused.
class MixedEdAlpha final : public Scheme {
 public:
  MixedEdAlpha(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
               const EdAlphaOptions& options);
  StepReport step(double h, State& state) override;
  void restart() override;
  void repeat() override;
  std::span<const ContactRecord> contacts() const override { return rule_.s.records; }
  std::span<const ContactImpact> impacts() const override { return rule_.s.impacts.all(); }
  VecView velocity_before() const override { return rule_.s.velocity_before(); }
  long factorisations() const override { return rule_.s.factor.factorisations() + stages_.factorisations(); }
  void walk_memory(MemoryWalk& walk) override {
    walk("rule", rule_);
    walk("stages", stages_);
  }

 private:
  MixedStep rule_;
  EdAlphaStages stages_;
};

}  // namespace percuss
