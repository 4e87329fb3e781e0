// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/scheme_registry.hpp"

namespace percuss {

/// Amplification matrix of one step of size h on the oscillator: (q, v)' = R (q, v), got by running the scheme itself.
Eigen::Matrix2d amplification(const SchemeType& scheme, const Values& options, double h, double omega,
                              double damping_rate);

/// Spectral radius of R.
double spectral_radius(const Eigen::Matrix2d& R);

/// Largest step for which no oscillation within `bound` grows: infinity when there is no limit, 0 when some oscillation
/// grows at any step. Found by scanning and bisecting the spectral radius over step sizes and mode frequencies.
double stable_step(const SchemeType& scheme, const Values& options, const ModeBound& bound);

/// The smallest `stable_step` over the bodies that know their fastest mode; infinity when none does. Contacts and
/// joints only take modes away. A body that does not know its modes is not covered.
double stable_step(const SchemeType& scheme, const Values& options, const MechanicalSystem& system);

}  // namespace percuss
