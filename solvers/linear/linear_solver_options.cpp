// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/linear_solver_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace percuss {

namespace {

#ifdef PERCUSS_HAVE_CHOLMOD
constexpr bool have_cholmod = true;
#else
constexpr bool have_cholmod = false;
#endif

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
      {K::cholmod, "cholmod", "SuiteSparse CHOLMOD", have_cholmod},
      {K::cg, "cg",
       "conjugate gradients with the inverse diagonal, without a factor: memory grows as the matrix does (large "
       "lattices, short steps); reads `tolerance` and `max_iterations`",
       true, true}};
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
        "of `cg`: a system is solved when its residual, relative to the right side, is <= tolerance",
        Range{0.0, 1e-3, true, false});
    t.integer(
        "max_iterations", [](auto& o) -> auto& { return o.max_iterations; },
        "of `cg`: iterations in one solve before the step fails", Range{1, 1e9, false, false});
    return t;
  }();
  return table;
}

std::vector<Fault> LinearSolverOptions::validate() const {
  auto faults = parameters().validate(*this);
  if (linear_solver_type(kind).iterative) return faults;
  const auto refuse = [&](const std::string& key) {
    faults.push_back(
        {{}, key, fmt::format("this linear solver does not read `{}`", key), "leave it out, or use the solver `cg`"});
  };
  const LinearSolverOptions standard;
  if (tolerance != standard.tolerance) refuse("tolerance");
  if (max_iterations != standard.max_iterations) refuse("max_iterations");
  return faults;
}

}  // namespace percuss
