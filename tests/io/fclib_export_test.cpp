// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_export.hpp"

#include <gtest/gtest.h>

#include "fclib_problems.hpp"
#include "io/fclib_solve.hpp"
#include "solvers/contact/natural_residual.hpp"
#include "solvers/delassus/given.hpp"

namespace percuss {
namespace fclib_export_test {

/// Contacts of 1 and 2 or 3 rows among joints; the last joint holds what the first does, so that G is singular.
struct Mixed {
  Matrix G;
  Vector c;
  ContactSet contacts;
};

Mixed mixed_problem(unsigned seed, Index most_rows, bool joints) {
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  Mixed mixed;
  mixed.contacts.clear(0);
  const auto add = [&](Cone cone, Index rows, double mu) {
    mixed.contacts.finish_contact(mixed.contacts.size(), cone, rows, mu, 0.0, 0.0);
  };
  if (joints) add(Cone::bilateral, 2, 0.0);
  add(Cone::coulomb, most_rows, 0.4);
  add(Cone::unilateral, 1, 0.0);
  add(Cone::coulomb, 2, 0.7);
  add(Cone::unilateral, 2, 0.0);
  if (joints) add(Cone::bilateral, 2, 0.0);
  const Index n = mixed.contacts.rows(), nv = n + 3;
  Matrix W = Matrix::NullaryExpr(nv, n, [&] { return number(random); });
  if (joints) W.rightCols(2) = W.leftCols(2);
  mixed.G = W.transpose() * W / static_cast<double>(nv);
  mixed.c = W.transpose() * random_vector(nv, random);
  return mixed;
}

/// The contact solver's tolerance, relative to c of order 10.
constexpr double solver_tolerance = 1e-10;

void expect_the_same_solution(unsigned seed, Index most_rows, bool joints) {
  const auto mixed = mixed_problem(seed, most_rows, joints);
  const GivenDelassus G(mixed.G);
  Vector x = Vector::Zero(mixed.c.size());
  const Vector guess = Vector::Ones(mixed.c.size());
  const auto report = make_contact_solver({})->solve({G, mixed.c, mixed.contacts}, x);
  ASSERT_TRUE(report.ok()) << seed << ": " << report.message;
  const auto local = fclib_problem({G, mixed.c, mixed.contacts}, guess, x);
  EXPECT_EQ(local.num_contacts(), 4);
  EXPECT_EQ(local.dimension, most_rows);
  EXPECT_LE(fclib_error(local, local.solution->r), solver_tolerance) << seed;
  EXPECT_EQ(local.guesses.at(0).r[0], 1.0);
  // Gap velocities of the contacts are those of the whole problem.
  const Vector gamma = mixed.G * x + mixed.c;
  const Index first = joints ? 2 : 0;
  EXPECT_LE((local.solution->u.head(most_rows) - gamma.segment(first, most_rows)).cwiseAbs().maxCoeff(),
            solver_tolerance);
  // Rows that were not there: no percussion, no velocity, nothing couples to them.
  EXPECT_EQ(local.solution->r[most_rows + 1], 0.0);
  EXPECT_EQ(local.solution->u[most_rows + 1], 0.0);
  EXPECT_EQ(local.mu[1], 0.0);
  // And whoever solves the file finds the same velocities.
  const auto answer = solve(local, {});
  ASSERT_TRUE(answer.report.ok()) << seed << ": " << answer.report.message;
}

TEST(FclibExport, ContactsOfAllSizesBecomeContactsOfOne) {
  for (unsigned seed = 0; seed < 10; ++seed) expect_the_same_solution(seed, seed % 2 == 0 ? 2 : 3, false);
}

TEST(FclibExport, JointsAreEliminatedExactlyRedundantOnesToo) {
  for (unsigned seed = 0; seed < 10; ++seed) expect_the_same_solution(seed, seed % 2 == 0 ? 2 : 3, true);
}

TEST(FclibExport, AWWithoutJointsIsTheOperatorToTheBit) {
  std::mt19937 random(3);
  ContactSet contacts;
  contacts.clear(0);
  for (Index k = 0; k < 3; ++k) contacts.finish_contact(k, Cone::coulomb, 3, 0.3, 0.0, 0.0);
  const Matrix G = Matrix::NullaryExpr(9, 9, [&] { return std::normal_distribution<double>()(random); });
  const Vector c = random_vector(9, random), x = random_vector(9, random);
  const GivenDelassus given(G);
  const auto local = fclib_problem({given, c, contacts}, x, x);
  EXPECT_TRUE(Matrix(local.W) == G);
  EXPECT_TRUE(local.q == c);
  EXPECT_TRUE(local.solution->r == x);
}

}  // namespace fclib_export_test
}  // namespace percuss
