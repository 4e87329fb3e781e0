// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "core/at.hpp"
#include "core/types.hpp"
#include "solvers/linear/elimination.hpp"

namespace percuss {

struct BlockMatrix {
  BlockPattern pattern;
  std::vector<double> values;
  Matrix dense;
};

/// Each block row couples to some others, not always they to it; `uncoupled` rows are the identity.
inline BlockMatrix random_matrix(std::mt19937& random, Index n, Index width, double share, double uncoupled) {
  std::normal_distribution<double> number;
  std::uniform_real_distribution<double> unit;
  BlockMatrix A;
  A.dense = Matrix::Zero(n * width, n * width);
  for (Index i = 0; i < n; ++i) {
    const bool alone = unit(random) < uncoupled;
    for (Index j = 0; j < n; ++j) {
      if (i != j && unit(random) > share) continue;
      Matrix block = i == j ? Matrix(2.5 * static_cast<double>(width) * Matrix::Identity(width, width))
                            : Matrix::Zero(width, width);
      if (!alone) block += Matrix::NullaryExpr(width, width, [&] { return number(random); });
      A.dense.block(i * width, j * width, width, width) = block;
      A.pattern.col.push_back(static_cast<std::int32_t>(j));
      const auto begin = A.values.size();
      A.values.resize(begin + static_cast<std::size_t>(block_stride(width)), 0.0);
      for (Index r = 0; r < width; ++r)
        for (Index c = 0; c < width; ++c)
          A.values[begin + static_cast<std::size_t>(r * block_row_stride(width) + c)] = block(r, c);
    }
    A.pattern.start.push_back(static_cast<std::int32_t>(A.pattern.col.size()));
  }
  return A;
}

/// Neighbours of a lattice of n^3 places, each stored once, with the diagonal.
inline BlockPattern lattice(Index n) {
  BlockPattern pattern;
  const auto add = [&](Index j) { pattern.col.push_back(static_cast<std::int32_t>(j)); };
  for (Index i = 0; i < n * n * n; ++i) {
    const Index x = i % n, y = i / n % n, z = i / (n * n);
    add(i);
    if (x + 1 < n) add(i + 1);
    if (y + 1 < n) add(i + n);
    if (z + 1 < n) add(i + n * n);
    pattern.start.push_back(static_cast<std::int32_t>(pattern.col.size()));
  }
  return pattern;
}

/// Blocks of `width` for a pattern, diagonals so large that there is an inverse. Rows that are `uncoupled`, by chance,
/// have nothing beside them.
inline std::vector<double> random_values(std::mt19937& random, const BlockPattern& pattern, Index width,
                                         double uncoupled = 0.0) {
  std::normal_distribution<double> number;
  std::uniform_real_distribution<double> unit;
  std::vector<double> values(pattern.col.size() * at(block_stride(width)), 0.0);
  for (Index i = 0; i < pattern.size(); ++i) {
    const bool alone = unit(random) < uncoupled;
    for (auto e = pattern.start[at(i)]; e < pattern.start[at(i) + 1]; ++e) {
      const bool diagonal = pattern.col[at(e)] == i;
      if (alone && !diagonal) continue;
      for (Index r = 0; r < width; ++r)
        for (Index c = 0; c < width; ++c)
          values[at(static_cast<Index>(e) * block_stride(width) + r * block_row_stride(width) + c)] =
              number(random) + (diagonal && r == c ? 6.0 * static_cast<double>(width) : 0.0);
    }
  }
  return values;
}

/// A x
inline Vector product(const BlockPattern& pattern, const std::vector<double>& values, Index width, VecRef x) {
  Vector y = Vector::Zero(pattern.size() * width);
  for (Index i = 0; i < pattern.size(); ++i)
    for (auto e = pattern.start[at(i)]; e < pattern.start[at(i) + 1]; ++e)
      for (Index r = 0; r < width; ++r)
        for (Index c = 0; c < width; ++c)
          y[i * width + r] +=
              values[at(static_cast<Index>(e) * block_stride(width) + r * block_row_stride(width) + c)] *
              x[pattern.col[at(e)] * width + c];
  return y;
}

/// Rows of b or x by places of the elimination.
inline Vector in_order(const Elimination& elimination, VecRef x, Index width) {
  Vector y(x.size());
  for (std::size_t p = 0; p < elimination.order.size(); ++p)
    y.segment(static_cast<Index>(p) * width, width) = x.segment(elimination.order[p] * width, width);
  return y;
}

/// Both triangles of a pattern that has one.
inline BlockPattern both_triangles(const BlockPattern& half) {
  std::vector<std::vector<std::int32_t>> rows(at(half.size()));
  for (Index i = 0; i < half.size(); ++i)
    for (auto e = half.start[at(i)]; e < half.start[at(i) + 1]; ++e) {
      rows[at(i)].push_back(half.col[at(e)]);
      if (half.col[at(e)] != i) rows[at(half.col[at(e)])].push_back(static_cast<std::int32_t>(i));
    }
  BlockPattern both;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end());
    both.col.insert(both.col.end(), row.begin(), row.end());
    both.start.push_back(static_cast<std::int32_t>(both.col.size()));
  }
  return both;
}

}  // namespace percuss
