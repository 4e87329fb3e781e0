// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/parallel.hpp"
#include "solvers/linear/complex_tridiagonal.hpp"

namespace percuss {
namespace complex_factor_threads {

TEST(ComplexTridiagonalThreads, DoNotChangeASolve) {
  for (const Index n :
       {parallel_threshold - 1, parallel_threshold, parallel_threshold + 1, 2 * parallel_threshold + 3}) {
    ComplexTridiagonal factor;
    const Eigen::VectorXcd diagonal = Eigen::VectorXcd::Constant(n, {4.0, 1.0});
    ASSERT_EQ(factor.factorize(diagonal, Eigen::VectorXcd::Constant(n - 1, {-1.0, 0.5})), -1);
    Eigen::MatrixX2d b(n, 2);
    for (Index i = 0; i < n; ++i) b.row(i) << static_cast<double>(i % 13), static_cast<double>(i % 7);
    set_threads(1);
    Eigen::MatrixX2d serial = b;
    factor.solve_in_place(serial.col(0).data(), serial.col(1).data());
    for (const int threads : {2, 4}) {
      set_threads(threads);
      Eigen::MatrixX2d x = b;
      factor.solve_in_place(x.col(0).data(), x.col(1).data());
      EXPECT_EQ(x, serial) << threads << " threads, n = " << n;
    }
    set_threads(0);
  }
}

}  // namespace complex_factor_threads
}  // namespace percuss
