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
  } else if (G.rows() == 3 || !solve_planar_coulomb(G(0, 0), G(0, 1), G(1, 0), G(1, 1), c[0], c[1], mu, x[0], x[1])) {
    iterate_coulomb(G, c, mu, x);
  }
}

}  // namespace percuss
