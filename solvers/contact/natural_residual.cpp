// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/natural_residual.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/at.hpp"
#include "core/parallel.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

double residual_of_contact(Cone cone, double mu, double largest, std::span<const double> gamma,
                           std::span<const double> x) {
  const double scale = largest > 0.0 ? largest : 1.0;  // 1: a contact that moves nothing
  std::array<double, 3> moved{};
  for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] - gamma[i] / scale;
  prox_cone(cone, mu, std::span(moved).first(x.size()));
  double worst = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) worst = larger(worst, std::abs(x[i] - moved[i]) * scale);
  return worst;
}

double contact_residual(const ContactSet& contacts, Index k, VecRef diagonal, VecRef gamma, VecRef x) {
  const Index first = contacts.first_row(k), n = contacts.num_rows(k);
  double largest = diagonal[first];
  for (Index i = first + 1; i < first + n; ++i) largest = std::max(largest, diagonal[i]);
  const auto rows = at(n);
  return residual_of_contact(contacts.cone[at(k)], contacts.mu[at(k)], largest, {gamma.data() + first, rows},
                             {x.data() + first, rows});
}

double natural_residual(const ContactSet& contacts, VecRef diagonal, VecRef gamma, VecRef x) {
  const Index n = contacts.size();
  const auto worst_of = [&](Index begin, Index end) {
    double worst = 0.0;
    for (Index k = begin; k < end; ++k) worst = larger(worst, contact_residual(contacts, k, diagonal, gamma, x));
    return worst;
  };
  constexpr Index pieces = 64;
  if (contacts.rows() < summing_threshold || n < pieces) return worst_of(0, n);
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
