// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// A contact problem whose G is sparse, and its operator.
struct SparseProblem final : public DelassusOperator {
  ContactSet contacts;
  std::vector<std::vector<Index>> neighbours;
  BlockRows matrix;
  Vector c, diagonal_entries;

  void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
  Index size() const override { return c.size(); }
  void apply(VecRef x, VecOut y) const override {
    parallel_for(size(), static_cast<Index>(matrix.col.size()), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) y[i] = matrix.row_dot(i, x);
    });
  }
  void add_response(VecRef, VecOut) const override {}
  bool keeps_response() const override { return true; }
  VecView diagonal() const override { return {diagonal_entries.data(), diagonal_entries.size()}; }
  const BlockRows* rows() const override { return &matrix; }
};

/// Contacts of 3 rows, mu = 0.4, each coupled with those named (ascending, and they with it); a diagonal that dominates
/// where they are `most`.
inline SparseProblem coupled_problem(std::vector<std::vector<Index>> neighbours, Index most, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  SparseProblem problem;
  const auto contacts = static_cast<Index>(neighbours.size()), n = 3 * contacts;
  problem.c = Vector::NullaryExpr(n, [&] { return number(random); });
  problem.diagonal_entries = Vector::Constant(n, 1.5 * static_cast<double>(most));
  problem.neighbours = std::move(neighbours);
  for (Index k = 0; k < contacts; ++k) problem.contacts.finish_contact(k, Cone::coulomb, 3, 0.4, 0.0, 0.0);
  for (Index i = 0; i < n; ++i) {
    auto columns = problem.neighbours[static_cast<std::size_t>(i / 3)];
    columns.push_back(i / 3);
    std::sort(columns.begin(), columns.end());
    for (const Index l : columns)
      for (Index j = 3 * l; j < 3 * l + 3; ++j) {
        problem.matrix.col.push_back(j);
        const double coupling = std::cos(static_cast<double>(std::min(i, j) * 7 + std::max(i, j) * 3));
        problem.matrix.value.push_back(i == j ? problem.diagonal_entries[i] : l == i / 3 ? 0.0 : 0.5 * coupling);
      }
    problem.matrix.start.push_back(static_cast<Index>(problem.matrix.col.size()));
  }
  return problem;
}

/// In a ring, each with the `reach` next ones on either side.
inline SparseProblem ring_problem(Index contacts, Index reach, unsigned seed) {
  std::vector<std::vector<Index>> neighbours;
  for (Index k = 0; k < contacts; ++k) {
    std::vector<Index> near;
    for (Index d = 1; d <= reach; ++d)
      for (const Index l : {(k + d) % contacts, (k + contacts - d) % contacts})
        if (l != k) near.push_back(l);
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    neighbours.push_back(near);
  }
  return coupled_problem(std::move(neighbours), 2 * reach, seed);
}

/// A box of contacts, each coupled with the next one in every direction, diagonals among them.
inline SparseProblem box_problem(Index a, Index b, Index c, unsigned seed) {
  std::vector<std::vector<Index>> neighbours(static_cast<std::size_t>(a * b * c));
  for (Index k = 0; k < a * b * c; ++k)
    for (Index near = 0; near < 27; ++near) {
      const Index x = k % a + near % 3 - 1, y = k / a % b + near / 3 % 3 - 1, z = k / (a * b) + near / 9 - 1;
      const bool inside = x >= 0 && x < a && y >= 0 && y < b && z >= 0 && z < c;
      if (inside && near != 13) neighbours[static_cast<std::size_t>(k)].push_back(x + a * (y + b * z));
    }
  return coupled_problem(std::move(neighbours), 26, seed);
}

/// Each with about 2 `partners` others, anywhere: no order of elimination leaves such a matrix sparse.
inline SparseProblem tangled_problem(Index contacts, Index partners, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<Index> any(0, contacts - 1);
  std::vector<std::vector<Index>> neighbours(static_cast<std::size_t>(contacts));
  for (Index k = 0; k < contacts; ++k)
    for (Index i = 0; i < partners; ++i) {
      const Index l = any(random);
      if (l == k) continue;
      neighbours[static_cast<std::size_t>(k)].push_back(l);
      neighbours[static_cast<std::size_t>(l)].push_back(k);
    }
  for (auto& near : neighbours) {
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
  }
  return coupled_problem(std::move(neighbours), 4 * partners, seed);
}

}  // namespace percuss
