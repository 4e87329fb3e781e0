// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/model.hpp"

namespace percuss {

/// What a body of a model is drawn as: its own shape where it has one; a beam as a line with `points_per_element`
/// points per element, those between the nodes by its shape functions (1: the nodes alone); a bar, whose elements are
/// linear, as a line through its nodes; discs as circles with a spoke that shows their turning; another flexible body
/// as its nodes and a line through them in their order; all else as its nodes. A body of which nothing is known has no
/// points. Throws std::invalid_argument where `points_per_element` < 1.
DrawnShape shape_of(const ModelBody& body, Index points_per_element);

/// Walls as far as `extent` > 0 to every side of their points [m]: lines in the plane, squares in space; on a line
/// marks across it, a tenth of that.
DrawnShape shape_of_walls(const std::vector<Wall>& walls, double extent);

}  // namespace percuss
