// SPDX-License-Identifier: Apache-2.0
#include "scheme/contact_stage.hpp"

#include <gtest/gtest.h>

#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace contact_stage_test {

TEST(ClosedSet, HoldsTheContactsWithoutAGap) {
  std::vector<Index> closed{7};
  find_closed(Vector::Zero(0), closed);
  EXPECT_TRUE(closed.empty());
  Vector gap(4);
  gap << 1e-300, 0.0, -1e-300, 1.0;
  find_closed(gap, closed);
  EXPECT_EQ(closed, (std::vector<Index>{1, 2}));
  find_closed(gap, closed, 1e-15);
  EXPECT_EQ(closed, (std::vector<Index>{0, 1, 2}));
}

TEST(ClosedSet, AGapClosesOnlyWhenItWasOpenBefore) {
  const auto one = [](double x) { return Vector(Vector::Constant(1, x)); };
  EXPECT_TRUE(some_gap_closed(one(1.0), one(0.0)));
  EXPECT_FALSE(some_gap_closed(one(0.0), one(0.0)));
  EXPECT_FALSE(some_gap_closed(one(-1.0), one(1.0)));
  EXPECT_FALSE(some_gap_closed(Vector(), Vector()));
}

TEST(ContactStage, RefusesASolverThatNeedsRowsOfAnImplicitOperator) {
  const auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  SolverSet solvers;
  solvers.delassus = DelassusKind::implicit;
  EXPECT_THROW(ContactStage(model->contacts, solvers), InputError);
  for (const auto name : {ContactSolverOptions::Name::jacobi, ContactSolverOptions::Name::active_set}) {
    solvers.contact.name = name;
    EXPECT_NO_THROW(ContactStage(model->contacts, solvers));
  }
}

TEST(ContactStage, NamesTheContactAtWhichASolverFails) {
  // Two walls at 45 degrees hold a particle: Gauss-Seidel halves the error in every sweep, and has but two.
  Model model;
  PointMassOptions particle;
  particle.mass = 1.0;
  particle.position = {0.0, 0.0};
  particle.velocity = {-1.0, -2.0};
  model.add_body("particle", "point_mass", make_point_mass(particle));
  NodeWallOptions wall;
  wall.body = "particle";
  wall.normal = {0.0, 1.0};
  add_node_wall(model, "floor", wall);
  wall.normal = {std::sqrt(0.5), std::sqrt(0.5)};
  add_node_wall(model, "slope", wall);
  BlockFactor factor(model.system, LinearSolverKind::automatic);
  const State& s = model.initial;
  ASSERT_TRUE(factor.update(0.0, s.q, s.v, {}).ok());
  SolverSet solvers;
  solvers.contact.name = ContactSolverOptions::Name::gauss_seidel;
  solvers.contact.max_iterations = 2;
  ContactStage stage(model.contacts, solvers);
  const std::vector<Index> closed{0, 1};
  stage.assemble(0.0, s.q, closed, factor);
  const auto report = stage.solve_contact(s.v);
  EXPECT_FALSE(report.ok());
  EXPECT_NE(report.message.find("; worst at `floor`"), std::string::npos)
      << "the sweep that ends with the slope leaves it satisfied: " << report.message;
  EXPECT_FALSE(report.loose);

  // The same is good enough for who accepts a tenth more than its residual, against |c| = 3/sqrt(2).
  const double share = report.residual / (3.0 * std::sqrt(0.5));
  for (const double accepted : {0.9 * share, 1.1 * share}) {
    solvers.contact.tolerance_accepted = accepted;
    ContactStage lenient(model.contacts, solvers);
    lenient.assemble(0.0, s.q, closed, factor);
    const auto taken = lenient.solve_contact(s.v);
    EXPECT_EQ(taken.ok(), accepted > share);
    EXPECT_EQ(taken.loose, accepted > share);
    EXPECT_EQ(taken.residual, report.residual);
  }
}

