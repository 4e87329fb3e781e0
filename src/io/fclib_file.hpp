// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/fclib_problem.hpp"

namespace percuss {

/// Reads an HDF5 file of the Friction Contact Library: `fclib_local` or `fclib_global`, `guesses`, `solution`. Throws
/// InputError, with file and dataset, for whatever is missing, damaged, of the wrong size or not finite, and for
/// equality constraints (V, R, s; G, b), which Percuss eliminates before it writes such files.
FclibProblem read_fclib(const std::string& path);

/// Writes such a file, in the storage that the problem names; by way of a second name, so that the file is there whole
/// or not at all. Throws std::runtime_error when the disk does not take it.
void write_fclib(const std::string& path, const FclibProblem& problem);

}  // namespace percuss
