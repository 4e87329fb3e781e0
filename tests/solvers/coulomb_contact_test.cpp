// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/coulomb_contact.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace coulomb_contact_test {

/// A symmetric positive definite block with some decades between its eigenvalues, unsymmetric by that share of the
/// smallest.
Matrix random_block(std::mt19937& random, Index rows, double unsymmetry) {
  std::normal_distribution<double> number;
  std::uniform_real_distribution<double> decades(-2.0, 2.0);
  Matrix W = Matrix::NullaryExpr(rows + 1, rows, [&] { return number(random); });
  W.row(0) *= std::pow(10.0, decades(random));
  Matrix G = W.transpose() * W;
  const double smallest = Eigen::SelfAdjointEigenSolver<Matrix>(G).eigenvalues()[0];
  G += unsymmetry * smallest * Matrix(Matrix::NullaryExpr(rows, rows, [&] { return number(random); }));
  return G;
}

TEST(SpatialCoulomb, SatisfiesItsLaw) {
  std::mt19937 random(1);
  std::normal_distribution<double> number;
  int sticks = 0, slips = 0, opens = 0;
  for (int i = 0; i < 2000; ++i) {
    const double mu = std::array{0.01, 0.3, 1.0, 3.0, 10.0}[static_cast<std::size_t>(i % 5)];
    const Matrix G = random_block(random, 3, i % 3 == 0 ? 0.1 : 0.0);
    Vector c = Vector::NullaryExpr(3, [&] { return number(random); });
    const Matrix S = G.bottomRightCorner(2, 2) - G.bottomLeftCorner(2, 1) * G.topRightCorner(1, 2) / G(0, 0);
    if (S.determinant() < 1e-6 * S.trace() * S.trace()) continue;  // next to singular blocks have a test of their own
    if (i % 2 == 0) c[0] = -std::abs(c[0]);
    const std::array<double, 9> g{G(0, 0), G(0, 1), G(0, 2), G(1, 0), G(1, 1), G(1, 2), G(2, 0), G(2, 1), G(2, 2)};
    Vector x(3);
    ASSERT_TRUE(solve_spatial_coulomb(g.data(), c.data(), mu, x.data())) << "problem " << i;
    Problem problem{G, c, {}};
    push(problem.contacts, Cone::coulomb, 3, mu);
    // Rounding of G x, and what the condition of the block (below 1e7) leaves of x itself.
    EXPECT_LE(judged(problem, x), 1e-13 * (c.norm() + 10.0 * G.norm() * x.norm())) << "problem " << i;
    if (x[0] == 0.0)
      ++opens;
    else
      ++(std::hypot(x[1], x[2]) < mu * x[0] * (1.0 - 1e-12) ? sticks : slips);
  }
  EXPECT_GT(opens, 300);
  EXPECT_GT(sticks, 300);
  EXPECT_GT(slips, 300);
}

// The slip force of least a is not asked for, but one with a > 0: the force must oppose the slip.
TEST(SpatialCoulomb, FindsTheSlipThatSamplingOfTheDirectionFinds) {
  std::mt19937 random(2);
  std::normal_distribution<double> number;
  for (int i = 0; i < fewer(50); ++i) {
    const double mu = 0.4;
    const Matrix G = Matrix::Identity(3, 3) + 0.1 * random_block(random, 3, 0.0) / 100.0;
    const Vector c = Vector(Eigen::Vector3d(-1.0, 2.0 * number(random), 2.0 * number(random)));
    double least = 1e9;
    Vector best(3);
    for (int j = 0; j < 20000; ++j) {
      const double angle = 2.0 * 3.141592653589793 * j / 20000.0, e_1 = std::cos(angle), e_2 = std::sin(angle);
      const double normal = -c[0] / (G(0, 0) + mu * (G(0, 1) * e_1 + G(0, 2) * e_2));
      const Vector x = normal * Vector(Eigen::Vector3d(1.0, mu * e_1, mu * e_2)), gamma = G * x + c;
      const double turned = std::abs(gamma[1] * e_2 - gamma[2] * e_1);
      if (normal > 0.0 && gamma[1] * e_1 + gamma[2] * e_2 < 0.0 && turned < least) {
        least = turned;
        best = x;
      }
    }
    if (least > 1e-2) continue;  // it sticks
    const std::array<double, 9> g{G(0, 0), G(0, 1), G(0, 2), G(1, 0), G(1, 1), G(1, 2), G(2, 0), G(2, 1), G(2, 2)};
    Vector x(3);
    ASSERT_TRUE(solve_spatial_coulomb(g.data(), c.data(), mu, x.data()));
    EXPECT_LE((x - best).norm(), 1e-3);  // the samples are 3e-4 apart
  }
}

}  // namespace coulomb_contact_test
}  // namespace percuss
