// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>

#include "solvers/contact/device_inline.hpp"

// One Coulomb contact with all others held, for processor and device: find x with -(G x + c) in N_C(x). G is n x n, row
// after row. Functions return false, with x as it was, where their formula finds no answer.
namespace percuss::local {

PERCUSS_INLINE void set(double normal, double first, double second, int n, double* x) {
  x[0] = normal;
  if (n > 1) x[1] = first;
  if (n > 2) x[2] = second;
}

/// Rows (N, T), mu > 0, G_nn > 0: open, stick or slip, whichever satisfies the law.
PERCUSS_INLINE bool solve_plane(const double* G, const double* c, double mu, double* x) {
  if (c[0] >= 0.0) {
    x[0] = x[1] = 0.0;
    return true;
  }
  const double determinant = G[0] * G[3] - G[1] * G[2];
  double side = c[1] > 0.0 ? -1.0 : 1.0;  // of the friction force
  if (determinant > 0.0) {
    const double n = G[1] * c[1] - G[3] * c[0], t = G[2] * c[0] - G[0] * c[1];  // times the determinant
    if (::fabs(t) <= mu * n) {
      x[0] = n / determinant;
      x[1] = t / determinant;
      return true;
    }
    side = t > 0.0 ? 1.0 : -1.0;
  }
  for (int i = 0; i < 2; ++i, side = -side) {
    const double g = G[0] + side * mu * G[1];
    if (!(g > 0.0)) continue;
    const double n = -c[0] / g;
    if (side * (c[1] + (G[2] + side * mu * G[3]) * n) > 0.0) continue;  // it would push the slip on
    x[0] = n;
    x[1] = side * mu * n;
    return true;
  }
  return false;
}

/// The closed contact in space with gamma_T = -a x_T:  (S + a) x_T = -b,  all multiplied by D(a) = det(S + a).
struct SlipCurve {
  double s11, s12, s21, s22, b1, b2;  // S = G_TT - G_TN G_NT / G_NN,  b = c_T - G_TN c_N / G_NN
  double g1, g2, rest;                // x_N = rest - g . x_T

