// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/fault.hpp"
#include "core/types.hpp"

namespace percuss {

/// Matrices that a model file gives row by row. What is wrong with them becomes a fault of `key`, with the matrix then
/// of no use.

/// The size n of the n x n matrix that has so many entries, or -1.
Index size_of_square(std::size_t entries);

/// The n x n matrix A with A' = sign A, to 1e-9 of its largest entry, and exactly then.
Matrix given_matrix(const char* key, const std::vector<double>& rows, Index n, double sign, std::vector<Fault>& faults);

/// To round-off, of symmetric matrices. Definite ones are scaled to a diagonal of 1 first: units of their unknowns may
/// differ.
bool is_positive_definite(const Matrix& A);
bool is_positive_semidefinite(const Matrix& A);

}  // namespace percuss
