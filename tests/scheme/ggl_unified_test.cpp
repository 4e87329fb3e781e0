// SPDX-License-Identifier: Apache-2.0
#include "scheme/ggl_unified.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scheme/oscillator.hpp"
#include "scheme/stability.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace ggl_unified_test {

const NamedScheme unified{"GglUnified", "ggl_unified", {}};

// m = 2 kg, 1 m/s, h = 0.1 s over a floor with eps = 0.5; gap 0.06 is open at the forecast but would end at -0.04: the
// contact joins, v' = 0.5, q' = 0.06 - 0.1 (1 - 0.5)/2 = 0.035 and nothing is left to lift.
TEST(GglUnified, StrikesAContactThatWouldEndBelowZero) {
  const auto model = ParticleOverFloor{.position = {0.06}, .velocity = {-1.0}, .restitution = 0.5}.build();
  const auto scheme = make(unified, model->system, model->contacts);
  State state = model->initial;
  const auto report = scheme->step(0.1, state);
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report.impact);
  EXPECT_NEAR(state.v[0], 0.5, 1e-15);
  EXPECT_NEAR(state.q[0], 0.035, 1e-16);
  EXPECT_NEAR(scheme->contacts()[0].percussion[0], 2.0 * 1.5, 1e-14);
  EXPECT_NEAR(report.impact_loss, 0.5 * 2.0 * (1.0 - 0.25), 1e-14);
}

// Gap 0.01, dead floor: v' = 0, h/2 (v + v') = -0.05 ends 0.04 below the floor, which Psi lifts it by.
TEST(GglUnified, HoldsTheGapAtZeroByPsi) {
  const auto model = ParticleOverFloor{.position = {0.01}, .velocity = {-1.0}}.build();
  const auto scheme = make(unified, model->system, model->contacts);
  State state = model->initial;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(scheme->step(0.1, state).ok());
    EXPECT_NEAR(state.q[0], 0.0, 1e-16);  // round-off of 0.05
    EXPECT_NEAR(state.v[0], 0.0, 1e-15);
  }
}

TEST(GglUnified, LeavesAGapThatNeedsNoForceAlone) {
  const auto model = ParticleOverFloor{.position = {1.0}, .velocity = {1.0}, .gravity = -10.0}.build();
  const auto scheme = make(unified, model->system, model->contacts);
  State state = model->initial;
  ASSERT_TRUE(scheme->step(0.1, state).ok());
  EXPECT_NEAR(state.q[0], 1.0 + 0.1 - 0.05, 1e-16);  // the midpoint rule is exact for a constant force
  EXPECT_NEAR(state.v[0], 0.0, 1e-16);
}

TEST(GglUnified, NeverPenetratesACurvedWallAtAnyStep) {
  for (const double h : {1e-3, 1e-2, 0.1, 0.5}) {
    auto model = ParticleOverFloor{.position = {1.0, 0.0}, .velocity = {0.0, 1.0}}.build();
    const UnitCircle circle(Cone::unilateral);
    const auto scheme = make(unified, model->system, circle);
    State state = model->initial;
    double lowest = 0.0;
    for (int i = 0; i < 100; ++i) {
      const auto report = scheme->step(h, state);
      ASSERT_TRUE(report.ok()) << report.report.message;
      lowest = std::min(lowest, scheme->contacts()[0].gap);
    }
    EXPECT_GE(lowest, -1e-14) << "h = " << h;  // round-off of q, which grows to the size of 2
  }
}

