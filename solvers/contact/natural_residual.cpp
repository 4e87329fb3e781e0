// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/natural_residual.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solvers/contact/prox.hpp"

namespace percuss {

double contact_residual(const ContactSet& contacts, Index k, VecRef diagonal, VecRef gamma, VecRef x) {
  const Index first = contacts.first_row(k), n = contacts.num_rows(k);
  double scale = diagonal[first];
  for (Index i = first + 1; i < first + n; ++i) scale = std::max(scale, diagonal[i]);
  if (!(scale > 0.0)) scale = 1.0;  // a contact that moves nothing
  std::array<double, 3> moved{};
  for (Index i = 0; i < n; ++i) moved[static_cast<std::size_t>(i)] = x[first + i] - gamma[first + i] / scale;
  prox_cone(contacts.cone[static_cast<std::size_t>(k)], contacts.mu[static_cast<std::size_t>(k)],
            std::span(moved).first(static_cast<std::size_t>(n)));
  double worst = 0.0;
  for (Index i = 0; i < n; ++i) {
    const double residual = std::abs(x[first + i] - moved[static_cast<std::size_t>(i)]) * scale;
    if (residual > worst || std::isnan(residual)) worst = residual;  // and a NaN stays
  }
  return worst;
}

double natural_residual(const ContactSet& contacts, VecRef diagonal, VecRef gamma, VecRef x) {
  double worst = 0.0;
  for (Index k = 0; k < contacts.size(); ++k) {
    const double residual = contact_residual(contacts, k, diagonal, gamma, x);
    if (residual > worst || std::isnan(residual)) worst = residual;
  }
  return worst;
}

}  // namespace percuss
