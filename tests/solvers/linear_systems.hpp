// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace percuss {

Matrix random_matrix(Index rows, Index cols, unsigned seed);

Vector random_vector(Index n, unsigned seed);

/// Random, symmetric, strictly diagonally dominant: positive definite with a condition number below 100.
SparseMatrix banded_matrix(Index n, Index band, unsigned seed);

/// `diagonal` in each row, `off` on both sides of it.
SparseMatrix tridiagonal_matrix(Index n, double diagonal, double off);

/// Five-point stencil on a grid of nx by ny points, shifted by 1 to be well conditioned.
SparseMatrix grid_matrix(Index nx, Index ny);

/// Every kind that this build offers, `automatic` left out.
std::vector<LinearSolverKind> built_in_kinds();

std::string name_of(LinearSolverKind kind);
bool is_iterative(LinearSolverKind kind);

/// Widest band that the kind can factor.
Index widest_band(LinearSolverKind kind);

}  // namespace percuss
