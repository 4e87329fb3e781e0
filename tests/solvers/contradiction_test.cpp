// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contradiction.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/auto.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace {

std::string contradiction(const Problem& problem) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  return Contradiction().find({G, problem.c, problem.contacts});
}

/// Two rows along one degree of freedom.
Problem two_on_one(Cone first, Cone second, double c_1, double c_2, double sign) {
  Problem problem;
  push(problem.contacts, first, 1);
  push(problem.contacts, second, 1);
  problem.G = (Matrix(2, 2) << 1.0, sign, sign, 1.0).finished();
  problem.c = Eigen::Vector2d(c_1, c_2);
  return problem;
}

TEST(Contradiction, IsSeenInTwoJointsThatAreDrivenApart) {
  const auto text = contradiction(two_on_one(Cone::bilateral, Cone::bilateral, 1.0, -1.0, 1.0));
  EXPECT_EQ(text, "no forces can satisfy them all: joint 0, joint 1");
  EXPECT_EQ(contradiction(two_on_one(Cone::bilateral, Cone::bilateral, 1.0, 1.0, 1.0)), "");
}

TEST(Contradiction, IsSeenInABodyBetweenTwoWallsThatClose) {
  EXPECT_NE(contradiction(two_on_one(Cone::unilateral, Cone::unilateral, -1.0, 0.9, -1.0)), "");
  EXPECT_EQ(contradiction(two_on_one(Cone::unilateral, Cone::unilateral, -1.0, 1.1, -1.0)), "");
}

TEST(Contradiction, IsSeenInAWallThatMovesIntoAHeldBody) {
  EXPECT_NE(contradiction(two_on_one(Cone::bilateral, Cone::unilateral, 0.0, -1e-3, 1.0)), "");
  EXPECT_EQ(contradiction(two_on_one(Cone::bilateral, Cone::unilateral, 0.0, 1e-3, 1.0)), "");
}

TEST(Contradiction, IsSeenInARowThatNothingMoves) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = (Matrix(2, 2) << 0.0, 0.0, 0.0, 1.0).finished();
  problem.c = Eigen::Vector2d(-1.0, -1.0);
  EXPECT_EQ(contradiction(problem), "no forces can satisfy them all: contact 0");
}

TEST(Contradiction, IsNotSeenInHeapsThatHaveASolution) {
  for (unsigned seed = 1; seed <= 100; ++seed)
    EXPECT_EQ(contradiction(random_heap(seed, 1 + seed % 15, 10.0)), "") << "seed " << seed;
}

// A joint twice, whose copies want velocities that differ by a little: somewhere in a heap.
TEST(Contradiction, IsFoundInHeapsAndReportedByTheStandard) {
  int found = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    auto problem = random_heap(seed, 1 + seed % 15, 1.0);
    const Index n = problem.c.size(), rows = problem.contacts.num_rows(0);
    push(problem.contacts, Cone::bilateral, rows);
    push(problem.contacts, Cone::bilateral, rows);
    Matrix twice = Matrix::Zero(n, n + 2 * rows);
    twice.leftCols(n).setIdentity();
    twice.block(0, n, rows, rows).setIdentity();
    twice.block(0, n + rows, rows, rows).setIdentity();
    problem.G = (twice.transpose() * problem.G * twice).eval();
    problem.c = (twice.transpose() * problem.c).eval();
    problem.c[n] += 1e-3 * problem.c.lpNorm<Eigen::Infinity>();
    const GivenDelassus G(problem.G.sparseView(), problem.contacts);
    Vector x = Vector::Zero(problem.c.size());
    const auto report = Auto({}).solve({G, problem.c, problem.contacts}, x);
    EXPECT_FALSE(report.ok());
    if (report.status != Status::singular) continue;  // where masses differ by decades it may be hidden by rounding
    ++found;
    EXPECT_NE(report.message.find("joint " + std::to_string(problem.contacts.size() - 1)), std::string::npos)
        << report.message;
    EXPECT_LT(report.iterations, 1000);
  }
  EXPECT_GE(found, 59);
}

}  // namespace
}  // namespace percuss
