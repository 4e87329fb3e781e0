// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/admm.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/fischer_burmeister.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace admm_test {

const ContactSolverOptions options;

// y <- (rho z + 1) / (1 + rho): each iteration leaves rho / (1 + rho) of the error, 1e-4.
TEST(Admm, LeavesTheShareOfRhoOfTheErrorOfOneContact) {
  Problem one{Matrix::Identity(1, 1), Vector::Constant(1, -1.0), {}};
  push(one.contacts, Cone::unilateral, 1);
  const Posed posed(std::move(one));
  const Admm admm(options);
  Vector x = posed.zero();
  posed.solve(admm, x, 0.0, 1);
  EXPECT_NEAR(1.0 - x[0], 1e-4, 2e-8);  // rho - rho^2
  EXPECT_TRUE(posed.solve(admm, x, 1e-12, 5).ok());
  EXPECT_NEAR(x[0], 1.0, 1e-12);
}

// As Newton's method would be with all contacts closed; a sweep carries news one contact further.
TEST(Admm, IsThroughAChainInAFewIterations) {
  const Index n = 300;
  const Posed posed(chain(n));
  Vector x = posed.zero();
  const auto report = posed.solve(Admm(options), x, 1e-8, 1000);
  EXPECT_TRUE(report.ok());
  EXPECT_LE(report.iterations, 30);  // seen: 17
  for (Index i = 0; i < n; ++i)      // the residual by the least eigenvalue of G, pi^2 / n^2
    EXPECT_NEAR(x[i], 0.5 * static_cast<double>((i + 1) * (n - i)), 1e-3);
}

TEST(Admm, GoesOnWhereTheLastLotHasCome) {
  const Posed posed(random_heap(31, 30, 0.5));
  const Admm whole(options), parts(options);
  Vector x = posed.zero(), y = posed.zero();
  const auto at_once = posed.solve(whole, x, 1e-300, 60);
  ASSERT_EQ(parts.load({posed.G, posed.problem.c, posed.problem.contacts}), "");
  parts.begin(y);
  Report last;
  for (int lot = 0; lot < 6; ++lot) last = parts.run(y, 1e-300, 10);
  EXPECT_EQ(x, y);
  EXPECT_EQ(last.residual, at_once.residual);
  EXPECT_EQ(last.status, Status::not_converged);
}

/// Heaps without joints.
Problem heap(unsigned seed) { return random_heap(seed, 10 + seed % 40, 0.1 * (seed % 12)); }

TEST(Admm, StaysAtASolution) {
  const Posed posed(heap(31));
  const Admm admm(options);
  Vector x = posed.zero();
  ASSERT_TRUE(posed.solve(admm, x, 1e-10, 2000).ok());
  const Vector solution = x;
  const auto report = posed.solve(admm, x, 1e-9, 100);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE(judged(posed.problem, x), 1e-9);
  EXPECT_LE((x - solution).norm(), 1e-9 * solution.norm());
}

// Without, 6000 iterations leave residuals of 2e-2 and 1e-3.
TEST(Admm, BeginsAnewWhereItStandsStill) {
  for (const unsigned seed : {32U, 230U}) {
    const Posed posed(heap(seed));
    Vector x = posed.zero();
    EXPECT_TRUE(posed.solve(Admm(options), x, 1e-10, 1000).ok()) << seed;  // seen: 698 and 467
    EXPECT_LE(judged(posed.problem, x), 1e-10);
  }
}

// The forces under a heavy course are 1e6 N s and more, and round-off of the product is 1e-16 of them. By solves for y
// itself, not for the way to it from the last point, a nearly singular factor left 3.4e-7, whatever the number of
// iterations.
TEST(Admm, IsNotHeldUpByTheRoundOffOfItsFactor) {
  const Posed posed(brick_wall(4, 8, 1e6));
  Vector x = posed.zero();
  EXPECT_LE(posed.solve(Admm(options), x, 1e-300, 140).residual, 5e-9);  // seen: 7.9e-10
}

TEST(Admm, SharesItsFactorWithOthers) {
  const Posed posed(random_heap(3, 40, 0.3));
  const auto factor = std::make_shared<CoupledFactor>();
  const Admm alone(options), shares(options, factor);
  const FischerBurmeister other(options, factor);
  Vector x = posed.zero(), y = posed.zero(), z = posed.zero();
  posed.solve(alone, x, 1e-8, 200);
  posed.solve(other, z, 1e-8, 5);
  posed.solve(shares, y, 1e-8, 200);
  EXPECT_EQ(x, y);
}

}  // namespace admm_test
}  // namespace percuss
