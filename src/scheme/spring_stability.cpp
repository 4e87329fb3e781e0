// SPDX-License-Identifier: Apache-2.0
#include "scheme/spring_stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scheme/stability.hpp"

namespace percuss {

namespace {

/// A free motion that is damped still bounds the step of explicit schemes, h c <= 2: as an oscillation so slow that its
/// spring does not count.
double frequency_of(const SpringMode& mode) { return mode.omega > 0.0 ? mode.omega : 1e-3 * mode.damping_rate; }

}  // namespace

SpringStability::SpringStability(const SchemeType& scheme, const Values& options)
    : scheme_(scheme),
      options_(options),
      lives_on_damping_(stable_step_of_mode(scheme, options, 1.0, 0.0, SpringOf::force_element) == 0.0) {}

bool SpringStability::grows(double h, const SpringMode& mode) const {
  if (scheme_.capabilities.adaptive) return false;
  const double omega = frequency_of(mode);
  return omega > 0.0 && oscillation_grows(scheme_, options_, h, omega, mode.damping_rate, SpringOf::force_element);
}

bool SpringStability::grows_at(double h, const SpringModes& modes) const {
  if (!lives_on_damping_ && !grows(h, modes.bound())) return false;  // what has more of both is not better off
  const auto all = lives_on_damping_ ? modes.own() : modes.extreme();
  return std::any_of(all.begin(), all.end(), [&](const SpringMode& mode) { return grows(h, mode); });
}

double SpringStability::stable_step(const SpringModes& modes) const {
  double h = std::numeric_limits<double>::infinity();
  for (const auto& mode : lives_on_damping_ ? modes.own() : modes.extreme()) {
    const double omega = frequency_of(mode);
    if (omega > 0.0 && (std::isinf(h) || grows(h, mode)))
      h = std::min(h, stable_step_of_mode(scheme_, options_, omega, mode.damping_rate, SpringOf::force_element));
  }
  return h;
}

}  // namespace percuss
