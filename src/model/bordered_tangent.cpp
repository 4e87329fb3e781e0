// SPDX-License-Identifier: Apache-2.0
#include "model/bordered_tangent.hpp"

#include <vector>

namespace percuss {

void bordered_tangent(const BorderedBody& body, const FrameConditions& frame, VecRef q, TangentWeights weights,
                      SparseMatrix& A) {
  BorderedBody::Border parts;
  body.border(q, parts);
  SparseMatrix inner;
  body.inner_tangent(weights, inner);
  const auto& constant = body.constant_columns();
  Matrix columns =
      constant * parts.mix.topRows(constant.cols()) + parts.variable * parts.mix.bottomRows(parts.variable.cols());
  columns *= weights.mass;
  const Index r = body.num_reference(), n = frame.num_kept();
  std::vector<Eigen::Triplet<double, int>> entries;
  const auto put = [&entries](Index i, Index j, double value) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(j), value);
  };
  for (Index i = 0; i < r; ++i)
    for (Index j = 0; j < r; ++j) put(i, j, weights.mass * parts.corner(i, j));
  Vector kept(n);
  for (Index j = 0; j < r; ++j) {
    frame.reduce(columns.col(j), kept);
    for (Index i = 0; i < n; ++i) {
      put(r + i, j, kept[i]);
      put(j, r + i, kept[i]);
    }
  }
  if (!frame.eliminates()) {
    for (Index j = 0; j < n; ++j)
      for (SparseMatrix::InnerIterator it(inner, j); it; ++it) put(r + it.row(), r + j, it.value());
  } else {
    Vector all(frame.num_all()), column(frame.num_all());
    for (Index j = 0; j < n; ++j) {
      frame.expand(Vector::Unit(n, j), all);
      column.noalias() = inner * all;
      frame.reduce(column, kept);
      for (Index i = 0; i < n; ++i) put(r + i, r + j, kept[i]);
    }
  }
  A.resize(r + n, r + n);
  A.setFromTriplets(entries.begin(), entries.end());
}

}  // namespace percuss
