// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/linear_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/fault.hpp"
#include "solvers/linear/backends.hpp"

namespace percuss {

namespace {

#ifdef PERCUSS_HAVE_CHOLMOD
constexpr bool have_cholmod = true;
#else
constexpr bool have_cholmod = false;
#endif

/// Widest band that a banded factor serves better than a sparse one: n b^2 work without any indexing.
constexpr Index widest_band = 16;
/// Most rows that a dense factor serves better than a banded one.
constexpr Index most_dense_rows = 32;

LinearSolverKind kind_for(Index rows, Index band) {
  if (band == 0) return LinearSolverKind::diagonal;
  if (band == 1) return LinearSolverKind::tridiagonal;
  if (rows <= most_dense_rows) return LinearSolverKind::dense;
  if (band <= widest_band) return LinearSolverKind::banded;
  return have_cholmod ? LinearSolverKind::cholmod : LinearSolverKind::eigen_ldlt;
}

Index band_limit(LinearSolverKind kind) {
  if (kind == LinearSolverKind::diagonal) return 0;
  if (kind == LinearSolverKind::tridiagonal || kind == LinearSolverKind::tridiagonal_lapack) return 1;
  return std::numeric_limits<Index>::max();
}

const LinearSolverType& type_of(LinearSolverKind kind) {
  const auto& types = linear_solver_types();
  return *std::find_if(types.begin(), types.end(), [kind](const auto& type) { return type.kind == kind; });
}

[[noreturn]] void refuse(const std::string& message, Index band) {
  std::vector<std::string> names;
  for (const auto& type : linear_solver_types())
    if (type.available && band <= band_limit(type.kind)) names.push_back(type.name);
  throw input_error("simulation.linear_solver", message, "linear solvers that work here: " + join(names));
}

}  // namespace

const std::vector<LinearSolverType>& linear_solver_types() {
  using K = LinearSolverKind;
  static const std::vector<LinearSolverType> types{
      {K::automatic, "auto",
       "by the structure of the matrix: diagonal, tridiagonal, dense when small, banded, else sparse Cholesky; "
       "dense_lu where the matrix is not symmetric",
       true},
      {K::diagonal, "diagonal", "division (lumped masses)", true},
      {K::tridiagonal, "tridiagonal", "twisted LDL' from both ends at once (bars)", true},
      {K::tridiagonal_lapack, "tridiagonal_lapack", "LAPACK dpttrf/dpttrs", true},
      {K::banded, "banded", "LAPACK dpbtrf/dpbtrs (beams, narrow bands)", true},
      {K::dense, "dense", "L D L' of the full matrix (rigid mechanisms of some ten rows)", true},
      {K::dense_lu, "dense_lu", "Eigen's LU with row interchanges, for matrices that need not be symmetric", true},
      {K::eigen_ldlt, "eigen_ldlt", "Eigen's simplicial LDL' with AMD ordering", true},
      {K::cholmod, "cholmod", "SuiteSparse CHOLMOD", have_cholmod}};
  return types;
}

void LinearSolver::condense(std::span<const Index>, InverseChain&) const {
  throw std::logic_error("LinearSolver::condense: this factor is not banded");
}

Index half_bandwidth(const SparseMatrix& A) {
  Index band = 0;
  for (Index j = 0; j < A.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) band = std::max(band, std::abs(it.row() - it.col()));
  return band;
}

std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverKind kind, const SparseMatrix& A) {
  const Index band = half_bandwidth(A);
  if (kind == LinearSolverKind::automatic) kind = kind_for(A.rows(), band);
  const auto& type = type_of(kind);
  if (!type.available) refuse(fmt::format("`{}` is not built in", type.name), band);
  if (band > band_limit(kind))
    refuse(fmt::format("`{}` cannot factor a matrix of half bandwidth {}", type.name, band), band);
  switch (kind) {
    case LinearSolverKind::diagonal:
      return backends::make_diagonal();
    case LinearSolverKind::tridiagonal:
      return backends::make_tridiagonal();
    case LinearSolverKind::tridiagonal_lapack:
      return backends::make_tridiagonal_lapack();
    case LinearSolverKind::banded:
      return backends::make_banded();
    case LinearSolverKind::dense:
      return backends::make_dense();
    case LinearSolverKind::dense_lu:
      return backends::make_dense_lu();
    case LinearSolverKind::cholmod:
#ifdef PERCUSS_HAVE_CHOLMOD
      return backends::make_cholmod();
#else
      break;  // refused above
#endif
    case LinearSolverKind::eigen_ldlt:
    case LinearSolverKind::automatic:
      break;
  }
  return backends::make_eigen_ldlt();
}

Report backends::not_positive_definite(Index row) {
  return Report::failure(Status::singular, fmt::format("the matrix is not positive definite (pivot of row {})", row));
}

}  // namespace percuss
