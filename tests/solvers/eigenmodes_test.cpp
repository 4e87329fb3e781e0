// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/eigenmodes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace percuss {
namespace eigenmodes_test {

/// Masses m on a line, springs k between them, and to ground at the ends where they are held.
struct Chain {
  SparseMatrix K, M;
};
Chain chain(Index n, double m, double k, bool held) {
  Matrix K = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    K(i, i) = (i == 0 || i + 1 == n) && !held ? k : 2.0 * k;
    if (i > 0) K(i, i - 1) = K(i - 1, i) = -k;
  }
  return {K.sparseView(), SparseMatrix(Matrix(m * Matrix::Identity(n, n)).sparseView())};
}

/// Of a held chain: omega_j = 2 sqrt(k/m) sin(j pi / (2 (n + 1))).
double held_frequency(Index j, Index n, double m, double k) {
  return 2.0 * std::sqrt(k / m) *
         std::sin(static_cast<double>(j) * std::numbers::pi / (2.0 * static_cast<double>(n + 1)));
}

class EigenmodesOfChains : public testing::TestWithParam<Index> {};

TEST_P(EigenmodesOfChains, AreThoseOfTheFormula) {
  const Index n = GetParam(), count = 3;
  const auto c = chain(n, 0.5, 80.0, true);
  const auto modes = slowest_modes(c.K, c.M, Matrix(n, 0), held_frequency(1, n, 0.5, 80.0), count);
  for (Index j = 0; j < count; ++j) {
    // The iteration's tolerance is 1e-12; round-off of K is eps (omega_max/omega)^2, some 1e-12 at 300 masses.
    EXPECT_NEAR(modes.omega[j], held_frequency(j + 1, n, 0.5, 80.0), 1e-10 * modes.omega[j]);
    Vector shape(n);
    for (Index i = 0; i < n; ++i)
      shape[i] = std::sin(static_cast<double>((i + 1) * (j + 1)) * std::numbers::pi / static_cast<double>(n + 1));
    shape /= std::sqrt(0.5) * shape.norm();
    EXPECT_LE((modes.shapes.col(j) - shape).norm(), 1e-7) << j;
  }
  EXPECT_LE((modes.shapes.transpose() * (c.M * modes.shapes) - Matrix::Identity(count, count)).norm(), 1e-10);
}

// The first is solved dense, the others by Lanczos.
INSTANTIATE_TEST_SUITE_P(Sizes, EigenmodesOfChains, testing::Values(8, 61, 300));

TEST(Eigenmodes, CountRigidMotionsAsModesOfFrequencyZero) {
  for (const Index n : {5, 200}) {
    const auto c = chain(n, 2.0, 3.0, false);
    const auto modes = slowest_modes(c.K, c.M, Matrix(n, 0), held_frequency(1, n, 2.0, 3.0), 2);
    EXPECT_EQ(modes.omega[0], 0.0);
    EXPECT_LE((modes.shapes.col(0).array() - 1.0 / std::sqrt(2.0 * static_cast<double>(n))).abs().maxCoeff(), 1e-9);
    const double expected = 2.0 * std::sqrt(1.5) * std::sin(0.5 * std::numbers::pi / static_cast<double>(n));
    EXPECT_NEAR(modes.omega[1], expected, 1e-10 * expected);
  }
}

// A condition that holds the middle mass splits the chain in two equal ones.
TEST(Eigenmodes, MeetTheirConditions) {
  for (const Index n : {9, 201}) {
    const auto c = chain(n, 1.0, 1.0, true);
    Matrix Z = Matrix::Zero(n, 1);
    Z((n - 1) / 2, 0) = 7.0;
    const Index half = (n - 1) / 2;
    const auto modes = slowest_modes(c.K, c.M, Z, held_frequency(1, half, 1.0, 1.0), 2);
    for (Index j = 0; j < 2; ++j) EXPECT_NEAR(modes.omega[j], held_frequency(1, half, 1.0, 1.0), 1e-9 * modes.omega[j]);
    EXPECT_LE((Z.transpose() * modes.shapes).norm(), 1e-9);
  }
}

// From 1e-3 to 1e6 1/s: the slow one would be what round-off of the fast leaves, the fast one what the slow leaves.
TEST(Eigenmodes, SlowAndFastOnesOfAStiffMatrixAreExact) {
  const Matrix K = Vector::Map(std::vector<double>{1e-6, 1.0, 1e6, 1e12}.data(), 4).asDiagonal();
  Matrix T = Matrix::Identity(4, 4);
  T(1, 0) = T(2, 1) = T(3, 2) = 0.5;  // graded, as stiffness matrices of fine meshes are
  const auto modes = all_modes(T * K * T.transpose(), T * T.transpose(), 1e-3);
  const Vector expected = K.diagonal().cwiseSqrt();
  for (Index j = 0; j < 4; ++j) EXPECT_NEAR(modes.omega[j], expected[j], 1e-6 * expected[j]) << j;
}

TEST(Eigenmodes, RefuseWhatHasNone) {
  const auto c = chain(4, 1.0, 1.0, true);
  EXPECT_THROW(slowest_modes(c.K, c.M, Matrix(4, 0), 1.0, 5), std::invalid_argument);
  EXPECT_THROW(all_modes(-Matrix(c.K), Matrix(c.M), 0.1), std::invalid_argument);
}

TEST(ConditionedSolver, SolvesUnderItsConditions) {
  const auto c = chain(6, 1.5, 2.0, false);
  Matrix Z(6, 1);
  Z.setOnes();
  const ConditionedSolver solver(c.K, c.M, 0.3, Z);
  Vector f(6), y(6);
  f << 1, -2, 0.5, 3, 0, 1;
  solver.solve(f, y);
  EXPECT_NEAR(y.sum(), 0.0, 1e-13);
  const Vector rest = c.K * y + 0.3 * (c.M * y) - f;  // a force along Z
  EXPECT_LE((rest.array() - rest.mean()).abs().maxCoeff(), 1e-13);
}

}  // namespace eigenmodes_test
}  // namespace percuss
