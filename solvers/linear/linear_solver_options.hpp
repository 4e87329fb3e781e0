// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/fault.hpp"
#include "core/parameters.hpp"
#include "core/solve_tally.hpp"

namespace percuss {

enum class LinearSolverKind {
  automatic,
  diagonal,
  tridiagonal,
  tridiagonal_lapack,
  banded,
  dense,
  dense_lu,
  eigen_ldlt,
  cholmod,
  cg,
  petsc_mumps,
  petsc_cg,
  petsc_cg_gamg,
  petsc_cg_hypre
};

/// What `percuss list linear-solvers` prints, and the words of the model file.
struct LinearSolverType {
  LinearSolverKind kind;
  std::string name, summary;
  bool available;          ///< built in
  bool iterative = false;  ///< reads tolerance and iterations, and may fail in a solve
  bool of_petsc = false;   ///< reads petsc_options
};
const std::vector<LinearSolverType>& linear_solver_types();
const LinearSolverType& linear_solver_type(LinearSolverKind kind);

struct LinearSolverOptions {
  LinearSolverOptions() = default;
  LinearSolverOptions(LinearSolverKind kind_) : kind(kind_) {}  // NOLINT: a kind stands for the options of that kind

  LinearSolverKind kind = LinearSolverKind::automatic;
  /// Of iterative solvers: solved when |b - A x| <= tolerance |b|, in the norm |r|^2 = r' diag(A)^-1 r, or where the
  /// rounding of x allows no less  [1].
  double tolerance = 1e-12;
  static constexpr double finest = 1e-16, coarsest = 1e-3;  ///< tolerances that may be asked for
  int max_iterations = 10000;                               ///< of one solve
  std::string petsc_options;  ///< of PETSc's solvers, as on the command lines of its programs
  /// Where iterative solvers tell what they did; null: nowhere. Must outlive them.
  SolveTally* tally = nullptr;

  static const ParameterTable<LinearSolverOptions>& parameters();
  /// Options out of range, and options that the solver does not read.
  std::vector<Fault> validate() const;
};

}  // namespace percuss
