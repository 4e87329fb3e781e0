// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/natural_residual.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/parallel.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

namespace {

/// The larger one; a NaN stays.
double larger(double a, double b) { return b > a || std::isnan(b) ? b : a; }

}  // namespace

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
  for (Index i = 0; i < n; ++i)
    worst = larger(worst, std::abs(x[first + i] - moved[static_cast<std::size_t>(i)]) * scale);
  return worst;
}

double natural_residual(const ContactSet& contacts, VecRef diagonal, VecRef gamma, VecRef x) {
  const Index n = contacts.size();
  const auto worst_of = [&](Index begin, Index end) {
    double worst = 0.0;
    for (Index k = begin; k < end; ++k) worst = larger(worst, contact_residual(contacts, k, diagonal, gamma, x));
    return worst;
  };
  constexpr Index pieces = 64;
  if (contacts.rows() < parallel_threshold || n < pieces) return worst_of(0, n);
  std::array<double, pieces> worst{};
  parallel_for(pieces, contacts.rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      worst[static_cast<std::size_t>(i)] = worst_of(n * i / pieces, n * (i + 1) / pieces);
  });
  double largest = 0.0;
  for (const double one : worst) largest = larger(largest, one);
  return largest;
}

Index worst_contact(const ContactSet& contacts, VecRef diagonal, VecRef gamma, VecRef x) {
  Index worst = 0;
  double largest = -1.0;
  for (Index k = 0; k < contacts.size() && !std::isnan(largest); ++k) {
    const double residual = contact_residual(contacts, k, diagonal, gamma, x);
    if (residual <= largest) continue;
    largest = residual;
    worst = k;
  }
  return worst;
}

}  // namespace percuss
