// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "core/contact_set.hpp"

namespace percuss {

/// Nearest point of R+ = [0, inf).
inline double prox_positive(double x) { return std::max(x, 0.0); }

/// Nearest point of the disc |x| <= radius, in place; an interval when x has one entry. radius >= 0.
inline void prox_disc(double radius, std::span<double> x) {
  double squared = 0.0;
  for (const double xi : x) squared += xi * xi;
  if (squared <= radius * radius) return;
  const double scale = radius / std::sqrt(squared);
  for (double& xi : x) xi *= scale;
}

/// The prox of one contact in place: x_N onto R+, then x_T onto the disc of radius mu x_N; nothing for a joint.
/// A contact without friction has no tangential rows, or tangential rows with zero force.
inline void prox_cone(Cone cone, double mu, std::span<double> x) {
  if (cone == Cone::bilateral) return;
  x[0] = prox_positive(x[0]);
  prox_disc(cone == Cone::coulomb ? mu * x[0] : 0.0, x.subspan(1));
}

}  // namespace percuss
