// SPDX-License-Identifier: Apache-2.0
#include "simulation/extrapolation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace {

Vector one(double x) { return Vector::Constant(1, x); }

TEST(Extrapolation, TwoRowsByHand) {
  // T(h) = 3 + 2 h in 1 and 3 substeps of H = 1: 5 and 3 2/3; (3 T_3 - T_1)/2 = 3.
  Extrapolation table;
  EXPECT_EQ(table.rows(), 0);
  table.add(1, one(5.0));
  EXPECT_EQ(table.best(), one(5.0));
  table.add(3, one(3.0 + 2.0 / 3.0));
  EXPECT_EQ(table.rows(), 2);
  EXPECT_NEAR(table.best()[0], 3.0, 1e-15);
  EXPECT_EQ(table.before(), one(5.0));
}

/// A polynomial of degree k in h is known from k + 1 rows: what is left is round-off, which odd substeps amplify by
/// less than 10 up to six rows.
TEST(Extrapolation, RowsReproducePolynomials) {
  Extrapolation table;
  for (int odd = 0; odd < 2; ++odd) {
    table.start();  // once more: what was there before does not count
    const auto polynomial = [](double h) {
      Vector p(2);
      p << 1.0 + h * (-2.0 + h * (3.0 + h * (0.5 - h * 4.0))), -7.0 + h * h * h * h;
      return p;
    };
    double last = 1e9;
    for (Index i = 1; i <= 6; ++i) {
      const Index n = odd ? 2 * i - 1 : i;
      table.add(n, polynomial(1.0 / static_cast<double>(n)));
      const double error = (table.best() - polynomial(0.0)).lpNorm<Eigen::Infinity>();
      EXPECT_EQ(i >= 5, error < 1e-13) << i;
      EXPECT_EQ(i<5, error> 1e-3) << i;
      last = error;
    }
    EXPECT_LT(last, 1e-13);
  }
}

/// Explicit Euler on y' = -y: the local error of row i is of order i + 1 in H.
TEST(Extrapolation, RaisesTheOrderOfEulersMethodByOneEachRow) {
  for (Index rows = 1; rows <= 4; ++rows) {
    double errors[2];
    for (int k = 0; k < 2; ++k) {
      const double H = k == 0 ? 0.2 : 0.1;
      Extrapolation table;
      for (Index i = 1; i <= rows; ++i) {
        const auto n = static_cast<double>(2 * i - 1);
        table.add(2 * i - 1, one(std::pow(1.0 - H / n, n)));
      }
      errors[k] = std::abs(table.best()[0] - std::exp(-H));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), static_cast<double>(rows + 1), 0.2) << rows;
  }
}

TEST(Extrapolation, OfNothing) {
  Extrapolation table;
  table.add(1, Vector());
  table.add(3, Vector());
  EXPECT_EQ(table.best().size(), 0);
}

}  // namespace
}  // namespace percuss
