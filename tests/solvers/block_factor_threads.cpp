// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "core/parallel.hpp"
#include "model/linear_body.hpp"
#include "solvers/linear/block_factor.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace block_factor_threads {

void add_body(MechanicalSystem& system, const SparseMatrix& M) {
  system.add(std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(M.rows()), SymmetricMatrix(M.rows())));
}

void expect_same_bits(const MechanicalSystem& system, LinearSolverKind kind = LinearSolverKind::automatic) {
  BlockFactor factor(system, kind);
  const Vector b = random_vector(system.num_v(), 1);
  ASSERT_TRUE(factor.update(0.0, b, b, {}).ok());
  set_threads(1);
  Vector serial = b;
  factor.solve_in_place(serial);
  for (const int threads : {2, 4}) {
    set_threads(threads);
    Vector x = b;
    factor.solve_in_place(x);
    EXPECT_EQ(x, serial) << threads << " threads";
  }
  set_threads(0);
}

// From 64 bodies with rows enough on they are shared out among the threads: diagonal, tridiagonal, banded and sparse
// side by side.
TEST(BlockFactorThreads, DoNotChangeTheSolveOfManyBodies) {
  for (const Index bodies : {63, 64, 130}) {
    SCOPED_TRACE(bodies);
    MechanicalSystem system;
    add_body(system, tridiagonal_matrix(parallel_threshold - 20'000, 4.0, 1.0));
    for (Index i = 1; i < bodies; ++i) {
      if (i % 4 == 3)
        add_body(system, grid_matrix(18, 3));
      else
        add_body(system, banded_matrix(800, i % 4, static_cast<unsigned>(i)));
    }
    expect_same_bits(system);
  }
}

// A large body must not start threads of its own inside the threads that share out the bodies.
TEST(BlockFactorThreads, DoNotChangeALargeBodyAmongMany) {
  MechanicalSystem system;
  add_body(system, tridiagonal_matrix(parallel_threshold + 5, 4.0, 1.0));
  for (unsigned i = 0; i < 70; ++i) add_body(system, banded_matrix(6, 1, i));
  expect_same_bits(system);
}

TEST(BlockFactorThreads, DoNotChangeAFewLargeBodies) {
  MechanicalSystem system;
  for (Index i = 0; i < 3; ++i) add_body(system, tridiagonal_matrix(parallel_threshold + i, 4.0, 1.0));
  expect_same_bits(system);
}

// Factors of some 10^5 numbers each: side by side, though the bodies are few and have few rows.
TEST(BlockFactorThreads, DoNotChangeAFewBodiesWithLargeFactors) {
  for (const Index bodies : {1, 2, 5}) {
    MechanicalSystem system;
    for (Index i = 0; i < bodies; ++i) add_body(system, grid_matrix(90 + i, 60));
    expect_same_bits(system);
  }
}

TEST(BlockFactorThreads, DoNotChangeConjugateGradientsOfOneBodyOrMany) {
  MechanicalSystem large, many;
  add_body(large, tridiagonal_matrix(parallel_threshold + 5, 4.0, 1.0));
  add_body(large, grid_matrix(150, 100));
  for (unsigned i = 0; i < 400; ++i) add_body(many, grid_matrix(18, 19));
  for (const auto* system : {&large, &many}) expect_same_bits(*system, LinearSolverKind::cg);
}

/// A dense matrix M + x_0^2 1 of its own, which no other body has.
class Changing final : public Body {
 public:
  explicit Changing(SparseMatrix M) : M_(std::move(M)) {}
  Index num_q() const override { return M_.rows(); }
  Index num_v() const override { return M_.rows(); }
  bool has_constant_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return false; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override {
    q_next = q + a * v + b * w;
  }
  void forces(double, VecRef, VecRef, VecOut f) const override { f.setZero(); }
  void tangent(double, VecRef q, VecRef, TangentWeights weights, SparseMatrix& A) const override {
    A = weights.mass * M_;
    for (Index i = 0; i < A.rows(); ++i) A.coeffRef(i, i) += q[0] * q[0];
  }
  Energy energy(double, VecRef, VecRef) const override { return {}; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }

 private:
  SparseMatrix M_;
};

struct Updated {
  Vector solved;
  long factorisations;
  std::string message;
};

/// A factor made at q and brought to 2 q by so many threads.
Updated updated_by(int threads, const MechanicalSystem& system, double scale) {
  set_threads(threads);
  BlockFactor factor(system, LinearSolverKind::automatic);
  const Vector q = random_vector(system.num_q(), 7), b = random_vector(system.num_v(), 1);
  EXPECT_TRUE(factor.update(0.0, q, q, {}).ok());
  auto report = factor.update(0.0, scale * q, q, {});
  Updated updated{b, factor.factorisations(), report.message};
  if (report.ok()) factor.solve_in_place(updated.solved);
  set_threads(0);
  return updated;
}

void add_changing(MechanicalSystem& system, unsigned bodies) {
  for (unsigned i = 0; i < bodies; ++i) system.add(std::make_unique<Changing>(banded_matrix(48, 47, i)));
}

TEST(BlockFactorThreads, DoNotChangeTheFactorsOfManyBodies) {
  MechanicalSystem system;
  add_changing(system, 80);
  const auto one = updated_by(1, system, 2.0);
  EXPECT_EQ(one.factorisations, 160);
  for (const int threads : {2, 4}) {
    const auto many = updated_by(threads, system, 2.0);
    EXPECT_EQ(many.solved, one.solved) << threads << " threads";
    EXPECT_EQ(many.factorisations, one.factorisations);
  }
}

TEST(BlockFactorThreads, TellTheFirstBodyThatCannotBeFactored) {
  MechanicalSystem system;
  add_changing(system, 80);
  const auto one = updated_by(1, system, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(one.message.find("body 0: "), 0U) << one.message;
  for (const int threads : {2, 4})
    EXPECT_EQ(updated_by(threads, system, std::numeric_limits<double>::quiet_NaN()).message, one.message);
}

}  // namespace block_factor_threads
}  // namespace percuss
