// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_problem.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

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
