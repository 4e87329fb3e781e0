// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>

#include "core/contact_set.hpp"

namespace percuss {

/// G and c of one contact: 1 to 3 rows, on the stack.
using ContactMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;
using ContactVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;

/// Coulomb friction in the plane, rows (N, T): open, stick or slip, whichever satisfies the law for mu > 0, G_nn > 0.
/// False, with x as it was, when rounding or a large mu leaves none.
inline bool solve_planar_coulomb(double g_nn, double g_nt, double g_tn, double g_tt, double c_n, double c_t, double mu,
                                 double& x_n, double& x_t) {
  const auto is = [&](double normal, double tangential) {
    x_n = normal;
    x_t = tangential;
    return true;
  };
  if (c_n >= 0.0) return is(0.0, 0.0);
  const double determinant = g_nn * g_tt - g_nt * g_tn;
  double side = c_t > 0.0 ? -1.0 : 1.0;  // of the friction force
  if (determinant > 0.0) {
    const double stick_n = g_nt * c_t - g_tt * c_n, stick_t = g_tn * c_n - g_nn * c_t;  // times the determinant
    if (std::abs(stick_t) <= mu * stick_n) return is(stick_n / determinant, stick_t / determinant);
    side = stick_t > 0.0 ? 1.0 : -1.0;
  }
  for (const double s : {side, -side}) {
    const double g = g_nn + s * mu * g_nt;
    if (!(g > 0.0)) continue;
    const double slip_n = -c_n / g;
    if (s * (c_t + (g_tn + s * mu * g_tt) * slip_n) > 0.0) continue;  // it would push the slip on
    return is(slip_n, s * mu * slip_n);
  }
  return false;
}

/// Coulomb friction in space, rows (N, T1, T2), G (3 x 3) row after row, for mu > 0, G_nn > 0: open, stick, or slip
/// with gamma_T = -a x_T, where a > 0 is a root of  mu x_N(a) = |x_T(a)|  (a quartic), found by Newton's method between
/// bounds. Where a large mu leaves several roots any of them may come. False when there is none between the bounds: G
/// singular.
bool solve_spatial_coulomb(const std::array<double, 9>& G, const std::array<double, 3>& c, double mu, double* x);

/// The problem of one contact with all others held: x with -(G x + c) in N_C(x), by formulas (G need not be symmetric);
/// where they fail in friction, by the prox iteration from the x given.
void solve_one_contact(Cone cone, double mu, const ContactMatrix& G, const ContactVector& c, ContactVector& x);

}  // namespace percuss
