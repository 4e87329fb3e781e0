// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/friction_cone_error.hpp"

#include <cmath>
#include <limits>

namespace percuss {

void project_on_friction_cone(double mu, VecOut x) {
  const Index tangents = x.size() - 1;
  const double normal = x[0], slip = x.tail(tangents).stableNorm();
  if (normal >= 0.0 && slip <= mu * normal) return;
  if (mu * slip <= -normal) {  // in the polar cone
    x.setZero();
    return;
  }
  // The nearest point of the ray (1, mu x_T / |x_T|); without friction that is the normal alone.
  const double along = (normal + mu * slip) / (1.0 + mu * mu);
  x[0] = along;
  if (slip > 0.0) x.tail(tangents) *= mu * along / slip;
}

double friction_cone_error(const ContactSet& contacts, VecRef u, VecRef r) {
  double error = 0.0;  // grows without squares, which overflow early
  Vector nearest(3);
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index first = contacts.first_row(k), n = contacts.num_rows(k);
    const auto cone = contacts.cone[static_cast<std::size_t>(k)];
    if (cone == Cone::bilateral) {
      error = std::hypot(error, u.segment(first, n).stableNorm());
      continue;
    }
    const double mu = cone == Cone::coulomb ? contacts.mu[static_cast<std::size_t>(k)] : 0.0;
    auto moved = nearest.head(n);
    moved = r.segment(first, n) - u.segment(first, n);
    moved[0] -= mu * u.segment(first + 1, n - 1).stableNorm();
    if (!moved.allFinite()) return std::numeric_limits<double>::infinity();  // else it would go to the tip of the cone
    project_on_friction_cone(mu, moved);
    error = std::hypot(error, (r.segment(first, n) - moved).stableNorm());
  }
  return error;
}

}  // namespace percuss
