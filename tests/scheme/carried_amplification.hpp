// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <numbers>

#include "core/decompositions.hpp"
#include "scheme/oscillator.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

/// Amplification of a step of size 1 on x'' + Omega^2 x = 0, accelerations that the scheme carries over included, by
/// running the scheme from unit states in units of 1/Omega.
inline Matrix carried_amplification(const NamedScheme& named, double Omega) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(Omega, 0.0));
  const NoContacts none;
  const auto scheme = make(named, system, none);
  State state{0.0, Vector::Zero(1), Vector::Zero(1)};
  scheme->step(1.0, state);  // from now on what it carries may be set
  const auto carried = carried_accelerations(*scheme);
  const auto n = static_cast<Index>(2 + carried.size());
  Matrix R(n, n);
  for (Index j = 0; j < n; ++j) {
    state = {0.0, Vector::Constant(1, j == 0 ? 1.0 : 0.0), Vector::Constant(1, j == 1 ? Omega : 0.0)};
    for (Index k = 2; k < n; ++k) (*carried[static_cast<std::size_t>(k - 2)])[0] = j == k ? Omega * Omega : 0.0;
    EXPECT_TRUE(scheme->step(1.0, state).ok());
    R(0, j) = state.q[0];
    R(1, j) = state.v[0] / Omega;
    for (Index k = 2; k < n; ++k) R(k, j) = (*carried[static_cast<std::size_t>(k - 2)])[0] / (Omega * Omega);
  }
  return R;
}

inline double spectral_radius(const Matrix& R) { return R.eigenvalues().cwiseAbs().maxCoeff(); }

/// (T - T_ex)/T_ex of the oscillation that a step of size 1 leaves.
inline double period_elongation(const Matrix& R, double Omega) {
  const auto eigenvalues = R.eigenvalues().eval();
  std::complex<double> principal = 0.0;
  for (const auto& x : eigenvalues)
    if (x.imag() > 0.0 && std::abs(x) > std::abs(principal)) principal = x;
  return Omega / std::arg(principal) - 1.0;
}

}  // namespace percuss::test
