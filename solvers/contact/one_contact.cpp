// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/one_contact.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "solvers/contact/prox.hpp"

namespace percuss {

namespace {

/// Largest eigenvalue of the symmetric part of a tangential block (1 x 1 or 2 x 2).
double largest_eigenvalue(const ContactMatrix& G) {
  if (G.rows() == 2) return G(1, 1);
  const double mean = 0.5 * (G(1, 1) + G(2, 2)), half = 0.5 * (G(1, 1) - G(2, 2)), off = 0.5 * (G(1, 2) + G(2, 1));
  return mean + std::sqrt(half * half + off * off);
}

/// The prox iteration in N and T in turn, each with the step that its own rows allow.
void iterate_coulomb(const ContactMatrix& G, const ContactVector& c, double mu, ContactVector& x) {
  constexpr int most = 100;
  const Index n = G.rows();
  const double largest = largest_eigenvalue(G);
  const double r_n = 1.0 / G(0, 0), r_t = largest > 0.0 ? 1.0 / largest : 0.0;
  for (int i = 0; i < most; ++i) {
    const ContactVector before = x;
    x[0] = prox_positive(x[0] - r_n * (G.row(0).dot(x) + c[0]));
    x.tail(n - 1) -= r_t * (G.bottomRows(n - 1) * x + c.tail(n - 1));
    prox_disc(mu * x[0], {x.data() + 1, static_cast<std::size_t>(n - 1)});
    if ((x - before).cwiseAbs().maxCoeff() <= 1e-15 * x.cwiseAbs().maxCoeff()) return;
  }
}

/// The closed contact with gamma_T = -a x_T:  (S + a) x_T = -b,  all multiplied by D(a) = det(S + a).
struct SlipCurve {
  double s_11, s_12, s_21, s_22, b_1, b_2;  // S = G_TT - G_TN G_NT / G_NN,  b = c_T - G_TN c_N / G_NN
  double g_1, g_2, rest;                    // x_N = rest - g . x_T

  SlipCurve(const std::array<double, 9>& G, const std::array<double, 3>& c) {
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
  double trace() const { return s_11 + s_22; }
  double determinant(double a) const { return (s_11 + a) * (s_22 + a) - s_12 * s_21; }
  double p_1(double a) const { return s_12 * b_2 - (s_22 + a) * b_1; }
  double p_2(double a) const { return s_21 * b_1 - (s_11 + a) * b_2; }
  void force(double a, double* x) const {
    const double d = determinant(a);
    x[1] = p_1(a) / d;
    x[2] = p_2(a) / d;
    x[0] = rest - g_1 * x[1] - g_2 * x[2];
  }
  /// gamma_T = 0, by the least force where S has rank one: its inverse is then S'/|S|^2.
  void stick(double* x) const {
    const double t = trace();
    if (determinant(0.0) > 1e-14 * t * t) return force(0.0, x);
    const double squared = s_11 * s_11 + s_12 * s_12 + s_21 * s_21 + s_22 * s_22;
    x[1] = -(s_11 * b_1 + s_21 * b_2) / squared;
    x[2] = -(s_12 * b_1 + s_22 * b_2) / squared;
    x[0] = rest - g_1 * x[1] - g_2 * x[2];
  }
  /// mu x_N / |x_T| - 1 and its derivative: nearly a straight line.
  double excess(double a, double mu, double& slope) const {
    const double p1 = p_1(a), p2 = p_2(a), length = std::sqrt(p1 * p1 + p2 * p2);
    const double normal = rest * determinant(a) - g_1 * p1 - g_2 * p2;
    const double d_normal = rest * (trace() + 2.0 * a) + g_1 * b_1 + g_2 * b_2;
    slope = mu * (d_normal + normal * (b_1 * p1 + b_2 * p2) / (length * length)) / length;
    return mu * normal / length - 1.0;
  }
};

}  // namespace

bool solve_spatial_coulomb(const std::array<double, 9>& G, const std::array<double, 3>& c, double mu, double* x) {
  if (c[0] >= 0.0) {
    x[0] = x[1] = x[2] = 0.0;
    return true;
  }
  const SlipCurve curve(G, c);
  const double trace = curve.trace();
  if (!(trace > 0.0)) return false;
  std::array<double, 3> stick{};
  curve.stick(stick.data());
  if (stick[0] > 0.0 && stick[1] * stick[1] + stick[2] * stick[2] <= mu * mu * stick[0] * stick[0]) {
    std::copy_n(stick.begin(), 3, x);
    return true;
  }
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
    if (std::abs(excess) <= 4.0 * std::numeric_limits<double>::epsilon()) break;
    (excess < 0.0 ? low : high) = a;
    double next = a - excess / slope;
    if (!(next >= low && next <= high)) next = low < 1e-3 * high ? std::sqrt(low * high) : 0.5 * (low + high);
    if (std::abs(next - a) <= 4.0 * std::numeric_limits<double>::epsilon() * a) break;
    a = next;
  }
  curve.force(a, x);
  // Onto the cone to the last bit.
  const double length = std::sqrt(x[1] * x[1] + x[2] * x[2]);
  if (!(x[0] > 0.0) || !(length > 0.0)) return false;
  for (int i = 1; i < 3; ++i) x[i] *= mu * x[0] / length;
  return true;
}

void solve_one_contact(Cone cone, double mu, const ContactMatrix& G, const ContactVector& c, ContactVector& x) {
  const bool single = G.rows() == 1 || cone == Cone::unilateral || (cone == Cone::coulomb && mu == 0.0);
  if (cone == Cone::bilateral) {
    if (G.rows() > 1)
      x = -G.fullPivLu().solve(c);
    else
      x[0] = G(0, 0) > 0.0 ? -c[0] / G(0, 0) : 0.0;
  } else if (single) {
    x.setZero();
    if (G(0, 0) > 0.0) x[0] = prox_positive(-c[0] / G(0, 0));
  } else if (!(G(0, 0) > 0.0)) {
    x.setZero();
  } else if (G.rows() == 3) {
    const std::array<double, 9> g{G(0, 0), G(0, 1), G(0, 2), G(1, 0), G(1, 1), G(1, 2), G(2, 0), G(2, 1), G(2, 2)};
    if (!solve_spatial_coulomb(g, {c[0], c[1], c[2]}, mu, x.data())) iterate_coulomb(G, c, mu, x);
  } else if (!solve_planar_coulomb(G(0, 0), G(0, 1), G(1, 0), G(1, 1), c[0], c[1], mu, x[0], x[1])) {
    iterate_coulomb(G, c, mu, x);
  }
}

}  // namespace percuss
