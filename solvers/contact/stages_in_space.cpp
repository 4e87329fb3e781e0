// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/contact/stages.hpp"

namespace percuss {

namespace {

/// Steps on the cones' own function, in space, where the natural map has led nowhere.
constexpr int most_cone_steps = 15;
/// Interior points from one start.
constexpr int most_interior = 100;
/// Steps along gradients where nothing else has led to the goal, and what they must make of the residual there to come
/// again.
constexpr double fewest_gradients = 500.0, most_gradients = 20000.0, leading_on = 0.8;
/// Alternating directions in one go, and at most; the first factor costs as much as some of them.
constexpr int lot_of_alternations = 10, most_alternations = 100;
constexpr double lots_ahead = 5.0;

}  // namespace

/// From no forces at all: its steps begin far inside the cones, and where sweeps have come to is on their edges.
bool Stages::cones(Search& search) const {
  search.tried_cones = true;
  search.x.setZero();
  const auto its = cones_.solve(search.problem, search.x, search.tolerance, search.left(most_cone_steps));
  search.solves += its.iterations;
  if (takes(search, its, "fischer_burmeister")) return true;
  search.x = search.best;
  return false;
}

bool Stages::interior(Search& search) const {
  Report its;
  its.residual = std::numeric_limits<double>::infinity();
  while (its.iterations == 0 && its.residual > search.tolerance && search.interior_starts < InteriorPoint::starts)
    its = interior_.solve_from(search.interior_starts++, search.problem, search.x, search.tolerance,
                               search.left(most_interior));
  if (its.iterations == 0 && its.residual > search.tolerance) return false;
  search.solves += its.iterations;
  if (takes(search, its, "interior_point") || search.over()) return search.report.ok();
  return newton(search);
}

/// Sweeps go on where they have come to, unless another stage has come nearer.
void Stages::go_on_sweeping_or_from_best(Search& search) const {
  search.x = search.report.residual < promising_rate * search.swept_residual ? search.best : search.swept_x;
}

/// From no forces at all, as long as each lot puts much right or the goal is likely to be reached soon: residuals of a
/// point to begin with count by 1 / rho, and rho is small.
bool Stages::alternate_while_it_pays(Search& search) const {
  if (!alternating_.load(search.problem).empty()) return false;
  search.x.setZero();
  alternating_.begin(search.x);
  double before = search.problem.c.lpNorm<Eigen::Infinity>();  // no forces leave that at most
  for (int done = lot_of_alternations; done <= most_alternations && !search.over(); done += lot_of_alternations) {
    const auto its = alternating_.run(search.x, search.tolerance, search.left(lot_of_alternations));
    search.solves += 1;  // the solves of a lot cost about as much as a factor
    if (takes(search, its, "admm")) return true;
    const double fall = before / its.residual, to_go = its.residual / search.tolerance;
    if (!(fall * promising_rate >= 1.0) && !(std::log(to_go) <= lots_ahead * std::log(fall))) break;
    before = its.residual;
  }
  go_on_sweeping_or_from_best(search);
  return false;
}

/// From no forces at all, unless the search itself has begun near the goal (where sweeps have come to is on the edges
/// of the cones and leads nowhere), as long as the goal is likely to be reached for what `solves` linear solves cost,
/// at the pace of the last two lots.
bool Stages::gradients_while_they_pay(Search& search, double solves) const {
  const double most = std::min(solves * search.a_step / search.cost_of_a_sweep(), most_gradients);
  std::array<double, 3> residuals;  // of this lot and the two before; no forces leave |c| at most
  residuals.fill(search.problem.c.lpNorm<Eigen::Infinity>());
  if (search.near(search.first_residual))
    search.x = search.best;
  else
    search.x.setZero();
  gradients_.begin(search.problem, search.x);
  for (int done = lot_of_gradients; !search.over(); done += lot_of_gradients) {
    const auto its = gradients_.run(search.x, search.tolerance, search.left(lot_of_gradients));
    if (takes(search, its, "apgd")) return true;
    residuals = {its.residual, residuals[0], residuals[1]};
    const double fall = std::log(residuals[2] / residuals[0]) / std::min(done, 2 * lot_of_gradients);  // per step
    if (!(done + std::log(its.residual / search.tolerance) / fall <= most)) break;
  }
  search.x = search.best;
  return false;
}

/// What needs no linear solves gets the time that they have had so far, too, until that has led nowhere once.
bool Stages::other_ways_in_space(Search& search) const {
  if (!search.tried_cones && (cones(search) || search.over())) return search.report.ok();
  if (!search.gradients_lead_on) return false;
  const double entries = static_cast<double>(search.problem.G.rows()->value.size());
  const double most = std::isfinite(search.a_step) ? search.solves * search.a_step / entries : most_gradients;
  const double before = search.report.residual;
  search.x = search.best;
  const auto steps =
      static_cast<int>(std::min(std::clamp(most, fewest_gradients, most_gradients), search.share_of_iterations()));
  if (steps > 0 && takes(search, gradients_.solve(search.problem, search.x, search.tolerance, steps), "apgd"))
    return true;
  search.gradients_lead_on = search.report.residual < leading_on * before;
  search.x = search.best;
  return false;
}

}  // namespace percuss
