// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/active_set.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/auto.hpp"
#include "solvers/contact/enumerate.hpp"
#include "solvers/delassus/assembled.hpp"
#include "solvers/delassus/implicit.hpp"
#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace active_set_test {

/// Contacts on bodies with the operator that `active_set` sees, and the dense one for the judges.
struct Scene {
  RandomSystem bodies;
  BlockFactor factor;
  ContactSet set;
  ImplicitDelassus G;
  Vector c;
  Scene(const std::vector<Index>& rows, unsigned seed)
      : bodies(rows, seed), factor(bodies.system, LinearSolverKind::automatic) {
    const Vector zero = Vector::Zero(bodies.system.num_v());
    EXPECT_TRUE(factor.update(0.0, zero, zero, {}).ok());
    set.clear(bodies.system.num_v());
  }
  void finish(std::mt19937& random) {
    G.update(factor, set, set);
    std::normal_distribution<double> number;
    c = Vector::NullaryExpr(set.rows(), [&] { return number(random); });
  }
  Matrix dense_G() const {
    const Matrix W = dense(set.W);
    Matrix g = W.transpose() * bodies.M.ldlt().solve(W);
    for (std::size_t i = 0; i < set.regularisation.size(); ++i)
      g(static_cast<Index>(i), static_cast<Index>(i)) += set.regularisation[i];
    return g;
  }
  Report solve(Vector& x, ContactSolverOptions options = {}) const { return ActiveSet(options).solve({G, c, set}, x); }
  double judged(const Vector& x) const {
    const Matrix g = dense_G();
    return natural_residual(set, g.diagonal(), g * x + c, x);
  }
};

/// What the solver promises (1e-12 |c| with the estimated scale); G formed densely rounds at about 1e-14.
void expect_solved(const Scene& scene, const Vector& x) { EXPECT_LE(scene.judged(x), 1e-11 * (1.0 + scene.c.norm())); }

TEST(ActiveSet, SolvesNothing) {
  std::mt19937 random(1);
  Scene scene({3}, 1);
  scene.finish(random);
  Vector x(0);
  const auto report = scene.solve(x);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.residual, 0.0);
}

TEST(ActiveSet, StopsAMassThatApproachesAndLetsItLeave) {
  std::mt19937 random(1);
  Scene scene({1}, 4);
  scene.set.W.push(0, 1.0);
  scene.set.W.finish_column();
  scene.set.finish_contact(0, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  scene.finish(random);
  Vector x = Vector::Zero(1);
  scene.c[0] = -2.0;
  ASSERT_TRUE(scene.solve(x).ok());
  EXPECT_NEAR(x[0], 2.0 * scene.bodies.M(0, 0), 1e-14);  // some roundings
  scene.c[0] = 2.0;
  ASSERT_TRUE(scene.solve(x).ok());
  EXPECT_EQ(x[0], 0.0);
}

void push_random(Scene& scene, Index count, bool joints, bool friction, int most_rows, std::mt19937& random) {
  const auto bodies = static_cast<unsigned>(scene.bodies.system.num_bodies());
  std::uniform_real_distribution<double> mu(0.0, 0.5);
  for (Index k = 0; k < count; ++k) {
    std::vector<Index> touched{static_cast<Index>(random() % bodies)};
    if (random() % 2 == 0) touched.push_back(static_cast<Index>(random() % bodies));
    const auto kind = random() % 3;
    if (kind == 0 && joints)
      push_contact(scene.set, scene.bodies.system, touched, 1, Cone::bilateral, 0.0, random);
    else if (kind == 1 && friction)
      push_contact(scene.set, scene.bodies.system, touched, most_rows, Cone::coulomb, mu(random), random);
    else
      push_contact(scene.set, scene.bodies.system, touched, 1, Cone::unilateral, 0.0, random);
  }
  scene.finish(random);
}

TEST(ActiveSet, AgreesWithTheOracleWithoutFriction) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Scene scene({7, 12, 9}, seed);
    push_random(scene, 1 + static_cast<Index>(seed % 6), seed % 2 == 0, false, 1, random);
    Vector x = Vector::Zero(scene.c.size()), oracle;
    const auto report = scene.solve(x);
    ASSERT_TRUE(report.ok()) << report.message;
    expect_solved(scene, x);
    ASSERT_TRUE(Enumerate().solve(scene.dense_G(), scene.c, scene.set, oracle).ok());
    // Residual over the smallest eigenvalue of G, seldom below 1e-4; W has random columns.
    EXPECT_LE((x - oracle).cwiseAbs().maxCoeff(), 1e-7 * (1.0 + oracle.cwiseAbs().maxCoeff()));
    if (HasFailure()) return;
  }
}

/// Seeds whose contacts have friction of `rows` rows: how many fail, each saying so.
int failures_with_friction(int rows, unsigned first_seed, unsigned count) {
  int failures = 0;
  for (unsigned seed = first_seed; seed < first_seed + count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Scene scene({7, 12, 9}, seed);
    push_random(scene, 1 + static_cast<Index>(seed % 6), seed % 2 == 0, true, rows, random);
    Vector x = Vector::Zero(scene.c.size());
    const auto report = scene.solve(x);
    if (report.ok()) {
      expect_solved(scene, x);
    } else {
      ++failures;
      EXPECT_NE(report.message, "");
      EXPECT_LE(report.iterations, 1000);  // it gives up soon
    }
  }
  return failures;
}

// Semi-smooth steps without a line search need not converge with friction: a floor under what they do.
TEST(ActiveSet, SolvesFrictionInThePlaneOrSaysThatItFailed) { EXPECT_LE(failures_with_friction(2, 1, 200), 2); }
TEST(ActiveSet, SolvesFrictionInSpaceOrSaysThatItFailed) { EXPECT_LE(failures_with_friction(3, 1, 200), 2); }

