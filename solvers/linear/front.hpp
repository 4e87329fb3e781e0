// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.hpp"

namespace percuss {

/// A dense matrix, row by row, `stride` numbers from one row to the next.
template <class Number>
struct DenseRowsOf {
  Number* data;
  Index stride;
  Number* row(Index i) const { return data + i * stride; }
  DenseRowsOf from(Index i, Index j) const { return {data + i * stride + j, stride}; }
  operator DenseRowsOf<const Number>() const { return {data, stride}; }
};
using DenseRows = DenseRowsOf<double>;
using ConstDenseRows = DenseRowsOf<const double>;

/// C -= A B, with C rows x cols and A rows x depth; A and B are not part of C. Sums run over the depth in ascending
/// order, whatever the shape, so that rows may be dealt out to threads.
void subtract_product(DenseRows C, ConstDenseRows A, ConstDenseRows B, Index rows, Index cols, Index depth);

/// y -= A x, with A rows x cols.
void subtract_product(double* y, ConstDenseRows A, const double* x, Index rows, Index cols);

/// What elimination of the first `pivots` rows and columns leaves of a dense matrix F of `size` rows, in place:
///
///   F = L U,  L lower with blocks of `width` on its diagonal, U upper with ones there.
///
/// Rows and columns are interchanged inside these blocks alone, whose inverses go to `inverse`, one after the other,
/// `width` x `width` each. Behind the pivots F keeps the Schur complement. Large ones are shared by threads, with the
/// same bits for any number of them. Returns the smallest pivot; 0 ends the work. `sign` turns with the determinant.
template <Index width>
double eliminate(DenseRows F, Index size, Index pivots, double* inverse, int& sign);

}  // namespace percuss
