// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "core/at.hpp"
#include "core/decompositions.hpp"
#include "fclib_problems.hpp"

namespace percuss {
namespace fclib_problem_test {

/// M is well conditioned (about 2 on the diagonal, 0.1 beside it): a few roundings of numbers of order one.
constexpr double round_off = 1e-12;

TEST(FclibProblem, TheLocalFormHoldsTheSchurComplementOfTheMasses) {
  auto global = random_global_problem(3, 3, 4);
  global.solution = FclibState{Vector::Ones(global.M.rows()), Vector::Ones(12), Vector::Ones(12)};
  const auto local = local_form(global);
  const Matrix M = global.M, H = global.H;
  const Eigen::PartialPivLU<Matrix> factor(M);
  EXPECT_FALSE(local.global);
  EXPECT_LE((Matrix(local.W) - H.transpose() * factor.solve(H)).cwiseAbs().maxCoeff(), round_off);
  EXPECT_LE((local.q - H.transpose() * factor.solve(global.f) - global.w).cwiseAbs().maxCoeff(), round_off);
  EXPECT_EQ(local.mu, global.mu);
  EXPECT_EQ(local.solution->v.size(), 0);
  EXPECT_EQ(local.solution->r, global.solution->r);
}

TEST(FclibProblem, VelocitiesAreThoseOfTheEquationsOfMotion) {
  const auto global = random_global_problem(4, 2, 3);
  std::mt19937 random(5);
  const Vector r = random_vector(global.rows(), random);
  const Vector v = velocities(global, r);
  EXPECT_LE((global.M * v - global.H * r - global.f).cwiseAbs().maxCoeff(), round_off);
  const auto local = local_form(global);
  EXPECT_LE((global.H.transpose() * v + global.w - local.W * r - local.q).cwiseAbs().maxCoeff(), round_off);
}

// Bodies of 1 to 4 freedoms whose rows stand in any order, M unsymmetric, contacts between any two of them.
TEST(FclibProblem, TheLocalFormOfManyBodiesIsThatOfTheWholeMatrix) {
  std::mt19937 random(7);
  std::normal_distribution<double> number;
  FclibProblem global;
  global.dimension = 2;
  global.global = true;
  const int n = 40, contacts = 12;
  std::vector<int> row(n);
  std::iota(row.begin(), row.end(), 0);
  std::shuffle(row.begin(), row.end(), random);
  Matrix M = Matrix::Zero(n, n), H = Matrix::Zero(n, 2 * contacts);
  for (int begin = 0, size = 1; begin < n; begin += size, size = 1 + size % 4)
    for (int i = begin; i < std::min(n, begin + size); ++i)
      for (int j = begin; j < std::min(n, begin + size); ++j) M(row[at(i)], row[at(j)]) = i == j ? 8.0 : number(random);
  for (Index k = 0; k < 2 * contacts; ++k)
    for (int e = 0; e < 5; ++e) H(static_cast<Index>(random() % n), k) = number(random);
  H.col(3).setZero();  // touches no body
  global.M = M.sparseView();
  global.H = H.sparseView();
  global.f = Vector::LinSpaced(n, -1.0, 1.0);
  global.w = Vector::Constant(2 * contacts, 0.5);
  global.mu = Vector::Constant(contacts, 0.3);
  const auto local = local_form(global);
  const Matrix inverse = M.inverse();
  EXPECT_LE((Matrix(local.W) - H.transpose() * inverse * H).cwiseAbs().maxCoeff(), 1e-14);  // entries below 10
  EXPECT_LE((local.q - H.transpose() * inverse * global.f - global.w).lpNorm<Eigen::Infinity>(), 1e-14);
}

TEST(FclibProblem, ALocalProblemIsItsOwnLocalForm) {
  const auto local = random_local_problem(6, 3, 2);
  EXPECT_EQ(Matrix(local_form(local).W), Matrix(local.W));
}

TEST(FclibProblem, ASingularMassMatrixIsRefused) {
  auto global = random_global_problem(7, 3, 2);
  global.M = Matrix(Matrix::Ones(global.M.rows(), global.M.cols())).sparseView();
  EXPECT_TRUE(fault_text([&] { local_form(global); }).find("fclib_global/M") != std::string::npos);
  global.M = Matrix(1e-320 * Matrix::Identity(global.M.rows(), global.M.cols())).sparseView();
  EXPECT_NE(fault_text([&] { local_form(global); }), "nothing was wrong");
  global.M = SparseMatrix(global.M.rows(), global.M.cols());  // Eigen's SparseLU would not end
  EXPECT_NE(fault_text([&] { local_form(global); }), "nothing was wrong");
}

}  // namespace fclib_problem_test
}  // namespace percuss
