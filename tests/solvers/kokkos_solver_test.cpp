// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/version.hpp"
#include "solvers/contact/contact_solver.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace kokkos_solver_test {

using Name = ContactSolverOptions::Name;

struct Pair {
  Name kernels, built_in;
};

class KokkosSolver : public testing::TestWithParam<Pair> {
 protected:
  void SetUp() override {
    if (!build::with_kokkos) GTEST_SKIP() << "built without Kokkos";
  }
  static Report solve(Name name, const Problem& problem, Vector& x) {
    ContactSolverOptions options;
    options.name = name;
    options.tolerance_relative = 1e-14;  // so that two answers may be compared
    const GivenDelassus G(problem.G.sparseView(),
                          problem.contacts);  // zeros are no coupling: several contacts of a colour
    return make_contact_solver(options)->solve({G, problem.c, problem.contacts}, x);
  }
  /// Both solvers' answers agree; whether they found one.
  static bool agrees(const Problem& problem) {
    Vector x = Vector::Zero(problem.c.size()), y = x;
    const auto kernels = solve(GetParam().kernels, problem, x), built_in = solve(GetParam().built_in, problem, y);
    if (!kernels.ok() || !built_in.ok()) return false;
    EXPECT_LE((x - y).cwiseAbs().maxCoeff(), 1e-12 * std::max(1.0, y.cwiseAbs().maxCoeff()));
    EXPECT_NEAR(kernels.residual, judged(problem, x), 1e-13);  // some roundings
    return true;
  }
};

/// `count` contacts of `rows` rows in a chain, G strictly diagonally dominant: one answer, and every iteration finds
/// it.
Problem chain(Index count, Index rows, double mu, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Problem problem;
  const Index n = count * rows;
  problem.G = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < std::min(n, (i / rows + 2) * rows); ++j)
      problem.G(i, j) = problem.G(j, i) = number(random);
  for (Index i = 0; i < n; ++i) problem.G(i, i) = 2.0 * problem.G.row(i).cwiseAbs().sum() + 1.0;
  problem.c = Vector::NullaryExpr(n, [&] { return number(random); });
  for (Index k = 0; k < count; ++k) push(problem.contacts, mu > 0.0 ? Cone::coulomb : Cone::unilateral, rows, mu);
  return problem;
}

TEST_P(KokkosSolver, AgreesWithTheBuiltInOneOnAChainOfContacts) {
  EXPECT_TRUE(agrees(chain(60, 1, 0.0, 1)));
  for (const Index rows : {2, 3})
    for (const double mu : {0.0, 0.4}) {
      SCOPED_TRACE(testing::Message() << rows << " rows, mu = " << mu);
      EXPECT_TRUE(agrees(chain(60, rows, mu, static_cast<unsigned>(rows))));
    }
}

TEST_P(KokkosSolver, AgreesOnMixedConesWithJoints) {
  int solved = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto problem = random_problem(seed, true, 0.5);
    for (Index i = 0; i < problem.G.rows(); ++i) problem.G(i, i) *= 3.0;  // well conditioned
    solved += agrees(problem) ? 1 : 0;
  }
  EXPECT_EQ(solved, 40);
}

TEST_P(KokkosSolver, SaysThatNumbersAreNone) {
  auto problem = chain(3, 2, 0.3, 1);
  problem.c[2] = std::nan("");
  Vector x = Vector::Zero(6);
  EXPECT_EQ(solve(GetParam().kernels, problem, x).status, Status::not_finite);
}

INSTANTIATE_TEST_SUITE_P(Methods, KokkosSolver,
                         testing::Values(Pair{Name::kokkos_gauss_seidel, Name::gauss_seidel},
                                         Pair{Name::kokkos_jacobi, Name::jacobi}, Pair{Name::kokkos_apgd, Name::apgd}),
                         [](const auto& test) {
                           return test.param.built_in == Name::jacobi ? "jacobi"
                                  : test.param.built_in == Name::apgd ? "apgd"
                                                                      : "gauss_seidel";
                         });

ContactSolverOptions accelerated(int depth) {
  ContactSolverOptions options;
  options.name = Name::kokkos_gauss_seidel;
  options.tolerance_absolute = 1e-9;
  options.tolerance_relative = 0.0;
  options.acceleration = depth;
  options.max_iterations = 20'000;
  return options;
}

struct Solved {
  Vector x;
  Report report;
};

Solved solve_with(const ContactSolver& solver, const Problem& problem) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  Solved solved{Vector::Zero(problem.c.size()), {}};
  solved.report = solver.solve({G, problem.c, problem.contacts}, solved.x);
  return solved;
}

TEST(KokkosGaussSeidel, SweepsAreAFewWithAccelerationWherePlainOnesAreMany) {
  if (!build::with_kokkos) GTEST_SKIP() << "built without Kokkos";
  const Index n = 60;
  const auto problem = percuss::chain(n);
  const auto plain = solve_with(*make_contact_solver(accelerated(0)), problem);
  for (const int depth : {1, 5, 20}) {
    const auto few = solve_with(*make_contact_solver(accelerated(depth)), problem);
    EXPECT_TRUE(plain.report.ok() && few.report.ok());
    EXPECT_GE(plain.report.iterations, 3 * few.report.iterations) << depth;
    for (Index i = 0; i < n; ++i)  // the residual by the least eigenvalue of G, pi^2 / n^2
      EXPECT_NEAR(few.x[i], 0.5 * static_cast<double>((i + 1) * (n - i)), 1e-5);
  }
}

