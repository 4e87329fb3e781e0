// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/newton.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "solvers/contact/enumerate.hpp"
#include "tests/solvers/contact_problems.hpp"
#include "tests/solvers/sparse_problem.hpp"

namespace percuss {
namespace newton_test {

Report newton(const Problem& problem, Vector& x, ContactSolverOptions options = {}) {
  const DenseDelassus G(problem.G);
  return Newton(options).solve({G, problem.c, problem.contacts}, x);
}

/// What the options promise, and as much again for forming G x anew.
double promised(const Problem& problem) { return 2e-14 + 2e-12 * problem.c.lpNorm<Eigen::Infinity>(); }

TEST(Newton, SolvesJointsInOneStep) {
  Problem problem;
  for (int k = 0; k < 5; ++k) push(problem.contacts, Cone::bilateral, 1 + k % 3);
  std::mt19937 random(1);
  fill(problem, random);
  Vector x = Vector::Zero(problem.c.size());
  const auto report = newton(problem, x);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE((x + problem.G.ldlt().solve(problem.c)).cwiseAbs().maxCoeff(), 1e-10);  // condition numbers below 1e4
}

TEST(Newton, TakesOneStepWhileNoContactChangesItsMode) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto problem = random_problem(seed, true, 0.5);
    Vector x = Vector::Zero(problem.c.size());
    ASSERT_TRUE(newton(problem, x).ok());
    problem.c *= 1.001;  // the solution follows in proportion, in the plane with the same modes
    const auto report = newton(problem, x);
    EXPECT_TRUE(report.ok());
    EXPECT_LE(report.iterations, 1);
    EXPECT_LE(judged(problem, x), promised(problem));
  }
}

// The friction force of a sliding contact follows its normal force; without d(mu x_N) the last steps would gain a
// constant factor each, with it every step squares the error.
TEST(Newton, ConvergesQuadraticallyWhereAContactSlidesInSpace) {
  Problem problem;
  push(problem.contacts, Cone::coulomb, 3, 0.5);
  problem.G.resize(3, 3);
  problem.G << 2.0, 0.5, -0.3, 0.5, 1.5, 0.2, -0.3, 0.2, 1.0;
  problem.c = Eigen::Vector3d(-1.0, 2.0, 1.0);
  std::vector<double> residuals;
  for (int steps = 1; steps <= 8; ++steps) {
    ContactSolverOptions options;
    options.max_iterations = steps;
    Vector x = Vector::Zero(3);
    const auto report = newton(problem, x, options);
    residuals.push_back(report.residual);
    if (report.ok()) break;
  }
  ASSERT_LT(residuals.size(), 8U);
  for (std::size_t i = 2; i + 1 < residuals.size(); ++i)
    EXPECT_LE(residuals[i + 1], 10.0 * residuals[i] * residuals[i] + 1e-15);
}

// Two corners of one slider on a wall and two parallel joints: G has no inverse, the velocities are unique all the
// same.
TEST(Newton, SolvesContactsThatDependOnEachOther) {
  Problem problem;
  push(problem.contacts, Cone::coulomb, 2, 0.4);
  push(problem.contacts, Cone::coulomb, 2, 0.4);
  push(problem.contacts, Cone::bilateral, 1);
  push(problem.contacts, Cone::bilateral, 1);
  Matrix W(3, 6);         // a plane body of unit mass and inertia: x, y, phi
  W << 0, 1, 0, 1, 0, 0,  //
      1, 0, 1, 0, 0, 0,   //
      -1, 1, 1, 1, 1, 1;
  problem.G = W.transpose() * W;
  for (const double slip : {0.0, 0.3, -5.0}) {
    SCOPED_TRACE("slip " + std::to_string(slip));
    problem.c = W.transpose() * Eigen::Vector3d(slip, -1.0, 0.2);
    Vector x = Vector::Zero(6);
    const auto report = newton(problem, x);
    EXPECT_TRUE(report.ok()) << report.message;
    EXPECT_LE(judged(problem, x), promised(problem));
    EXPECT_LE(x.cwiseAbs().maxCoeff(), 10.0);  // no self-stress beside the forces needed
    EXPECT_NEAR(x[4], x[5], 1e-6);             // equal joints share alike, to the regularisation times their condition
  }
}

