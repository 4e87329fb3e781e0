// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/interior_point.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/admm.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace interior_point_test {

const ContactSolverOptions options;

/// More rows than degrees of freedom as often as not.
Problem heap(unsigned seed) { return random_heap(seed, 10 + seed % 40, 0.1 * (seed % 12)); }

// As many iterations for a long chain as for a short one; a sweep carries news one contact further.
TEST(InteriorPoint, IsThroughAChainInAFewIterations) {
  for (const Index n : {30, 300}) {
    const Posed posed(chain(n));
    Vector x = posed.zero();
    const auto report = posed.solve(InteriorPoint(options), x, 1e-8, 100);
    EXPECT_TRUE(report.ok()) << report.message;
    EXPECT_LE(report.iterations, 25);  // seen: 11 and 15
    for (Index i = 0; i < n; ++i)      // the residual by the least eigenvalue of G, pi^2 / n^2
      EXPECT_NEAR(x[i], 0.5 * static_cast<double>((i + 1) * (n - i)), 1e-3);
  }
}

// With joints, which are eliminated before. No method solves them all: where many contacts wedge it stalls, and says
// so.
TEST(InteriorPoint, SolvesMostHeapsWhoseContactsDependOnEachOther) {
  const auto heaps = static_cast<unsigned>(fewer(100));
  ContactSolverOptions asked;
  asked.name = ContactSolverOptions::Name::interior_point;
  asked.tolerance_relative = 1e-10;
  asked.max_iterations = 300;
  const auto solver = make_contact_solver(asked);
  unsigned solved = 0;
  for (unsigned seed = 1; seed <= heaps; ++seed) {
    const auto problem = heap(seed);
    const DenseDelassus G(problem.G);
    Vector x = Vector::Zero(problem.c.size());
    const auto report = solver->solve({G, problem.c, problem.contacts}, x);
    if (!report.ok()) continue;
    ++solved;
    EXPECT_LE(judged(problem, x), 1.01 * asked.tolerance(problem.c)) << seed;  // summed in another order
  }
  EXPECT_GE(solved, heaps * 8 / 10);
}

TEST(InteriorPoint, LeavesNothingWorseThanItWasGiven) {
  const Posed posed(heap(31));
  Vector x = posed.zero();
  ASSERT_TRUE(posed.solve(InteriorPoint(options), x, 1e-10, 300).ok());
  const auto report =
      posed.solve(InteriorPoint(options), x, 1e-300, 2);  // forces are not unique: others may do as well
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_LE(report.residual, 1e-10);
  EXPECT_LE(judged(posed.problem, x), 1e-10);
}

// Answers that stop just within the tolerance do so from the same side in every step: bodies at rest crept, and
// contacts that should be open had forces of 1e-16.
TEST(InteriorPoint, GoesOnToRoundingOnceTheGoalIsReached) {
  Problem two{(Matrix(3, 3) << 2.0, 0.5, 0.3, 0.5, 1.0, 0.2, 0.3, 0.2, 3.0).finished(),
              (Vector(3) << -1.0, -0.5, 4.0).finished(),
              {}};
  for (int k = 0; k < 3; ++k) push(two.contacts, Cone::unilateral, 1);
  const Posed posed(std::move(two));
  Vector x = posed.zero();
  const auto report = posed.solve(InteriorPoint(options), x, 1e-6, 100);
  EXPECT_TRUE(report.ok());
  EXPECT_LE(judged(posed.problem, x), 1e-9);
  EXPECT_EQ(x[2], 0.0);
}

TEST(InteriorPoint, TakesTheLastStepsAloneFromNearASolution) {
  const Posed posed(heap(31));
  const InteriorPoint method(options);
  Vector x = posed.zero();
  ASSERT_TRUE(posed.solve(method, x, 1e-10, 300).ok());
  x *= 1.0 + 1e-6;
  const auto report = posed.solve(method, x, 1e-10, 300);
  EXPECT_TRUE(report.ok());
  EXPECT_LE(report.iterations, 4);
}

TEST(InteriorPoint, WithoutVelocitiesThereAreNoForces) {
  Problem still{Matrix::Identity(4, 4), Vector::Zero(4), {}};
  push(still.contacts, Cone::coulomb, 3, 0.5);
  push(still.contacts, Cone::unilateral, 1);
  const Posed posed(std::move(still));
  Vector x = Vector::Ones(4);
  EXPECT_TRUE(posed.solve(InteriorPoint(options), x, 1e-14, 100).ok());
  EXPECT_EQ(x, posed.zero());
}

TEST(InteriorPoint, SharesItsFactorWithOthers) {
  const Posed posed(random_heap(3, 40, 0.3));
  const auto factor = std::make_shared<CoupledFactor>();
  const InteriorPoint alone(options), shares(options, factor);
  const Admm other(options, factor);
  Vector x = posed.zero(), y = posed.zero(), z = posed.zero();
  posed.solve(alone, x, 1e-8, 100);
  posed.solve(other, z, 1e-8, 5);
  posed.solve(shares, y, 1e-8, 100);
  EXPECT_EQ(x, y);
}

// Two walls that press a body together: there are no forces, and no number of iterations finds any.
TEST(InteriorPoint, DoesNotSolveWhatHasNoSolution) {
  Problem squeezed{(Matrix(2, 2) << 1.0, -1.0, -1.0, 1.0).finished(), Vector::Constant(2, -1.0), {}};
  push(squeezed.contacts, Cone::unilateral, 1);
  push(squeezed.contacts, Cone::unilateral, 1);
  const Posed posed(std::move(squeezed));
  Vector x = posed.zero();
  const auto report = posed.solve(InteriorPoint(options), x, 1e-10, 500);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_TRUE(x.allFinite());
  EXPECT_GE(report.residual, 0.1);
}

}  // namespace interior_point_test
}  // namespace percuss
