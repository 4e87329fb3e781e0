// SPDX-License-Identifier: Apache-2.0
// What the iterative contact solvers share: joints are solved for, not swept; dependent and contradicting rows; units.
#include "solvers/contact/method_solver.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace method_solver_test {

using Name = ContactSolverOptions::Name;

class EveryMethod : public testing::TestWithParam<Name> {
 protected:
  static Report solve(const Problem& problem, Vector& x, ContactSolverOptions options = {}) {
    options.name = GetParam();
    const DenseDelassus G(problem.G);
    return make_contact_solver(options)->solve({G, problem.c, problem.contacts}, x);
  }
};

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod,
                         testing::Values(Name::gauss_seidel, Name::jacobi, Name::apgd, Name::admm,
                                         Name::fischer_burmeister, Name::interior_point),
                         [](const auto& test) {
                           for (const auto& type : contact_solver_types())
                             if (type.value == test.param) return type.name;
                           return std::string("?");
                         });

/// Bodies of random mass, each coordinate a row of M; `rows` of the contacts couple them at random.
Problem coupled(unsigned seed, Index coordinates, const std::vector<std::pair<Cone, Index>>& kinds, double mu) {
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  Problem problem;
  for (const auto& [cone, rows] : kinds) push(problem.contacts, cone, rows, cone == Cone::coulomb ? mu : 0.0);
  const Index nl = problem.contacts.rows();
  const Matrix W = Matrix::NullaryExpr(coordinates, nl, [&] { return number(random); });
  problem.G = W.transpose() * W;
  problem.c = W.transpose() * Vector::NullaryExpr(coordinates, [&] { return number(random); });
  return problem;
}

TEST_P(EveryMethod, SolvesJointsAloneAtOnce) {
  const auto problem = coupled(3, 12, {{Cone::bilateral, 3}, {Cone::bilateral, 2}, {Cone::bilateral, 1}}, 0.0);
  Vector x = Vector::Zero(problem.c.size());
  const auto report = solve(problem, x);
  EXPECT_TRUE(report.ok()) << report.message;
  EXPECT_EQ(report.iterations, 1);
}

// A chain of 40 masses, each tied to the next, the last one at a stop: sweeps through the joints would take thousands.
TEST_P(EveryMethod, DoesNotSweepThroughAChainOfJoints) {
  Problem problem;
  const Index masses = 40;
  Matrix W = Matrix::Zero(masses, masses);
  for (Index k = 0; k + 1 < masses; ++k) {
    push(problem.contacts, Cone::bilateral, 1);
    W(k, k) = -1.0;
    W(k + 1, k) = 1.0;
  }
  push(problem.contacts, Cone::unilateral, 1);
  W(masses - 1, masses - 1) = 1.0;
  problem.G = W.transpose() * W;
  problem.c = W.transpose() * Vector::Constant(masses, -1.0);
  Vector x = Vector::Zero(masses);
  const auto report = solve(problem, x);
  EXPECT_TRUE(report.ok()) << report.message;
  EXPECT_LE(report.iterations, 200);  // first-order methods take some hundred on a single row
  EXPECT_NEAR(x[masses - 1], static_cast<double>(masses), 1e-9);  // stops them all
}

TEST_P(EveryMethod, SolvesContactsOnJoints) {
  int failures = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const auto problem = coupled(
        seed, 24,
        {{Cone::coulomb, 3}, {Cone::bilateral, 3}, {Cone::unilateral, 1}, {Cone::coulomb, 2}, {Cone::bilateral, 2}},
        0.4);
    Vector x = Vector::Zero(problem.c.size());
    const auto report = solve(problem, x);
    if (!report.ok()) ++failures;
    EXPECT_NEAR(report.residual, judged(problem, x), 1e-12) << "seed " << seed;  // G x in another order
  }
  EXPECT_EQ(failures, 0);
}

