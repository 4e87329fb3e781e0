// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bordered_body.hpp"
#include "model/frame_conditions.hpp"

namespace percuss {

/// A = w_M M + w_C C + w_K K of a body with a floating frame as a sparse matrix, put together from its border and its
/// inner block; the unknowns that `frame` eliminates are left out.
void bordered_tangent(const BorderedBody& body, const FrameConditions& frame, VecRef q, TangentWeights weights,
                      SparseMatrix& A);

}  // namespace percuss
