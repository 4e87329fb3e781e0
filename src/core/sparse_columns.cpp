// SPDX-License-Identifier: Apache-2.0
#include "core/sparse_columns.hpp"

namespace percuss {

void SparseColumns::clear(Index rows) {
  rows_ = rows;
  start_.resize(1);
  row_.clear();
  value_.clear();
}

void SparseColumns::add_column(Index j, double a, VecOut y) const {
  for (Index k = begin(j); k < end(j); ++k) y[row(k)] += a * value(k);
}

double SparseColumns::column_dot(Index j, VecRef v) const {
  double sum = 0.0;
  for (Index k = begin(j); k < end(j); ++k) sum += value(k) * v[row(k)];
  return sum;
}

void SparseColumns::transpose_multiply(VecRef v, VecOut y) const {
  for (Index j = 0; j < cols(); ++j) y[j] = column_dot(j, v);
}

}  // namespace percuss
