// SPDX-License-Identifier: Apache-2.0
#include "scheme/stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/decompositions.hpp"
#include "scheme/oscillator.hpp"

namespace percuss {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of modes that are as fast as `omega` allows and damped at any rate from `least` to `most`. With zeta = c/(2 omega)
/// the limit is s(zeta)/omega, which the fastest mode that can have this zeta decides: below most/(2 omega_max) it is
/// omega_max. s has its least value at one end or within: four points to a decade tell.
double stable_step_of_uneven(const SchemeType& scheme, const Values& options, double omega, double least, double most) {
  constexpr double small = 1e-3;  // of zeta: between it and 0 only 0 itself may fall out
  double h = stable_step_of_mode(scheme, options, omega, least);
  for (double c = std::max(least, 2.0 * small * omega); c < most && h > 0.0; c *= std::pow(10.0, 0.25))
    h = std::min(h, stable_step_of_mode(scheme, options, omega, c));
  return h;
}

/// Parlett and Reinsch: scales rows and columns by powers of two until their sums agree.
void balance(Matrix& R) {
  for (bool done = false; !done;) {
    done = true;
    for (Index i = 0; i < R.rows(); ++i) {
      const double diagonal = std::abs(R(i, i));
      const double row = R.row(i).lpNorm<1>() - diagonal, column = R.col(i).lpNorm<1>() - diagonal;
      if (!(row > 0.0) || !(column > 0.0)) continue;
      const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
      if (!(column * factor + row / factor < 0.95 * (column + row))) continue;
      R.col(i) *= factor;
      R.row(i) /= factor;
      done = false;
    }
  }
}

}  // namespace

Matrix amplification(const SchemeType& scheme, const Values& options, double h, double omega, double damping_rate,
                     SpringOf spring) {
  MechanicalSystem system;
  if (spring == SpringOf::body) {
    system.add(std::make_unique<Oscillator>(omega, damping_rate));
  } else {
    system.add(std::make_unique<Oscillator>(0.0, 0.0));
    system.add(std::make_unique<OscillatorSpring>(omega, damping_rate));
  }
  const NoContacts contacts;
  const auto instance = scheme.make(system, contacts, {}, options);
  State state{0.0, Vector::Zero(1), Vector::Zero(1)};
  if (!instance->step(h, state).ok()) return Matrix::Constant(2, 2, std::numeric_limits<double>::quiet_NaN());
  const auto carried = carried_accelerations(*instance);
  // Units of the same size in scaled time, so that R does not suffer from a large omega.
  std::vector<std::pair<double*, double>> y{{state.q.data(), 1.0}, {state.v.data(), omega}};
  for (auto* acceleration : carried) y.emplace_back(acceleration->data(), omega * omega);
  const auto n = static_cast<Index>(y.size());
  Matrix R(n, n);
  for (Index j = 0; j < n; ++j) {
    if (carried.empty()) instance->restart();
    // A step may swap its buffers: where the numbers are is asked anew.
    y[0].first = state.q.data();
    y[1].first = state.v.data();
    for (std::size_t k = 0; k < carried.size(); ++k) y[k + 2].first = carried[k]->data();
    for (Index i = 0; i < n; ++i) {
      const auto& [number, unit] = y[static_cast<std::size_t>(i)];
      *number = i == j ? unit : 0.0;
    }
    if (!instance->step(h, state).ok()) return Matrix::Constant(n, n, std::numeric_limits<double>::quiet_NaN());
    R(0, j) = state.q[0];
    R(1, j) = state.v[0] / omega;
    for (std::size_t k = 0; k < carried.size(); ++k)
      R(static_cast<Index>(k) + 2, j) = (*carried[k])[0] / (omega * omega);
  }
  return R;
}

