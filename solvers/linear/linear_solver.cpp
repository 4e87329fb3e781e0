// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/linear_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "solvers/linear/backends.hpp"

// Of OpenBLAS, where that is linked.
extern "C" void openblas_set_num_threads(int threads) __attribute__((weak));

namespace percuss {

namespace {

/// The bits of the sums of BLAS depend on how many threads it takes, and its threads and those of several ranks or runs
/// would wait for each other. OPENBLAS_NUM_THREADS, where it is set, stays in force; a BLAS other than OpenBLAS is as
/// it is.
void keep_blas_to_one_thread() {
  static const bool is_told = std::getenv("OPENBLAS_NUM_THREADS") != nullptr;
  if (openblas_set_num_threads != nullptr && !is_told) openblas_set_num_threads(1);
}

/// Widest band that a banded factor serves better than a sparse one: n b^2 work without any indexing.
constexpr Index widest_band = 16;
/// Most rows that a dense factor serves better than a banded one.
constexpr Index most_dense_rows = 32;

LinearSolverKind kind_for(Index rows, Index band) {
  if (band == 0) return LinearSolverKind::diagonal;
  if (band == 1) return LinearSolverKind::tridiagonal;
  if (rows <= most_dense_rows) return LinearSolverKind::dense;
  if (band <= widest_band) return LinearSolverKind::banded;
  return linear_solver_type(LinearSolverKind::cholmod).available ? LinearSolverKind::cholmod
                                                                 : LinearSolverKind::eigen_ldlt;
}

Index band_limit(LinearSolverKind kind) {
  if (kind == LinearSolverKind::diagonal) return 0;
  if (kind == LinearSolverKind::tridiagonal || kind == LinearSolverKind::tridiagonal_lapack) return 1;
  return std::numeric_limits<Index>::max();
}

[[noreturn]] void refuse(const std::string& message, Index band) {
  std::vector<std::string> names;
  for (const auto& type : linear_solver_types())
    if (type.available && band <= band_limit(type.kind)) names.push_back(type.name);
  throw input_error("simulation.linear_solver", message, "linear solvers that work here: " + join(names));
}

}  // namespace

void LinearSolver::condense(std::span<const Index>, InverseChain&) const {
  throw std::logic_error("LinearSolver::condense: this factor is not banded");
}

Index half_bandwidth(const SparseMatrix& A) {
  Index band = 0;
  for (Index j = 0; j < A.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) band = std::max(band, std::abs(it.row() - it.col()));
  return band;
}

std::unique_ptr<LinearSolver> make_linear_solver(const LinearSolverOptions& options, const SparseMatrix& A,
                                                 [[maybe_unused]] RigidMotions rigid) {
  keep_blas_to_one_thread();
  auto kind = options.kind;
  const Index band = half_bandwidth(A);
  if (kind == LinearSolverKind::automatic) kind = kind_for(A.rows(), band);
  const auto& type = linear_solver_type(kind);
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
    case LinearSolverKind::cg:
      return backends::make_cg(options);
    case LinearSolverKind::petsc_mumps:
    case LinearSolverKind::petsc_cg:
    case LinearSolverKind::petsc_cg_gamg:
    case LinearSolverKind::petsc_cg_hypre:
#ifdef PERCUSS_HAVE_PETSC
      return backends::make_petsc(options, std::move(rigid));
#else
      break;  // refused above
#endif
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
