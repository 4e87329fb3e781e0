// SPDX-License-Identifier: Apache-2.0
// Both Delassus operators against the dense What' A^-1 W.
#include <gtest/gtest.h>

#include "core/decompositions.hpp"
#include "solvers/delassus/assembled.hpp"
#include "solvers/delassus/implicit.hpp"
#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace delassus_test {

class Delassus : public testing::TestWithParam<DelassusKind> {
 protected:
  static std::unique_ptr<DelassusOperator> make() { return make_delassus(GetParam()); }
};

Matrix matrix_of(const DelassusOperator& G) {
  Matrix A(G.size(), G.size());
  for (Index j = 0; j < G.size(); ++j) G.apply(Vector::Unit(G.size(), j), A.col(j));
  return A;
}

/// Entries of W and A^-1 are of order 1 and A is well conditioned: 1e-13 is some hundred eps.
constexpr double rounding = 1e-13;

void expect_is(const DelassusOperator& G, const Matrix& A, const ContactSet& law, const ContactSet& force) {
  ASSERT_EQ(G.size(), law.rows());
  if (G.size() == 0) return;
  const Matrix U = A.ldlt().solve(dense(force.W));
  const Matrix exact = dense(law.W).transpose() * U;
  EXPECT_LE((matrix_of(G) - exact).cwiseAbs().maxCoeff(), rounding);
  EXPECT_LE((G.diagonal() - exact.diagonal()).cwiseAbs().maxCoeff(), rounding);
  const Vector x = random_vector(G.size(), 77), v = random_vector(A.rows(), 78);
  Vector w = v;
  G.add_response(x, w);
  EXPECT_LE((w - v - U * x).cwiseAbs().maxCoeff(), rounding);
  if (const auto* rows = G.rows()) {
    ASSERT_EQ(rows->start.size(), static_cast<std::size_t>(G.size()) + 1);
    for (Index i = 0; i < G.size(); ++i) {
      EXPECT_NEAR(rows->row_dot(i, x), exact.row(i).dot(x), rounding);
      for (Index j = 0; j < G.size(); ++j) EXPECT_NEAR(rows->coefficient(i, j), exact(i, j), rounding);
    }
  }
}

TEST_P(Delassus, OfOneMassOnTheGroundIsItsInverse) {
  RandomSystem one({1}, 1);
  const auto factor = factored(one.system);
  ContactSet set;
  set.clear(1);
  set.W.push(0, 1.0);
  set.W.finish_column();
  set.finish_contact(0, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  const auto G = make();
  G->update(factor, set, set);
  EXPECT_NEAR(G->diagonal()[0], 1.0 / one.M(0, 0), 1e-16);  // one division
  Vector v = Vector::Zero(1);
  G->add_response(Vector::Constant(1, 3.0), v);
  EXPECT_NEAR(v[0], 3.0 / one.M(0, 0), 1e-15);
}

TEST_P(Delassus, OfNoContactsHasSizeZero) {
  RandomSystem two({3, 2}, 1);
  const auto factor = factored(two.system);
  ContactSet set;
  set.clear(5);
  const auto G = make();
  EXPECT_EQ(G->size(), 0);
  G->update(factor, set, set);
  EXPECT_EQ(G->size(), 0);
  Vector none(0), v = Vector::Ones(5);
  G->apply(none, none);
  G->add_response(none, v);
  EXPECT_EQ(v, Vector::Ones(5));
}

TEST_P(Delassus, IsTheDenseProduct) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const RandomSystem many({4, 1, 7, 2, 5}, seed);
    const auto factor = factored(many.system);
    const auto set = random_contacts(many.system, 1 + static_cast<Index>(seed % 8), random);
    const auto G = make();
    G->update(factor, set, set);
    expect_is(*G, many.M, set, set);
  }
}

TEST_P(Delassus, IsNotSymmetricWhenTheLawHasItsOwnRows) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed), other(seed + 1000);
    const RandomSystem many({4, 1, 7}, seed);
    const auto factor = factored(many.system);
    ContactSet law, force;
    for (auto* set : {&law, &force}) {
      set->clear(12);
      for (const Index rows : {1, 3, 2})
        push_contact(*set, many.system, {rows - 1, 2}, rows, Cone::bilateral, 0.0, set == &law ? random : other);
    }
    const auto G = make();
    G->update(factor, law, force);
    expect_is(*G, many.M, law, force);
    G->update(factor, force, force);  // the law alone changes
    expect_is(*G, many.M, force, force);
    G->update(factor, force, law);  // the force alone changes
    expect_is(*G, many.M, force, law);
  }
}

// A row of W may vanish on a body at one configuration and not at the other: the law then touches more bodies.
TEST_P(Delassus, CouplesContactsThroughBodiesThatOnlyTheLawTouches) {
  std::mt19937 random(1);
  const RandomSystem three({2, 3, 2}, 1);
  const auto factor = factored(three.system);
  ContactSet law, force;
  law.clear(7);
  force.clear(7);
  push_contact(law, three.system, {0, 1}, 1, Cone::unilateral, 0.0, random);
  push_contact(law, three.system, {1, 2}, 1, Cone::unilateral, 0.0, random);
  push_contact(force, three.system, {0}, 1, Cone::unilateral, 0.0, random);
  push_contact(force, three.system, {1}, 1, Cone::unilateral, 0.0, random);
  const auto G = make();
  G->update(factor, law, force);
  expect_is(*G, three.M, law, force);
}

TEST_P(Delassus, FollowsTheClosedSetFromStepToStep) {
  std::mt19937 random(5);
  const RandomSystem many({4, 3, 6}, 5);
  const auto factor = factored(many.system);
  const auto G = make();
  for (const Index count : {3, 7, 1, 0, 4, 7, 2}) {
    SCOPED_TRACE(count);
    const auto set = random_contacts(many.system, count, random);
    G->update(factor, set, set);
    expect_is(*G, many.M, set, set);
  }
}

