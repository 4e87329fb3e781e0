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
