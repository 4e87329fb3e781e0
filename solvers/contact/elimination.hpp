// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/types.hpp"

namespace percuss {

/// Solves J y = b in place (b becomes y, J is destroyed) by elimination with complete pivoting; for few rows. Unknowns
/// past the numerical rank (pivots below 1e-12 of the largest) are 0: of a consistent singular system this is one of
/// the solutions. `order` is workspace; nothing is allocated once it is large enough.
void eliminate(Eigen::Ref<Matrix> J, VecOut b, std::vector<Index>& order);

}  // namespace percuss