  PERCUSS_INLINE SlipCurve(const double* G, const double* c) {
    const double w1 = G[3] / G[0], w2 = G[6] / G[0];
    s11 = G[4] - w1 * G[1];
    s12 = G[5] - w1 * G[2];
    s21 = G[7] - w2 * G[1];
    s22 = G[8] - w2 * G[2];
    b1 = c[1] - w1 * c[0];
    b2 = c[2] - w2 * c[0];
    g1 = G[1] / G[0];
    g2 = G[2] / G[0];
    rest = -c[0] / G[0];
  }
  PERCUSS_INLINE double determinant(double a) const { return (s11 + a) * (s22 + a) - s12 * s21; }
  PERCUSS_INLINE void force(double a, double* x) const {
    const double d = determinant(a);
    x[1] = (s12 * b2 - (s22 + a) * b1) / d;
    x[2] = (s21 * b1 - (s11 + a) * b2) / d;
    x[0] = rest - g1 * x[1] - g2 * x[2];
  }
  /// mu x_N / |x_T| - 1 and its derivative.
  PERCUSS_INLINE double excess(double a, double mu, double& slope) const {
    const double p1 = s12 * b2 - (s22 + a) * b1, p2 = s21 * b1 - (s11 + a) * b2, length = ::hypot(p1, p2);
    const double normal = rest * determinant(a) - g1 * p1 - g2 * p2;
    const double d_normal = rest * (s11 + s22 + 2.0 * a) + g1 * b1 + g2 * b2;
    slope = mu * (d_normal + normal * (b1 * p1 + b2 * p2) / (length * length)) / length;
    return mu * normal / length - 1.0;
  }
};

/// Rows (N, T1, T2), mu > 0, G_nn > 0: open, stick, or slip with gamma_T = -a x_T, a the root of mu x_N(a) = |x_T(a)|
/// by Newton's method between bounds.
PERCUSS_INLINE bool solve_space(const double* G, const double* c, double mu, double* x) {
  if (c[0] >= 0.0) {
    x[0] = x[1] = x[2] = 0.0;
    return true;
  }
  const SlipCurve curve(G, c);
  const double trace = curve.s11 + curve.s22;
  if (!(trace > 0.0) || !(curve.determinant(0.0) > 1e-14 * trace * trace)) return false;
  double trial[3];
  curve.force(0.0, trial);
  double slope = 0.0, low = 0.0, high = trace;
  const bool sticks = ::hypot(trial[1], trial[2]) <= mu * trial[0];
  if (!sticks) {
    for (int i = 0; !(curve.excess(high, mu, slope) > 0.0); ++i) {
      if (i == 60) return false;
      low = high;
      high *= 8.0;
    }
    double a = high;
    for (int i = 0; i < 100; ++i) {
      const double excess = curve.excess(a, mu, slope);
      (excess < 0.0 ? low : high) = a;
      double next = a - excess / slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      const bool settled = ::fabs(next - a) <= 4e-16 * a;
      a = next;
      if (settled) break;
    }
    curve.force(a, trial);
    const double length = ::hypot(trial[1], trial[2]);
    if (!(trial[0] > 0.0) || !(length > 0.0)) return false;
    trial[1] *= mu * trial[0] / length;  // onto the cone to the last bit
    trial[2] *= mu * trial[0] / length;
  }
  for (int i = 0; i < 3; ++i) x[i] = trial[i];
  return true;
}

/// The prox of one contact in place: x_N onto R+, then x_T onto the disc of radius mu x_N (0 without friction).
PERCUSS_INLINE void project(int n, double mu, double* x) {
  if (!(x[0] > 0.0)) x[0] = 0.0;
  double squared = 0.0;
  for (int i = 1; i < n; ++i) squared += x[i] * x[i];
  const double radius = mu * x[0];
  if (squared <= radius * radius) return;
  const double share = radius / ::sqrt(squared);
  for (int i = 1; i < n; ++i) x[i] *= share;
}

/// Nearest point of the second-order cone |x_T| <= mu x_N, in place: unlike `project`, not x_N for itself first.
PERCUSS_INLINE void project_on_cone(int n, double mu, double* x) {
  double squared = 0.0;
  for (int i = 1; i < n; ++i) squared += x[i] * x[i];
  const double length = ::sqrt(squared);
  if (x[0] >= 0.0 && length <= mu * x[0]) return;
  const double normal = ::fmax((x[0] + mu * length) / (1.0 + mu * mu), 0.0);
  const double share = normal > 0.0 && length > 0.0 ? mu * normal / length : 0.0;
  x[0] = normal;
  for (int i = 1; i < n; ++i) x[i] *= share;
}

/// Where the formulas fail: the prox iteration in N and T in turn, from the x given.
PERCUSS_INLINE void iterate(int n, const double* G, const double* c, double mu, double* x) {
  double largest = n == 2 ? G[3] : 0.0;
  if (n == 3) {
    const double mean = 0.5 * (G[4] + G[8]), half = 0.5 * (G[4] - G[8]), off = 0.5 * (G[5] + G[7]);
    largest = mean + ::sqrt(half * half + off * off);
  }
  for (int k = 0; k < 100; ++k) {
    double before[3], moved = 0.0, size = 0.0;
    for (int i = 0; i < n; ++i) before[i] = x[i];
    for (int part = 0; part < 2; ++part) {
      double gamma[3];
      for (int i = 0; i < n; ++i) {
        gamma[i] = c[i];
        for (int j = 0; j < n; ++j) gamma[i] += G[n * i + j] * x[j];
      }
      if (part == 0)
        x[0] = ::fmax(x[0] - gamma[0] / G[0], 0.0);
      else
        for (int i = 1; i < n; ++i) x[i] -= largest > 0.0 ? gamma[i] / largest : 0.0;
    }
    project(n, mu, x);
    for (int i = 0; i < n; ++i) {
      moved = ::fmax(moved, ::fabs(x[i] - before[i]));
      size = ::fmax(size, ::fabs(x[i]));
    }
    if (moved <= 1e-15 * size) return;
  }
}

/// One contact that is no joint, of 1 to 3 rows; mu = 0 without friction.
PERCUSS_INLINE void solve(int n, const double* G, const double* c, double mu, double* x) {
  if (!(G[0] > 0.0)) return set(0.0, 0.0, 0.0, n, x);
  if (n == 1 || mu == 0.0) return set(::fmax(-c[0] / G[0], 0.0), 0.0, 0.0, n, x);
  if (n == 2 ? solve_plane(G, c, mu, x) : solve_space(G, c, mu, x)) return;
  iterate(n, G, c, mu, x);
}

}  // namespace percuss::local
