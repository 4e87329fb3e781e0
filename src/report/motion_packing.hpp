// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/blob.hpp"
#include "report/motion.hpp"

namespace percuss {

inline constexpr std::size_t most_motion_numbers = 16000000;

/// Packs a motion for the page: curves over the frames, 16 bits each between their own ends, so that a coordinate of a
/// body is off by no more than 1/131070 of the way it goes. Motions of more than `most` numbers lose frames, all but
/// every k-th; the page tells it. Throws std::invalid_argument of Motion::check.
Blob::Json pack_motion(const Motion& motion, Blob& blob, std::size_t most = most_motion_numbers);

}  // namespace percuss
