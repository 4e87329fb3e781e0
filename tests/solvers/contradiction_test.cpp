// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contradiction.hpp"

#include <gtest/gtest.h>

#include <random>

#include "solvers/contact/auto.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace contradiction_test {

std::string contradiction(const Problem& problem, double tolerable = 0.0) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  return Contradiction().find({G, problem.c, problem.contacts}, tolerable);
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

// Driven apart by 2e-6: with half of it at either joint, the least that one has to bear, velocities are wrong by 1e-6.
TEST(Contradiction, IsNoneWhereNoVelocityNeedBeWrongByMoreThanIsTolerable) {
  const auto nearly = two_on_one(Cone::bilateral, Cone::bilateral, 1.0 + 1e-6, 1.0 - 1e-6, 1.0);
  EXPECT_EQ(contradiction(nearly), "no forces can satisfy them all: joint 0, joint 1");
  EXPECT_EQ(contradiction(nearly, 0.99e-6), "no forces can satisfy them all: joint 0, joint 1");
  EXPECT_EQ(contradiction(nearly, 1.01e-6), "");
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

/// Bodies of mass 1 on top of each other under one of mass `top`, all on the ground and about to fall.
Problem tower(Index courses, double top) {
  Problem problem;
  problem.G = Matrix::Zero(courses, courses);
  problem.c = Vector::Zero(courses);
  problem.c[0] = -1e-2;
  for (Index i = 0; i < courses; ++i) {
    push(problem.contacts, Cone::unilateral, 1);
    problem.G(i, i) = (i + 1 == courses ? 1.0 / top : 1.0) + (i > 0 ? 1.0 : 0.0);
    if (i > 0) problem.G(i, i - 1) = problem.G(i - 1, i) = -1.0;
  }
  return problem;
}

// Forces exist: the weights above. A certificate that is only nearly one said that there are none.
TEST(Contradiction, IsNotSeenUnderHeavyTops) {
  for (const double top : {1e2, 1e4, 1e6, 1e8, 1e10, 1e12})
    for (const Index courses : {2, 3, 6, 12, 20})
      EXPECT_EQ(contradiction(tower(courses, top)), "") << courses << " courses under a mass of " << top;
}

// Each of so many sums is within its round-off, all of them together are not: forces exist, c being -1e-2 at the
// bottom and small and random above. From 3e12 on their round-off would be more than |c|/100.
TEST(Contradiction, IsNotSeenInTallColumnsUnderHeavyTops) {
  std::mt19937 random(1);
  std::normal_distribution<double> small(0.0, 1e-4);
  for (const double top : {1e11, 1e12})
    for (const Index courses : {300, 600}) {
      auto problem = tower(courses, top);
      for (Index i = 1; i < courses; ++i) problem.c[i] = small(random);
      EXPECT_EQ(contradiction(problem), "") << courses << " courses under a mass of " << top;
    }
}

TEST(Contradiction, HeavyTopsAreCarriedByTheStandard) {
  for (const double top : {1e2, 1e4, 1e6, 1e8})
    for (const Index courses : {2, 6, 12}) {
      const auto problem = tower(courses, top);
      const GivenDelassus G(problem.G.sparseView(), problem.contacts);
      Vector x = Vector::Zero(courses);
      const auto report = Auto({}).solve({G, problem.c, problem.contacts}, x);
      EXPECT_TRUE(report.ok()) << courses << " courses under " << top << ": " << report.message << report.residual;
      // 1/top + 1 holds 1/top to 1e-16 top; the courses add to it.
      EXPECT_NEAR(x[courses - 1] / (1e-2 * top), 1.0, 1e-15 * top * static_cast<double>(courses) + 1e-12);
    }
}

// Nothing couples them. Under its heavy top the tower's forces grow as fast and become far larger.
TEST(Contradiction, IsSeenBesideATowerThatIsHardToSolve) {
  for (const double top : {1e2, 1e6, 1e12}) {
    auto problem = tower(20, top);
    const auto pressed = two_on_one(Cone::unilateral, Cone::unilateral, -1e-2, 0.9e-2, -1.0);
    for (int k = 0; k < 2; ++k) push(problem.contacts, Cone::unilateral, 1);
    problem.G.conservativeResizeLike(Matrix::Zero(22, 22));
    problem.G.bottomRightCorner(2, 2) = pressed.G;
    problem.c.conservativeResize(22);
    problem.c.tail(2) = pressed.c;
    EXPECT_EQ(contradiction(problem), "no forces can satisfy them all: contact 20, contact 21") << top;
  }
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

}  // namespace contradiction_test
}  // namespace percuss
