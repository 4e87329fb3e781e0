// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_export.hpp"

#include <algorithm>

#include "core/decompositions.hpp"

namespace percuss {

namespace {

Matrix dense(const DelassusOperator& G) {
  const Index n = G.size();
  Matrix matrix(n, n);
  Vector unit = Vector::Zero(n);
  for (Index j = 0; j < n; ++j) {
    unit[j] = 1.0;
    G.apply(unit, matrix.col(j));
    unit[j] = 0.0;
  }
  return matrix;
}

/// Rows of the problem, and where those of the contacts go.
struct Rows {
  std::vector<Index> joints, contacts, target;  ///< target: (contacts)
  int dimension = 2;
};

Rows sort_rows(const ContactSet& set) {
  Rows rows;
  const auto is_joint = [&set](Index k) { return set.cone[static_cast<std::size_t>(k)] == Cone::bilateral; };
  for (Index k = 0; k < set.size(); ++k)
    if (!is_joint(k)) rows.dimension = std::max(rows.dimension, static_cast<int>(set.num_rows(k)));
  Index count = 0;
  for (Index k = 0; k < set.size(); ++k) {
    for (Index i = 0; i < set.num_rows(k); ++i) {
      (is_joint(k) ? rows.joints : rows.contacts).push_back(set.first_row(k) + i);
      if (!is_joint(k)) rows.target.push_back(count * rows.dimension + i);
    }
    if (!is_joint(k)) ++count;
  }
  return rows;
}

/// Entries of a matrix on the target rows; tangential rows that were not there get the normal's entry on the diagonal,
/// so that W is as definite as it was.
SparseMatrix spread(const Matrix& W, const Rows& rows, Index size) {
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<bool> taken(static_cast<std::size_t>(size), false);
  const auto target = [&rows](Index i) { return static_cast<int>(rows.target[static_cast<std::size_t>(i)]); };
  Vector diagonal = Vector::Zero(size);
  for (Index j = 0; j < W.cols(); ++j) {
    taken[static_cast<std::size_t>(target(j))] = true;
    diagonal[target(j)] = W(j, j);
    for (Index i = 0; i < W.rows(); ++i)
      if (W(i, j) != 0.0) entries.emplace_back(target(i), target(j), W(i, j));
  }
  for (Index i = 0; i < size; ++i)
    if (!taken[static_cast<std::size_t>(i)])
      entries.emplace_back(static_cast<int>(i), static_cast<int>(i), diagonal[i - i % rows.dimension]);
  SparseMatrix spread(size, size);
  spread.setFromTriplets(entries.begin(), entries.end());
  return spread;
}

Vector spread(const Vector& x, const Rows& rows, Index size) {
  Vector spread = Vector::Zero(size);
  for (Index i = 0; i < x.size(); ++i) spread[rows.target[static_cast<std::size_t>(i)]] = x[i];
  return spread;
}

}  // namespace

FclibProblem fclib_problem(const ContactProblem& problem, VecRef guess, VecRef solution) {
  const auto& set = problem.contacts;
  const auto rows = sort_rows(set);
  FclibProblem local;
  local.dimension = rows.dimension;
  std::vector<double> mu;
  for (std::size_t k = 0; k < set.cone.size(); ++k)
    if (set.cone[k] != Cone::bilateral) mu.push_back(set.cone[k] == Cone::coulomb ? set.mu[k] : 0.0);
  local.mu = Eigen::Map<const Vector>(mu.data(), static_cast<Index>(mu.size()));
  const Matrix G = dense(problem.G);
  Matrix W = G(rows.contacts, rows.contacts);
  Vector q = problem.c(rows.contacts);
  if (!rows.joints.empty()) {
    const Eigen::CompleteOrthogonalDecomposition<Matrix> joints(G(rows.joints, rows.joints));
    const Matrix coupling = G(rows.contacts, rows.joints);
    W -= coupling * joints.solve(Matrix(G(rows.joints, rows.contacts)));
    q -= coupling * joints.solve(Vector(problem.c(rows.joints)));
  }
  const Index size = local.rows();
  local.W = spread(W, rows, size);
  local.q = spread(q, rows, size);
  const auto state = [&](VecRef x) {
    FclibState made;
    made.r = spread(Vector(x(rows.contacts)), rows, size);
    made.u = local.W * made.r + local.q;
    return made;
  };
  local.guesses = {state(guess)};
  local.solution = state(solution);
  return local;
}

}  // namespace percuss
