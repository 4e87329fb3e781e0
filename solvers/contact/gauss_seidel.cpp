// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/gauss_seidel.hpp"

#include <cmath>

#include "solvers/contact/one_contact.hpp"

namespace percuss {

Report GaussSeidel::solve(const ContactProblem& problem, VecOut x) const {
  const double tolerance =
      options_.tolerance_absolute + options_.tolerance_relative * problem.c.lpNorm<Eigen::Infinity>();
  auto report = solve(problem, x, tolerance, options_.max_iterations);
  if (report.status == Status::not_finite) report.message = "gauss_seidel: the contact problem is not finite";
  if (report.status == Status::not_converged && report.message.empty())
    report.message = "gauss_seidel: no convergence within max_iterations";
  return report;
}

Report GaussSeidel::solve(const ContactProblem& problem, VecOut x, double tolerance, int most_sweeps) const {
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "gauss_seidel: this Delassus operator does not form its rows");
  auto gamma = workspace(gamma_, problem.c.size());
  Report report;
  for (report.iterations = 1; report.iterations <= most_sweeps; ++report.iterations) {
    sweep(problem, x);
    problem.G.apply(x, gamma);
    gamma += problem.c;
    report.residual = natural_residual(problem.contacts, problem.G.diagonal(), gamma, x);
    if (!std::isfinite(report.residual) || !std::isfinite(tolerance)) {
      report.status = Status::not_finite;
      return report;
    }
    if (report.residual <= tolerance) return report;
  }
  report.iterations = most_sweeps;
  report.status = Status::not_converged;
  return report;
}

void GaussSeidel::sweep(const ContactProblem& problem, VecOut x) const {
  const auto& contacts = problem.contacts;
  const auto& rows = *problem.G.rows();
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index first = contacts.first_row(k), n = contacts.num_rows(k);
    ContactMatrix G(n, n);
    ContactVector c(n), xk = x.segment(first, n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j)
        G(i, j) = n == 1 ? problem.G.diagonal()[first] : rows.coefficient(first + i, first + j);
      c[i] = rows.row_dot(first + i, x) + problem.c[first + i];
    }
    c -= G * xk;  // what the others and the free motion leave to this contact
    solve_one_contact(contacts.cone[static_cast<std::size_t>(k)], contacts.mu[static_cast<std::size_t>(k)], G, c, xk);
    x.segment(first, n) = xk;
  }
}

}  // namespace percuss
