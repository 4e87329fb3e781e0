// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/blended.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace blended_test {

class Blended : public testing::TestWithParam<DelassusKind> {};

INSTANTIATE_TEST_SUITE_P(Kinds, Blended, testing::Values(DelassusKind::assembled, DelassusKind::implicit),
                         [](const testing::TestParamInfo<DelassusKind>& p) {
                           return p.param == DelassusKind::assembled ? "assembled" : "implicit";
                         });

/// One body is formed densely, several by blocks.
const std::vector<std::vector<Index>> sizes{{4}, {3, 2, 4, 2}};

/// Entries of order 1, well conditioned: some hundred eps.
constexpr double response_tolerance = 1e-13;

TEST_P(Blended, ColumnsAreSharesOfBothFactorsInTheRowsThatMove) {
  for (const auto& rows : sizes)
    for (const bool all_rows : {true, false}) {
      const RandomSystem a(rows, 1), b(rows, 2);
      const auto A = factored(a.system), B = factored(b.system);
      std::mt19937 random(5);
      ContactSet set;
      set.clear(a.system.num_v());
      push_contact(set, a.system, {0}, 3, Cone::coulomb, 0.3, random);
      push_contact(set, a.system, {static_cast<Index>(rows.size()) - 1}, 2, Cone::bilateral, 0.0, random);
      push_contact(set, a.system, {0}, 1, Cone::unilateral, 0.0, random);
      const Vector tangential = (Vector(6) << 0, 1, 1, 0, 0, 0).finished();
      const Vector share = 0.3 * (all_rows ? Vector(Vector::Ones(6)) : tangential);
      const Matrix W = dense(set.W), GA = W.transpose() * a.M.ldlt().solve(W), GB = W.transpose() * b.M.ldlt().solve(W);
      const Matrix exact = GA * (Vector::Ones(6) - share).asDiagonal() + GB * Matrix(share.asDiagonal());

      BlendedDelassus G(GetParam());
      G.blend(&B, 0.3, all_rows);
      G.update(A, set, set);
      ASSERT_EQ(G.size(), 6);
      const Vector x = random_vector(6, 77);
      Vector y(6);
      G.apply(x, y);
      EXPECT_LE((y - exact * x).cwiseAbs().maxCoeff(), response_tolerance);
      EXPECT_LE((G.diagonal() - exact.diagonal()).cwiseAbs().maxCoeff(), response_tolerance);
      EXPECT_EQ(G.rows() != nullptr, GetParam() == DelassusKind::assembled);
      if (const auto* r = G.rows()) {
        for (Index i = 0; i < 6; ++i)
          for (Index j = 0; j < 6; ++j)
            EXPECT_NEAR(r->coefficient(i, j), exact(i, j), response_tolerance) << i << ", " << j;
      }
      Vector v = Vector::Zero(a.system.num_v());
      G.add_response(x, v);
      EXPECT_LE((v - a.M.ldlt().solve(W * x)).cwiseAbs().maxCoeff(), response_tolerance);
    }
}

TEST_P(Blended, WithoutAnotherFactorIsThePlainOperator) {
  const RandomSystem a({3, 2}, 1);
  const auto A = factored(a.system);
  std::mt19937 random(5);
  const auto set = random_contacts(a.system, 3, random);
  BlendedDelassus G(GetParam());
  G.blend(nullptr, 0.3, true);
  G.update(A, set, set);
  const auto plain = make_delassus(GetParam());
  plain->update(A, set, set);
  const Vector x = random_vector(G.size(), 7);
  Vector y(G.size()), z(G.size());
  G.apply(x, y);
  plain->apply(x, z);
  EXPECT_EQ(y, z);
  EXPECT_EQ(G.diagonal(), plain->diagonal());
  EXPECT_EQ(G.rows() != nullptr, plain->rows() != nullptr);
}

}  // namespace blended_test
}  // namespace percuss
