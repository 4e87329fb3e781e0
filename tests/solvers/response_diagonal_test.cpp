// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/response_diagonal.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace response_diagonal_test {

Vector diagonal_of(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) {
  ResponseDiagonal response;
  response.take(factor.system(), law, force);
  Vector diagonal(law.rows());
  response.find(factor, diagonal);
  return diagonal;
}

Vector exact(const Matrix& M, const ContactSet& law, const ContactSet& force) {
  return (dense(law.W).transpose() * M.ldlt().solve(dense(force.W))).diagonal();
}

/// Entries are of order 1 and A is well conditioned: some hundred eps.
constexpr double rounding = 1e-13;

TEST(ResponseDiagonal, OfOneMassIsItsInverse) {
  const RandomSystem one({1}, 1);
  ContactSet set;
  set.clear(1);
  set.W.push(0, 3.0);
  set.W.finish_column();
  set.finish_contact(0, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  EXPECT_NEAR(diagonal_of(factored(one.system), set, set)[0], 9.0 / one.M(0, 0), 1e-15);  // two roundings
}

TEST(ResponseDiagonal, OfNoContactsIsEmpty) {
  const RandomSystem one({40}, 2);
  ContactSet set;
  set.clear(40);
  EXPECT_EQ(diagonal_of(factored(one.system), set, set).size(), 0);
}

// Bodies of 100 and 70 rows have banded factors (seeds: half bandwidths 0 to 3), those of 5 and 3 are solved column by
// column; contacts touch any two rows of one body or of two.
TEST(ResponseDiagonal, IsThatOfTheDenseProduct) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed), other(seed + 100);
    const RandomSystem many({100, 5, 70, 3}, seed);
    const auto factor = factored(many.system);
    const auto set = random_contacts(many.system, 12, random);
    EXPECT_LE((diagonal_of(factor, set, set) - exact(many.M, set, set)).cwiseAbs().maxCoeff(), rounding);
    ContactSet law, force;
    for (auto* its : {&law, &force}) {
      its->clear(178);
      for (const Index rows : {1, 3, 2})
        push_contact(*its, many.system, {rows - 1, 2}, rows, Cone::bilateral, 0.0, its == &law ? random : other);
    }
    EXPECT_LE((diagonal_of(factor, law, force) - exact(many.M, law, force)).cwiseAbs().maxCoeff(), rounding);
  }
}

// A row of W may vanish on a body at one configuration and not at the other.
TEST(ResponseDiagonal, CountsOnlyBodiesThatLawAndForceBothTouch) {
  std::mt19937 random(1);
  const RandomSystem three({40, 50, 2}, 2);
  ContactSet law, force;
  law.clear(92);
  force.clear(92);
  push_contact(law, three.system, {0, 1}, 1, Cone::unilateral, 0.0, random);
  push_contact(law, three.system, {2}, 1, Cone::unilateral, 0.0, random);
  push_contact(law, three.system, {1}, 1, Cone::unilateral, 0.0, random);
  push_contact(force, three.system, {0}, 1, Cone::unilateral, 0.0, random);
  push_contact(force, three.system, {1}, 1, Cone::unilateral, 0.0, random);
  push_contact(force, three.system, {0, 1}, 1, Cone::unilateral, 0.0, random);
  const auto diagonal = diagonal_of(factored(three.system), law, force);
  EXPECT_LE((diagonal - exact(three.M, law, force)).cwiseAbs().maxCoeff(), rounding);
  EXPECT_EQ(diagonal[1], 0.0);
}

}  // namespace response_diagonal_test
}  // namespace percuss
