// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <petscmat.h>

#include "solvers/linear/petsc/petsc_module.hpp"
#include "solvers/linear/petsc/shared_rows.hpp"

namespace percuss::petsc {

/// Tells A, whose rows are dealt out as `rows` says, of its mesh: blocks of a node's rows, and the motions that
/// multigrid keeps as it coarsens, copied and made orthonormal. Throws as `require`.
void describe_mesh(const SharedRows& rows, const Mesh& mesh, int size, Mat A);

}  // namespace percuss::petsc
