// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "core/types.hpp"

namespace percuss {

/// LDL' of a complex symmetric tridiagonal matrix, without pivoting, which is stable where real and imaginary part lie
/// in a half plane, as those of M + mu C + mu^2 K do. Twisted like its real counterpart (tridiagonal.cpp): elimination
/// runs from both ends to the middle row, substitution from there back to both ends, two recurrences side by side or on
/// two threads, with the same bits.
class ComplexTridiagonal {
 public:
  /// `off` couples i and i + 1. Returns the first row whose pivot is zero or not finite, -1 when there is none.
  Index factorize(const Eigen::VectorXcd& diagonal, const Eigen::VectorXcd& off);
  /// x <- S^-1 x, real and imaginary parts apart.
  void solve_in_place(double* real, double* imaginary) const;

 private:
  Index middle_ = 0;
  // Columns: real and imaginary parts. 1/d_i; multiplier of the coupling between i and i + 1.
  Eigen::MatrixX2d inverse_, off_;
};

}  // namespace percuss
