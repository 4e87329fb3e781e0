// SPDX-License-Identifier: Apache-2.0
#include "scheme/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scheme/stability.hpp"

namespace percuss {

SpectralPoint spectral_point(const SchemeType& scheme, const Values& values, double omega) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  SpectralPoint point{omega, none, none, none};
  const auto R = amplification(scheme, values, 1.0, omega, 0.0);
  if (!R.allFinite()) return point;
  point.radius = 0.0;
  double principal = 0.0, theta = none;
  for (const auto& [lambda, uncertainty] : eigenvalues(R)) {
    const double modulus = std::abs(lambda);
    point.radius = std::max(point.radius, modulus);
    // What round-off makes of a double real eigenvalue may look like a pair.
    if (lambda.imag() <= 10.0 * uncertainty || modulus <= principal) continue;
    principal = modulus;
    theta = std::arg(lambda);
  }
  point.damping_ratio = 0.0 - std::log(principal) / theta;  // no -0
  point.period_elongation = omega / theta - 1.0;
  return point;
}

}  // namespace percuss