TEST(GglUnified, KeepsAPendulumOnItsJointForEver) {
  auto model = ParticleOverFloor{.position = {1.0, 0.0}, .velocity = {0.0, 0.0}, .gravity = -10.0}.build();
  const UnitCircle joint(Cone::bilateral);
  const auto scheme = make(unified, model->system, joint);
  State state = model->initial;
  const double start = model->system.energy(0.0, state.q, state.v).total();
  double drift = 0.0, energy = start, allowed = 0.0;
  const double h = 1e-3;
  for (int i = 0; i < 20000; ++i) {
    ASSERT_TRUE(scheme->step(h, state).ok());
    drift = std::max(drift, std::abs(1.0 - state.q.norm()));
    energy = model->system.energy(0.0, state.q, state.v).total();
    EXPECT_LE(energy, start + 1e-3 * 20.0) << "it gains " << i;
    // Each step turns the tangent by w h, w = |v|, and takes the part of v that stands across: m/2 v^2 (w h)^2, m = 2.
    allowed += std::pow(state.v.squaredNorm() * h, 2);
  }
  EXPECT_LE(drift, 4e-15);  // the bound of the scheme: round-off
  EXPECT_GE(energy, start - 1.1 * allowed);
}

// With positions off it is the velocity level alone, and drifts.
TEST(GglUnified, DriftsOffWithoutItsPositionLevel) {
  auto model = ParticleOverFloor{.position = {1.0, 0.0}, .velocity = {0.0, 0.0}, .gravity = -10.0}.build();
  const UnitCircle joint(Cone::bilateral);
  const auto scheme = make({"", "ggl_unified", {{"positions", false}}}, model->system, joint);
  State state = model->initial;
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(scheme->step(1e-3, state).ok());
  EXPECT_GT(std::abs(1.0 - state.q.norm()), 1e-4);
}

/// One angle carried as (cos, sin): q' = Y(q) v. Or as itself: q' = v. Gravity g downwards, unit mass and length.
class Arm final : public Body {
 public:
  explicit Arm(bool on_circle) : on_circle_(on_circle) {}
  Index num_q() const override { return on_circle_ ? 2 : 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return false; }
  bool has_constant_mass() const override { return true; }
  bool forces_depend_on_velocity() const override { return false; }
  bool forces_depend_on_time() const override { return false; }
  double sine(VecRef q) const { return on_circle_ ? q[1] : std::sin(q[0]); }
  double cosine(VecRef q) const { return on_circle_ ? q[0] : std::cos(q[0]); }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut next) const override {
    const double turn = a * v[0] + b * w[0];
    if (!on_circle_) {
      next[0] = q[0] + turn;
      return;
    }
    next[0] = q[0] * std::cos(turn) - q[1] * std::sin(turn);
    next[1] = q[1] * std::cos(turn) + q[0] * std::sin(turn);
  }
  void forces(double, VecRef q, VecRef, VecOut f) const override { f[0] = -10.0 * cosine(q); }
  void tangent(double, VecRef q, VecRef, TangentWeights w, SparseMatrix& A) const override {
    A.resize(1, 1);
    A.insert(0, 0) = w.mass - w.stiffness * 10.0 * sine(q);
    A.makeCompressed();
  }
  Energy energy(double, VecRef q, VecRef v) const override { return {0.5 * v[0] * v[0], 10.0 * sine(q)}; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }

 private:
  bool on_circle_;
};

/// The arm's tip over a floor at height 0.2.
class TipOverFloor final : public ContactModel {
 public:
  explicit TipOverFloor(const Arm& arm) : arm_(arm) {}
  Index size() const override { return 1; }
  Index num_rows(Index) const override { return 1; }
  const std::string& name(Index) const override { return name_; }
  bool has_constant_jacobian() const override { return false; }
  void gaps(double, VecRef q, VecOut gap) const override { gap[0] = arm_.sine(q) - 0.2; }
  void normal_velocities(double, VecRef q, VecRef v, VecOut rate) const override { rate[0] = arm_.cosine(q) * v[0]; }
  void append(double, VecRef q, std::span<const Index> closed, Index, ContactSet& set) const override {
    for (const Index k : closed) {
      set.W.push(0, arm_.cosine(q));
      set.W.finish_column();
      set.finish_contact(k, Cone::unilateral, 1, 0.0, 0.4, 0.0);
    }
  }

 private:
  const Arm& arm_;
  std::string name_ = "tip";
};

