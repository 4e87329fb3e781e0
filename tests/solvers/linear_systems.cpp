// SPDX-License-Identifier: Apache-2.0
#include "tests/solvers/linear_systems.hpp"

namespace percuss {

Matrix random_matrix(Index rows, Index cols, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  return Matrix::NullaryExpr(rows, cols, [&] { return number(random); });
}

Vector random_vector(Index n, unsigned seed) { return random_matrix(n, 1, seed).col(0); }

SparseMatrix banded_matrix(Index n, Index band, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<Eigen::Triplet<double>> entries;
  Vector sums = Vector::Zero(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max<Index>(0, i - band); j < i; ++j) {
      const double value = number(random);
      entries.emplace_back(static_cast<int>(i), static_cast<int>(j), value);
      entries.emplace_back(static_cast<int>(j), static_cast<int>(i), value);
      sums(i) += std::abs(value);
      sums(j) += std::abs(value);
    }
  for (int i = 0; i < static_cast<int>(n); ++i) entries.emplace_back(i, i, sums(i) + 1.0 + std::abs(number(random)));
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

SparseMatrix tridiagonal_matrix(Index n, double diagonal, double off) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < static_cast<int>(n); ++i) {
    entries.emplace_back(i, i, diagonal);
    if (i + 1 < static_cast<int>(n)) {
      entries.emplace_back(i, i + 1, off);
      entries.emplace_back(i + 1, i, off);
    }
  }
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

SparseMatrix grid_matrix(Index nx, Index ny) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto at = [nx](Index i, Index j) { return static_cast<int>(i + nx * j); };
  for (Index j = 0; j < ny; ++j)
    for (Index i = 0; i < nx; ++i) {
      entries.emplace_back(at(i, j), at(i, j), 5.0);
      if (i > 0) entries.emplace_back(at(i, j), at(i - 1, j), -1.0);
      if (i + 1 < nx) entries.emplace_back(at(i, j), at(i + 1, j), -1.0);
      if (j > 0) entries.emplace_back(at(i, j), at(i, j - 1), -1.0);
      if (j + 1 < ny) entries.emplace_back(at(i, j), at(i, j + 1), -1.0);
    }
  SparseMatrix A(nx * ny, nx * ny);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

std::vector<LinearSolverKind> built_in_kinds() {
  std::vector<LinearSolverKind> kinds;
  for (const auto& type : linear_solver_types())
    if (type.available && type.kind != LinearSolverKind::automatic) kinds.push_back(type.kind);
  return kinds;
}

std::string name_of(LinearSolverKind kind) { return linear_solver_type(kind).name; }

bool is_iterative(LinearSolverKind kind) { return linear_solver_type(kind).iterative; }

Index widest_band(LinearSolverKind kind) {
  if (kind == LinearSolverKind::diagonal) return 0;
  if (kind == LinearSolverKind::tridiagonal || kind == LinearSolverKind::tridiagonal_lapack) return 1;
  return 1000000;
}

}  // namespace percuss
