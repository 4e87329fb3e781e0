// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/motion.hpp"

namespace percuss {

/// A motion of no model: `bodies` boxes that bounce and turn, a beam that swings, contacts where boxes touch the
/// ground, from t = 0 to `end`. With a field: the height of every point.
Motion synthetic_motion(std::size_t frames, std::size_t bodies, double end, bool with_field);

}  // namespace percuss
