// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/marker.hpp"

namespace percuss {

/// The faces of the convex hull of a few points in space, each by the numbers of its corners, counter-clockwise seen
/// from outside; what lies in one plane is one face. Points in a plane have one face, points on a line none. Tries all
/// planes through three points: for some dozens of them.
std::vector<std::vector<Index>> hull_faces(const std::vector<Vector3>& points);

}  // namespace percuss
