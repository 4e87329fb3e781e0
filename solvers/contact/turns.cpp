// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/turns.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

/// The round after which it is asked whether there is a solution at all, where what there is is not good enough.
constexpr int contradiction_round = 1;
/// The round from which a path is followed, the first from no forces, others from where we are; and how far.
constexpr int path_round = 4, most_path_solves = 600;
/// The round after which complementary pivoting is tried, and up to how many rows.
constexpr int pivoting_round = 3;
constexpr Index most_pivoting_rows = 150;
/// Sweeps of a large problem before it is asked what a linear solve costs, which takes as long as some hundred of them.
constexpr int first_sweeps = 100, most_first_sweeps = 150;
/// Sweeps that are through where every body meets one other.
constexpr double sweeps_of_pieces = 4.0;
/// Newton steps that are likely to be needed where Newton's method leads to the goal, and at least.
constexpr double few_steps = 15.0, fewest_steps = 5.0;
/// And where alternating directions are likely to lead there; of a solve, what a lot of steps along gradients costs
/// where these come before, and what sweeps may cost in any case; what these gradients may cost: less than the
/// alternating directions behind them.
constexpr double few_solves = 4.0, few_gradients = 0.2, worth_of_gradients = 1.0;
/// Of a solve, what may be spent on sweeps that come before all else.
constexpr double next_to_nothing = 0.1;
/// Linear solves that are likely to be needed where it has led nowhere in a large problem in the plane.
constexpr double many_steps = 100.0;
/// Linear solves that proximal points get before the cones where solves are cheap, and before interior points.
constexpr int first_trial = 60, few_points = 30, few_points_in_plane = 150;
/// Rounds that large problems in the plane go on in from where others have come to; later ones look elsewhere.
constexpr int rounds_of_many = 2;
/// By how much a point must be nearer than `Search::near` asks for, for few of many contacts to be wrong.
constexpr double few_wrong_ones = 10.0;
/// The round after which a point that is good enough ends the search.
constexpr int content_round = 3;

}  // namespace

void Turns::reserve(Index rows) const {
  stages_.reserve(rows);
  for (auto* vector : {&best_, &swept_}) workspace(*vector, rows);
}

/// By cost. Where a linear solve costs as much as many sweeps, these go on while they are likely to be there sooner;
/// then the method that needs the fewest solves has its turn. Where solves are cheap, Newton's method goes first. Of
/// faces in space that lie on each other, and of columns, sweeps are slow, and alternating directions often through at
/// once.
bool Turns::first_round(Search& search) const {
  if (search.large_in_space() && !search.near() && stages_.sweeps_are_slow(search)) {
    if (stages_.sweep(search, sweeps_of_pieces) || search.over()) return search.report.ok();
    search.a_step = stages_.cost_of_a_solve(search);
    if (stages_.alternate_while_it_pays(search) || search.over()) return search.report.ok();
    search.has_alternated = true;
  }
  if (stages_.sweep(search, search.sweeps) || search.over()) return search.report.ok();
  if (search.few_rows_only()) return stages_.newton(search);
  while (search.large() && ((search.swept < first_sweeps && stages_.leads_on(search, search.sweeps)) ||
                            (stages_.accelerates() && search.sweeps_to_go() <= most_first_sweeps)))
    if (stages_.sweep(search, search.sweeps) || search.over()) return search.report.ok();
  search.a_step = stages_.cost_of_a_solve(search);
  if (search.large_in_space()) return large_in_space(search);
  const bool cheap = search.cheap();
  const double worth = (cheap ? fewest_steps : few_steps) * search.a_step;
  if (search.sweeps_to_go() * search.cost_of_a_sweep() <= worth || !cheap)
    if ((search.large() && stages_.sweep_for_sure(search)) || stages_.sweep_while_it_pays(search, worth) ||
        search.over())
      return search.report.ok();
  if (stages_.newton(search) || search.over()) return search.report.ok();
  if (!cheap && search.in_space) return stages_.sweep_as_long(search);
  return stages_.sweep(search, search.sweeps) ||
         stages_.sweep_while_it_pays(search, (search.large() ? many_steps : few_steps) * search.a_step);
}

