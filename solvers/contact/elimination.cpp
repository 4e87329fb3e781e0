// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/elimination.hpp"

#include <cmath>
#include <utility>

namespace percuss {

void eliminate(Eigen::Ref<Matrix> J, VecOut b, std::vector<Index>& order) {
  const Index n = J.rows();
  order.resize(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  double largest = 0.0;
  Index rank = 0;
  for (; rank < n; ++rank) {
    Index pi = rank, pj = rank;
    for (Index j = rank; j < n; ++j)
      for (Index i = rank; i < n; ++i)
        if (std::abs(J(i, j)) > std::abs(J(pi, pj))) pi = i, pj = j;
    const double pivot = std::abs(J(pi, pj));
    if (rank == 0) largest = pivot;
    if (!(pivot > 1e-12 * largest)) break;
    if (pi != rank) {
      J.row(pi).swap(J.row(rank));
      std::swap(b[pi], b[rank]);
    }
    if (pj != rank) {
      J.col(pj).swap(J.col(rank));
      std::swap(order[static_cast<std::size_t>(pj)], order[static_cast<std::size_t>(rank)]);
    }
    for (Index i = rank + 1; i < n; ++i) {
      const double factor = J(i, rank) / J(rank, rank);
      if (factor == 0.0) continue;
      for (Index j = rank + 1; j < n; ++j) J(i, j) -= factor * J(rank, j);
      b[i] -= factor * b[rank];
    }
  }
  // Back-substitution; column 0 of J has done its work and holds the solution in the order asked for.
  for (Index i = rank; i < n; ++i) b[i] = 0.0;
  for (Index i = rank - 1; i >= 0; --i) {
    for (Index j = i + 1; j < rank; ++j) b[i] -= J(i, j) * b[j];
    b[i] /= J(i, i);
  }
  if (n == 0) return;
  for (Index i = 0; i < n; ++i) J(order[static_cast<std::size_t>(i)], 0) = b[i];
  b = J.col(0);
}

}  // namespace percuss
