// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

#include "scheme/scheme_registry.hpp"

namespace percuss {

/// Whose spring it is: the body's own, or a force element's.
enum class SpringOf { body, force_element };

/// Amplification matrix of one step of size h on the oscillator,  y' = R y,  y = (q, v/omega, a/omega^2, ...) with the
/// accelerations that the scheme carries over, got by running the scheme itself. Not a number when a step fails.
Matrix amplification(const SchemeType& scheme, const Values& options, double h, double omega, double damping_rate,
                     SpringOf spring = SpringOf::body);

/// An eigenvalue, and what round-off may have done to it: machine precision times its condition number.
struct Eigenvalue {
  std::complex<double> value;
  double uncertainty = 0.0;
};
/// Of a small matrix of finite numbers, after balancing: its rows and columns may be of very different size.
std::vector<Eigenvalue> eigenvalues(Matrix R);

/// Some eigenvalue of R lies outside the unit circle. Of a 2x2 matrix by Jury's conditions: R grows unless det R <= 1
/// and |trace R| <= 1 + det R, to `round_off`. Larger ones grow when an eigenvalue's modulus exceeds 1 by more than
/// that and its uncertainty, which is large where eigenvalues meet: at small steps and at the limit. NaN counts as
/// growth.
bool grows(const Matrix& R, double round_off = 1e-12);

/// The oscillation of this frequency (> 0) grows at this step; an explicit spring within the tolerance of schemes that
/// iterate for its force.
bool oscillation_grows(const SchemeType& scheme, const Values& options, double h, double omega, double damping_rate,
                       SpringOf spring = SpringOf::body);

/// Largest step for which it does not grow: infinity when there is no limit, 0 when it grows at any step. Found by
/// scanning and bisecting over step sizes.
double stable_step_of_mode(const SchemeType& scheme, const Values& options, double omega, double damping_rate,
                           SpringOf spring = SpringOf::body);

/// Largest step for which no oscillation within `bound` grows: infinity when there is no limit, 0 when some oscillation
/// grows at any step. Found by scanning and bisecting over step sizes and mode frequencies.
double stable_step(const SchemeType& scheme, const Values& options, const ModeBound& bound);

/// The smallest `stable_step` over the bodies that know their fastest mode; infinity when none does. Contacts and
/// joints only take modes away. A body that does not know its modes is not covered.
double stable_step(const SchemeType& scheme, const Values& options, const MechanicalSystem& system);

}  // namespace percuss
