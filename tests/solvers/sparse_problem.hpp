// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <random>

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

/// Contacts in a ring, each coupled with the `reach` next ones on either side; 3 rows, mu = 0.4, and a dominant
/// diagonal.
inline SparseProblem ring_problem(Index contacts, Index reach, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  SparseProblem problem;
  const Index n = 3 * contacts;
  problem.c = Vector::NullaryExpr(n, [&] { return number(random); });
  problem.diagonal_entries = Vector::Constant(n, 3.0 * static_cast<double>(reach));
  for (Index k = 0; k < contacts; ++k) {
    problem.contacts.finish_contact(k, Cone::coulomb, 3, 0.4, 0.0, 0.0);
    std::vector<Index> near;
    for (Index d = 1; d <= reach; ++d)
      for (const Index l : {(k + d) % contacts, (k + contacts - d) % contacts})
        if (l != k) near.push_back(l);
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    problem.neighbours.push_back(near);
  }
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

}  // namespace percuss
