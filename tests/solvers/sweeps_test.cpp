// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweeps.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace sweeps_test {

constexpr int depth = 5;

struct Swept {
  Vector x;
  Report report;
};

Swept run(const Problem& problem, int acceleration, double tolerance, int most) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  Sweeps sweeps(1.0, acceleration);
  sweeps.load({G, problem.c, problem.contacts});
  Swept swept{Vector::Zero(problem.c.size()), {}};
  swept.report = sweeps.run(swept.x, tolerance, most);
  return swept;
}

TEST(Sweeps, AreThePlainOnesWithoutAcceleration) {
  const auto problem = chain(20);
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  SweepRows rows;
  rows.load({G, problem.c, problem.contacts});
  Vector x = Vector::Zero(20);
  for (int i = 0; i < 30; ++i) rows.sweep(problem.c, x);
  const auto swept = run(problem, 0, 0.0, 30);
  EXPECT_EQ(swept.x, x);
  EXPECT_EQ(swept.report.iterations, 30);
  EXPECT_EQ(swept.report.status, Status::not_converged);
  EXPECT_NEAR(swept.report.residual, judged(problem, x), 1e-14);
}

TEST(Sweeps, AreAFewWithAccelerationWherePlainOnesAreMany) {
  const Index n = 60;
  const auto problem = chain(n);
  const auto plain = run(problem, 0, 1e-9, 20'000), accelerated = run(problem, depth, 1e-9, 20'000);
  EXPECT_TRUE(plain.report.ok());
  EXPECT_TRUE(accelerated.report.ok());
  EXPECT_GE(plain.report.iterations, 5 * accelerated.report.iterations);  // seen: 16 times
  for (Index i = 0; i < n; ++i)  // the residual by the least eigenvalue of G, pi^2 / n^2
    EXPECT_NEAR(accelerated.x[i], 0.5 * static_cast<double>((i + 1) * (n - i)), 1e-5);
}

// Lots of ten are looked at where one of a hundred is: the same way, to the bit.
TEST(Sweeps, GoOnWhereTheLastLotHasCome) {
  const auto problem = chain(40);
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  for (const int acceleration : {0, depth}) {
    Sweeps sweeps(1.0, acceleration);
    sweeps.load({G, problem.c, problem.contacts});
    Vector x = Vector::Zero(40);
    for (int lot = 0; lot < 9; ++lot) EXPECT_EQ(sweeps.run(x, 0.0, 10).iterations, 10);
    const double last = sweeps.run(x, 0.0, 10).residual;
    const auto whole = run(problem, acceleration, 0.0, 100);
    EXPECT_LE(whole.report.residual, last);
    if (whole.report.residual == last) {
      EXPECT_EQ(whole.x, x);
    }
    EXPECT_EQ(sweeps.accelerates(), acceleration > 0);
  }
}

TEST(Sweeps, BeginAnewFromAnotherPoint) {
  const auto problem = chain(40);
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  Sweeps sweeps(1.0, depth);
  sweeps.load({G, problem.c, problem.contacts});
  Vector x = Vector::Zero(40);
  sweeps.run(x, 0.0, 100);
  EXPECT_TRUE(sweeps.accelerates());
  x.setZero();
  sweeps.run(x, 0.0, 20);
  EXPECT_FALSE(sweeps.accelerates());
  EXPECT_EQ(x, run(problem, depth, 0.0, 20).x);
}

TEST(Sweeps, SolveWhatPlainOnesSolve) {
  int solved = 0;
  for (unsigned seed = 1; seed <= 300 / fewer_under_sanitizers; ++seed) {
    const auto problem = seed % 2 == 0 ? random_problem_in_space(seed) : random_heap(seed, 12, 0.7);
    const double tolerance = 1e-9 * problem.c.lpNorm<Eigen::Infinity>();
    if (!run(problem, 0, tolerance, 2000).report.ok()) continue;
    ++solved;
    const auto accelerated = run(problem, depth, tolerance, 8000);
    EXPECT_TRUE(accelerated.report.ok()) << "seed " << seed << ": " << accelerated.report.residual;
    EXPECT_LE(judged(problem, accelerated.x), 1.001 * tolerance + 1e-14) << "seed " << seed;  // the judge's own sums
  }
  EXPECT_GE(solved, 40);
}

// A residual that is no number ends the lot.
TEST(Sweeps, EndWhereNumbersOverflow) {
  auto problem = chain(4);
  problem.c[2] = -1e308;
  problem.G *= 1e-300;
  EXPECT_EQ(run(problem, depth, 1e-9, 500).report.status, Status::not_finite);
}

TEST(Sweeps, ServeTheSolverOfTheName) {
  const auto problem = chain(60);
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  ContactSolverOptions options;
  options.name = ContactSolverOptions::Name::gauss_seidel;
  options.tolerance_absolute = 1e-9;
  options.tolerance_relative = 0.0;
  options.acceleration = depth;
  Vector x = Vector::Zero(60);
  const auto report = make_contact_solver(options)->solve({G, problem.c, problem.contacts}, x);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.iterations, run(problem, depth, 1e-9, 20'000).report.iterations);
}

}  // namespace sweeps_test
}  // namespace percuss