TEST(Newton, LeavesDependentForcesNearTheOnesGiven) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Constant(2, 2, 1.0);
  problem.c = Vector::Constant(2, -1.0);
  Vector x = Eigen::Vector2d(0.7, 0.1);  // lacks 0.2, which both take half of
  EXPECT_TRUE(newton(problem, x).ok());
  EXPECT_NEAR(x[0], 0.8, 1e-6);
  EXPECT_NEAR(x[1], 0.2, 1e-6);
}

/// Bodies on tilted rods that have a row of a joint that holds nothing; `contacts` more bodies lie on the ground each
/// by two points where one would do.
Problem bodies_on_tilted_rods(Index bodies, double tilt, Index contacts) {
  Problem problem;
  const Matrix G = tilted_rods(tilt, Cone::bilateral, Eigen::Vector3d::Zero()).G;
  problem.G = Matrix::Zero(4 * bodies + 2 * contacts, 4 * bodies + 2 * contacts);
  for (Index k = 0; k < bodies; ++k) {
    push(problem.contacts, Cone::bilateral, 3);
    push(problem.contacts, Cone::bilateral, 1);
    problem.G.block(4 * k, 4 * k, 4, 4) = G;
  }
  for (Index k = 0; k < 2 * contacts; ++k) push(problem.contacts, Cone::unilateral, 1);
  for (Index k = 0; k < contacts; ++k) problem.G.block(4 * bodies + 2 * k, 4 * bodies + 2 * k, 2, 2).setConstant(1.0);
  return problem;
}

// Dense and by blocks, alone and beside contacts that depend on each other. A row that stands off by 1e-6 makes a
// condition of some 1e13, of which rounding makes a thousandth of the force; to be regularised it would have to be
// smaller.
TEST(Newton, FindsTheForcesOfJointsThatNearlyRepeatOthers) {
  for (const Index bodies : {1, 30})
    for (const Index contacts : {0, 1}) {
      SCOPED_TRACE(std::to_string(bodies) + " bodies, " + std::to_string(contacts));
      auto problem = bodies_on_tilted_rods(bodies, 1e-6, contacts);
      Vector forces(problem.G.rows());
      for (Index i = 0; i < forces.size(); ++i) forces[i] = i < 4 * bodies ? Vector{{-3.0, 2.0, 5.0, 0.0}}[i % 4] : 0.5;
      problem.c = -problem.G * forces;
      Vector x = Vector::Zero(forces.size());
      EXPECT_TRUE(newton(problem, x).ok());
      EXPECT_LE((x - forces).cwiseAbs().maxCoeff(), 0.02);
    }
}

// Forces of 1e10 leave velocities of 1e-6 by rounding, far beyond a tolerance of 1e-12: no solver has less.
TEST(Newton, LeavesRoundingToLinearEquations) {
  Problem problem;
  for (int k = 0; k < 2; ++k) push(problem.contacts, Cone::bilateral, 1);
  problem.G.resize(2, 2);
  problem.G << 1.0, 1.0 - 1e-10, 1.0 - 1e-10, 1.0;
  problem.c = Eigen::Vector2d(1.0, -0.7);
  Vector x = Vector::Zero(2);
  const auto report = newton(problem, x);
  EXPECT_TRUE(report.ok());
  EXPECT_LE(report.iterations, 4);
  EXPECT_LE(report.residual, 1e-5);
  EXPECT_NEAR((x[0] - x[1]) * 1e-10, -1.7, 1e-5);  // rounding of the entries of G
}

// The start of the half-explicit step has What' A^-1 W.
TEST(Newton, SolvesUnsymmetricOperators) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto problem = random_problem(seed, seed % 2 == 0, 0.3);
    std::mt19937 random(seed);
    std::normal_distribution<double> number(0.0, 0.02);
    const Index n = problem.c.size();
    problem.G *= Matrix::Identity(n, n) + Matrix(Matrix::NullaryExpr(n, n, [&] { return number(random); }));
    Vector x = Vector::Zero(n);
    EXPECT_TRUE(newton(problem, x).ok());
    EXPECT_LE(judged(problem, x), promised(problem));
  }
}

