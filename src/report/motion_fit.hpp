// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "report/motion.hpp"

namespace percuss {

/// Adds a frame to a motion whose bodies and reference are there already, from where all their points are (points * 3):
/// for whoever knows points and no poses. A body's pose is the one that brings its reference nearest to its points
/// (least squares); of a flexible body the rest is its displacement. A turn that no point shows (about the axis of a
/// straight line) is as in the frame before. Throws std::invalid_argument when the positions are not as many as the
/// points.
void append_frame(Motion& motion, double t, std::span<const float> positions);

}  // namespace percuss
