// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/cone_scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/at.hpp"
#include "solvers/contact/second_order_cone.hpp"

namespace percuss {

namespace {

double tail(const ConeVector& a, const ConeVector& b) { return a[1] * b[1] + a[2] * b[2]; }

}  // namespace

ConeVector self_dual_units(const ContactSet& contacts, Index k) {
  const double mu = cone_slope(contacts, k), root = std::sqrt(mu);
  ConeVector D{mu > 0.0 ? root : 1.0, 0.0, 0.0};
  for (Index i = 1; i < contacts.num_rows(k); ++i) D[at(i)] = mu > 0.0 ? 1.0 / root : 0.0;
  return D;
}

double size_in_units(const ContactSet& contacts, Index k, const ConeVector& D, VecRef gamma) {
  double most = 0.0;
  for (Index i = 0; i < contacts.num_rows(k); ++i)
    if (D[at(i)] > 0.0) most = std::max(most, std::abs(gamma[contacts.first_row(k) + i]) / D[at(i)]);
  return most;
}

double cone_determinant(const ConeVector& v) {
  const double length = std::sqrt(tail(v, v));
  return (v[0] - length) * (v[0] + length);
}

ConeVector cone_product(const ConeVector& a, const ConeVector& b) {
  return {a[0] * b[0] + tail(a, b), a[0] * b[1] + b[0] * a[1], a[0] * b[2] + b[0] * a[2]};
}

ConeVector cone_quotient(const ConeVector& b, const ConeVector& a) {
  const double first = (a[0] * b[0] - tail(a, b)) / cone_determinant(a);
  return {first, (b[1] - a[1] * first) / a[0], (b[2] - a[2] * first) / a[0]};
}

/// The least positive root of  |v + s d|^2 = 0  by the form of the cone, A s^2 + 2 B s + C, computed without
/// cancellation.
double cone_reach(const ConeVector& v, const ConeVector& d) {
  const double A = d[0] * d[0] - tail(d, d), B = v[0] * d[0] - tail(v, d), C = cone_determinant(v);
  double reach = d[0] < 0.0 ? -v[0] / d[0] : std::numeric_limits<double>::infinity();
  const double discriminant = B * B - A * C;
  if (discriminant < 0.0) return reach;
  const double root = std::sqrt(discriminant), sum = -(B >= 0.0 ? B + root : B - root);
  for (const double s : {sum / A, C / sum})
    if (s > 0.0) reach = std::min(reach, s);  // false for nan
  return reach;
}

double cone_centrality(const ConeVector& p, const ConeVector& q) {
  const double trace = p[0] * q[0] + tail(p, q);
  const double determinant = std::sqrt(std::max(cone_determinant(p) * cone_determinant(q), 0.0));
  const double first = std::sqrt(std::max(0.5 * (trace + determinant), 0.0));
  const double rest = std::sqrt(std::max(0.5 * (trace - determinant), 0.0));
  return (first - rest) * (first - rest);
}

ConeVector smooth_projection(const ConeVector& v, double t) {
  const auto branch = [t](double value) {
    const double root = std::sqrt(value * value + 4.0 * t);
    return value >= 0.0 ? 0.5 * (value + root) : 2.0 * t / (root - value);
  };
  const double length = std::sqrt(tail(v, v)), high = branch(v[0] + length), low = branch(v[0] - length);
  const double share = length > 0.0 ? 0.5 * (high - low) / length : 0.0;
  return {0.5 * (high + low), share * v[1], share * v[2]};
}

ConeScaling::ConeScaling(const ConeVector& p, const ConeVector& q) {
  const double of_p = std::sqrt(cone_determinant(p)), of_q = std::sqrt(cone_determinant(q));
  double cosine = 0.0;
  for (std::size_t i = 0; i < 3; ++i) cosine += p[i] / of_p * (q[i] / of_q);
  const double half = 2.0 * std::sqrt(0.5 * (1.0 + cosine));
  w_ = {(q[0] / of_q + p[0] / of_p) / half, (q[1] / of_q - p[1] / of_p) / half, (q[2] / of_q - p[2] / of_p) / half};
  eta_ = std::sqrt(of_q / of_p);
  lambda_ = times(p);
}

ConeVector ConeScaling::apply(const ConeVector& v, double sign, double factor) const {
  const double along = sign * tail(w_, v), share = sign * v[0] + along / (1.0 + w_[0]) * sign;
  return {factor * (w_[0] * v[0] + along), factor * (v[1] + share * w_[1]), factor * (v[2] + share * w_[2])};
}

std::array<double, 9> ConeScaling::squared() const {
  std::array<double, 9> square{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      square[3 * i + j] = eta_ * eta_ * (2.0 * w_[i] * w_[j] + (i != j ? 0.0 : i == 0 ? -1.0 : 1.0));
  return square;
}

}  // namespace percuss
