// SPDX-License-Identifier: Apache-2.0
#include "scheme/galerkin_tableau.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {

namespace galerkin_tableau_test {

using Jump = GalerkinTableau::Jump;
constexpr double round_off = 1e-14;  // of sums of a few terms near 1

TEST(GalerkinTableau, HasTheNodesAndWeightsOfClenshawAndCurtis) {
  const GalerkinTableau simpson(Jump::right, 2), four(Jump::left, 3);
  const double nodes[] = {0.0, 0.25, 0.75, 1.0};
  for (Index l = 0; l < 3; ++l) {
    EXPECT_EQ(simpson.node(l), 0.5 * static_cast<double>(l));
    EXPECT_NEAR(simpson.weight(l), l == 1 ? 4.0 / 6.0 : 1.0 / 6.0, round_off);
  }
  for (Index l = 0; l < 4; ++l) {
    EXPECT_NEAR(four.node(l), nodes[l], round_off);
    EXPECT_NEAR(four.weight(l), l % 3 == 0 ? 1.0 / 18.0 : 8.0 / 18.0, round_off);
  }
}

// [TDG Algs. 3.3, 3.4]
TEST(GalerkinTableau, OfOrderOneIsTheTrapezoidalRuleThatForecastsOrContemplates) {
  const GalerkinTableau minus(Jump::right, 1), plus(Jump::left, 1);
  const double D_minus[2][2] = {{0.0, 0.0}, {1.0, 0.0}}, D_plus[2][2] = {{0.5, -0.5}, {0.5, 0.5}};
  for (Index l : {0, 1})
    for (Index k : {0, 1}) {
      EXPECT_EQ(minus.velocity(l, k), D_minus[l][k]);
      EXPECT_EQ(plus.velocity(l, k), D_plus[l][k]);
      EXPECT_EQ(minus.position(l, k), l == 1 && k == 0 ? 0.5 : 0.0);
      EXPECT_EQ(plus.position(l, k), l == 1 && k == 0 ? 0.5 : 0.0);
    }
}

// D- of order 2 is Butcher's Lobatto III of three stages, D+ of order 2 is Lobatto IIIC.
TEST(GalerkinTableau, OfOrderTwoIsLobattoThreeAndThreeC) {
  const GalerkinTableau minus(Jump::right, 2), plus(Jump::left, 2);
  const double iii[3][3] = {{0, 0, 0}, {0.25, 0.25, 0}, {0, 1, 0}};
  const double iiic[3][3] = {{1. / 6, -1. / 3, 1. / 6}, {1. / 6, 5. / 12, -1. / 12}, {1. / 6, 2. / 3, 1. / 6}};
  for (Index l = 0; l < 3; ++l)
    for (Index k = 0; k < 3; ++k) {
      EXPECT_NEAR(minus.velocity(l, k), iii[l][k], round_off);
      EXPECT_NEAR(plus.velocity(l, k), iiic[l][k], round_off);
    }
}

TEST(GalerkinTableau, IntegratesAccelerationsOfDegreeBelowMExactly) {
  for (const auto jump : {Jump::left, Jump::right})
    for (Index M = 1; M <= GalerkinTableau::max_order; ++M) {
      const GalerkinTableau tableau(jump, M);
      for (int p = 0; p < M; ++p)
        for (const double s : {0.0, 0.3, 1.0}) {
          double v = 0.0, q = 0.0, momentum = 0.0, total = 0.0;
          for (Index k = 0; k <= M; ++k) {
            const double a = std::pow(tableau.node(k), p);
            v += a * tableau.velocity_at(s, k);
            q += a * tableau.position_at(s, k);
            momentum += a * tableau.momentum_at(s, k);
            total += a * tableau.weight(k);
          }
          EXPECT_NEAR(v, std::pow(s, p + 1) / (p + 1), round_off) << "M = " << M << ", degree " << p;
          EXPECT_NEAR(q, std::pow(s, p + 2) / ((p + 1) * (p + 2)), round_off) << "M = " << M << ", degree " << p;
          EXPECT_NEAR(momentum, std::pow(s, p + 1) / (p + 1), round_off) << "M = " << M << ", degree " << p;
          EXPECT_NEAR(total, 1.0 / (p + 1), round_off) << "M = " << M << ", degree " << p;
        }
    }
}

}  // namespace galerkin_tableau_test

}  // namespace percuss