// A few columns are solved one by one, many go through the inverse between the rows they touch: rows of one way must
// not be taken for those of the other.
TEST_P(Delassus, GoesBackToASetThatItHasSeen) {
  std::mt19937 random(5);
  const RandomSystem one({300}, 6);
  const auto factor = factored(one.system);
  ContactSet many, few;
  for (auto* set : {&many, &few}) set->clear(300);
  for (Index k = 0; k < 60; ++k) push_contact(many, one.system, {0}, 1, Cone::unilateral, 0.0, random);
  push_contact(few, one.system, {0}, 1, Cone::unilateral, 0.0, random);
  const auto G = make();
  for (const auto* set : {&many, &few, &many, &few, &many}) {
    SCOPED_TRACE(set->size());
    G->update(factor, *set, *set);
    expect_is(*G, one.M, *set, *set);
  }
}

TEST_P(Delassus, FollowsTheFactor) {
  std::mt19937 random(6);
  const RandomSystem many({4, 3}, 6);
  auto factor = factored(many.system);
  const auto set = random_contacts(many.system, 4, random);
  const auto G = make();
  G->update(factor, set, set);
  const Vector zero = Vector::Zero(7);
  ASSERT_TRUE(factor.update(0.0, zero, zero, {2.0, 0.0, 0.0}).ok());
  G->update(factor, set, set);
  expect_is(*G, 2.0 * many.M, set, set);
}

// Schemes with two sets of weights (Bathe) own two factors, and both have been factored once.
TEST_P(Delassus, TellsTwoFactorsApart) {
  std::mt19937 random(7);
  const RandomSystem many({4, 3}, 7);
  const auto first = factored(many.system), second = factored(many.system, {4.0, 0.0, 0.0});
  const auto set = random_contacts(many.system, 4, random);
  const auto G = make();
  G->update(first, set, set);
  G->update(second, set, set);
  expect_is(*G, 4.0 * many.M, set, set);
  G->update(first, set, set);
  expect_is(*G, many.M, set, set);
}

TEST_P(Delassus, CopiesWhatItNeedsOfTheContacts) {
  std::mt19937 random(8);
  const RandomSystem many({4, 3}, 8);
  const auto factor = factored(many.system);
  auto set = random_contacts(many.system, 3, random);
  const auto copy = set;
  const auto G = make();
  G->update(factor, set, set);
  set.clear(0);
  expect_is(*G, many.M, copy, copy);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Delassus,
                         testing::Values(DelassusKind::automatic, DelassusKind::assembled, DelassusKind::implicit),
                         [](const auto& test) {
                           return test.param == DelassusKind::automatic   ? "automatic"
                                  : test.param == DelassusKind::assembled ? "assembled"
                                                                          : "implicit";
                         });

TEST(AssembledDelassus, LeavesItsRowsAloneWhenNothingChanged) {
  std::mt19937 random(9);
  const RandomSystem many({4, 3}, 9);
  auto factor = factored(many.system);
  const auto set = random_contacts(many.system, 3, random);
  AssembledDelassus G;
  G.update(factor, set, set);
  const_cast<BlockRows*>(G.rows())->value[0] = 1234.5;  // a mark that any recomputation would wipe out
  const Vector zero = Vector::Zero(7);
  ASSERT_TRUE(factor.update(3.0, zero, zero, {}).ok());  // constant tangent: no new version
  const auto same = set;
  G.update(factor, same, same);
  EXPECT_EQ(G.rows()->value[0], 1234.5);
  ASSERT_TRUE(factor.update(3.0, zero, zero, {2.0, 0.0, 0.0}).ok());
  G.update(factor, same, same);
  EXPECT_NE(G.rows()->value[0], 1234.5);
}

TEST(AssembledDelassus, StoresOnlyContactsThatShareABody) {
  std::mt19937 random(10);
  const RandomSystem many({2, 2, 2}, 10);
  const auto factor = factored(many.system);
  ContactSet set;
  set.clear(6);
  push_contact(set, many.system, {0}, 2, Cone::coulomb, 0.1, random);
  push_contact(set, many.system, {2}, 1, Cone::unilateral, 0.0, random);
  push_contact(set, many.system, {0}, 1, Cone::unilateral, 0.0, random);
  AssembledDelassus G;
  G.update(factor, set, set);
  EXPECT_EQ(G.rows()->start, (std::vector<Index>{0, 3, 6, 7, 10}));
  EXPECT_EQ(G.rows()->col, (std::vector<Index>{0, 1, 3, 0, 1, 3, 2, 0, 1, 3}));
}

TEST(ImplicitDelassus, ShowsWhatItIsMadeOf) {
  std::mt19937 random(11);
  const RandomSystem many({4, 3}, 11);
  const auto factor = factored(many.system);
  auto law = random_contacts(many.system, 2, random);
  const auto force = law;
  law.regularisation.assign(static_cast<std::size_t>(law.rows()), 0.5);
  ImplicitDelassus G;
  G.update(factor, law, force);
  ASSERT_NE(G.global(), nullptr);
  EXPECT_EQ(G.global()->factor, &factor);
  EXPECT_EQ(*G.global()->law, law.W);
  EXPECT_EQ(*G.global()->force, force.W);
  EXPECT_EQ(G.global()->regularisation.size(), law.regularisation.size());
  EXPECT_EQ(G.global()->regularisation[0], 0.5);
}

TEST(ImplicitDelassus, FormsNoRows) { EXPECT_EQ(ImplicitDelassus().rows(), nullptr); }

}  // namespace delassus_test
}  // namespace percuss
