// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweep_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/at.hpp"
#include "solvers/contact/one_contact.hpp"
#include "solvers/contact/prox.hpp"
#include "tests/solvers/contact_problems.hpp"
#include "tests/solvers/sparse_problem.hpp"

namespace percuss {
namespace sweep_rows_test {

/// The sweep of the definition, on the dense G: each contact's problem with the others held.
Vector swept(const Matrix& G, const Vector& c, const ContactSet& set, Vector x) {
  for (Index k = 0; k < set.size(); ++k) {
    const Index first = set.first_row(k), n = set.num_rows(k);
    const ContactMatrix own = G.block(first, first, n, n);
    const ContactVector left = (G * x + c).segment(first, n) - own * x.segment(first, n);
    ContactVector x_k = x.segment(first, n);
    solve_one_contact(set.cone[static_cast<std::size_t>(k)], set.mu[static_cast<std::size_t>(k)], own, left, x_k);
    x.segment(first, n) = x_k;
  }
  return x;
}

TEST(SweepRows, SweepAsTheDefinitionSays) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const auto problem = random_problem(seed, seed % 2 == 0, 0.5);
    const DenseDelassus G(problem.G);
    SweepRows rows;
    rows.load({G, problem.c, problem.contacts});
    Vector x = Vector::Zero(problem.c.size()), expected = x;
    for (int i = 0; i < 3; ++i) {
      const Vector before = x;
      const double change = rows.sweep(problem.c, x);
      expected = swept(problem.G, problem.c, problem.contacts, expected);
      // Sums in another order: some eps of entries of G, c and x below 10.
      EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), 1e-12) << "seed " << seed;
      EXPECT_GE(change, 0.999 * (x - before).lpNorm<Eigen::Infinity>() * problem.G.diagonal().minCoeff());
    }
  }
}

// One stage after the other, the parts of a stage in any order: as the definition says for the contacts in that order.
TEST(SweepRows, SweepDomainAfterDomain) {
  const auto problem = box_problem(17, 17, 10, 1);
  const auto& contacts = problem.contacts;
  SweepRows rows;
  rows.load({problem, problem.c, contacts});
  ASSERT_TRUE(rows.most_threads() > 1);
  Domains domains;
  domains.find(problem.matrix, contacts);
  Vector expected = Vector::Zero(problem.c.size()), gamma(expected.size());
  double largest = 0.0;
  const auto solve = [&](Index k) {
    const Index first = contacts.first_row(k);
    ContactMatrix own = ContactMatrix::Zero(3, 3);
    for (int i = 0; i < 3; ++i) own(i, i) = problem.diagonal_entries[first + i];
    ContactVector left(3), x_k = expected.segment(first, 3);
    for (int i = 0; i < 3; ++i) left[i] = problem.matrix.row_dot(first + i, expected) + problem.c[first + i];
    left -= own * x_k;
    const ContactVector before = x_k;
    solve_one_contact(contacts.cone[at(k)], contacts.mu[at(k)], own, left, x_k);
    largest = std::max(largest, (x_k - before).lpNorm<Eigen::Infinity>() * own(0, 0));
    expected.segment(first, 3) = x_k;
  };
  for (Index stage = 0; stage < domains.stages(); ++stage)
    for (Index part = 0; part < domains.parts(stage); ++part)
      for (const Index k : domains.members(stage, part)) solve(k);
  Vector c(expected.size()), x = Vector::Zero(expected.size()), swept(expected.size());
  rows.gather(problem.c, c);
  const double change = rows.sweep(c, x);
  rows.scatter(x, swept);
  EXPECT_LT((swept - expected).lpNorm<Eigen::Infinity>(), 1e-14);  // entries below 1, sums in another order
  EXPECT_NEAR(change, largest, 1e-13);
  problem.apply(expected, gamma);
  gamma += problem.c;
  EXPECT_NEAR(rows.residual(c, x), natural_residual(contacts, problem.diagonal(), gamma, expected), 1e-13);
  Vector back(expected.size());
  rows.gather(swept, back);
  EXPECT_EQ(back, x);
}

TEST(SweepRows, JudgeAndProjectAsTheLawsSay) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const auto problem = random_problem(seed, seed % 2 == 0, 0.5);
    const DenseDelassus G(problem.G);
    SweepRows rows;
    rows.load({G, problem.c, problem.contacts});
    Vector x = Vector::LinSpaced(problem.c.size(), -1.0, 2.0);
    EXPECT_NEAR(rows.residual(problem.c, x), judged(problem, x), 1e-12 * (1.0 + judged(problem, x)));
    Vector projected = x;
    rows.project(projected);
    for (Index k = 0; k < problem.contacts.size(); ++k)
      prox_cone(problem.contacts.cone[at(k)], problem.contacts.mu[at(k)],
                std::span(x.data() + problem.contacts.first_row(k), at(problem.contacts.num_rows(k))));
    EXPECT_EQ(projected, x);
  }
}

TEST(SweepRows, LeaveTheSolutionWhereItIs) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Constant(1, 1, 2.0);
  problem.c = Vector::Constant(1, -1.0);
  const DenseDelassus G(problem.G);
  SweepRows rows;
  rows.load({G, problem.c, problem.contacts});
  Vector x = Vector::Constant(1, 0.5);
  EXPECT_EQ(rows.sweep(problem.c, x), 0.0);
  EXPECT_EQ(x[0], 0.5);
}

TEST(SweepRows, GoOnByTheShareAskedFor) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Constant(1, 1, 2.0);
  problem.c = Vector::Constant(1, -1.0);
  const DenseDelassus G(problem.G);
  for (const double relaxation : {0.5, 1.0, 1.5}) {
    SweepRows rows;
    rows.load({G, problem.c, problem.contacts}, relaxation);
    Vector x = Vector::Zero(1);
    rows.sweep(problem.c, x);
    EXPECT_EQ(x[0], 0.5 * relaxation);
    x[0] = 3.0;
    rows.sweep(problem.c, x);
    EXPECT_EQ(x[0], std::max(3.0 - 2.5 * relaxation, 0.0));  // never beyond the cone
  }
}

TEST(SweepRows, TellOfANaN) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Constant(1, 1, 2.0);
  problem.c = Vector::Constant(1, std::nan(""));
  const DenseDelassus G(problem.G);
  SweepRows rows;
  rows.load({G, problem.c, problem.contacts});
  Vector x = Vector::Zero(1);
  const double change = rows.sweep(problem.c, x);
  EXPECT_FALSE(change <= 1.0);
}

}  // namespace sweep_rows_test
}  // namespace percuss
