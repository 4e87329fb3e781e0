// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>

#include "solvers/contact/device_inline.hpp"
#include "solvers/contact/prox.hpp"

// One Coulomb contact with all others held, for processor and device: find x with -(G x + c) in N_C(x). G is n x n, row
// after row; it need not be symmetric.
namespace percuss {

/// Coulomb friction in the plane, rows (N, T): open, stick or slip, whichever satisfies the law for mu > 0, G_nn > 0.
/// False, with x as it was, when rounding or a large mu leaves none.
PERCUSS_INLINE bool solve_planar_coulomb(double g_nn, double g_nt, double g_tn, double g_tt, double c_n, double c_t,
                                         double mu, double& x_n, double& x_t) {
  if (c_n >= 0.0) {
    x_n = x_t = 0.0;
    return true;
  }
  const double determinant = g_nn * g_tt - g_nt * g_tn;
  double side = c_t > 0.0 ? -1.0 : 1.0;  // of the friction force
  if (determinant > 0.0) {
    const double stick_n = g_nt * c_t - g_tt * c_n, stick_t = g_tn * c_n - g_nn * c_t;  // times the determinant
    if (::fabs(stick_t) <= mu * stick_n) {
      x_n = stick_n / determinant;
      x_t = stick_t / determinant;
      return true;
    }
    side = stick_t > 0.0 ? 1.0 : -1.0;
  }
  for (int i = 0; i < 2; ++i, side = -side) {
    const double g = g_nn + side * mu * g_nt;
    if (!(g > 0.0)) continue;
    const double slip_n = -c_n / g;
    if (side * (c_t + (g_tn + side * mu * g_tt) * slip_n) > 0.0) continue;  // it would push the slip on
    x_n = slip_n;
    x_t = side * mu * slip_n;
    return true;
  }
  return false;
}

/// The closed contact in space with gamma_T = -a x_T:  (S + a) x_T = -b,  all multiplied by D(a) = det(S + a).
struct SlipCurve {
  double s_11, s_12, s_21, s_22, b_1, b_2;  // S = G_TT - G_TN G_NT / G_NN,  b = c_T - G_TN c_N / G_NN
  double g_1, g_2, rest;                    // x_N = rest - g . x_T

