// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/lemke_solver.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/enumerate_solver.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace lemke_solver_test {

Report solve(ContactSolverOptions::Name name, const Problem& problem, Vector& x) {
  ContactSolverOptions options;
  options.name = name;
  const DenseDelassus G(problem.G);
  return make_contact_solver(options)->solve({G, problem.c, problem.contacts}, x);
}

using Name = ContactSolverOptions::Name;

class FiniteContactSolver : public testing::TestWithParam<Name> {};
INSTANTIATE_TEST_SUITE_P(Solvers, FiniteContactSolver, testing::Values(Name::lemke, Name::enumerate));

TEST_P(FiniteContactSolver, SolvesContactsInThePlaneAndJoints) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const auto problem = random_problem(seed, seed % 2 == 0, 1.0);
    if (problem.contacts.size() > 5) continue;  // 4^5 combinations are enough
    Vector x = Vector::Zero(problem.c.size());
    const auto report = solve(GetParam(), problem, x);
    EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << report.message;
    EXPECT_LE(judged(problem, x), 2e-12 * (1.0 + problem.c.lpNorm<Eigen::Infinity>()));
    EXPECT_NEAR(report.residual, judged(problem, x), 1e-13);
  }
}

TEST_P(FiniteContactSolver, RefusesFrictionInSpaceAndSaysSo) {
  const auto problem = random_problem_in_space(4);
  Vector x = Vector::Ones(problem.c.size());
  const auto report = solve(GetParam(), problem, x);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_NE(report.message.find("friction in space"), std::string::npos) << report.message;
  EXPECT_EQ(x, Vector::Ones(problem.c.size()));
  EXPECT_NEAR(report.residual, judged(problem, x), 1e-12);
}

TEST_P(FiniteContactSolver, ReportsNumbersThatAreNoneAndSolvesNothing) {
  Problem problem{Matrix::Identity(1, 1), Vector::Constant(1, std::nan("")), {}};
  push(problem.contacts, Cone::unilateral, 1);
  Vector x = Vector::Zero(1);
  EXPECT_EQ(solve(GetParam(), problem, x).status, Status::not_finite);
  Vector none(0);
  EXPECT_TRUE(solve(GetParam(), {Matrix(0, 0), Vector(0), {}}, none).ok());
}

TEST(EnumerateSolver, RefusesElevenContacts) {
  Problem problem{Matrix::Identity(11, 11), Vector::Constant(11, -1.0), {}};
  for (int k = 0; k < 11; ++k) push(problem.contacts, Cone::unilateral, 1);
  Vector x = Vector::Zero(11);
  const auto report = solve(Name::enumerate, problem, x);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_NE(report.message.find("10 contacts"), std::string::npos) << report.message;
}

}  // namespace lemke_solver_test
}  // namespace percuss
