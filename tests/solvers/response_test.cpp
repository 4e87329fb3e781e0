// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/response.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace response_test {

SparseColumns unit_column(Index n, Index row, double value = 1.0) {
  SparseColumns W;
  W.clear(n);
  W.push(row, value);
  W.finish_column();
  return W;
}

MechanicalSystem long_bar(Index nodes) {
  MechanicalSystem system;
  const auto M = tridiagonal_matrix(nodes, 4.0, 1.0);
  system.add(std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(nodes), SymmetricMatrix(nodes)));
  return system;
}

TEST(Response, IsTheSolutionForEachColumn) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const RandomSystem many({4, 1, 6}, seed);
    const auto factor = factored(many.system);
    ContactSet set;
    set.clear(11);
    push_contact(set, many.system, {0, 2}, 2, Cone::coulomb, 0.1, random);
    push_contact(set, many.system, {1, 1}, 1, Cone::unilateral, 0.0, random);
    Response response;
    response.update(factor, set.W);
    ASSERT_EQ(response.cols(), 3);
    const Matrix U = many.M.ldlt().solve(dense(set.W));
    constexpr double tolerance = 1e-13;  // well conditioned, entries of order 1: some hundred eps
    for (Index j = 0; j < 3; ++j) {
      Vector v = Vector::Zero(11);
      response.add(Vector::Unit(3, j), v);
      EXPECT_LE((v - U.col(j)).cwiseAbs().maxCoeff(), tolerance);
      for (Index i = 0; i < 3; ++i)
        EXPECT_NEAR(response.dot(set.W, i, j), dense(set.W).col(i).dot(U.col(j)), tolerance);
    }
  }
}

TEST(Response, OfNoColumnsMovesNothing) {
  const auto system = long_bar(5);
  const auto factor = factored(system);
  SparseColumns none;
  none.clear(5);
  Response response;
  response.update(factor, none);
  EXPECT_EQ(response.cols(), 0);
  Vector v = Vector::Ones(5);
  response.add(Vector(0), v);
  EXPECT_EQ(v, Vector::Ones(5));
}

TEST(Response, OfAnEmptyColumnIsZero) {
  const auto system = long_bar(5);
  const auto factor = factored(system);
  SparseColumns W = unit_column(5, 2, 0.0);  // a stored zero
  W.finish_column();                         // and a column without entries
  Response response;
  response.update(factor, W);
  Vector v = Vector::Ones(5);
  response.add(Vector::Ones(2), v);
  EXPECT_EQ(v, Vector::Ones(5));
  EXPECT_EQ(response.dot(unit_column(5, 2), 0, 0), 0.0);
}

// The inverse of [1 4 1] decays by 2 - sqrt 3 per node; what is trimmed is below the smallest number over eps.
TEST(Response, TrimsNothingThatCouldBeSeen) {
  const Index n = 4000, middle = n / 2;
  const auto system = long_bar(n);
  const auto factor = factored(system);
  const auto W = unit_column(n, middle);
  Vector full = Vector::Unit(n, middle), trimmed = Vector::Zero(n);
  factor.solve_in_place(full);
  Response response;
  response.update(factor, W);
  response.add(Vector::Ones(1), trimmed);
  constexpr double floor = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
  for (Index i = 0; i < n; ++i) {
    if (trimmed[i] != 0.0) {
      ASSERT_EQ(trimmed[i], full[i]) << i;
    } else {
      ASSERT_LE(std::abs(full[i]), floor) << i;
    }
  }
  EXPECT_LT((trimmed.array() != 0.0).count(), n / 2);  // and it does trim here: 1000 nodes instead of 4000
  Vector v = Vector::Ones(n), w = v;
  response.add(Vector::Constant(1, 1e6), v);
  w += 1e6 * full;
  EXPECT_EQ(v, w);  // not a bit of a velocity of ordinary size
}

TEST(Response, KeepsAWholeColumnOfAnySize) {
  const auto system = long_bar(5);
  const auto factor = factored(system);
  for (const double size : {1e-300, 1e300}) {
    Response response;
    response.update(factor, unit_column(5, 2, size));
    Vector v = Vector::Zero(5), exact = size * Vector::Unit(5, 2);
    factor.solve_in_place(exact);
    response.add(Vector::Ones(1), v);
    EXPECT_EQ(v, exact);
  }
}

TEST(Response, LetsNaNThrough) {
  const auto system = long_bar(5);
  const auto factor = factored(system);
  Response response;
  response.update(factor, unit_column(5, 2, std::nan("")));
  Vector v = Vector::Zero(5);
  response.add(Vector::Ones(1), v);
  EXPECT_TRUE(std::isnan(v[2]));
}

}  // namespace response_test
}  // namespace percuss
