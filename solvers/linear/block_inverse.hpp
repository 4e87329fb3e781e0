// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/types.hpp"

namespace percuss {

/// inverse = a^-1 for a small square matrix, by Gauss-Jordan elimination with complete pivoting; returns the smallest
/// pivot, 0 where there is no inverse. `stride` from one row of a to the next, `inverse_stride` likewise. Leaves a as
/// it is; `sign` turns with its determinant.
template <Index width>
double invert(const double* matrix, Index stride, double* inverse, Index inverse_stride, int& sign) {
  std::array<std::array<double, width>, width> a, x{};
  std::array<Index, width> column;
  for (Index i = 0; i < width; ++i) {
    for (Index j = 0; j < width; ++j) a[i][j] = matrix[i * stride + j];
    x[i][i] = 1.0;
    column[i] = i;
  }
  double smallest = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < width; ++k) {
    Index row = k, col = k;
    for (Index i = k; i < width; ++i)
      for (Index j = k; j < width; ++j)
        if (std::abs(a[i][j]) > std::abs(a[row][col])) {
          row = i;
          col = j;
        }
    const double pivot = a[row][col];
    smallest = std::min(smallest, std::abs(pivot));
    if (!(std::abs(pivot) > 0.0)) return 0.0;
    if ((pivot < 0.0) != ((row != k) != (col != k))) sign = -sign;
    std::swap(a[k], a[row]);
    std::swap(x[k], x[row]);
    for (Index i = 0; i < width; ++i) std::swap(a[i][k], a[i][col]);
    std::swap(column[k], column[col]);
    const double scale = 1.0 / pivot;
    for (Index j = 0; j < width; ++j) {
      a[k][j] *= scale;
      x[k][j] *= scale;
    }
    for (Index i = 0; i < width; ++i) {
      const double factor = a[i][k];
      if (i == k || factor == 0.0) continue;
      for (Index j = 0; j < width; ++j) {
        a[i][j] -= factor * a[k][j];
        x[i][j] -= factor * x[k][j];
      }
    }
  }
  for (Index k = 0; k < width; ++k)  // row k of the inverse belongs to unknown column[k]
    std::copy_n(x[k].data(), width, inverse + column[k] * inverse_stride);
  return smallest;
}

/// to = a b for a small square matrix; b is not part of `to`.
template <Index width>
inline void multiply(const double* a, Index stride, const double* b, double* to) {
  for (Index i = 0; i < width; ++i) {
    double sum = 0.0;
    for (Index j = 0; j < width; ++j) sum += a[i * stride + j] * b[j];
    to[i] = sum;
  }
}

}  // namespace percuss
