// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>

#include <span>

#include "core/contact_set.hpp"
#include "solvers/contact/device_inline.hpp"

namespace percuss {

/// Nearest point of R+ = [0, inf); a NaN stays.
PERCUSS_INLINE double prox_positive(double x) { return x < 0.0 ? 0.0 : x; }

/// Nearest point of the disc |x| <= radius, in place; an interval when x has one entry. radius >= 0.
PERCUSS_INLINE void prox_disc(double radius, double* x, int n) {
  double squared = 0.0;
  for (int i = 0; i < n; ++i) squared += x[i] * x[i];
  if (squared <= radius * radius) return;
  const double scale = radius / ::sqrt(squared);
  for (int i = 0; i < n; ++i) x[i] *= scale;
}
inline void prox_disc(double radius, std::span<double> x) { prox_disc(radius, x.data(), static_cast<int>(x.size())); }

/// The prox of one contact that is no joint, of n rows, in place: x_N onto R+, then x_T onto the disc of radius mu x_N.
PERCUSS_INLINE void prox_contact(int n, double mu, double* x) {
  x[0] = prox_positive(x[0]);
  prox_disc(mu * x[0], x + 1, n - 1);
}

/// The same for contacts and joints, which stay as they are. A contact without friction has no tangential rows, or
/// tangential rows with zero force.
inline void prox_cone(Cone cone, double mu, std::span<double> x) {
  if (cone == Cone::bilateral) return;
  prox_contact(static_cast<int>(x.size()), cone == Cone::coulomb ? mu : 0.0, x.data());
}

}  // namespace percuss
