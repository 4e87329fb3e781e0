// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/one_contact.hpp"

#include <Eigen/LU>
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

/// Two rows: open, stick or slip, whichever satisfies the law. False when rounding or a large mu leaves none.
bool solve_planar_coulomb(const ContactMatrix& G, const ContactVector& c, double mu, ContactVector& x) {
  if (c[0] >= 0.0) {
    x.setZero();
    return true;
  }
  const double determinant = G(0, 0) * G(1, 1) - G(0, 1) * G(1, 0);
  double side = c[1] > 0.0 ? -1.0 : 1.0;  // of the friction force
  if (determinant > 0.0) {
    const double stick_n = (G(0, 1) * c[1] - G(1, 1) * c[0]) / determinant;
    const double stick_t = (G(1, 0) * c[0] - G(0, 0) * c[1]) / determinant;
    if (std::abs(stick_t) <= mu * stick_n) {
      x << stick_n, stick_t;
      return true;
    }
    side = stick_t > 0.0 ? 1.0 : -1.0;
  }
  for (const double s : {side, -side}) {
    const double g = G(0, 0) + s * mu * G(0, 1);
    if (!(g > 0.0)) continue;
    const double slip_n = -c[0] / g;
    if (s * (c[1] + (G(1, 0) + s * mu * G(1, 1)) * slip_n) > 0.0) continue;  // it would push the slip on
    x << slip_n, s * mu * slip_n;
    return true;
  }
  return false;
}

}  // namespace

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
  } else if (G.rows() == 3 || !solve_planar_coulomb(G, c, mu, x)) {
    iterate_coulomb(G, c, mu, x);
  }
}

}  // namespace percuss
