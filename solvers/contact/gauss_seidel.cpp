// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/gauss_seidel.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <cmath>

#include "solvers/contact/prox.hpp"

namespace percuss {

namespace {

using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;
using BlockVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;

/// Largest eigenvalue of the symmetric part of a tangential block (1 x 1 or 2 x 2).
double largest_eigenvalue(const Block& G) {
  if (G.rows() == 2) return G(1, 1);
  const double mean = 0.5 * (G(1, 1) + G(2, 2)), half = 0.5 * (G(1, 1) - G(2, 2)), off = 0.5 * (G(1, 2) + G(2, 1));
  return mean + std::sqrt(half * half + off * off);
}

/// The problem of one frictional contact, gamma = G x + c, by the prox iteration in N and T in turn, each with the
/// step that its own rows allow.
void solve_coulomb(const Block& G, const BlockVector& c, double mu, BlockVector& x) {
  constexpr int most = 100;
  const Index n = G.rows();
  const double r_n = 1.0 / G(0, 0), r_t = 1.0 / largest_eigenvalue(G);
  for (int i = 0; i < most; ++i) {
    const BlockVector before = x;
    x[0] = prox_positive(x[0] - r_n * (G.row(0).dot(x) + c[0]));
    x.tail(n - 1) -= r_t * (G.bottomRows(n - 1) * x + c.tail(n - 1));
    prox_disc(mu * x[0], {x.data() + 1, static_cast<std::size_t>(n - 1)});
    if ((x - before).cwiseAbs().maxCoeff() <= 1e-15 * x.cwiseAbs().maxCoeff()) return;
  }
}

void solve_contact(Cone cone, double mu, const Block& G, const BlockVector& c, BlockVector& x) {
  if (cone == Cone::bilateral) {
    x = G.rows() == 1 ? BlockVector(-c / G(0, 0)) : BlockVector(-G.fullPivLu().solve(c));
  } else if (cone == Cone::coulomb && G.rows() > 1) {
    solve_coulomb(G, c, mu, x);
  } else {
    x.setZero();
    x[0] = prox_positive(-c[0] / G(0, 0));
  }
}

}  // namespace

Report GaussSeidel::solve(const ContactProblem& problem, VecOut x) const {
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "gauss_seidel: this Delassus operator does not form its rows");
  const auto& contacts = problem.contacts;
  const auto& rows = *problem.G.rows();
  const double tolerance =
      options_.tolerance_absolute + options_.tolerance_relative * problem.c.lpNorm<Eigen::Infinity>();
  auto gamma = workspace(gamma_, problem.c.size());
  Report report;
  for (report.iterations = 1; report.iterations <= options_.max_iterations; ++report.iterations) {
    for (Index k = 0; k < contacts.size(); ++k) {
      const Index first = contacts.first_row(k), n = contacts.num_rows(k);
      Block G(n, n);
      BlockVector c(n), xk = x.segment(first, n);
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j)
          G(i, j) = n == 1 ? problem.G.diagonal()[first] : rows.coefficient(first + i, first + j);
        c[i] = rows.row_dot(first + i, x) + problem.c[first + i];
      }
      c -= G * xk;  // what the others and the free motion leave to this contact
      solve_contact(contacts.cone[static_cast<std::size_t>(k)], contacts.mu[static_cast<std::size_t>(k)], G, c, xk);
      x.segment(first, n) = xk;
    }
    problem.G.apply(x, gamma);
    gamma += problem.c;
    report.residual = natural_residual(contacts, problem.G.diagonal(), gamma, x);
    if (!std::isfinite(report.residual) || !std::isfinite(tolerance)) {
      report.status = Status::not_finite;
      report.message = "gauss_seidel: the contact problem is not finite";
      return report;
    }
    if (report.residual <= tolerance) return report;
  }
  report.iterations = options_.max_iterations;
  report.status = Status::not_converged;
  report.message = "gauss_seidel: no convergence within max_iterations";
  return report;
}

}  // namespace percuss
