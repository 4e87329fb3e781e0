// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "scheme/step_state.hpp"

namespace percuss {

struct MoreauJeanOptions {
  /// 0: explicit form, exactly as [HETS (43)-(47)]; above: implicit in the forces. In [0, 1], [TDG Alg. 1.4].
  double theta = 0.5;

  static const ParameterTable<MoreauJeanOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Moreau-Jean time-stepping with theta in [0, 1]  [TDG Alg. 1.4; HETS (43)-(47)].
///
///   closed:  g(q) + h/2 gamma_N <= 0                                   forecast at the start of the step
///   theta > 0:  v' = v + A^-1 (h f_theta + W Lambda),  A = M + h theta C + h^2 theta^2 K
///               f_theta = (1 - theta) f(t, q, v) + theta f(t + h, q + h v, v),  W at the forecast
///               q' = q + h ((1 - theta) v + theta v')
///   theta = 0:  q' = q + h v,  v' = v + h M(q)^-1 f(t, q, v) + M(q')^-1 W(q') Lambda
///   law:     Newton's,  gamma' + eps gamma, on every closed contact
///
/// Order 1; theta = 1/2 is of order 2 where no contact acts, and stable for any step, as is every theta >= 1/2. Below
/// 1/2 an undamped oscillation grows at any step size. The forces are linearised about the start of the step, which is
/// exact for bodies with a constant tangent. Contact percussions are not split into smooth and impulsive parts.
class MoreauJean final : public Scheme {
 public:
  MoreauJean(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
             MoreauJeanOptions options = {});
  StepReport step(double h, State& state) override;
  void restart() override {
    s_.clear_records();
    stage_.restart();
  }
  void set_impulse_law(const ImpulseLaw& law) override { s_.law = law; }
  void walk_memory(MemoryWalk& walk) override {
    walk("ends", s_);
    walk("contact", stage_);
  }
  std::span<const ContactRecord> contacts() const override { return s_.records; }
  std::span<const ContactImpact> impacts() const override { return s_.impacts.all(); }
  VecView velocity_before() const override { return s_.velocity_before(); }
  long factorisations() const override { return s_.factor.factorisations(); }

 private:
  StepReport step_explicit(double h, State& state);
  StepReport step_implicit(double h, State& state);
  void forecast_contacts(double h, const State& state);
  void mean_acceleration(double h, const State& state);

  MoreauJeanOptions options_;
  StepState s_;
  ContactStage stage_;
  Vector forces_;  // (nv) second force evaluation, when one does not do
};

}  // namespace percuss