// A unit mass between the directions of two walls at 45 degrees, Gauss-Seidel with a tolerance of 1e-3.
TEST(ContactStage, KeepsASolutionThatIsStillGoodForTheNextIterate) {
  auto model = ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {-1.0, -2.0}}.build();
  NodeWallOptions slope;
  slope.body = "particle";
  slope.normal = {std::sqrt(0.5), std::sqrt(0.5)};
  add_node_wall(*model, "slope", slope);
  BlockFactor factor(model->system, LinearSolverKind::automatic);
  const State& s = model->initial;
  ASSERT_TRUE(factor.update(0.0, s.q, s.v, {}).ok());
  SolverSet solvers;
  solvers.contact.name = ContactSolverOptions::Name::gauss_seidel;
  solvers.contact.tolerance_absolute = 1e-3;
  ContactStage stage(model->contacts, solvers);
  const std::vector<Index> closed{0, 1};
  stage.assemble(0.0, s.q, closed, factor);
  ASSERT_TRUE(stage.solve_contact(s.v).ok());
  EXPECT_NEAR(stage.tolerance(), 1e-3, 1e-11);
  const Vector x = stage.percussion();
  const Vector near = s.v + Vector::Constant(2, 1e-7), far = s.v + Vector::Constant(2, 1e-2);
  const auto still = stage.solve_contact_again(near);
  EXPECT_TRUE(still.ok());
  EXPECT_EQ(Vector(stage.percussion()), x);
  EXPECT_GT(still.residual, 0.0);
  EXPECT_LE(still.residual, 1e-3);
  const auto anew = stage.solve_contact_again(far);
  EXPECT_TRUE(anew.ok());
  EXPECT_LE(anew.residual, 1e-3);
  EXPECT_NE(Vector(stage.percussion()), x);
}

/// m = 2, mu = 0.2, plastic: gamma- = (-1, v_T) takes Lambda_N = 2 and at most 0.4 of friction, which holds v_T = 0.2.
TEST(ContactStage, TellsWhatTheLawsDid) {
  const auto mode_at = [](double along, double normal) {
    const auto model = ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {along, normal}, .friction = 0.2}.build();
    BlockFactor factor(model->system, LinearSolverKind::automatic);
    const State& s = model->initial;
    EXPECT_TRUE(factor.update(0.0, s.q, s.v, {}).ok());
    ContactStage stage(model->contacts, {});
    const std::vector<Index> closed{0};
    stage.assemble(0.0, s.q, closed, factor);
    EXPECT_TRUE(stage.solve_contact(s.v).ok());
    stage.find_modes();
    return stage.mode(0);
  };
  EXPECT_EQ(mode_at(1.0, 1.0), ContactMode::apart);
  EXPECT_EQ(mode_at(1.0, 1e-9), ContactMode::apart);
  EXPECT_EQ(mode_at(1.0, 1e-13), ContactMode::slides);  // less than what the solver leaves open
  EXPECT_EQ(mode_at(1.0, -1.0), ContactMode::slides);
  EXPECT_EQ(mode_at(-0.21, -1.0), ContactMode::slides);
  EXPECT_EQ(mode_at(0.19, -1.0), ContactMode::holds);
  EXPECT_EQ(mode_at(0.0, -1.0), ContactMode::holds);
}

TEST(ContactStage, TellsTheWaysOfItsOperatorOnce) {
  const auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  BlockFactor factor(model->system, LinearSolverKind::automatic);
  const State& s = model->initial;
  ASSERT_TRUE(factor.update(0.0, s.q, s.v, {}).ok());
  std::vector<std::string> told;
  SolverSet solvers;
  solvers.tell = [&told](const std::string& text) { told.push_back(text); };
  ContactStage stage(model->contacts, solvers);
  const std::vector<Index> closed{0};
  for (int i = 0; i < 3; ++i) stage.assemble(0.0, s.q, closed, factor);
  EXPECT_EQ(told, (std::vector<std::string>{"Delassus operator: one body (1 contact rows): solves"}));
}

