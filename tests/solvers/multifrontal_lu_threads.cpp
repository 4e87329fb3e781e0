// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/parallel.hpp"
#include "solvers/linear/block_lu.hpp"
#include "tests/solvers/block_matrices.hpp"

namespace percuss {
namespace multifrontal_lu_threads {

// Work enough for threads in the subtrees and in the fronts above them; wider teams after narrow ones.
TEST(MultifrontalLUThreads, DoNotChangeTheFactors) {
  std::mt19937 random(1);
  const auto pattern = both_triangles(lattice(14));
  const Index width = 3;
  const auto values = random_values(random, pattern, width);
  const Vector b = Vector::Random(pattern.size() * width);
  BlockLU lu;
  ASSERT_TRUE(lu.analyse(pattern, width, 1 << 22));
  set_threads(1);
  const double pivot = lu.factorise(values);
  ASSERT_GT(pivot, 0.0);
  Vector serial = b;
  lu.solve(serial);
  EXPECT_LE((product(pattern, values, width, serial) - b).norm(), 1e-11 * b.norm());  // condition below 1e3
  for (const int threads : {2, 4, 2}) {
    set_threads(threads);
    EXPECT_EQ(lu.factorise(values), pivot);
    Vector x = b;
    lu.solve(x);
    EXPECT_EQ(x, serial) << threads << " threads";
  }
  set_threads(0);
}

}  // namespace multifrontal_lu_threads
}  // namespace percuss
