// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "solvers/linear/petsc/petsc_module.hpp"

namespace percuss {

/// A solver of PETSc's, whose module is loaded when this is called for the first time. Throws InputError when it cannot
/// be loaded, PETSc does not start, or the options are not understood.
std::unique_ptr<petsc::Solver> load_petsc_solver(petsc::Method method, const std::string& options);

/// Joins the ranks that this process was started with: PETSc's solvers share their work among them from then on. Throws
/// InputError when that cannot be, above all in programs that were built without PETSc.
std::unique_ptr<RankLink> join_ranks();

}  // namespace percuss
