// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

#include "contact/marker.hpp"

namespace percuss {

/// A pair (t_1, t_2) of unit vectors that make a right-handed frame (n, t_1, t_2) with the unit vector n; t_1 leans on
/// the coordinate axis that n is least along.
inline std::array<Vector3, 2> tangents_of(const Vector3& n) {
  Index axis = 0;
  for (Index i = 1; i < 3; ++i)
    if (std::abs(n[i]) < std::abs(n[axis])) axis = i;
  Vector3 t = -n[axis] * n;
  t[axis] += 1.0;
  t.normalize();
  return {t, n.cross(t)};
}

/// n turned by a quarter in the plane: e_z x n.
inline Vector3 quarter_turn(const Vector3& n) { return {-n[1], n[0], 0.0}; }

/// (n, t_1, t_2) as contacts have it: of the plane's two directions t_1 is n turned by a quarter.
inline std::array<Vector3, 3> contact_frame(const Vector3& n, Index dimension) {
  if (dimension < 3) return {n, quarter_turn(n), Vector3::UnitZ()};
  const auto t = tangents_of(n);
  return {n, t[0], t[1]};
}

}  // namespace percuss
