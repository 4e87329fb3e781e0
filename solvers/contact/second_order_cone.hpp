// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>

#include "core/contact_set.hpp"
#include "solvers/contact/device_inline.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

/// mu as the cone of forces has it: 0 for contacts without friction.
inline double cone_slope(const ContactSet& contacts, Index k) {
  const auto i = static_cast<std::size_t>(k);
  return contacts.cone[i] == Cone::coulomb && contacts.num_rows(k) > 1 ? contacts.mu[i] : 0.0;
}

/// Length of the tangential part of the rows of one contact.
PERCUSS_INLINE double tangential_length(const double* x, Index rows) {
  if (rows == 1) return 0.0;
  return rows == 2 ? ::fabs(x[1]) : ::sqrt(x[1] * x[1] + x[2] * x[2]);
}

/// Nearest point of the cone  |x_T| <= mu x_N,  in place. (prox_cone takes x_N for itself first; this one does not.)
PERCUSS_INLINE void project_second_order_cone(double mu, double* x, Index rows) {
  const double length = tangential_length(x, rows);
  if (x[0] >= 0.0 && length <= mu * x[0]) return;
  const double normal = prox_positive((x[0] + mu * length) / (1.0 + mu * mu));
  const double share = normal > 0.0 && length > 0.0 ? mu * normal / length : 0.0;
  x[0] = normal;
  for (Index i = 1; i < rows; ++i) x[i] *= share;
}

}  // namespace percuss