std::vector<Eigenvalue> eigenvalues(Matrix R) {
  balance(R);
  const Eigen::EigenSolver<Matrix> solver(R);
  const Eigen::MatrixXcd right = solver.eigenvectors();
  const Eigen::MatrixXcd left = right.inverse();
  const double round_off = std::numeric_limits<double>::epsilon() * R.norm();
  // Of a multiple eigenvalue n numbers are left that differ by the n-th root of round-off.
  const double worst = std::pow(round_off, 1.0 / static_cast<double>(R.rows()));
  std::vector<Eigenvalue> all;
  for (Index i = 0; i < R.rows(); ++i) {
    const double uncertainty = round_off * right.col(i).norm() * left.row(i).norm();
    all.push_back({solver.eigenvalues()[i], uncertainty < worst ? uncertainty : worst});
  }
  return all;
}

bool grows(const Matrix& R, double round_off) {
  if (!R.allFinite()) return true;
  if (R.rows() == 2) {
    const double determinant = R.determinant();
    return !(determinant <= 1.0 + round_off && std::abs(R.trace()) <= 1.0 + determinant + round_off);
  }
  const auto all = eigenvalues(R);
  return std::any_of(all.begin(), all.end(), [&](const Eigenvalue& lambda) {
    return std::abs(lambda.value) > 1.0 + round_off + lambda.uncertainty;
  });
}

bool oscillation_grows(const SchemeType& scheme, const Values& options, double h, double omega, double damping_rate,
                       SpringOf spring) {
  const auto R = amplification(scheme, options, h, omega, damping_rate, spring);
  // Schemes that iterate for force elements stop at their tolerance: what an undamped one leaves there is no growth.
  // They are those that carry accelerations over.
  return grows(R, spring == SpringOf::body || R.rows() == 2 ? 1e-12 : 1e-7);
}

double stable_step_of_mode(const SchemeType& scheme, const Values& options, double omega, double damping_rate,
                           SpringOf spring) {
  if (scheme.capabilities.adaptive) return infinity;
  // Step sizes in units of 1/omega. Explicit schemes that live on damping alone stop at c/omega, overdamped modes at
  // about 2 omega/c: start below both.
  const double smallest =
      damping_rate > 0.0 ? std::min({1e-3, 0.01 * damping_rate / omega, 0.01 * omega / damping_rate}) : 1e-3;
  constexpr double largest = 1e6, factor = 1.25;
  double stable = 0.0;
  for (double x = smallest; x <= largest; x *= factor) {
    const double h = x / omega;
    if (!oscillation_grows(scheme, options, h, omega, damping_rate, spring)) {
      stable = h;
      continue;
    }
    if (stable == 0.0) return 0.0;
    double unstable = h;
    while (unstable - stable > 1e-13 * unstable) {
      const double middle = 0.5 * (stable + unstable);
      if (middle <= stable || middle >= unstable) break;
      (oscillation_grows(scheme, options, middle, omega, damping_rate, spring) ? unstable : stable) = middle;
    }
    return stable;
  }
  return infinity;
}

double stable_step(const SchemeType& scheme, const Values& options, const ModeBound& bound) {
  const auto rate = [&](double omega) { return bound.mass_damping + bound.stiffness_damping * omega * omega; };
  if (!(bound.omega_max > 0.0)) {  // no oscillation, but explicit schemes still need h c <= 2 of a damped free motion
    if (!(bound.mass_damping > 0.0)) return infinity;
    return stable_step_of_mode(scheme, options, 1e-3 * bound.mass_damping, bound.mass_damping);
  }
  double h = stable_step_of_mode(scheme, options, bound.omega_max, rate(bound.omega_max));
  if (bound.least_damping)
    h = std::min(h,
                 stable_step_of_uneven(scheme, options, bound.omega_max, *bound.least_damping, rate(bound.omega_max)));
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
  std::set<std::tuple<double, double, double, std::optional<double>>> seen;  // many bodies may be alike
  for (Index i = 0; i < system.num_bodies(); ++i)
    if (const auto bound = system.body(i).mode_bound();
        bound &&
        seen.emplace(bound->omega_max, bound->mass_damping, bound->stiffness_damping, bound->least_damping).second)
      h = std::min(h, stable_step(scheme, options, *bound));
  return h;
}

}  // namespace percuss