TEST_P(EveryMethod, ToleratesJointsThatAreThereTwice) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    auto problem = coupled(seed, 9, {{Cone::bilateral, 2}, {Cone::coulomb, 3}, {Cone::bilateral, 2}}, 0.3);
    // The second joint says what the first one says.
    for (Index i = 0; i < 2; ++i) {
      problem.G.row(5 + i) = problem.G.row(i);
      problem.c[5 + i] = problem.c[i];
    }
    for (Index i = 0; i < 2; ++i) problem.G.col(5 + i) = problem.G.col(i);
    Vector x = Vector::Zero(problem.c.size());
    const auto report = solve(problem, x);
    EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << report.message;
  }
}

TEST_P(EveryMethod, SaysWhichJointContradictsAnother) {
  Problem problem{Matrix::Ones(3, 3), Eigen::Vector3d(1.0, 2.0, 0.5), {}};
  push(problem.contacts, Cone::bilateral, 1);
  push(problem.contacts, Cone::bilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  Vector x = Vector::Zero(3);
  const auto report = solve(problem, x);
  EXPECT_EQ(report.status, Status::singular);
  EXPECT_NE(report.message.find("contradict"), std::string::npos) << report.message;
  EXPECT_EQ(x, Vector::Zero(3));
  EXPECT_GT(report.residual, 0.1);
}

// More contact rows than degrees of freedom, as on a box on the floor.
TEST_P(EveryMethod, SolvesDependentContacts) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto problem = coupled(seed, 6, {{Cone::coulomb, 3}, {Cone::coulomb, 3}, {Cone::coulomb, 3}}, 0.3);
    Vector x = Vector::Zero(problem.c.size());
    ContactSolverOptions options;
    options.tolerance_relative = 1e-9;
    options.max_iterations = 50000;  // a singular G is where first-order methods are slow
    const auto report = solve(problem, x, options);
    EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << report.message << ", residual " << report.residual;
  }
}

// Positions and velocities taken at different times make G unsymmetric by some 1e-3.
TEST_P(EveryMethod, SolvesAnOperatorThatIsNotSymmetric) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    auto problem = random_problem_in_space(seed);
    std::mt19937 random(seed);
    std::normal_distribution<double> number(0.0, 1e-3);
    problem.G = problem.G + problem.G.norm() / static_cast<double>(problem.G.rows()) *
                                Matrix::NullaryExpr(problem.G.rows(), problem.G.cols(), [&] { return number(random); });
    Vector x = Vector::Zero(problem.c.size());
    const auto report = solve(problem, x);
    EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << report.message << ", residual " << report.residual;
  }
}

// Units of mass, length and time change G and c by factors; powers of two change no rounding either.
TEST_P(EveryMethod, TakesAsManyIterationsInAnyUnits) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const auto problem = coupled(seed, 24, {{Cone::coulomb, 3}, {Cone::bilateral, 2}, {Cone::coulomb, 2}}, 0.4);
    ContactSolverOptions options;
    options.tolerance_absolute = 0.0;
    options.tolerance_relative = 1e-10;
    Vector x = Vector::Zero(problem.c.size());
    const int iterations = solve(problem, x, options).iterations;
    for (const double factor : {std::ldexp(1.0, 20), std::ldexp(1.0, -20)}) {
      auto heavy = problem, fast = problem;
      heavy.G *= factor;
      fast.c *= factor;
      Vector y = Vector::Zero(problem.c.size());
      EXPECT_EQ(solve(heavy, y, options).iterations, iterations) << "seed " << seed;
      EXPECT_EQ(factor * y, x);
      y.setZero();
      EXPECT_EQ(solve(fast, y, options).iterations, iterations) << "seed " << seed;
      EXPECT_EQ(y, factor * x);
    }
  }
}

TEST_P(EveryMethod, SolvesFrictionOfAnySize) {
  for (const double mu : {0.0, 1e-3, 3.0, 10.0}) {
    const auto problem = coupled(5, 12, {{Cone::coulomb, 3}}, mu);
    Vector x = Vector::Zero(3);
    const auto report = solve(problem, x);
    EXPECT_TRUE(report.ok()) << "mu " << mu << ": " << report.message << ", residual " << report.residual;
  }
}

}  // namespace method_solver_test
}  // namespace percuss
