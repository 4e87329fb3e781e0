// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/scaled_products.hpp"

#include "core/parallel.hpp"
#include "solvers/contact/scaled_units.hpp"
#include "solvers/contact/second_order_cone.hpp"

namespace percuss {

void ScaledProducts::reserve(Index rows) {
  for (auto* vector : {&s_, &c_, &x_}) workspace(*vector, rows);
}

void ScaledProducts::load(const ContactProblem& problem) {
  G_ = &problem.G;
  contacts_ = &problem.contacts;
  size_ = problem.c.size();
  reserve(size_);
  const auto diagonal = problem.G.diagonal();
  for (Index k = 0; k < contacts_->size(); ++k)
    find_scales(*contacts_, diagonal, k, s_.data() + contacts_->first_row(k));
  c_.head(size_) = problem.c.cwiseQuotient(s_.head(size_));
}

void ScaledProducts::product(VecRef y, VecOut Gy) const {
  auto x = workspace(x_, size_);
  unscaled(y, x);
  G_->apply(x, Gy);
  Gy.array() /= s_.head(size_).array();
}

void ScaledProducts::velocity(VecRef y, VecOut gamma) const {
  product(y, gamma);
  gamma += c();
}

double ScaledProducts::offer(VecOut y, VecOut gamma, VecOut work) const {
  shift(gamma, work);
  y -= gamma + work;
  project(y);
  velocity(y, gamma);
  return residual(gamma, y);
}

double ScaledProducts::residual(VecRef gamma, VecRef y) const {
  double worst = 0.0;
  for (Index k = 0; k < contacts_->size(); ++k) {
    const Index i = contacts_->first_row(k);
    worst = worse_residual(worst, *contacts_, k, y.data() + i, gamma.data() + i, s_.data() + i);
  }
  return worst;
}

void ScaledProducts::shift(VecRef gamma, VecOut shift) const {
  shift.setZero();
  for (Index k = 0; k < contacts_->size(); ++k) {
    const Index i = contacts_->first_row(k);
    shift[i] = cone_slope(*contacts_, k) * tangential_length(gamma.data() + i, contacts_->num_rows(k));
  }
}

double ScaledProducts::fixed_shift_residual(VecRef gamma, VecRef shift, VecRef y, VecOut work) const {
  work = y - gamma - shift;
  project(work);
  return (work - y).cwiseProduct(scale()).lpNorm<Eigen::Infinity>();
}

void ScaledProducts::project(VecOut y) const {
  parallel_for(contacts_->size(), size_, [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k)
      project_second_order_cone(cone_slope(*contacts_, k), y.data() + contacts_->first_row(k), contacts_->num_rows(k));
  });
}

}  // namespace percuss
