// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/frame_conditions.hpp"

namespace percuss {

/// The lowest eigenfrequency of K x = omega^2 m x under the conditions of the frame, by inverse iteration [1/s]: where
/// the frame turns faster, centrifugal forces omega^2 m x exceed K x and a linear beam has no stable shape.
double lowest_frequency(const SparseMatrix& K, const SparseMatrix& M, const FrameConditions& frame);

}  // namespace percuss
