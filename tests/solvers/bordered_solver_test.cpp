// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/bordered_solver.hpp"

#include <gtest/gtest.h>

#include <random>

#include "solvers/linear/block_factor.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace bordered_solver_test {

class Bordered : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  Bordered() {
    const auto [frame, elements] = GetParam();
    const auto number = static_cast<std::size_t>(frame);
    body_ = std::move((number < 4 ? make_floating_beam_planar(floating_rod(elements, all_frames()[number]))
                                  : make_floating_beam(floating_in_space(elements, all_spatial_frames()[number - 4])))
                          .bodies.front());
    random_.seed(static_cast<unsigned>(elements));
  }
  const BorderedBody& body() const { return *body_->bordered(); }
  Vector state() {
    Vector q = random_vector(body().num_q(), random_);
    if (body().num_reference() == 6) q.segment<4>(3) *= 10.0 / q.segment<4>(3).norm();
    q.tail(q.size() - 3) *= 0.1;
    return q;
  }
  std::unique_ptr<Body> body_;
  std::mt19937 random_;
};

// Of the matrix as a whole; what is solved has a condition of 1e10: residuals relative to |A| |x| tell.
TEST_P(Bordered, SolvesWithTheTangent) {
  BorderedSolver solver(body(), LinearSolverKind::automatic);
  for (const TangentWeights weights : {TangentWeights{}, {1.0, 5e-4, 2e-7}, {2.0, 0.0, 1e-3}}) {
    ASSERT_TRUE(solver.factorize_inner(weights).ok());
    for (int k = 0; k < 3; ++k) {  // many states, one inner factor
      const Vector q = state();
      ASSERT_TRUE(solver.update(q).ok());
      const Matrix A = tangent_of(body(), q, q.head(body().num_v()), weights),
                   B = Matrix::NullaryExpr(A.rows(), 3,
                                           [&] { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); });
      Matrix X = B;
      solver.solve_in_place(X);
      EXPECT_LE((A * X - B).norm(), 1e-12 * A.norm() * X.norm());
      const Matrix oracle = A.partialPivLu().solve(B);
      EXPECT_LE((X - oracle).norm(), 1e-7 * oracle.norm());
    }
  }
}

TEST_P(Bordered, StandsInABlockFactorAndFactorsTheInnerBlockOnce) {
  MechanicalSystem system;
  const Index n = body().num_v(), num_q = body().num_q();
  system.add(std::move(body_));
  BlockFactor factor(system, LinearSolverKind::automatic), oracle(system, LinearSolverKind::dense_lu);
  const TangentWeights weights{1.0, 0.0, 1e-6};
  std::mt19937 random(3);
  Vector q;
  for (int k = 0; k < 4; ++k) {
    q = 0.1 * random_vector(num_q, random);
    if (num_q > n) q.segment<4>(3).normalize();
    ASSERT_TRUE(factor.update(0.0, q, q.head(n), weights).ok());
    ASSERT_TRUE(oracle.update(0.0, q, q.head(n), weights).ok());
    const Vector f = random_vector(n, random);
    Vector x = f, y = f;
    factor.solve_in_place(x);
    oracle.solve_in_place(y);
    EXPECT_LE((x - y).norm(), 1e-7 * y.norm());
  }
  EXPECT_EQ(factor.factorisations(), 1);
  EXPECT_EQ(oracle.factorisations(), 4);
  EXPECT_STREQ(factor.solver_name(0), "bordered");
  SparseMatrix A;
  factor.matrix(0, A);
  EXPECT_LE((Matrix(A) - tangent_of(system.body(0), q, q.head(n), weights)).norm(), 1e-15 * A.norm());
}

INSTANTIATE_TEST_SUITE_P(FramesAndElements, Bordered,
                         testing::Combine(testing::Range(0, 8), testing::Values(1, 3, 20)));

}  // namespace bordered_solver_test
}  // namespace percuss
