// SPDX-License-Identifier: Apache-2.0
// Internal to hdf5_content.cpp.
#pragma once

#include <span>
#include <vector>

#include "io/hdf5_file.hpp"

namespace percuss::hdf5 {

/// A chunk as HDF5's filters shuffle and deflate (level 1) make it of numbers that are stored as `number`. Calls
/// nothing of HDF5, which lets other threads write meanwhile.
std::vector<unsigned char> packed(std::span<const double> values, Hdf5Number number);

}  // namespace percuss::hdf5
