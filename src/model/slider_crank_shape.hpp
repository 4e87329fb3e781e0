// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/slider_crank.hpp"

namespace percuss {

/// A slider-crank as it is sketched: lines for crank and rod, a rectangle 2a x 2b for the slider, fixed to three planar
/// poses: crank at the origin, rod at the crank's end, slider at the rod's end. `q`, `v`: its first rows in the system.
DrawnShape slider_crank_shape(const SliderCrankOptions& options, Index q, Index v);

}  // namespace percuss
