// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "solvers/linear/linear_solver.hpp"

// One maker per backend file, for the factory and the tests alone.
namespace percuss::backends {

std::unique_ptr<LinearSolver> make_diagonal();
std::unique_ptr<LinearSolver> make_tridiagonal();
std::unique_ptr<LinearSolver> make_tridiagonal_lapack();
std::unique_ptr<LinearSolver> make_banded();
std::unique_ptr<LinearSolver> make_dense();
std::unique_ptr<LinearSolver> make_dense_lu();
std::unique_ptr<LinearSolver> make_eigen_ldlt();
std::unique_ptr<LinearSolver> make_cg(const LinearSolverOptions& options);
#ifdef PERCUSS_HAVE_CHOLMOD
std::unique_ptr<LinearSolver> make_cholmod();
#endif
#ifdef PERCUSS_HAVE_PETSC
std::unique_ptr<LinearSolver> make_petsc(const LinearSolverOptions& options, RigidMotions rigid);
#endif

/// The report of a pivot that is not positive; `row` counts from 0.
Report not_positive_definite(Index row);

}  // namespace percuss::backends
