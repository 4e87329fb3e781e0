// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/cone_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/at.hpp"
#include "solvers/contact/second_order_cone.hpp"

namespace percuss {

namespace {

/// Of what p o q is in the mean, the least that a step may leave of it to any contact, and of what that one had before.
constexpr double least_product = 1e-3, most_lost = 0.9;
/// Of the way to the boundary of the cones; and by how much a step that leaves too little is cut, how often.
constexpr double inside = 0.99, cut = 0.7;
constexpr int most_cuts = 12;

double dot(const ConeVector& a, const ConeVector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

ConeVector along(const ConeVector& v, double share, const ConeVector& d) {
  return {v[0] + share * d[0], v[1] + share * d[1], v[2] + share * d[2]};
}

}  // namespace

void ConePairs::reserve(Index contacts) {
  if (pairs_.size() < at(contacts)) pairs_.resize(at(contacts));
}

void ConePairs::load(const ContactSet& contacts) {
  contacts_ = &contacts;
  size_ = contacts.size();
  reserve(size_);
  for (Index k = 0; k < size_; ++k) pairs_[at(k)].D = self_dual_units(contacts, k);
}

void ConePairs::without_missing_rows(VecRef c, VecOut v) const {
  for (Index k = 0; k < size_; ++k)
    for (Index i = 0; i < contacts_->num_rows(k); ++i) {
      const Index row = contacts_->first_row(k) + i;
      v[row] = pairs_[at(k)].D[at(i)] > 0.0 ? c[row] : 0.0;
    }
}

double ConePairs::size_of_velocities(VecRef v) const {
  double most = 0.0;
  for (Index k = 0; k < size_; ++k) most = std::max(most, size_in_units(*contacts_, k, pairs_[at(k)].D, v));
  return most;
}

void ConePairs::place(VecRef y, double t) {
  for (Index k = 0; k < size_; ++k) {
    auto& pair = pairs_[at(k)];
    ConeVector v{};
    for (Index i = 0; i < contacts_->num_rows(k); ++i) v[at(i)] = pair.D[at(i)] * y[contacts_->first_row(k) + i];
    pair.p = smooth_projection(v, t);
    pair.q = smooth_projection({-v[0], -v[1], -v[2]}, t);
  }
}

void ConePairs::forces(VecOut y) const {
  for (Index k = 0; k < size_; ++k) {
    const auto& pair = pairs_[at(k)];
    for (Index i = 0; i < contacts_->num_rows(k); ++i) {
      const double D = pair.D[at(i)];
      y[contacts_->first_row(k) + i] = D > 0.0 ? pair.p[at(i)] / D : 0.0;
    }
  }
}

void ConePairs::look(VecRef gamma) {
  product_ = 0.0;
  least_ = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < size_; ++k) {
    auto& [p, q, r, slope, s, correction, scaling, D] = pairs_[at(k)];
    const double length = std::sqrt(q[1] * q[1] + q[2] * q[2]);
    slope = length > 0.0 ? ConeVector{0.0, q[1] / length, q[2] / length} : ConeVector{};
    r = {};
    for (Index i = 0; i < contacts_->num_rows(k); ++i)
      if (D[at(i)] > 0.0) r[at(i)] = gamma[contacts_->first_row(k) + i] / D[at(i)] - q[at(i)];
    r[0] += length;
    scaling = ConeScaling(p, q);
    product_ += dot(p, q);
    least_ = std::min(least_, cone_centrality(p, q));
  }
  product_ /= static_cast<double>(size_);
}

double ConePairs::lag() const {
  double most = 0.0;
  for (Index k = 0; k < size_; ++k)
    for (const double r : pairs_[at(k)].r) most = std::max(most, std::abs(r));
  return most;
}

void ConePairs::find_blocks(Index contact, bool with_derivative, Block& P, Block& Q) const {
  const auto& [p, q, r, slope, s, correction, scaling, D] = pairs_[at(contact)];
  auto M = scaling.squared();
  for (std::size_t j = 0; with_derivative && j < 3; ++j) M[j] -= slope[1] * M[3 + j] + slope[2] * M[6 + j];
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const bool counts = D[i] > 0.0 && D[j] > 0.0;
      P[3 * i + j] = counts ? D[i] * M[3 * i + j] * D[j] : i == j ? 1.0 : 0.0;  // no force in other rows
      Q[3 * i + j] = i == j && D[i] > 0.0 ? 1.0 : 0.0;
    }
}

void ConePairs::find_right_side(double target, double share, bool corrected, bool with_derivative, VecOut b) {
  for (Index k = 0; k < size_; ++k) {
    auto& pair = pairs_[at(k)];
    const auto& lambda = pair.scaling.lambda();
    auto wanted = cone_product(lambda, lambda);
    wanted = {target - wanted[0], -wanted[1], -wanted[2]};
    if (corrected) wanted = along(wanted, -1.0, pair.correction);
    pair.s = pair.scaling.times(cone_quotient(wanted, lambda));
    auto side = along(pair.s, -share, pair.r);
    if (with_derivative) side[0] -= pair.slope[1] * pair.s[1] + pair.slope[2] * pair.s[2];
    for (Index i = 0; i < contacts_->num_rows(k); ++i) b[contacts_->first_row(k) + i] = pair.D[at(i)] * side[at(i)];
  }
}

void ConePairs::find_step(VecRef dy, std::vector<Step>& step) const {
  for (Index k = 0; k < size_; ++k) {
    const auto& pair = pairs_[at(k)];
    auto& [p, q] = step[at(k)];
    p = {};
    for (Index i = 0; i < contacts_->num_rows(k); ++i) p[at(i)] = pair.D[at(i)] * dy[contacts_->first_row(k) + i];
    q = along(pair.s, -1.0, pair.scaling.times(pair.scaling.times(p)));
  }
}

void ConePairs::correct(const std::vector<Step>& step, double share) {
  for (Index k = 0; k < size_; ++k) {
    auto& pair = pairs_[at(k)];
    const auto& [p, q] = step[at(k)];
    pair.correction = cone_product(pair.scaling.divide(q), pair.scaling.times(p));
    for (double& v : pair.correction) v *= share * share;
  }
}

double ConePairs::reach(const std::vector<Step>& step) const {
  double reach = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < size_; ++k) {
    const auto& pair = pairs_[at(k)];
    reach = std::min({reach, cone_reach(pair.p, step[at(k)].p), cone_reach(pair.q, step[at(k)].q)});
  }
  return reach;
}

double ConePairs::length(const std::vector<Step>& step) const {
  const double kept = std::min(least_product, most_lost * least_ / product_);
  double share = std::min(1.0, inside * reach(step));
  for (int cuts = 0; cuts < most_cuts; ++cuts, share *= cut) {
    double sum = 0.0, least = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < size_; ++k) {
      const auto p = along(pairs_[at(k)].p, share, step[at(k)].p), q = along(pairs_[at(k)].q, share, step[at(k)].q);
      sum += dot(p, q);
      least = std::min(least, cone_centrality(p, q));
    }
    if (sum > 0.0 && least >= kept * sum / static_cast<double>(size_)) break;
  }
  return share;
}

void ConePairs::move(const std::vector<Step>& step, double share) {
  for (Index k = 0; k < size_; ++k) {
    pairs_[at(k)].p = along(pairs_[at(k)].p, share, step[at(k)].p);
    pairs_[at(k)].q = along(pairs_[at(k)].q, share, step[at(k)].q);
  }
}

}  // namespace percuss
