// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/cone_function.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

using Three = std::array<double, 3>;
using Nine = std::array<double, 9>;

/// L with  L b = a o b  (Jordan product):  (a_0 b_0 + a' b', a_0 b' + b_0 a').
Nine arrow(const Three& a) { return {a[0], a[1], a[2], a[1], a[0], 0.0, a[2], 0.0, a[0]}; }

Nine times(const Nine& a, const Nine& b) {
  Nine c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
  return c;
}

/// The inverse of arrow(w), w inside the cone; `determinant` = w_0^2 - |w'|^2.
Nine inverse_arrow(const Three& w, double determinant) {
  Nine inverse{};
  inverse[0] = w[0] / determinant;
  for (std::size_t i = 1; i < 3; ++i) {
    inverse[i] = inverse[3 * i] = -w[i] / determinant;
    for (std::size_t j = 1; j < 3; ++j) inverse[3 * i + j] = ((i == j ? 1.0 : 0.0) + w[i] * w[j] / determinant) / w[0];
  }
  return inverse;
}

}  // namespace

ConeFunction::ConeFunction(double mu, const double* y, const double* gamma, Index rows) {
  Three p{}, q{}, e{};
  if (mu > 0.0) {
    double length = 0.0;
    for (Index i = 1; i < rows; ++i) length = std::hypot(length, gamma[i]);
    p[0] = mu * y[0];
    q[0] = gamma[0] + mu * length;
    for (Index i = 1; i < rows; ++i) {
      const auto k = static_cast<std::size_t>(i);
      p[k] = y[i];
      q[k] = mu * gamma[i];
      e[k] = length > 0.0 ? gamma[i] / length : 0.0;
    }
  } else {
    p[0] = y[0];
    q[0] = gamma[0];
  }
  // v = p^2 + q^2 = sum of eigenvalues times idempotents; its root likewise
  const double v0 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  const double v1 = 2.0 * (p[0] * p[1] + q[0] * q[1]), v2 = 2.0 * (p[0] * p[2] + q[0] * q[2]);
  const double length = std::sqrt(v1 * v1 + v2 * v2);
  constexpr double least_size = 1e-20;  // of v_0: keeps the root differentiable on the boundary of the cone
  const double tiny = std::max(least_size * v0, 1e-300);
  const double high = std::sqrt(v0 + length + tiny), low = std::sqrt(std::max(v0 - length, 0.0) + tiny);
  const double share = length > 0.0 ? 0.5 * (high - low) / length : 0.0;
  const Three w{0.5 * (high + low), share * v1, share * v2};
  for (std::size_t i = 0; i < 3; ++i) phi[i] = p[i] + q[i] - w[i];
  const Nine inverse = inverse_arrow(w, high * low);
  Nine by_p = times(inverse, arrow(p)), by_q = times(inverse, arrow(q));
  for (std::size_t i = 0; i < 9; ++i) {
    by_p[i] = (i % 4 == 0 ? 1.0 : 0.0) - by_p[i];
    by_q[i] = (i % 4 == 0 ? 1.0 : 0.0) - by_q[i];
  }
  if (mu > 0.0) {
    by_force = times(by_p, {mu, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0});
    by_velocity = times(by_q, {1.0, mu * e[1], mu * e[2], 0.0, mu, 0.0, 0.0, 0.0, mu});
    return;
  }
  by_force[0] = by_p[0];
  by_velocity[0] = by_q[0];
  for (Index i = 1; i < rows; ++i) {  // no friction: no tangential force
    const auto k = static_cast<std::size_t>(i);
    phi[k] = y[i];
    by_force[4 * k] = 1.0;
  }
}

}  // namespace percuss
