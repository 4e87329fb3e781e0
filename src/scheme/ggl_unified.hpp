// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/parameters.hpp"
#include "scheme/ggl_linearisation.hpp"
#include "scheme/projection_metric.hpp"
#include "scheme/step_state.hpp"
#include "solvers/contact/dense_problem.hpp"

namespace percuss {

struct GglUnifiedOptions {
  /// The Newton iteration ends when what is left of v' and of q' / h is below tolerance times |v|_inf  [1].
  double tolerance = 1e-12;
  /// A step of more iterations fails  [1].
  int max_iterations = 50;
  /// Hold positions by Psi. Off: the velocity level alone, the reference line of [GGL, Fig. 10].
  bool positions = true;
  ProjectionMetric metric = ProjectionMetric::kinetic;

  static const ParameterTable<GglUnifiedOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Gear-Gupta-Leimkuhler, velocity and position in one  [GGL (36)-(52)].
///
///   q' = q (+) u,  u = h/2 (v + v') + M_M^-1 W~ Psi                  W~ = W(q (+) u/2)
///   M_M (v' - v) = h f(t + h/2, q (+) u/2, (v + v')/2) + W~ Lambda      M_M = M(q (+) h/2 v)
///   Newton's and Coulomb's law on  W~' (v' + eps v)  and Lambda        velocity level, friction included
///   0 <= Psi  _|_  g(q') >= 0                                        position level, normal rows; joints: g(q') = 0
///
/// or, as in the paper, u = h/2 (v + v') + W~ Psi (`metric`).
///
/// Taking part: what is closed at the forecast g(q (+) h/2 v) <= 0, what the step before ended by holding at g = 0
/// (Psi > 0) and, so that no gap is ever left below zero, what ends up penetrating: it joins, and the step is solved
/// again. A contact is thus struck up to half a step earlier than by the midpoint rule. g is the true gap function, not
/// its linearisation (41): gaps end at 0 to round-off.
///
/// Solved by Newton's method with the force tangents C, K and the curvature of the contacts, linearised once per step
/// as long as it contracts well (scheme/ggl_linearisation.hpp); the laws of each linearised problem are solved whole,
/// by the contact solver (solvers/contact/dense_problem.hpp), which copes with dependent contacts. Forces that
/// are in no tangent (force elements) converge linearly.
///
/// Order 2 where no contact acts, 1 in contact; implicit midpoint, so stable at any step for linear bodies. Dense
/// algebra: for systems of up to 1000 velocities. Joints need a `ContactModel::row_gaps` that knows their drift.
class GglUnified final : public Scheme {
 public:
  static constexpr Index most_unknowns = 1000;  ///< of dense algebra
  /// Throws InputError when an option is out of range or the system too large for dense algebra.
  GglUnified(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
             GglUnifiedOptions options = {});
  StepReport step(double h, State& state) override;
  void restart() override {
    held_.clear();
    s_.clear_records();
  }
  void walk_memory(MemoryWalk& walk) override {
    walk("ends", s_);
    walk("held", held_);
  }
  std::span<const ContactRecord> contacts() const override { return s_.records; }
  std::span<const ContactImpact> impacts() const override { return s_.impacts.all(); }
  VecView velocity_before() const override { return s_.velocity_before(); }
  long factorisations() const override { return linear_.factorisations(); }

 private:
  void reserve(const State& state);
  void forecast(double h, const State& state);
  Report iterate(double h, const State& state);
  void evaluate(const State& state);
  Report linearise(const State& state);
  void enter_contacts();
  double tolerance() const;
  Report correct();
  bool positions_hold(double t, double round_off);
  bool changes_are_round_off(double h) const;
  /// call(row, eps) for the rows whose law looks at the velocity before.
  template <class Call>
  void for_each_restitution(Call&& call) const;
  StepReport finish(double h, State& state, Report report);
  void find_rest();
  void take_losses(Index k, const State& state, StepReport& step);
  VecView lambda_of_turning(double h, const State& state);
  void write_record(Index k, double h, const State& state, VecRef turning);
  ContactMode mode_of(Index k, const ContactRows& gamma) const;

  GglUnifiedOptions options_;
  StepState s_;
  GglIterate at_;
  GglLinearisation linear_;
  DenseProblem problem_;
  bool one_step_solves_;     // nothing but the contact laws is nonlinear
  bool fresh_ = true;        // the contacts taking part have changed: W~, layout, linearisation are out of date
  std::vector<Index> held_;  // contacts with Psi > 0 in the step before
  Vector r_v_, r_u_, dv_, du_, x_, y_;
  bool loose_ = false;  // of the last linearised problem
  double residual_ = 0.0;
  double rest_ = 0.0;  // a gap velocity that is smaller is 0 [m/s]
  std::string note_;   // of a contact problem that needed its fallback
  bool reserved_ = false;
};

}  // namespace percuss
