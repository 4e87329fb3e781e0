// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

/// Units in which the diagonal of G is of order one whatever the masses: y = s x, G^_ij = G_ij / (s_i s_j), c^ = c / s.
/// s_k = sqrt(G_kk), G_kk the largest diagonal entry of contact k; each row of a joint has its own, because they may
/// differ in unit; 1 where nothing moves. Writes the s of contact k's rows.
inline void find_scales(const ContactSet& contacts, VecRef diagonal, Index k, double* s) {
  const Index first = contacts.first_row(k), rows = contacts.num_rows(k);
  double largest = diagonal[first];
  for (Index i = first + 1; i < first + rows; ++i) largest = std::max(largest, diagonal[i]);
  const bool joint = contacts.cone[static_cast<std::size_t>(k)] == Cone::bilateral;
  for (Index i = first; i < first + rows; ++i) {
    const double own = joint ? diagonal[i] : largest;
    s[i - first] = own > 0.0 ? std::sqrt(own) : 1.0;
  }
}

/// A row of a joint that holds nothing and is asked for nothing, as are those that mixtures stand for
/// (contact/independent_joints.hpp). Equations get 1 on its diagonal of G^: its force is 0.
inline bool is_empty_joint_row(const ContactProblem& problem, VecRef diagonal, Index k, Index row) {
  return problem.contacts.cone[static_cast<std::size_t>(k)] == Cone::bilateral && diagonal[row] == 0.0 &&
         problem.c[row] == 0.0;
}

/// The worse of `worst` and contact k's natural residual [m/s] in these units,  |y - prox(y - gamma^)| s;  y, gamma and
/// s are those of the contact's rows. A NaN stays.
inline double worse_residual(double worst, const ContactSet& contacts, Index k, const double* y, const double* gamma,
                             const double* s) {
  const auto rows = static_cast<std::size_t>(contacts.num_rows(k));
  std::array<double, 3> moved{};
  for (std::size_t i = 0; i < rows; ++i) moved[i] = y[i] - gamma[i];
  prox_cone(contacts.cone[static_cast<std::size_t>(k)], contacts.mu[static_cast<std::size_t>(k)],
            std::span(moved).first(rows));
  for (std::size_t i = 0; i < rows; ++i) {
    const double residual = std::abs(y[i] - moved[i]) * s[i];
    if (residual > worst || std::isnan(residual)) worst = residual;
  }
  return worst;
}

}  // namespace percuss
