// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/search.hpp"

#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Rows up to which Newton steps are cheap, so that few sweeps come before.
constexpr Index few_sweeps_rows = 60;
/// Rows from which on a problem is large.
constexpr Index large_rows = 600;
/// Linear solves that proximal points get in the first round; later rounds twice as many each, at most four times. In
/// the plane a path leads on, and starting again is what costs.
constexpr int first_points = 600, first_points_in_space = 150;
/// Sweeps that a cheap linear solve costs at most.
constexpr double cheap_step = 20.0;

bool in_space(const ContactSet& contacts) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.num_rows(k) > 2) return true;
  return false;
}

}  // namespace

Search::Search(const ContactProblem& its_problem, VecOut start, VecOut best_point, VecOut swept_point, double goal,
               int iterations, Report& its_report)
    : problem(its_problem),
      x(start),
      best(best_point),
      swept_x(swept_point),
      tolerance(goal),
      most_iterations(iterations),
      report(its_report),
      in_space(percuss::in_space(problem.contacts)),
      sweeps(few_rows_only() ? 2 : 20),
      steps(few_rows_only() ? 20 : 10),
      points(in_space ? first_points_in_space : first_points),
      first_residual(its_report.residual),
      swept_residual(std::numeric_limits<double>::infinity()) {}

bool Search::few_rows_only() const { return problem.c.size() <= few_sweeps_rows; }

bool Search::large() const { return problem.c.size() > large_rows; }

bool Search::near(double residual) const {
  constexpr double near_enough = 1e-2;  // of |c|, which no forces leave at most
  return residual <= near_enough * problem.c.lpNorm<Eigen::Infinity>();
}

double Search::cost_of_a_sweep() const {
  constexpr double own_problem = 40.0;
  return static_cast<double>(problem.G.rows()->value.size()) +
         own_problem * static_cast<double>(problem.contacts.size());
}

bool Search::cheap() const { return a_step <= cheap_step * cost_of_a_sweep(); }

double Search::sweeps_to_go() const {
  return last_rate < 1.0 ? std::log(report.residual / tolerance) / -std::log(last_rate)
                         : std::numeric_limits<double>::infinity();
}

}  // namespace percuss
