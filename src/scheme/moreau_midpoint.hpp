// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "scheme/step_state.hpp"

namespace percuss {

/// Moreau's midpoint rule  [GGL (8)-(13); SAE (15)-(23)].
///
///   q_M = q + h/2 v,  M, W and gaps at q_M,  f_M = f(t + h/2, q_M, v)
///   v'  = v + M_M^-1 (h f_M + W_M Lambda)     Newton's law on the contacts closed at q_M, both gap velocities by W_M
///   q'  = q + h (v + v')/2
///
/// Order 1 (order 2 where no contact acts and f does not depend on v). Explicit in the forces: conditionally stable.
class MoreauMidpoint final : public Scheme {
 public:
  MoreauMidpoint(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers);
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
  StepState s_;
  ContactStage stage_;
};

/// The step of the midpoint rule up to its end, which it leaves in `s.q_next`, `s.v_next`, `s.gap`: what follows it may
/// still correct, and nobody has accepted. Contacts are closed from the forecast gap `slack` [m] on, and
/// the contacts `held` whatever their forecast.
StepReport midpoint_step(StepState& s, ContactStage& stage, double h, const State& state, double slack = 0.0,
                         std::span<const Index> held = {});

}  // namespace percuss