// Coordinates of the same motion: the displacement u of the step lives in the velocities, whatever q is.
TEST(GglUnified, TurnsABodyWhoseCoordinatesAreNotItsVelocities) {
  std::vector<State> ends;
  for (const bool on_circle : {false, true}) {
    auto body = std::make_unique<Arm>(on_circle);
    const TipOverFloor floor(*body);
    MechanicalSystem system;
    system.add(std::move(body));
    State state{0.0,
                on_circle ? Vector(Eigen::Vector2d(std::cos(1.0), std::sin(1.0))) : Vector(Vector::Constant(1, 1.0)),
                Vector::Zero(1)};
    const auto scheme = make(unified, system, floor);
    int impacts = 0;
    for (int i = 0; i < 3000; ++i) {
      const auto report = scheme->step(1e-3, state);
      ASSERT_TRUE(report.ok()) << report.report.message;
      EXPECT_GE(scheme->contacts()[0].gap, -1e-14);
      impacts += report.impact ? 1 : 0;
    }
    EXPECT_GE(impacts, 3) << "the tip must bounce";
    ends.push_back(state);
  }
  EXPECT_NEAR(ends[1].q[1], std::sin(ends[0].q[0]), 1e-12);  // 3000 turns of round-off
  EXPECT_NEAR(ends[1].q[1], 0.2, 1e-5);                      // at rest on the floor, up to bounces of g h^2
}

TEST(GglUnified, IsStableAtAnyStep) {
  EXPECT_EQ(stable_step(*find_scheme("ggl_unified"), {}, ModeBound{5.0, 0.0, 0.0}), INFINITY);
  EXPECT_EQ(stable_step(*find_scheme("ggl_unified"), {}, ModeBound{5.0, 0.1, 0.01}), INFINITY);
}

TEST(GglUnified, FailsWithinMaxIterationsAndLeavesTheStateAsItWas) {
  MechanicalSystem system;
  system.add(std::make_unique<VariableMass>());
  const NoContacts none;
  const auto scheme = make({"", "ggl_unified", {{"max_iterations", std::int64_t{1}}}}, system, none);
  State state{0.0, Vector::Constant(1, 0.3), Vector::Constant(1, 1.0)};
  const State before = state;
  const auto report = scheme->step(0.1, state);
  EXPECT_EQ(report.report.status, Status::not_converged);
  EXPECT_NE(report.report.message.find("smaller step"), std::string::npos);
  EXPECT_EQ(state.q, before.q);
  EXPECT_EQ(state.v, before.v);
  EXPECT_EQ(state.t, before.t);
}

// Two sweeps of Gauss-Seidel do not solve a corner of 45 degrees.
TEST(GglUnified, NamesTheContactAtWhichTheContactSolverFails) {
  const auto model = ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {-1.0, -2.0}}.build();
  NodeWallOptions slope;
  slope.body = "particle";
  slope.normal = {1.0, 1.0};
  add_node_wall(*model, "slope", slope);
  SolverSet solvers;
  solvers.contact.name = ContactSolverOptions::Name::gauss_seidel;
  solvers.contact.max_iterations = 2;
  const auto scheme = make({"", "ggl_unified", {}}, model->system, model->contacts, solvers);
  State state = model->initial;
  const auto message = scheme->step(0.01, state).report.message;
  EXPECT_TRUE(message.ends_with("; worst at `floor`") || message.ends_with("; worst at `slope`")) << message;
}

TEST(GglUnified, RefusesOptionsOutOfRangeAndSystemsTooLargeForDenseAlgebra) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(1.0, 0.0));
  const NoContacts none;
  EXPECT_THROW(GglUnified(system, none, {}, {.tolerance = 0.0}), InputError);
  EXPECT_THROW(GglUnified(system, none, {}, {.max_iterations = 0}), InputError);
  for (int i = 0; i < 1000; ++i) system.add(std::make_unique<Oscillator>(1.0, 0.0));
  try {
    GglUnified(system, none, {});
    FAIL() << "1001 velocities";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("ggl_decoupled"), std::string::npos) << error.what();
  }
}

}  // namespace ggl_unified_test

}  // namespace percuss::test
