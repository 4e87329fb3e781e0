// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/parallel.hpp"
#include "model/linear_body.hpp"
#include "solvers/linear/block_factor.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace block_factor_threads {

void add_body(MechanicalSystem& system, const SparseMatrix& M) {
  system.add(std::make_unique<LinearBody>(SymmetricMatrix(M), SymmetricMatrix(M.rows()), SymmetricMatrix(M.rows())));
}

void expect_same_bits(const MechanicalSystem& system) {
  BlockFactor factor(system, LinearSolverKind::automatic);
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
    for (Index i = 0; i < bodies; ++i) {
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

}  // namespace block_factor_threads
}  // namespace percuss