TEST(ActiveSet, NeedsTwoIterationsWhereAllContactsStayOpenOrClosed) {
  std::mt19937 random(3);
  Scene scene({60}, 3);
  for (Index k = 0; k < 20; ++k) {
    scene.set.W.push(3 * k, 1.0);
    scene.set.W.finish_column();
    scene.set.finish_contact(k, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  }
  scene.finish(random);
  Vector x = Vector::Zero(20);
  scene.c.setConstant(0.5);
  auto report = scene.solve(x);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(x, Vector::Zero(20));
  scene.c.setConstant(-0.5);
  report = scene.solve(x);
  ASSERT_TRUE(report.ok());
  EXPECT_LE(report.iterations, 2);
  EXPECT_GT(x.minCoeff(), 0.0);
  expect_solved(scene, x);
}

TEST(ActiveSet, NeedsFewerIterationsFromAWarmStart) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Scene scene({40, 30}, seed);
    push_random(scene, 15, true, false, 1, random);
    Vector x = Vector::Zero(scene.c.size());
    const auto cold = scene.solve(x), warm = scene.solve(x);
    ASSERT_TRUE(cold.ok() && warm.ok());
    EXPECT_LE(warm.iterations, std::min(2, cold.iterations));
  }
}

TEST(ActiveSet, TakesSpringsInItsRowsAndAWideMatrix) {
  std::mt19937 random(5);
  Scene scene({20, 90, 80, 30}, 5);  // contacts between far bodies: no narrow band
  push_random(scene, 25, true, false, 1, random);
  scene.set.regularisation.assign(static_cast<std::size_t>(scene.set.rows()), 0.25);
  scene.G.update(scene.factor, scene.set, scene.set);
  Vector x = Vector::Zero(scene.c.size());
  ASSERT_TRUE(scene.solve(x).ok());
  expect_solved(scene, x);
  scene.set.regularisation.assign(static_cast<std::size_t>(scene.set.rows()), 2.0);  // and follows them
  scene.G.update(scene.factor, scene.set, scene.set);
  ASSERT_TRUE(scene.solve(x).ok());
  expect_solved(scene, x);
}

TEST(ActiveSet, SharesAForceBetweenContactsThatAreTheSame) {
  std::mt19937 random(6);
  Scene scene({30}, 2);
  for (Index k = 0; k < 8; ++k) {
    scene.set.W.push(7 * (k / 2), 1.0);
    scene.set.W.finish_column();
    scene.set.finish_contact(k, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  }
  scene.finish(random);
  for (Index k = 0; k < 8; ++k) scene.c[k] = k / 2 == 3 ? 1.0 : -1.0;
  Vector x = Vector::Zero(8);
  const auto report = scene.solve(x);
  ASSERT_TRUE(report.ok()) << report.message;
  expect_solved(scene, x);
  EXPECT_NEAR(x[0], x[1], 1e-6 * x[0]);  // what the regularisation makes of it
}

TEST(ActiveSet, SaysThatJointsContradictEachOther) {
  std::mt19937 random(7);
  Scene scene({5}, 1);
  for (Index k = 0; k < 2; ++k) {
    scene.set.W.push(2, 1.0);
    scene.set.W.finish_column();
    scene.set.finish_contact(k, Cone::bilateral, 1, 0.0, 0.0, 0.0);
  }
  scene.finish(random);
  scene.c << 1.0, -1.0;
  Vector x = Vector::Zero(2);
  const auto report = scene.solve(x);
  EXPECT_FALSE(report.ok());
  EXPECT_NE(report.message, "");
  EXPECT_LE(report.iterations, 20);
}

TEST(ActiveSet, UsesTheLawsOwnRows) {
  std::mt19937 random(8), other(9);
  Scene scene({15, 8}, 3);
  ContactSet law;
  law.clear(23);
  for (const Index body : {0, 1, 0}) {
    push_contact(scene.set, scene.bodies.system, {body}, 1, Cone::bilateral, 0.0, random);
    push_contact(law, scene.bodies.system, {body}, 1, Cone::bilateral, 0.0, other);
  }
  scene.G.update(scene.factor, law, scene.set);
  const Vector c = Vector::LinSpaced(3, 1.0, 2.0);
  Vector x = Vector::Zero(3);
  ASSERT_TRUE(ActiveSet({}).solve({scene.G, c, law}, x).ok());
  const Matrix G = dense(law.W).transpose() * scene.bodies.M.ldlt().solve(dense(scene.set.W));
  EXPECT_LE((G * x + c).cwiseAbs().maxCoeff(), 1e-11);  // 1e-12 |c|, estimated scale
}

TEST(ActiveSet, RefusesAnOperatorWithoutBodiesAndNumbersThatAreNone) {
  std::mt19937 random(10);
  Scene scene({5}, 1);
  push_random(scene, 2, false, false, 1, random);
  Vector x = Vector::Zero(2);
  scene.c[0] = std::nan("");
  EXPECT_EQ(scene.solve(x).status, Status::not_finite);
  struct Given final : DelassusOperator {
    void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
    Index size() const override { return 2; }
    void apply(VecRef, VecOut y) const override { y.setZero(); }
    void add_response(VecRef, VecOut) const override {}
    bool keeps_response() const override { return true; }
    VecView diagonal() const override { return {nullptr, 0}; }
  } given;
  const auto report = ActiveSet({}).solve({given, Vector::Ones(2), scene.set}, x);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_NE(report.message.find("delassus: implicit"), std::string::npos);
}

}  // namespace active_set_test
}  // namespace percuss
