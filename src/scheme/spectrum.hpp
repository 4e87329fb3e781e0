// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/scheme_registry.hpp"

namespace percuss {

/// What a scheme makes of  x'' + omega^2 x = 0  in steps of Omega = omega h  [MIX Sec. 2.8, Appendix A].
///
///   rho = max |lambda|                           over all eigenvalues of the amplification matrix (stability.hpp)
///   lambda = |lambda| exp(+-i theta)             the principal pair: of the complex ones the largest
///   damping ratio  xi = -ln|lambda|/theta,  period elongation  (T - T_ex)/T_ex = Omega/theta - 1
///
/// The exact solution has rho = 1, xi = 0 and no elongation. Not a number: what real eigenvalues have not (the motion
/// does not oscillate any more), and all three when a step fails.
struct SpectralPoint {
  double omega = 0.0;  ///< Omega [1]
  double radius = 0.0;
  double damping_ratio = 0.0;
  double period_elongation = 0.0;
};

/// At Omega = omega h > 0, computed by running the scheme. `values` are its options, checked.
SpectralPoint spectral_point(const SchemeType& scheme, const Values& values, double omega);

}  // namespace percuss
