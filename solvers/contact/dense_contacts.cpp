// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/dense_contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/contact/prox.hpp"

namespace percuss {

void DenseContacts::load(const ContactProblem& problem) {
  contacts_ = &problem.contacts;
  size_ = problem.c.size();
  const auto n = static_cast<std::size_t>(size_);
  reserve(size_);
  auto s = workspace(s_, size_), c = workspace(c_, size_);
  const auto diagonal = problem.G.diagonal();
  for (Index k = 0; k < contacts_->size(); ++k) {
    const Index first = contacts_->first_row(k), rows = contacts_->num_rows(k);
    double largest = diagonal[first];
    for (Index i = first + 1; i < first + rows; ++i) largest = std::max(largest, diagonal[i]);
    const bool joint = contacts_->cone[static_cast<std::size_t>(k)] == Cone::bilateral;  // its rows differ in unit
    for (Index i = first; i < first + rows; ++i) {
      const double own = joint ? diagonal[i] : largest;
      s[i] = own > 0.0 ? std::sqrt(own) : 1.0;
    }
  }
  const auto& rows = *problem.G.rows();
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = g_.data() + i * n;
    const double inverse = 1.0 / s[static_cast<Index>(i)];
    c[static_cast<Index>(i)] = problem.c[static_cast<Index>(i)] * inverse;
    const auto begin = static_cast<std::size_t>(rows.start[i]), end = static_cast<std::size_t>(rows.start[i + 1]);
    if (end - begin < n) std::fill(row, row + n, 0.0);
    for (std::size_t k = begin; k < end; ++k) row[rows.col[k]] = rows.value[k] * inverse / s[rows.col[k]];
  }
}

void DenseContacts::reserve(Index rows) {
  workspace(s_, rows);
  workspace(c_, rows);
  const auto n = static_cast<std::size_t>(rows);
  if (g_.size() < n * n) g_.resize(n * n);
}

void DenseContacts::velocity(VecRef y, VecOut gamma) const {
  for (Index i = 0; i < size_; ++i) {
    const double* const a = row(i);
    double sum = c_[i];
    for (Index j = 0; j < size_; ++j) sum += a[j] * y[j];
    gamma[i] = sum;
  }
}

double DenseContacts::residual(VecRef gamma, VecRef y) const {
  double worst = 0.0;
  for (Index k = 0; k < contacts_->size(); ++k) {
    const Index first = contacts_->first_row(k), rows = contacts_->num_rows(k);
    std::array<double, 3> moved{};
    for (Index i = 0; i < rows; ++i) moved[static_cast<std::size_t>(i)] = y[first + i] - gamma[first + i];
    prox_cone(contacts_->cone[static_cast<std::size_t>(k)], contacts_->mu[static_cast<std::size_t>(k)],
              std::span(moved).first(static_cast<std::size_t>(rows)));
    for (Index i = 0; i < rows; ++i) {
      const double residual = std::abs(y[first + i] - moved[static_cast<std::size_t>(i)]) * s_[first + i];
      if (residual > worst || std::isnan(residual)) worst = residual;  // and a NaN stays
    }
  }
  return worst;
}

double DenseContacts::rounding(VecRef y) const {
  double worst = 0.0;
  for (Index i = 0; i < size_; ++i) {
    const double* const a = row(i);
    double sum = std::abs(c_[i]);
    for (Index j = 0; j < size_; ++j) sum += std::abs(a[j] * y[j]);
    worst = std::max(worst, sum * s_[i]);
  }
  return 4.0 * std::numeric_limits<double>::epsilon() * worst;
}

}  // namespace percuss
