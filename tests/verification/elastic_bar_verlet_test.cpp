// SPDX-License-Identifier: Apache-2.0
// In free flight and with a fixed closed set the half-explicit scheme is velocity Verlet.
#include <gtest/gtest.h>

#include <random>

#include "core/decompositions.hpp"
#include "tests/verification/bar_case.hpp"

namespace percuss::verification {

namespace elastic_bar_verlet_test {

/// Velocity Verlet on M q'' = -K q for the dofs from `held` on, the others stay where they are; dense, obvious.
void verlet(const Matrix& M, const Matrix& K, Index held, double h, int steps, Vector& q, Vector& v) {
  const Index n = M.rows() - held;
  const Eigen::LDLT<Matrix> factor(M.bottomRightCorner(n, n));
  const auto acceleration = [&] { return Vector(factor.solve(-(K * q).tail(n))); };
  Vector a = acceleration();
  for (int i = 0; i < steps; ++i) {
    q.tail(n) += h * v.tail(n) + 0.5 * h * h * a;
    const Vector next = acceleration();
    v.tail(n) += 0.5 * h * (a + next);
    a = next;
  }
}

Matrix dense(const Model& model, TangentWeights weights) {
  SparseMatrix A;
  const Vector zero = Vector::Zero(model.system.num_v());
  model.system.body(0).tangent(0.0, zero, zero, weights, A);
  return Matrix(A);
}

TEST(HalfExplicitOnTheBar, IsVelocityVerletInFreeFlight) {
  auto options = bar_options(20);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  options.position.assign(21, 0.0);
  options.velocity.assign(21, 0.0);
  for (auto& q : options.position) q = 1.0 + 1e-5 * uniform(random);  // far from the wall
  for (auto& v : options.velocity) v = 0.1 * uniform(random);
  const auto model = bar_at_wall(options);
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  const double h = 2e-6;
  State state = model->initial;
  Vector q = state.q, v = state.v;
  for (int i = 0; i < 1000; ++i) scheme->step(h, state);
  verlet(dense(*model, {1, 0, 0}), dense(*model, {0, 0, 1}), 0, h, 1000, q, v);
  // Round-off alone: 1000 steps of additions to q = 1 m (1e-16 each) act on v through omega = 3.6e5 1/s.
  EXPECT_LT((state.q - q).lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_LT((state.v - v).lpNorm<Eigen::Infinity>(), 1e-7);
}

TEST(HalfExplicitOnTheBar, IsVelocityVerletOfTheHeldBarWhileTheContactStaysClosed) {
  const auto model = bar_at_wall(bar_options(50));
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  const double h = 1e-7;
  State state = model->initial;
  for (int i = 0; i < 5100; ++i) scheme->step(h, state);  // 1e-5 s into the contact
  ASSERT_TRUE(scheme->contacts()[0].closed);
  Vector q = state.q, v = state.v;
  // The held node keeps its penetration of 5e-9 m: it only shifts the bar.
  q.array() -= q[0];
  const double shift = state.q[0];
  for (int i = 0; i < 2500; ++i) scheme->step(h, state);  // to 2.6e-4 s into the contact
  ASSERT_GT(scheme->contacts()[0].force[0], 0.0);
  verlet(dense(*model, {1, 0, 0}), dense(*model, {0, 0, 1}), 1, h, 2500, q, v);
  // Round-off: 2500 steps, displacements of 3e-5 m, omega = 9e5 1/s.
  EXPECT_LT((state.q.array() - shift - q.array()).matrix().lpNorm<Eigen::Infinity>(), 1e-15);
  EXPECT_LT((state.v - v).lpNorm<Eigen::Infinity>(), 1e-10);
}

}  // namespace elastic_bar_verlet_test

}  // namespace percuss::verification
