// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/enumerate.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace enumerate_test {

Vector enumerated(const Problem& problem) {
  Vector x;
  const auto report = Enumerate().solve(problem.G, problem.c, problem.contacts, x);
  EXPECT_TRUE(report.ok()) << report.message;
  return x;
}

/// One contact of unit mass: G = I.
Problem one_contact(Cone cone, const Vector& c, double mu = 0.0) {
  Problem problem{Matrix::Identity(c.size(), c.size()), c, {}};
  push(problem.contacts, cone, c.size(), mu);
  return problem;
}

TEST(Enumerate, StopsAMassThatApproaches) {
  EXPECT_EQ(enumerated(one_contact(Cone::unilateral, Vector::Constant(1, -2.0)))[0], 2.0);
  EXPECT_EQ(enumerated(one_contact(Cone::unilateral, Vector::Constant(1, 2.0)))[0], 0.0);
  EXPECT_EQ(enumerated(one_contact(Cone::unilateral, Vector::Constant(1, 0.0)))[0], 0.0);
}

TEST(Enumerate, HoldsAJointEitherWay) {
  EXPECT_EQ(enumerated(one_contact(Cone::bilateral, Vector::Constant(1, 2.0)))[0], -2.0);
  EXPECT_EQ(enumerated(one_contact(Cone::bilateral, Eigen::Vector2d(-1.0, 2.0))), Eigen::Vector2d(1.0, -2.0));
}

TEST(Enumerate, SticksAndSlipsBothWays) {
  const auto expect = [](const Eigen::Vector2d& c, const Eigen::Vector2d& x) {
    EXPECT_LE((enumerated(one_contact(Cone::coulomb, c, 0.5)) - x).norm(), 1e-15);  // a dense solve of two equations
  };
  expect({-1.0, 0.4}, {1.0, -0.4});
  expect({-1.0, 3.0}, {1.0, -0.5});
  expect({-1.0, -3.0}, {1.0, 0.5});
  expect({1.0, 3.0}, {0.0, 0.0});
}

TEST(Enumerate, OpensOneContactOfTwo) {
  // A bar that falls on its left end: the right end lifts off.
  Problem problem{(Matrix(2, 2) << 4.0, -2.0, -2.0, 4.0).finished(), Eigen::Vector2d(-1.0, 1.0), {}};
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  const Vector x = enumerated(problem);
  EXPECT_NEAR(x[0], 0.25, 1e-16);  // one division
  EXPECT_EQ(x[1], 0.0);
}

TEST(Enumerate, FindsAResidualOfRoundOffOnRandomProblems) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const auto problem = random_problem(seed, true, 1.0);
    // Direct solves of at most 12 equations with condition numbers to 1e4.
    EXPECT_LE(judged(problem, enumerated(problem)), 1e-10) << "seed " << seed;
  }
}

TEST(Enumerate, SolvesNothing) {
  Vector x;
  EXPECT_TRUE(Enumerate().solve(Matrix(0, 0), Vector(0), ContactSet{}, x).ok());
  EXPECT_EQ(x.size(), 0);
}

TEST(Enumerate, SaysSoWhenNoModeFits) {
  Vector x;
  auto problem = one_contact(Cone::unilateral, Vector::Constant(1, -1.0));
  problem.G(0, 0) = 0.0;  // no percussion can stop it
  EXPECT_EQ(Enumerate().solve(problem.G, problem.c, problem.contacts, x).status, Status::not_converged);
}

TEST(Enumerate, RefusesWhatItCannotEnumerate) {
  Vector x;
  const auto spatial = one_contact(Cone::coulomb, Vector::Ones(3), 0.5);
  EXPECT_THROW(Enumerate().solve(spatial.G, spatial.c, spatial.contacts, x), std::invalid_argument);
  Problem many{Matrix::Identity(11, 11), Vector::Ones(11), {}};
  for (int k = 0; k < 11; ++k) push(many.contacts, Cone::unilateral, 1);
  EXPECT_THROW(Enumerate().solve(many.G, many.c, many.contacts, x), std::invalid_argument);
}

}  // namespace enumerate_test
}  // namespace percuss
