// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/front.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/at.hpp"
#include "core/parallel_tasks.hpp"
#include "solvers/linear/block_inverse.hpp"

namespace percuss {

namespace {

/// Columns that are eliminated before the rest of the front follows, and before the rest of these follows.
constexpr Index panel_cols = 48, strip_cols = 12;
/// Rows of the rest that a thread takes at once.
constexpr Index band_rows = 32;

/// What a register holds; compilers left alone get to 2/5 of the speed.
constexpr Index lanes = 4;
using Lanes = double __attribute__((vector_size(lanes * sizeof(double))));
struct __attribute__((packed, may_alias)) LanesInMemory {  // at any address of a number
  Lanes all;
};

const LanesInMemory& in_memory(const double* from) { return *reinterpret_cast<const LanesInMemory*>(from); }
LanesInMemory& in_memory(double* from) { return *reinterpret_cast<LanesInMemory*>(from); }

/// rows x vectors registers hold a piece of C.
template <Index rows, Index vectors>
inline void subtract_tile(DenseRows C, ConstDenseRows A, ConstDenseRows B, Index depth) {
  Lanes sum[rows][vectors] = {};
  for (Index k = 0; k < depth; ++k) {
    Lanes b[vectors];
    for (Index j = 0; j < vectors; ++j) b[j] = in_memory(B.row(k) + lanes * j).all;
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < vectors; ++j) sum[i][j] += A.row(i)[k] * b[j];
  }
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < vectors; ++j) in_memory(C.row(i) + lanes * j).all -= sum[i][j];
}

template <Index rows>
inline void subtract_rows(DenseRows C, ConstDenseRows A, ConstDenseRows B, Index cols, Index depth) {
  Index j = 0;
  for (; j + 3 * lanes <= cols; j += 3 * lanes) subtract_tile<rows, 3>(C.from(0, j), A, B.from(0, j), depth);
  for (; j + lanes <= cols; j += lanes) subtract_tile<rows, 1>(C.from(0, j), A, B.from(0, j), depth);
  for (; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) {
      double sum = 0.0;
      for (Index k = 0; k < depth; ++k) sum += A.row(i)[k] * B.row(k)[j];
      C.row(i)[j] -= sum;
    }
}

/// y -= A x for so many rows at once.
template <Index rows>
inline void subtract_from(double* y, ConstDenseRows A, const double* x, Index cols) {
  Lanes sum[rows] = {};
  Index k = 0;
  for (; k + lanes <= cols; k += lanes) {
    const Lanes b = in_memory(x + k).all;
    for (Index i = 0; i < rows; ++i) sum[i] += in_memory(A.row(i) + k).all * b;
  }
  for (Index i = 0; i < rows; ++i) {
    double rest = 0.0;
    for (Index c = k; c < cols; ++c) rest += A.row(i)[c] * x[c];
    y[i] -= ((sum[i][0] + sum[i][1]) + (sum[i][2] + sum[i][3])) + rest;
  }
}

/// The rows `from` to `to` follow the elimination of columns `begin` to `end`: these become L, and the columns up to
/// `cols` lose L U.
template <Index width>
void follow(DenseRows F, Index begin, Index end, Index from, Index to, Index cols) {
  for (Index i = from; i < to; ++i) {
    double* const row = F.row(i);
    for (Index j = begin; j < end; j += width)
      for (Index c = j + width; c < end; ++c)
        for (Index k = j; k < j + width; ++k) row[c] -= row[k] * F.row(k)[c];
  }
  subtract_product(F.from(from, end), F.from(from, begin), F.from(begin, end), to - from, cols - end, end - begin);
}

/// Columns `begin` to `end` of the rows with the same numbers, in all columns.
template <Index width>
double eliminate_strip(DenseRows F, Index size, Index begin, Index end, double* inverse, int& sign) {
  double smallest = std::numeric_limits<double>::infinity();
  for (Index j = begin; j < end; j += width, inverse += width * width) {
    smallest = std::min(smallest, invert<width>(F.from(j, j).data, F.stride, inverse, width, sign));
    if (!(smallest > 0.0)) return 0.0;
    for (Index c = j + width; c < size; ++c) {
      std::array<double, static_cast<std::size_t>(width)> b;
      for (Index r = 0; r < width; ++r) b[at(r)] = F.row(j + r)[c];
      for (Index r = 0; r < width; ++r) {
        double sum = 0.0;
        for (Index k = 0; k < width; ++k) sum += inverse[r * width + k] * b[at(k)];
        F.row(j + r)[c] = sum;
      }
    }
    for (Index i = j + width; i < end; ++i) {
      double* const row = F.row(i);
      for (Index c = j + width; c < size; ++c) {
        double sum = row[c];
        for (Index k = 0; k < width; ++k) sum -= row[j + k] * F.row(j + k)[c];
        row[c] = sum;
      }
    }
  }
  return smallest;
}

}  // namespace

void subtract_product(DenseRows C, ConstDenseRows A, ConstDenseRows B, Index rows, Index cols, Index depth) {
  constexpr Index at_once = 4;
  Index i = 0;
  for (; i + at_once <= rows; i += at_once) subtract_rows<at_once>(C.from(i, 0), A.from(i, 0), B, cols, depth);
  for (; i < rows; ++i) subtract_rows<1>(C.from(i, 0), A.from(i, 0), B, cols, depth);
}

void subtract_product(double* y, ConstDenseRows A, const double* x, Index rows, Index cols) {
  constexpr Index at_once = 8;
  Index i = 0;
  for (; i + at_once <= rows; i += at_once) subtract_from<at_once>(y + i, A.from(i, 0), x, cols);
  for (; i < rows; ++i) subtract_from<1>(y + i, A.from(i, 0), x, cols);
}

template <Index width>
double eliminate(DenseRows F, Index size, Index pivots, double* inverse, int& sign) {
  static_assert(strip_cols % width == 0 && panel_cols % strip_cols == 0);
  double smallest = std::numeric_limits<double>::infinity();
  for (Index begin = 0; begin < pivots; begin += panel_cols) {
    const Index end = std::min(begin + panel_cols, pivots);
    for (Index j = begin; j < end; j += strip_cols) {
      const Index next = std::min(j + strip_cols, end);
      smallest = std::min(smallest, eliminate_strip<width>(F, size, j, next, inverse + j * width, sign));
      if (!(smallest > 0.0)) return 0.0;
      follow<width>(F, j, next, next, end, size);
    }
    const auto behind = static_cast<double>(size - end);
    parallel_tasks((size - end + band_rows - 1) / band_rows, behind * behind * static_cast<double>(end - begin),
                   [&](Index band, Index) {
                     const Index from = end + band * band_rows, to = std::min(from + band_rows, size);
                     for (Index j = begin; j < end; j += strip_cols)
                       follow<width>(F, j, std::min(j + strip_cols, end), from, to, end);
                     subtract_product(F.from(from, end), F.from(from, begin), F.from(begin, end), to - from, size - end,
                                      end - begin);
                   });
  }
  return smallest;
}

template double eliminate<1>(DenseRows, Index, Index, double*, int&);
template double eliminate<2>(DenseRows, Index, Index, double*, int&);
template double eliminate<3>(DenseRows, Index, Index, double*, int&);

}  // namespace percuss