TEST(ContactStage, SolvesAnImpactWithFrictionByHand) {
  // m = 2: gamma- = (-1, 1), eps_n = 0.5, eps_t = 0, mu = 0.2. Lambda_N = m (1 + eps) 1 = 3, Lambda_T = -mu 3 (slides).
  const auto model =
      ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {1.0, -1.0}, .restitution = 0.5, .friction = 0.2}.build();
  BlockFactor factor(model->system, LinearSolverKind::automatic);
  const State& s = model->initial;
  ASSERT_TRUE(factor.update(0.0, s.q, s.v, {}).ok());
  ContactStage stage(model->contacts, {});
  const std::vector<Index> closed{0};
  stage.assemble(0.0, s.q, closed, factor);
  const Vector before = stage.gap_velocity(s.v);
  ASSERT_TRUE(stage.solve_impact(s.v, before).ok());
  EXPECT_NEAR(stage.percussion()[0], 3.0, 1e-14);
  EXPECT_NEAR(std::abs(stage.percussion()[1]), 0.6, 1e-14);
  Vector v = s.v;
  stage.add_response(v);
  EXPECT_NEAR(v[0], 0.7, 1e-14);
  EXPECT_NEAR(v[1], 0.5, 1e-14);
  // Kinetic energy 2 -> 0.49 + 0.25: the two losses are the difference.
  const auto loss = stage.loss(1.0, before, stage.gap_velocity(v));
  EXPECT_NEAR(loss.normal, 1.0 - 0.25, 1e-14);
  EXPECT_NEAR(loss.tangential, 1.0 - 0.49, 1e-14);
}

// m = 2 under a = -10, and a W that turns by 4 m/s^2 on its own: lambda = m (10 - 4), x = h lambda; the other way round
// the contact opens by itself.
TEST(ContactStage, HoldsAnAccelerationWithItsBias) {
  const auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  BlockFactor factor(model->system, LinearSolverKind::automatic);
  const State& s = model->initial;
  ASSERT_TRUE(factor.update(0.0, s.q, s.v, {}).ok());
  ContactStage stage(model->contacts, {});
  const std::vector<Index> closed{0};
  stage.assemble(0.0, s.q, closed, factor);
  const Vector a = Vector::Constant(1, -10.0);
  ASSERT_TRUE(stage.solve_contact(0.1, a, Vector::Constant(1, 4.0)).ok());
  EXPECT_NEAR(stage.percussion()[0], 0.1 * 2.0 * 6.0, 1e-15);
  ASSERT_TRUE(stage.solve_contact(0.1, a, Vector::Constant(1, 14.0)).ok());
  EXPECT_EQ(stage.percussion()[0], 0.0);
}

TEST(HasFriction, AsksForTangentialRowsOfAContact) {
  EXPECT_TRUE(has_friction(
      ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}, .friction = 0.1}.build()->contacts));
  EXPECT_FALSE(has_friction(ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}}.build()->contacts));
}

TEST(ContactStage, AppliesTangentialRestitution) {
  const auto model =
      ParticleOverFloor{
          .position = {0.0, 0.0}, .velocity = {1.0, -1.0}, .friction = 10.0, .tangential_restitution = 0.25}
          .build();
  BlockFactor factor(model->system, LinearSolverKind::automatic);
  const State& s = model->initial;
  ASSERT_TRUE(factor.update(0.0, s.q, s.v, {}).ok());
  ContactStage stage(model->contacts, {});
  const std::vector<Index> closed{0};
  stage.assemble(0.0, s.q, closed, factor);
  ASSERT_TRUE(stage.solve_impact(s.v, Vector(stage.gap_velocity(s.v))).ok());
  Vector v = s.v;
  stage.add_response(v);
  EXPECT_NEAR(v[0], -0.25, 1e-14);  // it sticks: gamma_T+ = -eps_t gamma_T-
  EXPECT_NEAR(v[1], 0.0, 1e-14);
}

}  // namespace contact_stage_test

}  // namespace percuss::test
