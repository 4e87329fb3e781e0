// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/woodpecker_pole.hpp"
#include "model/shape.hpp"

namespace percuss {

/// A woodpecker as it is sketched, the pole along y at x = 0: a rectangle for the sleeve, whose right corners touch the
/// pole, a line through the spring to the bird's centre of mass, a line for the bird with its beak to the left, a rhomb
/// for its body. Points move linearly in the angles, as the contacts have it, so that what touches is drawn touching;
/// hence each is a pose of its own, a point (u_x, u_y). `q`, `v`: its first rows in the system.
DrawnShape woodpecker_shape(const WoodpeckerPole::Geometry& geometry, Index q, Index v);

}  // namespace percuss
