// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/fclib_problem.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_snapshot.hpp"

namespace percuss {

/// The matrix in a group of an fclib file: m, n, nz, nzmax, p, i, x as in CSparse. Entries may come in any order, twice
/// the same place adds up. Throws InputError, naming the dataset, for extents other than those given (which come from
/// the vectors beside it), lengths that do not fit, indices out of bounds and values that are not finite.
SparseMatrix read_fclib_matrix(const Hdf5Snapshot& file, const std::string& group, Index rows, Index cols,
                               FclibStorage& storage);

/// Writes the group, in any of the three storages. Throws std::runtime_error when the matrix is too large for their
/// 32-bit integers.
void write_fclib_matrix(Hdf5File& file, const std::string& group, const SparseMatrix& matrix, FclibStorage storage);

}  // namespace percuss