/// `percuss::chain` in space, n contacts with friction on springs of 0.02 to the ground, pushed and pulled at random.
Problem rope(Index n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Problem problem;
  problem.G = 2.02 * Matrix::Identity(3 * n, 3 * n);
  for (Index i = 3; i < 3 * n; ++i) problem.G(i, i - 3) = problem.G(i - 3, i) = -1.0;
  problem.c = Vector::NullaryExpr(3 * n, [&] { return number(random); });
  for (Index k = 0; k < n; ++k) {
    problem.c[3 * k] -= 0.1;  // most contacts close
    push(problem.contacts, Cone::coulomb, 3, 0.4);
  }
  return problem;
}

// 3000 rows: sums over several runs of rows; friction and rows that open: proposals that leave the cones.
TEST(KokkosGaussSeidel, AcceleratedSweepsFindWhatPlainOnesFind) {
  if (!build::with_kokkos) GTEST_SKIP() << "built without Kokkos";
  const auto problem = rope(1000, 1);
  const auto plain = solve_with(*make_contact_solver(accelerated(0)), problem);
  const auto few = solve_with(*make_contact_solver(accelerated(5)), problem);
  EXPECT_TRUE(plain.report.ok() && few.report.ok());
  EXPECT_GE(plain.report.iterations, 2 * few.report.iterations);
  EXPECT_LE(judged(problem, few.x), 1.001e-9);                   // the judge's own sums
  EXPECT_LE((few.x - plain.x).lpNorm<Eigen::Infinity>(), 1e-6);  // the residual by the least eigenvalue of G, 0.02
  int open = 0, sticks = 0, slides = 0;
  for (Index k = 0; k < 1000; ++k) {
    const double normal = few.x[3 * k], tangential = few.x.segment<2>(3 * k + 1).norm();
    ++(normal == 0.0 ? open : tangential < 0.399 * normal ? sticks : slides);
  }
  EXPECT_TRUE(open > 50 && sticks > 50 && slides > 50) << open << ' ' << sticks << ' ' << slides;
}

// What is left to be found lies in the first rows alone: sums over the last ones say nothing of it.
TEST(KokkosGaussSeidel, SumsOfAcceleratedSweepsReachOverAllRows) {
  if (!build::with_kokkos) GTEST_SKIP() << "built without Kokkos";
  auto problem = rope(1000, 1);
  const Index busy = 3 * 300;
  problem.G.bottomRightCorner(3000 - busy, 3000 - busy).setIdentity();
  problem.G.block(busy, busy - 3, 3, 3).setZero();
  problem.G.block(busy - 3, busy, 3, 3).setZero();
  for (Index row = busy; row < 3000; ++row) problem.c[row] = row % 3 == 0 ? 1.0 : 0.0;  // open
  const auto plain = solve_with(*make_contact_solver(accelerated(0)), problem);
  const auto few = solve_with(*make_contact_solver(accelerated(5)), problem);
  EXPECT_TRUE(plain.report.ok() && few.report.ok());
  EXPECT_GE(plain.report.iterations, 2 * few.report.iterations);
  EXPECT_LE((few.x - plain.x).lpNorm<Eigen::Infinity>(), 1e-6);  // as above
}

// What the device holds of the problem before is used only where it is right.
TEST(KokkosGaussSeidel, SolvesProblemAfterProblemAsOneByItself) {
  if (!build::with_kokkos) GTEST_SKIP() << "built without Kokkos";
  const auto solver = make_contact_solver(accelerated(5));
  auto softer = chain(30, 2, 0.3, 1);
  softer.G *= 0.5;
  auto otherwise = chain(30, 2, 0.3, 1);  // the last contact on the first: as many numbers, in other places
  otherwise.G.block(0, 58, 2, 2) = otherwise.G.block(56, 58, 2, 2);
  otherwise.G.block(58, 0, 2, 2) = otherwise.G.block(58, 56, 2, 2);
  for (auto [i, j] : {std::pair{56, 58}, {58, 56}}) otherwise.G.block(i, j, 2, 2).setZero();
  auto frictionless = chain(30, 2, 0.0, 1);
  for (const auto& problem : {chain(30, 2, 0.3, 1), softer, otherwise, chain(30, 2, 0.3, 1), frictionless,
                              chain(20, 3, 0.3, 2), chain(60, 1, 0.0, 3), chain(30, 2, 0.3, 1)}) {
    const auto after = solve_with(*solver, problem), alone = solve_with(*make_contact_solver(accelerated(5)), problem);
    EXPECT_TRUE(after.report.ok());
    EXPECT_EQ(after.x, alone.x);
  }
}

TEST(KokkosSolvers, AreRefusedWithTheWayToBuildThem) {
  if (build::with_kokkos) GTEST_SKIP() << "built with Kokkos";
  ContactSolverOptions options;
  options.name = Name::kokkos_jacobi;
  try {
    make_contact_solver(options);
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("PERCUSS_WITH_KOKKOS"), std::string::npos) << error.what();
  }
}

}  // namespace kokkos_solver_test
}  // namespace percuss