/// The step that the equations of both kinds take from the same point; the blocks have rows filled up.
template <class Equations>
Vector step_of(const Problem& problem, const Vector& x) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  Equations equations;
  equations.load({G, problem.c, problem.contacts});
  NewtonPoint point;
  point.reserve(equations.size());
  equations.scaled(x, point.y);
  equations.evaluate(point);
  EXPECT_TRUE(equations.find_step(point));
  Vector step(x.size());
  equations.unscaled(equations.step(), step);
  return step;
}

TEST(Newton, TakesTheSameStepByBlocksAsByADenseMatrix) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const auto problem = seed % 2 == 0 ? random_problem(seed, true, 2.0) : random_problem_in_space(seed);
    std::mt19937 random(seed);
    std::normal_distribution<double> number;
    const Vector x = Vector::NullaryExpr(problem.c.size(), [&] { return number(random); });
    const Vector dense = step_of<DenseNewton>(problem, x), blocks = step_of<BlockNewton>(problem, x);
    EXPECT_LE((dense - blocks).norm(), 1e-9 * dense.norm()) << "seed " << seed;  // condition numbers below 1e6
  }
}

TEST(Newton, SolvesLargeHeapsByBlocks) {
  int solved = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto problem = random_heap(seed, 60, 0.3);
    const GivenDelassus G(problem.G.sparseView(), problem.contacts);
    Vector x = Vector::Zero(problem.c.size());
    const auto report = Newton({}).solve({G, problem.c, problem.contacts}, x);
    EXPECT_NEAR(report.residual, judged(problem, x), 1e-9 * problem.c.lpNorm<Eigen::Infinity>()) << "seed " << seed;
    solved += report.ok() ? 1 : 0;
  }
  EXPECT_GE(solved, 12);  // without sweeps it may cycle
}

/// Nothing couples, and all the same the rows are too many.
class DiagonalDelassus final : public DelassusOperator {
 public:
  explicit DiagonalDelassus(Index n) : diagonal_(Vector::Ones(n)) {
    for (Index i = 0; i < n; ++i) {
      rows_.col.push_back(i);
      rows_.value.push_back(1.0);
      rows_.start.push_back(i + 1);
    }
  }
  void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
  Index size() const override { return diagonal_.size(); }
  void apply(VecRef x, VecOut y) const override { y = x; }
  void add_response(VecRef, VecOut) const override {}
  bool keeps_response() const override { return true; }
  VecView diagonal() const override { return {diagonal_.data(), diagonal_.size()}; }
  const BlockRows* rows() const override { return &rows_; }

 private:
  Vector diagonal_;
  BlockRows rows_;
};

// Ten thousand contacts that know nothing of each other are solved in a step.
TEST(Newton, SolvesManyContactsThatDoNotCouple) {
  const Index n = 10000;
  const DiagonalDelassus G(n);
  ContactSet contacts;
  for (Index k = 0; k < n; ++k) push(contacts, Cone::unilateral, 1);
  Vector x = Vector::Zero(n);
  const Vector c = Vector::Constant(n, -1.0);
  EXPECT_TRUE(Newton({}).solve({G, c, contacts}, x).ok());
}

struct SmallFactors : BlockNewton {
  SmallFactors() : BlockNewton(1000) {}  // numbers
};

TEST(Newton, SaysWhenTheFactorsWouldBeTooLarge) {
  const auto coupled = tangled_problem(50, 5, 1);
  Vector x = Vector::Zero(coupled.c.size());
  const auto report = NewtonSteps<SmallFactors>().solve({coupled, coupled.c, coupled.contacts}, x, 1e-10, 10);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_NE(report.message.find("too large"), std::string::npos);
  EXPECT_EQ(report.residual, std::numeric_limits<double>::infinity());
}

TEST(Newton, SaysWhenNoStepLeadsOn) {
  Problem problem;  // a joint that nothing moves, driven apart: no solution
  push(problem.contacts, Cone::bilateral, 1);
  push(problem.contacts, Cone::bilateral, 1);
  problem.G = Matrix::Constant(2, 2, 1.0);
  problem.c = Eigen::Vector2d(1.0, -1.0);
  Vector x = Vector::Zero(2);
  const auto report = newton(problem, x);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_FALSE(report.message.empty());
  EXPECT_NEAR(report.residual, 1.0, 1e-6);  // neither can be had without the other
  EXPECT_LT(report.iterations, 100);
}

}  // namespace newton_test
}  // namespace percuss
