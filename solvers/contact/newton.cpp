// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/newton.hpp"

#include <algorithm>
#include <limits>

namespace percuss {

namespace {

constexpr Index most_dense_rows = 64;

}  // namespace

Report Newton::solve(const ContactProblem& problem, VecOut x) const {
  const double tolerance = options_.tolerance(problem.c);
  auto report = solve(problem, x, tolerance, options_.max_iterations);
  if (report.status == Status::not_finite) report.message = "newton: the contact problem is not finite";
  if (report.status == Status::not_converged && report.message.empty())
    report.message = report.iterations < options_.max_iterations ? "newton: no step leads on"
                                                                 : "newton: no convergence within max_iterations";
  return report;
}

Report Newton::solve(const ContactProblem& problem, VecOut x, double tolerance, int most_steps) const {
  if (problem.c.size() == 0) return {};
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "newton: this Delassus operator does not form its rows");
  return problem.c.size() <= most_dense_rows ? dense_.solve(problem, x, tolerance, most_steps)
                                             : blocks_.solve(problem, x, tolerance, most_steps);
}

double Newton::cost(const ContactProblem& problem) const {
  if (const auto n = static_cast<double>(problem.c.size()); problem.c.size() <= most_dense_rows) return n * n * n / 3.0;
  return blocks_.equations().load(problem) ? blocks_.equations().cost() : std::numeric_limits<double>::infinity();
}

void Newton::reserve(Index rows) const {
  const Index n = std::min(rows, most_dense_rows);
  dense_.equations().reserve(n);
  dense_.reserve(n);
}

}  // namespace percuss