/// What needs one factor, or none, comes first: alternating directions are through walls and columns in some dozen
/// iterations, and settled spheres are for sweeps. Where solves are cheap and few contacts are wrong, Newton's method.
bool Turns::large_in_space(Search& search) const {
  const double a_sweep = search.cost_of_a_sweep(), few_sweeps = first_sweeps * a_sweep;
  const bool cheap = search.cheap(), few_wrong = cheap && search.near();
  const bool far_off = stages_.lot_of_gradients * a_sweep < few_gradients * search.a_step;
  const bool out_of_sight = stages_.sure_sweeps * a_sweep < next_to_nothing * search.a_step;
  const double worth = (cheap ? fewest_steps : few_steps) * search.a_step;
  const double few = std::min(std::max(few_sweeps, few_gradients * search.a_step), few_solves * search.a_step);
  const auto done = [&](bool at_goal) { return at_goal || search.over(); };
  if ((out_of_sight && done(stages_.sweep_for_sure(search))) || done(stages_.sweep_while_it_pays(search, few)) ||
      (few_wrong && done(stages_.newton(search))) ||
      (far_off && done(stages_.gradients_while_they_pay(search, worth_of_gradients))) ||
      (!few_wrong && !search.has_alternated && done(stages_.alternate_while_it_pays(search))) ||
      (!cheap && done(stages_.sweep_for_sure(search))) || done(stages_.sweep_while_it_pays(search, worth)) ||
      (!cheap && !far_off && done(stages_.gradients_while_they_pay(search, few_steps))) ||
      (!cheap && done(stages_.cones(search))) || (!few_wrong && done(stages_.newton(search))))
    return search.report.ok();
  if (!cheap) return stages_.sweep_as_long(search);
  if (done(stages_.proximal_points(search, first_trial)) || done(stages_.cones(search)) ||
      done(stages_.sweep(search, search.sweeps)))
    return search.report.ok();
  return stages_.sweep_while_it_pays(search, many_steps * search.a_step);
}

/// Of many contacts in the plane few are wrong at the best point: proximal points do the rest from there.
bool Turns::few_are_wrong(const Search& search) {
  return search.large_in_plane() && search.near(few_wrong_ones * search.report.residual);
}

/// Interior points before them where many contacts may be wrong, which these put right together: in space, and in the
/// first rounds of large problems in the plane. There they begin with no forces at all: where they have come to few
/// contacts are wrong, if by more.
bool Turns::proximal_points(Search& search, int round) const {
  const bool in_plane = search.large_in_plane() && round <= rounds_of_many;
  if (search.in_space || (in_plane && (round == 1 || !few_are_wrong(search)))) {
    if (round == 1 && stages_.proximal_points(search, in_plane ? few_points_in_plane : few_points)) return true;
    if (search.over()) return false;
    if (in_plane) search.x.setZero();
    if (stages_.interior(search)) return true;
    if (search.over()) return false;
  }
  return in_plane ? stages_.proximal_points_while_they_lead_on(search) : stages_.proximal_points(search, search.points);
}

bool Turns::later_round(Search& search) const {
  return stages_.sweep_aside(search) || (!search.over() && stages_.newton(search));
}

/// Sweeps, Newton steps and proximal points in turn, with more patience in every round, until the goal is reached or,
/// from `content_round` on, the best point is good enough to be accepted. `report` comes with the residual of x.
void Turns::solve(const ContactProblem& problem, VecOut x, double tolerance, int most_iterations,
                  Report& report) const {
  const Index n = problem.c.size();
  // Who asks for a tolerance outside of a simulation gets the whole search.
  const double good_enough = options_.velocity_scale > 0.0 ? options_.accepted(problem.c) : tolerance;
  const double in_vain = options_.tolerance_in_vain(problem.c);
  auto best = workspace(best_, n);
  best = x;
  report.message.clear();
  stages_.begin(problem);
  Search search{problem, x, best, workspace(swept_, n), tolerance, most_iterations, report};
  const int first = search.points;
  std::string contradicts;
  for (int round = 1; !search.over(); ++round) {
    if (round == 2 && few_are_wrong(search))
      x = best;
    else if (round == 2 || round == 3)
      x.setZero();  // another start may lead elsewhere
    if (round == 1 ? first_round(search) : later_round(search)) return;
    if (search.over()) break;
    if (proximal_points(search, round)) return;
    if (report.residual <= in_vain || search.over()) break;
    if (stages_.sweep_as_long(search)) return;
    if (search.over()) break;
    if (search.in_space && (stages_.other_ways_in_space(search) || search.over())) {
      if (report.ok()) return;
      break;
    }
    search.points = std::min(2 * search.points, 4 * first);
    if (round == pivoting_round && n <= most_pivoting_rows) {
      if (stages_.pivot(search)) return;
      if (search.over()) break;
    }
    if (round >= content_round &&
        (report.residual <= good_enough || report.residual <= stages_.rounding(problem, best)))
      break;
    if (search.over()) break;
    if (round == contradiction_round && report.residual > good_enough &&
        !(contradicts = contradiction_.find(problem, good_enough)).empty())
      break;
    if (search.in_space && (stages_.follow_smoothed_path(search, search.points) || search.over())) {
      if (report.ok()) return;
      break;
    }
    if (round >= path_round) {
      if (round == path_round) x.setZero();
      if (stages_.follow_path(search, most_path_solves)) return;
    }
    search.sweeps = std::min(4 * search.sweeps, 1000);
    search.steps = std::min(2 * search.steps, 80);
  }
  x = best;
  if (report.residual > good_enough && report.residual > stages_.rounding(problem, best) && contradicts.empty())
    contradicts = contradiction_.find(problem, good_enough);
  if (std::isinf(search.a_step))
    report.message = "auto: no convergence by sweeps alone; the factors of so many coupled contacts are too large";
  if (!contradicts.empty()) {
    report.status = Status::singular;
    report.message = "auto: the contact problem has no solution; " + contradicts;
  }
  report.iterations = std::min(report.iterations, most_iterations);
}

}  // namespace percuss
