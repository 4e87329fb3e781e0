// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/smoothed_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "core/at.hpp"
#include "solvers/contact/second_order_cone.hpp"

namespace percuss {

namespace {

constexpr SmoothedPair::Block unit{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};

}  // namespace

void SmoothedContacts::reserve(Index rows) {
  G_.reserve(rows);
  factor_->reserve(rows);
  for (auto* its : {&its_, &factored_})
    if (its->size() < at(rows)) its->resize(at(rows));
  for (auto* v : {&centre_, &y_, &y_by_t_, &gamma_, &gamma_by_t_, &residual_, &by_log_t_, &step_, &product_})
    workspace(*v, rows);
}

std::string SmoothedContacts::load(const ContactProblem& problem, VecRef x, double smoothing) {
  smoothing_ = smoothing;
  G_.load(problem);
  reserve(size());
  auto centre = centre_.head(size());
  G_.scaled(x, centre);
  speed_ = 0.0;
  for (Index k = 0; k < contacts().size(); ++k) {
    auto& its = its_[at(k)];
    its.joint = contacts().cone[at(k)] == Cone::bilateral;
    its.D = its.joint ? ConeVector{1.0, 1.0, 1.0} : self_dual_units(contacts(), k);
    speed_ = std::max(speed_, size_in_units(contacts(), k, its.D, G_.c()));
  }
  return factor_->load(problem, G_.scale());
}

ConeVector SmoothedContacts::rows_of(const Contact& its, Index k, VecRef v) const {
  ConeVector rows{};
  for (Index i = 0; i < contacts().num_rows(k); ++i)
    if (its.D[at(i)] > 0.0) rows[at(i)] = v[contacts().first_row(k) + i];
  return rows;
}

/// N^-1 v
ConeVector SmoothedContacts::without_shift(const Contact& its, const ConeVector& v) {
  return {v[0] + its.slope[0] * v[1] + its.slope[1] * v[2], v[1], v[2]};
}

/// y and its derivative by t, of the v given.
void SmoothedContacts::find_pairs(VecRef v, double t) {
  for (Index k = 0; k < contacts().size(); ++k) {
    auto& its = its_[at(k)];
    const auto own = rows_of(its, k, v);
    if (!its.joint) its.pair = SmoothedPair(own, t);
    for (Index i = 0; i < contacts().num_rows(k); ++i) {
      const Index row = contacts().first_row(k) + i;
      const double D = its.D[at(i)];
      y_[row] = !(D > 0.0) ? 0.0 : its.joint ? own[at(i)] : its.pair.p()[at(i)] / D;
      y_by_t_[row] = !(D > 0.0) || its.joint ? 0.0 : its.pair.by_t()[at(i)] / D;
    }
  }
}

void SmoothedContacts::evaluate(VecRef v, double log_t) {
  const double t = std::exp(log_t);
  tau_ = t / (speed_ * speed_);
  const double eps = smoothing_ * std::sqrt(t);
  find_pairs(v, t);
  auto gamma = gamma_.head(size()), gamma_by_t = gamma_by_t_.head(size());
  G_.velocity(y_.head(size()), gamma);
  G_.product(y_by_t_.head(size()), gamma_by_t);
  for (Index k = 0; k < contacts().size(); ++k) {
    auto& [pair, D, slope, joint] = its_[at(k)];
    const Index first = contacts().first_row(k);
    const auto q = joint ? ConeVector{} : pair.q(), q_by_t = joint ? ConeVector{} : pair.by_t();
    for (Index i = 0; i < contacts().num_rows(k); ++i) {
      const Index row = first + i;
      const double own = D[at(i)], away = tau_ * (y_[row] - centre_[row]);
      residual_[row] = own > 0.0 ? (gamma[row] + away) / own - q[at(i)] : 0.0;
      by_log_t_[row] = own > 0.0 ? (t * (gamma_by_t[row] + tau_ * y_by_t_[row]) + away) / own - t * q_by_t[at(i)] : 0.0;
    }
    const double length = std::sqrt(q[1] * q[1] + q[2] * q[2] + eps * eps);
    slope = {q[1] / length, q[2] / length};
    residual_[first] += length - eps;
    by_log_t_[first] += t * (slope[0] * q_by_t[1] + slope[1] * q_by_t[2]) + 0.5 * (eps / length - 1.0) * eps;
  }
}

void SmoothedContacts::weigh(VecRef v, double log_t, VecOut weights) const {
  const double t = std::exp(log_t);
  for (Index k = 0; k < contacts().size(); ++k) {
    const Index first = contacts().first_row(k), rows = contacts().num_rows(k);
    weights.segment(first, rows).setConstant(1.0 / (v.segment(first, rows).squaredNorm() + t));
  }
}

/// dF/dv = D^-1 (G^ + tau) D^-1 J + N (1 - J), N the derivative of q - (|q_T|, 0). With  dy = D^-1 J dv  this is
///
///   (J N^-1 D^-1 (G^ + tau) + (1 - J) D) dy = J N^-1 b,
///
/// whose entries stay bounded for contacts that are open and on the boundary of their cones.
bool SmoothedContacts::factorize() {
  factored_tau_ = tau_;
  for (Index k = 0; k < contacts().size(); ++k) {
    const auto& [pair, D, slope, joint] = factored_[at(k)] = its_[at(k)];
    auto &P = factor_->P(k), &Q = factor_->Q(k);
    P.fill(0.0);
    Q.fill(0.0);
    const auto J = joint ? unit : pair.slopes(), rest = joint ? SmoothedPair::Block{} : pair.rest_of_one();
    for (std::size_t i = 0; i < 3; ++i) {
      const ConeVector row{J[3 * i], J[3 * i] * slope[0] + J[3 * i + 1], J[3 * i] * slope[1] + J[3 * i + 2]};
      for (std::size_t j = 0; j < 3; ++j) {
        if (D[i] > 0.0 && D[j] > 0.0) Q[3 * i + j] = row[j] / D[j];
        P[3 * i + j] = D[i] > 0.0 ? tau_ * Q[3 * i + j] + rest[3 * i + j] * D[j] : i == j ? 1.0 : 0.0;
      }
    }
  }
  return factor_->factorize();
}

/// dv = D dy + N^-1 (b - D^-1 (G^ + tau) dy): what J dv and (1 - J) dv are, without a division by small eigenvalues.
void SmoothedContacts::solve_in_place(VecOut b) const {
  auto dy = step_.head(size()), Gdy = product_.head(size());
  for (Index k = 0; k < contacts().size(); ++k) {
    const auto& its = factored_[at(k)];
    auto side = without_shift(its, rows_of(its, k, b));
    if (!its.joint) side = its.pair.times_slopes(side);
    for (Index i = 0; i < contacts().num_rows(k); ++i) dy[contacts().first_row(k) + i] = side[at(i)];
  }
  factor_->solve_in_place(dy);
  G_.product(dy, Gdy);
  Gdy += factored_tau_ * dy;
  for (Index k = 0; k < contacts().size(); ++k) {
    const auto& its = factored_[at(k)];
    auto rest = rows_of(its, k, b);
    const auto velocity = rows_of(its, k, Gdy), force = rows_of(its, k, dy);
    for (std::size_t i = 0; i < 3; ++i) rest[i] -= its.D[i] > 0.0 ? velocity[i] / its.D[i] : 0.0;
    rest = without_shift(its, rest);
    for (Index i = 0; i < contacts().num_rows(k); ++i)
      b[contacts().first_row(k) + i] = its.D[at(i)] * force[at(i)] + (its.joint ? 0.0 : rest[at(i)]);
  }
}

}  // namespace percuss
