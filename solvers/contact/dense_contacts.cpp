// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/dense_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/contact/scaled_units.hpp"

namespace percuss {

void DenseContacts::load(const ContactProblem& problem) {
  contacts_ = &problem.contacts;
  size_ = problem.c.size();
  const auto n = static_cast<std::size_t>(size_);
  reserve(size_);
  auto s = workspace(s_, size_), c = workspace(c_, size_);
  const auto diagonal = problem.G.diagonal();
  for (Index k = 0; k < contacts_->size(); ++k)
    find_scales(*contacts_, diagonal, k, s.data() + contacts_->first_row(k));
  const auto& rows = *problem.G.rows();
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = g_.data() + i * n;
    const double inverse = 1.0 / s[static_cast<Index>(i)];
    c[static_cast<Index>(i)] = problem.c[static_cast<Index>(i)] * inverse;
    const auto begin = static_cast<std::size_t>(rows.start[i]), end = static_cast<std::size_t>(rows.start[i + 1]);
    if (end - begin < n) std::fill(row, row + n, 0.0);
    for (std::size_t k = begin; k < end; ++k) row[rows.col[k]] = rows.value[k] * inverse / s[rows.col[k]];
  }
  for (Index k = 0; k < contacts_->size(); ++k)
    for (Index i = contacts_->first_row(k); i < contacts_->first_row(k) + contacts_->num_rows(k); ++i)
      if (is_empty_joint_row(problem, diagonal, k, i)) g_[static_cast<std::size_t>(i * (size_ + 1))] = 1.0;
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
    const Index i = contacts_->first_row(k);
    worst = worse_residual(worst, *contacts_, k, y.data() + i, gamma.data() + i, s_.data() + i);
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
