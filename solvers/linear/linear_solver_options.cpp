// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/linear_solver_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/version.hpp"
#include "solvers/unread_option.hpp"

namespace percuss {

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
      {K::cholmod, "cholmod", "SuiteSparse CHOLMOD", build::with_cholmod},
      {K::cg, "cg",
       "conjugate gradients with the inverse diagonal, without a factor: memory grows as the matrix does (large "
       "lattices, short steps); reads `tolerance` and `max_iterations`",
       true, true},
      {K::petsc_mumps, "petsc_mumps", "MUMPS by way of PETSc: sparse Cholesky", build::with_petsc, true, true},
      {K::petsc_cg, "petsc_cg",
       "PETSc's conjugate gradients with the inverse diagonal: what `cg` does, with its rows shared among ranks",
       build::with_petsc, true, true},
      {K::petsc_cg_gamg, "petsc_cg_gamg",
       "PETSc's conjugate gradients with its algebraic multigrid: fewer iterations than `cg`, each of which takes "
       "longer (large lattices, long steps)",
       build::with_petsc, true, true},
      {K::petsc_cg_hypre, "petsc_cg_hypre", "the same with hypre's BoomerAMG", build::with_petsc, true, true}};
  return types;
}

const LinearSolverType& linear_solver_type(LinearSolverKind kind) {
  const auto& types = linear_solver_types();
  return *std::find_if(types.begin(), types.end(), [kind](const auto& type) { return type.kind == kind; });
}

const ParameterTable<LinearSolverOptions>& LinearSolverOptions::parameters() {
  static const auto table = [] {
    ParameterTable<LinearSolverOptions> t;
    std::vector<std::pair<std::string, LinearSolverKind>> names;
    for (const auto& type : linear_solver_types()) names.emplace_back(type.name, type.kind);
    t.choice(
        "name", [](auto& o) -> auto& { return o.kind; }, names, "linear solver");
    t.number(
        "tolerance", [](auto& o) -> auto& { return o.tolerance; }, "",
        "of `cg` and PETSc's: a system is solved when its residual, relative to the right side, is <= tolerance, or as "
        "small as the rounding of the solution allows",
        Range{finest, coarsest, false, false});
    t.integer(
        "max_iterations", [](auto& o) -> auto& { return o.max_iterations; },
        "of `cg` and PETSc's: iterations in one solve before the step fails", Range{1, 1e9, false, false});
    t.text(
        "petsc_options", [](auto& o) -> auto& { return o.petsc_options; },
        "of PETSc's solvers: options as on its command lines, e.g. `-pc_gamg_threshold 0.02`");
    return t;
  }();
  return table;
}

namespace {

/// Every solve sets its own limits.
void refuse_limits(const std::string& petsc_options, std::vector<Fault>& faults) {
  for (const auto& [option, key] : {std::pair{"-ksp_rtol", "tolerance"}, std::pair{"-ksp_atol", "tolerance"},
                                    std::pair{"-ksp_max_it", "max_iterations"}})
    if ((petsc_options + " ").find(option + std::string(" ")) != std::string::npos)
      faults.push_back({{},
                        "petsc_options",
                        fmt::format("`{}` would be overruled", option),
                        fmt::format("the key `{}` beside `petsc_options` says it", key)});
}

}  // namespace

std::vector<Fault> LinearSolverOptions::validate() const {
  auto faults = parameters().validate(*this);
  const auto& type = linear_solver_type(kind);
  const LinearSolverOptions standard;
  const char *const by_cg = "leave it out, or use the solver `cg`", *const solver = "linear solver";
  if (tolerance != standard.tolerance && !type.iterative) refuse_unread(faults, solver, "tolerance", by_cg);
  if (max_iterations != standard.max_iterations && !type.iterative)
    refuse_unread(faults, solver, "max_iterations", by_cg);
  if (!petsc_options.empty() && !type.of_petsc)
    refuse_unread(faults, solver, "petsc_options", "leave it out, or use the solver `petsc_cg_gamg`");
  if (type.of_petsc && !petsc_options.empty() && petsc_options.front() != '-')
    faults.push_back({{}, "petsc_options", "these are no options of PETSc", "expected `-NAME VALUE -NAME ...`"});
  if (type.of_petsc) refuse_limits(petsc_options, faults);
  return faults;
}

}  // namespace percuss
