// SPDX-License-Identifier: Apache-2.0
#include "scheme/implicit_stage.hpp"

#include <gtest/gtest.h>

#include "model/beam_planar.hpp"
#include "model/load.hpp"
#include "scheme/oscillator.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace implicit_stage_test {

using Iteration = ImplicitStageOptions::Iteration;

/// x'' = -k (x + x^3), unit mass; its tangent is no constant.
class HardSpring final : public Body {
 public:
  explicit HardSpring(double stiffness) : k_(stiffness) {}
  Index num_q() const override { return 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return false; }
  bool has_constant_mass() const override { return true; }
  bool forces_depend_on_velocity() const override { return false; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut next) const override {
    next[0] = q[0] + a * v[0] + b * w[0];
  }
  void forces(double, VecRef q, VecRef, VecOut f) const override { f[0] = -k_ * (q[0] + q[0] * q[0] * q[0]); }
  void tangent(double, VecRef q, VecRef, TangentWeights w, SparseMatrix& A) const override {
    A.resize(1, 1);
    A.insert(0, 0) = w.mass + w.stiffness * k_ * (1.0 + 3.0 * q[0] * q[0]);
    A.makeCompressed();
  }
  Energy energy(double, VecRef, VecRef) const override { return {}; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }

 private:
  double k_;
};

/// A stage of a system of one coordinate, from q = 0.3, v = 1.
struct Stage {
  explicit Stage(std::unique_ptr<Body> body, Iteration iteration = Iteration::automatic, double step = 0.1) : h(step) {
    system.add(std::move(body));
    ImplicitStageOptions options;
    options.iteration = iteration;
    stage = std::make_unique<ImplicitStage>(system, contacts, SolverSet{}, options);
  }
  Report solve() {
    return stage->solve({.t = 0.0, .q = q, .known = {{{v.data(), {1.0, h}}}}, .a = {0.5 * h, 0.25 * h * h}}, {}, a,
                        v_next, q_next);
  }
  /// M a - f at the end of the stage.
  double residual() const {
    Vector f(1);
    SparseMatrix M;
    system.forces(0.0, q_next, v_next, f);
    system.body(0).tangent(0.0, q_next, v_next, {}, M);
    return M.coeff(0, 0) * a[0] - f[0];
  }
  double h;
  MechanicalSystem system;
  NoContacts contacts;
  std::unique_ptr<ImplicitStage> stage;
  Vector q = Vector::Constant(1, 0.3), v = Vector::Ones(1), a = Vector::Zero(1), v_next = v, q_next = q;
};

TEST(ImplicitStage, OfALinearBodySolvesItsEquationOfMotionWithOneFactor) {
  Stage stage(std::make_unique<Oscillator>(3.0, 0.8));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(stage.solve().ok());
  EXPECT_NEAR(stage.residual(), 0.0, 1e-15);
  EXPECT_NEAR(stage.v_next[0], 1.0 + 0.05 * stage.a[0], 3e-16);
  EXPECT_NEAR(stage.q_next[0], 0.3 + 0.1 + 0.0025 * stage.a[0], 3e-16);
  EXPECT_EQ(stage.stage->factorisations(), 1);
}

TEST(ImplicitStage, FindsTheSameByFixedPointAndByNewton) {
  for (const auto iteration : {Iteration::automatic, Iteration::fixed_point, Iteration::newton}) {
    Stage stage(std::make_unique<VariableMass>(), iteration, 0.01);
    ASSERT_TRUE(stage.solve().ok());
    EXPECT_NEAR(stage.residual(), 0.0, 3e-8) << static_cast<int>(iteration);  // 1e-10 of v, over w_v = h/2
  }
}

TEST(ImplicitStage, GoesOverToNewtonWhenFixedPointDoesNotContract) {
  Stage stage(std::make_unique<HardSpring>(1e6));  // w_q K = 2500
  ASSERT_TRUE(stage.solve().ok());
  EXPECT_NEAR(stage.residual(), 0.0, 1e-3);  // of 3e5
  const long factors = stage.stage->factorisations();
  ASSERT_TRUE(stage.solve().ok());  // from the solution
  EXPECT_LE(stage.stage->factorisations() - factors, 2) << "it starts with Newton now";
}

TEST(ImplicitStage, SaysThatFixedPointIterationDoesNotConverge) {
  Stage stage(std::make_unique<HardSpring>(1e6), Iteration::fixed_point);
  const auto report = stage.solve();
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_NE(report.message.find("fixed point"), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("newton"), std::string::npos) << report.message;
}

TEST(ImplicitStage, LeavesTheStateOfASchemeAsItWasWhenItFails) {
  MechanicalSystem system;
  system.add(std::make_unique<HardSpring>(1e6));
  const NoContacts none;
  for (const char* name : {"mixed_generalized_alpha", "mixed_bathe"}) {
    const auto scheme = find_scheme(name)->make(system, none, {}, {{"iteration", std::string("fixed_point")}});
    State state{0.0, Vector::Constant(1, 0.3), Vector::Ones(1)};
    const State before = state;
    EXPECT_EQ(scheme->step(0.1, state).report.status, Status::not_converged) << name;
    EXPECT_EQ(state.q, before.q);
    EXPECT_EQ(state.v, before.v);
    EXPECT_EQ(state.t, before.t);
    EXPECT_TRUE(scheme->step(1e-5, state).ok()) << name << ": a smaller step does";
  }
}

// A beam of short and long elements comes to rest under a force: velocities go to zero, and what K makes of the
// round-off of the positions stays.
TEST(ImplicitStage, EndsWhereTheRoundOffOfThePositionsDoes) {
  Model model;
  BeamPlanarOptions beam;
  beam.mesh = rod_mesh(0);
  beam.mesh.node_positions = {0.0, 0.01, 0.2, 0.21, 0.9, 1.0};
  beam.mesh.damping.mass = 40.0;
  beam.mesh.damping.stiffness = 0.01;
  beam.supports.first = BeamPlanarOptions::Support::clamped;
  model.add_body("beam", "beam_planar", make_beam_planar(beam));
  ForceOptions force;
  force.body = "beam";
  force.node = "last";
  force.direction = {0.0, 1.0};
  force.value = 1.0;
  add_force(model, force);
  for (const char* name : {"mixed_generalized_alpha", "mixed_bathe"}) {
    const auto scheme = find_scheme(name)->make(model.system, model.contacts, {}, {});
    State state = model.initial;
    for (int i = 0; i < 3000; ++i) {
      const auto report = scheme->step(1e-3, state);
      ASSERT_TRUE(report.ok()) << name << ", step " << i << ": " << report.report.message;
    }
    const double tip = model.bodies[0].marker(5).deflection(state.q)[1],
                 exact = 1.0 / (3.0 * 200.0 / 3.0);  // F L^3/3EI
    EXPECT_NEAR(tip, exact, 1e-9 * exact) << name;   // cubic elements are exact in statics; round-off of (L/l)^4
  }
}

}  // namespace implicit_stage_test

}  // namespace percuss::test
