// SPDX-License-Identifier: Apache-2.0
#include "scheme/stability.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "scheme/oscillator.hpp"

namespace percuss {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double stable_step_of_mode(const SchemeType& scheme, const Values& options, double omega, double damping_rate) {
  const auto unstable_at = [&](double h) { return grows(amplification(scheme, options, h, omega, damping_rate)); };
  // Step sizes in units of 1/omega. Explicit schemes that live on damping alone stop at c/omega, overdamped modes at
  // about 2 omega/c: start below both.
  const double smallest =
      damping_rate > 0.0 ? std::min({1e-3, 0.01 * damping_rate / omega, 0.01 * omega / damping_rate}) : 1e-3;
  constexpr double largest = 1e6, factor = 1.25;
  double stable = 0.0;
  for (double x = smallest; x <= largest; x *= factor) {
    const double h = x / omega;
    if (!unstable_at(h)) {
      stable = h;
      continue;
    }
    if (stable == 0.0) return 0.0;
    double unstable = h;
    while (unstable - stable > 1e-13 * unstable) {
      const double middle = 0.5 * (stable + unstable);
      if (middle <= stable || middle >= unstable) break;
      (unstable_at(middle) ? unstable : stable) = middle;
    }
    return stable;
  }
  return infinity;
}

}  // namespace

Eigen::Matrix2d amplification(const SchemeType& scheme, const Values& options, double h, double omega,
                              double damping_rate) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(omega, damping_rate));
  const NoContacts contacts;
  const auto instance = scheme.make(system, contacts, {}, options);
  Eigen::Matrix2d R;
  for (Index j = 0; j < 2; ++j) {
    // Unit position and velocity of the same size in scaled time, so that R does not suffer from a large omega.
    State state{0.0, Vector::Constant(1, j == 0 ? 1.0 : 0.0), Vector::Constant(1, j == 0 ? 0.0 : omega)};
    instance->restart();
    if (!instance->step(h, state).ok()) return Eigen::Matrix2d::Constant(std::numeric_limits<double>::quiet_NaN());
    R(0, j) = state.q[0];
    R(1, j) = state.v[0] / omega;
  }
  return R;
}

bool grows(const Eigen::Matrix2d& R) {
  constexpr double round_off = 1e-12;
  const double determinant = R.determinant();
  return !(determinant <= 1.0 + round_off && std::abs(R.trace()) <= 1.0 + determinant + round_off);
}

double stable_step(const SchemeType& scheme, const Values& options, const ModeBound& bound) {
  const auto rate = [&](double omega) { return bound.mass_damping + bound.stiffness_damping * omega * omega; };
  if (!(bound.omega_max > 0.0)) {  // no oscillation, but explicit schemes still need h c <= 2 of a damped free motion
    if (!(bound.mass_damping > 0.0)) return infinity;
    return stable_step_of_mode(scheme, options, 1e-3 * bound.mass_damping, bound.mass_damping);
  }
  double h = stable_step_of_mode(scheme, options, bound.omega_max, rate(bound.omega_max));
  if (rate(bound.omega_max) == 0.0)
    return h;  // undamped: the limit goes with 1/omega, the fastest mode has the last word
  constexpr int modes = 24;
  for (int k = 1; k <= modes; ++k) {
    const double omega = bound.omega_max * std::pow(10.0, -0.25 * k);
    h = std::min(h, stable_step_of_mode(scheme, options, omega, rate(omega)));
  }
  return h;
}

double stable_step(const SchemeType& scheme, const Values& options, const MechanicalSystem& system) {
  double h = infinity;
  for (Index i = 0; i < system.num_bodies(); ++i)
    if (const auto bound = system.body(i).mode_bound()) h = std::min(h, stable_step(scheme, options, *bound));
  return h;
}

}  // namespace percuss
