// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/scheme_registry.hpp"

namespace percuss {

/// Amplification matrix of one step of size h on the oscillator: (q, v)' = R (q, v), got by running the scheme itself.
Eigen::Matrix2d amplification(const SchemeType& scheme, const Values& options, double h, double omega,
                              double damping_rate);

/// Some eigenvalue of R lies outside the unit circle, by Jury's conditions: R grows unless det R <= 1 and
/// |trace R| <= 1 + det R, to 1e-12. (The spectral radius itself is ill-conditioned where the eigenvalues meet: at
/// small steps and at the limit.) NaN counts as growth.
bool grows(const Eigen::Matrix2d& R);

/// Largest step for which no oscillation within `bound` grows: infinity when there is no limit, 0 when some oscillation
/// grows at any step. Found by scanning and bisecting over step sizes and mode frequencies.
double stable_step(const SchemeType& scheme, const Values& options, const ModeBound& bound);

/// The smallest `stable_step` over the bodies that know their fastest mode; infinity when none does. Contacts and
/// joints only take modes away. A body that does not know its modes is not covered.
double stable_step(const SchemeType& scheme, const Values& options, const MechanicalSystem& system);

}  // namespace percuss