  PERCUSS_INLINE SlipCurve(const double* G, const double* c) {
    const double inverse = 1.0 / G[0], w_1 = G[3] * inverse, w_2 = G[6] * inverse;
    s_11 = G[4] - w_1 * G[1];
    s_12 = G[5] - w_1 * G[2];
    s_21 = G[7] - w_2 * G[1];
    s_22 = G[8] - w_2 * G[2];
    b_1 = c[1] - w_1 * c[0];
    b_2 = c[2] - w_2 * c[0];
    g_1 = G[1] * inverse;
    g_2 = G[2] * inverse;
    rest = -c[0] * inverse;
  }
  PERCUSS_INLINE double trace() const { return s_11 + s_22; }
  PERCUSS_INLINE double determinant(double a) const { return (s_11 + a) * (s_22 + a) - s_12 * s_21; }
  PERCUSS_INLINE double p_1(double a) const { return s_12 * b_2 - (s_22 + a) * b_1; }
  PERCUSS_INLINE double p_2(double a) const { return s_21 * b_1 - (s_11 + a) * b_2; }
  PERCUSS_INLINE void force(double a, double* x) const {
    const double d = determinant(a);
    x[1] = p_1(a) / d;
    x[2] = p_2(a) / d;
    x[0] = rest - g_1 * x[1] - g_2 * x[2];
  }
  /// gamma_T = 0, by the least force where S has rank one: its inverse is then S'/|S|^2.
  PERCUSS_INLINE void stick(double* x) const {
    const double t = trace();
    if (determinant(0.0) > 1e-14 * t * t) return force(0.0, x);
    const double squared = s_11 * s_11 + s_12 * s_12 + s_21 * s_21 + s_22 * s_22;
    x[1] = -(s_11 * b_1 + s_21 * b_2) / squared;
    x[2] = -(s_12 * b_1 + s_22 * b_2) / squared;
    x[0] = rest - g_1 * x[1] - g_2 * x[2];
  }
  /// mu x_N / |x_T| - 1 and its derivative: nearly a straight line.
  PERCUSS_INLINE double excess(double a, double mu, double& slope) const {
    const double p1 = p_1(a), p2 = p_2(a), length = ::sqrt(p1 * p1 + p2 * p2);
    const double normal = rest * determinant(a) - g_1 * p1 - g_2 * p2;
    const double d_normal = rest * (trace() + 2.0 * a) + g_1 * b_1 + g_2 * b_2;
    slope = mu * (d_normal + normal * (b_1 * p1 + b_2 * p2) / (length * length)) / length;
    return mu * normal / length - 1.0;
  }
};

/// Coulomb friction in space, rows (N, T1, T2), for mu > 0, G_nn > 0: open, stick, or slip with gamma_T = -a x_T, where
/// a > 0 is a root of  mu x_N(a) = |x_T(a)|  (a quartic), found by Newton's method between bounds. Where a large mu
/// leaves several roots any of them may come. False, with x as it was, when there is none between the bounds: G
/// singular.
PERCUSS_INLINE bool solve_spatial_coulomb(const double* G, const double* c, double mu, double* x) {
  constexpr double rounding = 0x1p-50;  // four units in the last place of one
  if (c[0] >= 0.0) {
    x[0] = x[1] = x[2] = 0.0;
    return true;
  }
  const SlipCurve curve(G, c);
  const double trace = curve.trace();
  if (!(trace > 0.0)) return false;
  double trial[3];
  curve.stick(trial);
  if (!(trial[0] > 0.0 && trial[1] * trial[1] + trial[2] * trial[2] <= mu * mu * trial[0] * trial[0])) {
    double slope = 0.0, low = 1e-12 * trace, high = trace;
    if (!(curve.determinant(low) > 0.0) || !(curve.excess(low, mu, slope) < 0.0)) return false;
    for (int i = 0; !(curve.excess(high, mu, slope) > 0.0); ++i) {
      if (i == 60) return false;
      low = high;
      high *= 8.0;
    }
    double a = high;
    for (int i = 0; i < 100; ++i) {  // Newton's method, kept between low and high
      const double excess = curve.excess(a, mu, slope);
      if (::fabs(excess) <= rounding) break;
      (excess < 0.0 ? low : high) = a;
      double next = a - excess / slope;
      if (!(next >= low && next <= high)) next = low < 1e-3 * high ? ::sqrt(low * high) : 0.5 * (low + high);
      if (::fabs(next - a) <= rounding * a) break;
      a = next;
    }
    curve.force(a, trial);
    const double length = ::sqrt(trial[1] * trial[1] + trial[2] * trial[2]);
    if (!(trial[0] > 0.0) || !(length > 0.0)) return false;
    const double share = mu * trial[0] / length;  // onto the cone to the last bit
    trial[1] *= share;
    trial[2] *= share;
  }
  for (int i = 0; i < 3; ++i) x[i] = trial[i];
  return true;
}

/// Where the formulas fail: the prox iteration in N and T in turn from the x given, each with the step that its own
/// rows allow.
PERCUSS_INLINE void iterate_coulomb(int n, const double* G, const double* c, double mu, double* x) {
  double largest = G[3];  // eigenvalue of the symmetric part of the tangential block
  if (n == 3) {
    const double mean = 0.5 * (G[4] + G[8]), half = 0.5 * (G[4] - G[8]), off = 0.5 * (G[5] + G[7]);
    largest = mean + ::sqrt(half * half + off * off);
  }
  const double r_n = 1.0 / G[0], r_t = largest > 0.0 ? 1.0 / largest : 0.0;
  for (int k = 0; k < 100; ++k) {
    double before[3], gamma[3] = {c[0], 0.0, 0.0}, moved = 0.0, size = 0.0;
    for (int i = 0; i < n; ++i) before[i] = x[i];
    for (int j = 0; j < n; ++j) gamma[0] += G[j] * x[j];
    x[0] = prox_positive(x[0] - r_n * gamma[0]);
    for (int i = 1; i < n; ++i) {
      gamma[i] = c[i];
      for (int j = 0; j < n; ++j) gamma[i] += G[n * i + j] * x[j];
    }
    for (int i = 1; i < n; ++i) x[i] -= r_t * gamma[i];
    prox_disc(mu * x[0], x + 1, n - 1);
    for (int i = 0; i < n; ++i) {
      moved = ::fmax(moved, ::fabs(x[i] - before[i]));
      size = ::fmax(size, ::fabs(x[i]));
    }
    if (moved <= 1e-15 * size) return;
  }
}

/// One contact that is no joint, of 1 to 3 rows; mu = 0 without friction.
PERCUSS_INLINE void solve_coulomb(int n, const double* G, const double* c, double mu, double* x) {
  const bool closes = G[0] > 0.0;
  if (n == 1 || mu == 0.0 || !closes) {
    x[0] = closes ? prox_positive(-c[0] / G[0]) : 0.0;
    for (int i = 1; i < n; ++i) x[i] = 0.0;
    return;
  }
  const bool solved = n == 2 ? solve_planar_coulomb(G[0], G[1], G[2], G[3], c[0], c[1], mu, x[0], x[1])
                             : solve_spatial_coulomb(G, c, mu, x);
  if (!solved) iterate_coulomb(n, G, c, mu, x);
}

}  // namespace percuss
