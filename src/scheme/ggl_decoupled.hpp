// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/parameters.hpp"
#include "scheme/position_rows.hpp"
#include "scheme/projection_metric.hpp"
#include "scheme/step_state.hpp"
#include "solvers/contact/dense_problem.hpp"

namespace percuss {

struct GglDecoupledOptions {
  ProjectionMetric metric = ProjectionMetric::kinetic;

  static const ParameterTable<GglDecoupledOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Gear-Gupta-Leimkuhler, velocity and position one after the other  [GGL (29)-(35)].
///
///   v', q_bar   the step of Moreau's midpoint rule (scheme/moreau_midpoint.hpp) with all its laws, friction included
///   q' = q_bar (+) M_M^-1 W_M Psi,   0 <= Psi  _|_  g(q') >= 0     projection;  joints: g(q') = 0, Psi free
///
/// or, as in the paper, q_bar (+) W_M Psi (`metric`).
///
/// Closed at the forecast is what has g <= 0 there, and what the last projection has held at g = 0: a contact that
/// comes to rest would else be let go in every second step, at eps g h. A contact takes part in the projection when its
/// gap would end below zero, whether or not it was closed at the forecast. The projection is iterated (Newton, W' of
/// the current end) on the gap function itself: gaps and the `ContactModel::row_gaps` of joints end at 0 to 1e-14 of
/// the size of q. A joint whose model does not know its drift is left to the velocities.
///
/// Order 1, as the midpoint rule. The projection moves bodies without an energy law and leaves velocities as they are:
/// the energy fluctuates, and in stacks at rest with restitution it may grow without bound, which the ledger shows as
/// energy of the scheme, and a ball that comes to rest keeps bouncing at eps g h. For such models take `ggl_unified`.
/// It costs little: a dense problem of the rows that penetrate.
class GglDecoupled final : public Scheme {
 public:
  /// Throws InputError when an option is out of range.
  GglDecoupled(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
               GglDecoupledOptions options = {});
  StepReport step(double h, State& state) override;
  void restart() override {
    s_.clear_records();
    stage_.restart();
    projected_.clear();
  }
  void walk_memory(MemoryWalk& walk) override {
    walk("ends", s_);
    walk("contact", stage_);
    walk("projected", projected_);
  }
  std::span<const ContactRecord> contacts() const override { return s_.records; }
  std::span<const ContactImpact> impacts() const override { return s_.impacts.all(); }
  VecView velocity_before() const override { return s_.velocity_before(); }
  long factorisations() const override { return s_.factor.factorisations(); }

 private:
  void reserve(const State& state);
  Report project(double h, const State& state);
  void note_projected();
  void begin_projection(double t_mid, VecRef q_mid);
  bool on_the_constraints(double round_off) const;
  Index farthest_off() const;
  const std::string& name(Index position_row) const { return s_.contacts.name(rows_.contact(position_row)); }
  Report correct(double h, double t, double round_off);
  void apply_metric(VecOut x) const;

  GglDecoupledOptions options_;
  StepState s_;
  ContactStage stage_;
  DenseProblem problem_;
  PositionRows rows_;
  std::vector<Index> joints_, held_;  // numbers of the joints, and of the contacts that take part in the projection
  std::vector<Index> projected_;      // contacts that the last projection held at g = 0
  ContactSet directions_, end_;       // W_M and W(q') of the contacts that take part
  Vector q_bar_, q_mid_, shift_, gap_, psi_;
  bool reserved_ = false;
};

}  // namespace percuss
