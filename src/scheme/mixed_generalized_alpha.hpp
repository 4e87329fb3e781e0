// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/mixed_step.hpp"

namespace percuss {

struct GeneralizedAlphaOptions {
  double rho_inf = 0.8;  ///< spectral radius at infinite frequency, in [0, 1]; 1 damps nothing
  MixedOptions mixed;

  static const ParameterTable<GeneralizedAlphaOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

struct HhtOptions {
  double alpha_f = 0.3;  ///< in [0, 1/2]; 0 damps nothing, above 1/3 high frequencies are damped less again
  MixedOptions mixed;

  static const ParameterTable<HhtOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

struct NewmarkOptions {
  double beta = 0.25;  ///< > 0; stable at any step from (gamma + 1/2)^2/4 on
  double gamma = 0.5;  ///< >= 1/2; order 2 at 1/2 only, damped above
  MixedOptions mixed;

  static const ParameterTable<NewmarkOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// The numbers of a scheme of this family.
struct AlphaCoefficients {
  double alpha_m, alpha_f, beta, gamma;
  /// alpha_m = (2 rho - 1)/(rho + 1), alpha_f = rho/(rho + 1)  [MIX (26)]
  explicit AlphaCoefficients(const GeneralizedAlphaOptions& options);
  /// alpha_m = 0
  explicit AlphaCoefficients(const HhtOptions& options);
  /// alpha_m = alpha_f = 0
  explicit AlphaCoefficients(const NewmarkOptions& options);

 private:
  /// gamma = 1/2 - alpha_m + alpha_f,  beta = (1 - alpha_m + alpha_f)^2/4:  order 2, most damping  [MIX (26)]
  AlphaCoefficients(double m, double f);
};

/// Mixed time-stepping with the generalized-alpha method, HHT or Newmark as base integrator [MIX, Sec. 2.4, 2.5].
///
///   M(q') a' = f(t', q', v-) + W(q') lambda       contact law on W(q')' v-, contacts of I1(q)
///   (1 - alpha_m) A' + alpha_m A = (1 - alpha_f) a' + alpha_f a
///   v- = v + h ((1 - gamma) A + gamma A'),   q' = q (+) (h v + h^2 ((1/2 - beta) A + beta A'))
///   a gap closed:  v' = v- + M'^-1 W' Lambda,  Newton's law on every contact of I1(q');   else v' = v-
///
/// a is the true acceleration, A runs (alpha_m - alpha_f) h beside it. At the start, and after an impact, A = a, and a
/// is that of the motion with its contact forces. Order 2 in smooth motion, 1 across an impact; stable at any step for
/// linear systems, high frequencies damped by rho_inf per step.
class MixedGeneralizedAlpha final : public Scheme {
 public:
  template <class Options>
  MixedGeneralizedAlpha(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                        const Options& options)
      : MixedGeneralizedAlpha(system, contacts, solvers, (refuse(options.validate()), AlphaCoefficients(options)),
                              options.mixed) {}
  StepReport step(double h, State& state) override;
  void restart() override;
  void repeat() override;
  void break_off(Kink kink) override { rule_.break_off(kink); }
  std::span<const ContactRecord> contacts() const override { return rule_.s.records; }
  std::span<const ContactImpact> impacts() const override { return rule_.s.impacts.all(); }
  VecView velocity_before() const override { return rule_.s.velocity_before(); }
  long factorisations() const override { return rule_.s.factor.factorisations() + stage_.factorisations(); }
  void walk_memory(MemoryWalk& walk) override {
    walk("rule", rule_);
    walk.acceleration("A", A_);
    walk("stage", stage_);
  }

 private:
  MixedGeneralizedAlpha(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                        AlphaCoefficients coefficients, const MixedOptions& options);
  static void refuse(std::vector<Fault> faults) {
    if (!faults.empty()) throw InputError(std::move(faults));
  }
  /// v-, q' and A' as functions of a'.
  StageMotion motion(double h, const State& state);

  // A' = known_a_ a - known_A_ A + kappa_ a'
  double beta_, gamma_, kappa_, known_a_, known_A_;
  MixedStep rule_;
  ImplicitStage stage_;
  Vector A_, A_next_;  // (nv)
};

}  // namespace percuss
