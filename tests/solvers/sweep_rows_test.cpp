// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweep_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solvers/contact/one_contact.hpp"
#include "tests/solvers/contact_problems.hpp"

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
