// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/turns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Rows up to which Newton steps are cheap, so that few sweeps come before.
constexpr Index few_sweeps_rows = 60;
/// Rows from which on a problem is large.
constexpr Index large_rows = 600;
/// The round after which it is asked whether there is a solution at all, where what there is is not good enough.
constexpr int contradiction_round = 1;
/// The round from which a path is followed, the first from no forces, others from where we are; and how far.
constexpr int path_round = 4, most_path_solves = 600;
/// The round after which complementary pivoting is tried, and up to how many rows.
constexpr int pivoting_round = 3;
constexpr Index most_pivoting_rows = 150;
/// Linear solves that proximal points get in the first round; later rounds twice as many each, at most four times. In
/// the plane a path leads on, and starting again is what costs.
constexpr int first_points = 600, first_points_in_space = 150;
/// Where Newton's method has failed first, sweeps go on while each lot of them makes the residual so much smaller, so
/// many at most: what they put right costs proximal points a linear solve per contact.
constexpr double promising_rate = 0.5;
constexpr int most_promising_sweeps = 320;
/// Sweeps of a large problem before it is asked what a linear solve costs, which takes as long as some hundred of them.
constexpr int first_sweeps = 100;
/// Of a lot of accelerated sweeps, whose pace is uneven, and the share of other sweeps' worth that they may cost.
constexpr int accelerated_sweeps = 100;
constexpr double accelerated_worth = 1.0 / 3.0;
/// Sweeps that the pace of the last ones says anything about.
constexpr double most_sweeps_ahead = 1e4;
/// Newton steps that are likely to be needed where Newton's method leads to the goal, and at least.
constexpr double few_steps = 15.0, fewest_steps = 5.0;
/// Linear solves that are likely to be needed where it has led nowhere in a large problem in the plane.
constexpr double many_steps = 100.0;
/// So many sweeps are done whatever their pace, as long as they cost no more than so many linear solves: among modes
/// that keep changing the pace says little.
constexpr int sure_sweeps = 200;
constexpr double sure_solves = 4.0;
/// Sweeps that follow where it did not, in one go, and how many such lots tell their pace.
constexpr int steady_sweeps = 200, lots_to_judge = 10;
/// Steps on the cones' own function, in space, where the natural map has led nowhere.
constexpr int most_cone_steps = 15;
/// Steps along gradients in one go, before the first linear solve; where nothing else has led to the goal, and what
/// they must make of the residual there to come again.
constexpr int lot_of_gradients = 50;
constexpr double fewest_gradients = 500.0, most_gradients = 20000.0, leading_on = 0.8;
/// Sweeps that a cheap linear solve costs at most, and solves that proximal points get before the cones where it is.
constexpr double cheap_step = 20.0;
constexpr int first_trial = 60;
/// The round after which a point that is good enough ends the search.
constexpr int content_round = 3;

bool in_space(const ContactSet& contacts) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.num_rows(k) > 2) return true;
  return false;
}

}  // namespace

void Turns::reserve(Index rows) const {
  sweeps_.reserve(rows);
  newton_.reserve(rows);
  for (auto* vector : {&best_, &swept_}) workspace(*vector, rows);
}

double Turns::rounding(const ContactProblem& problem, VecRef x) const {
  const double worst = round_off(problem, x);
  return worst <= Contradiction::most_round_off * problem.c.lpNorm<Eigen::Infinity>() ? worst : 0.0;
}

bool Turns::diverges(const ContactProblem& problem, VecRef x) const {
  return round_off(problem, x) > std::max(Contradiction::most_round_off * problem.c.lpNorm<Eigen::Infinity>(),
                                          options_.tolerance_in_vain(problem.c));
}

double Turns::round_off(const ContactProblem& problem, VecRef x) const {
  const auto& G = *problem.G.rows();
  double worst = 0.0;
  for (Index i = 0; i < x.size(); ++i) {
    double sum = std::abs(problem.c[i]);
    for (Index e = G.start[static_cast<std::size_t>(i)]; e < G.start[static_cast<std::size_t>(i) + 1]; ++e)
      sum += std::abs(G.value[static_cast<std::size_t>(e)] * x[G.col[static_cast<std::size_t>(e)]]);
    worst = std::max(worst, sum);
  }
  return 4.0 * std::numeric_limits<double>::epsilon() * worst;
}

/// What the stages of a search share: each goes on from x, and the best of all points is kept.
struct Turns::Search {
  const ContactProblem& problem;
  VecOut x, best, swept_x;
  double tolerance;
  int most_iterations;
  Report& report;  ///< with the residual of `best`
  bool in_space = percuss::in_space(problem.contacts);
  int sweeps = few_rows_only() ? 2 : 20, steps = few_rows_only() ? 20 : 10;
  int points = in_space ? first_points_in_space : first_points;
  double last_rate = 1.0;     ///< residual after a sweep by that before, seen last
  double a_step = 0.0;        ///< Newton::cost, where rows are not few
  int solves = 0, swept = 0;  ///< linear solves and sweeps so far
  bool tried_cones = false, gradients_lead_on = true;
  double swept_residual = std::numeric_limits<double>::infinity();  ///< of swept_x, where the last sweeps have come to

  bool few_rows_only() const { return problem.c.size() <= few_sweeps_rows; }
  bool large() const { return problem.c.size() > large_rows; }
  int left(int most) const { return std::min(most, most_iterations - report.iterations); }
  bool over() const { return left(1) < 1; }
  /// Of those left. A sweep costs less than a linear solve and counts as much: others are to have their turns.
  double share_of_iterations() const { return 0.25 * (most_iterations - report.iterations); }
  /// In the units of Newton::cost.
  double cost_of_a_sweep() const {
    constexpr double own_problem = 40.0;
    return static_cast<double>(problem.G.rows()->value.size()) +
           own_problem * static_cast<double>(problem.contacts.size());
  }
  /// A linear solve costs less than some sweeps.
  bool cheap() const { return a_step <= cheap_step * cost_of_a_sweep(); }
  /// `lot` sweeps like the last ones make the residual much smaller.
  bool leads_on(double lot) const { return std::pow(last_rate, lot) < promising_rate; }
  /// Sweeps to the goal if each is worth as much as the last ones.
  double sweeps_to_go() const {
    return last_rate < 1.0 ? std::log(report.residual / tolerance) / -std::log(last_rate)
                           : std::numeric_limits<double>::infinity();
  }
};

/// A stage has come to x. True when that is the goal.
bool Turns::takes(Search& search, const Report& its, const char* name) const {
  auto& report = search.report;
  report.iterations += its.iterations;
  report.stages.add(name, its.iterations);
  const bool better = its.residual < report.residual || its.ok();
  if (better && diverges(search.problem, search.x)) {
    search.x = search.best;
    return false;
  }
  if (better) {
    report.residual = its.residual;
    search.best = search.x;
  }
  if (its.status == Status::not_finite) search.x = search.best;  // start again from what there is
  if (!its.ok()) return false;
  report.status = Status::ok;
  report.message = name;
  return true;
}

bool Turns::sweep(Search& search, double sweeps) const {
  const int most = search.left(static_cast<int>(sweeps));
  const double before = search.report.residual;
  const auto its = sweeps_.run(search.x, search.tolerance, most);
  search.swept += its.iterations;
  search.swept_x = search.x;
  search.swept_residual = its.residual;
  search.last_rate = std::pow(its.residual / before, 1.0 / static_cast<double>(std::max(its.iterations, 1)));
  return takes(search, its, "gauss_seidel");
}

/// Sweeps go on while those that the goal is away at the pace of the last ones cost less than `worth` and it comes
/// nearer, or each lot of them puts many contacts right. A large problem gets some in any case before its first solve.
bool Turns::sweep_while_it_pays(Search& search, double worth) const {
  const double a_sweep = search.cost_of_a_sweep(), lot = search.sweeps;
  for (double promising = most_promising_sweeps; !search.over();) {
    const double to_go = search.sweeps_to_go();
    const bool accelerates = sweeps_.accelerates();
    const bool sure = search.large() && search.solves == 0 && search.swept < sure_sweeps &&
                      search.swept * a_sweep < sure_solves * search.a_step;
    const bool pays = to_go <= most_sweeps_ahead && to_go * a_sweep <= (accelerates ? accelerated_worth : 1.0) * worth;
    if (!sure && !pays && (promising < lot || !search.leads_on(lot))) break;
    if (!sure && !pays) promising -= lot;
    const double share = accelerates ? to_go : 0.5 * to_go, longest = accelerates ? accelerated_sweeps : 10.0 * lot;
    if (sweep(search, sure || !pays ? lot : std::clamp(share, lot, longest))) return true;
  }
  return false;
}

/// From where the last ones have come to as many sweeps as linear solves have cost so far, as long as they are likely
/// to come to the goal with these: where they do in the end, the search takes not much more than twice their time.
bool Turns::sweep_as_long(Search& search) const {
  if (search.cheap() || !std::isfinite(search.a_step)) return false;
  const double share =
      std::min(search.solves * search.a_step / search.cost_of_a_sweep(), search.swept + search.share_of_iterations());
  search.x = search.swept_x;
  double least = search.swept_residual, mark = least;
  for (int lots = 1; search.swept < share && !search.over(); ++lots) {
    if (sweep(search, steady_sweeps)) return true;
    least = std::min(least, search.swept_residual);
    if (lots % lots_to_judge != 0) continue;  // the residual is that of the worst contact, and dances
    const double to_go = lots_to_judge * steady_sweeps * std::log(least / search.tolerance) / std::log(mark / least);
    if (!(search.swept + to_go <= share)) break;
    mark = least;
  }
  search.x = search.best;
  return false;
}

bool Turns::newton(Search& search) const {
  const auto its = newton_.solve(search.problem, search.x, search.tolerance, search.left(search.steps));
  search.solves += its.iterations;
  return takes(search, its, "newton");
}

/// From no forces at all: its steps begin far inside the cones, and where sweeps have come to is on their edges.
bool Turns::cones(Search& search) const {
  search.tried_cones = true;
  search.x.setZero();
  const auto its = cones_.solve(search.problem, search.x, search.tolerance, search.left(most_cone_steps));
  search.solves += its.iterations;
  if (takes(search, its, "fischer_burmeister")) return true;
  search.x = search.best;
  return false;
}

/// From no forces at all, as long as the goal is likely to be reached for what `solves` linear solves cost, at the pace
/// of the last two lots: in walls, over which sweeps carry news row by row.
bool Turns::gradients_while_they_pay(Search& search, double solves) const {
  const double most = solves * search.a_step / search.cost_of_a_sweep();
  std::array<double, 3> residuals;  // of this lot and the two before; no forces leave |c| at most
  residuals.fill(search.problem.c.lpNorm<Eigen::Infinity>());
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
bool Turns::other_ways_in_space(Search& search) const {
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

bool Turns::proximal_points(Search& search, int most) const {
  const double in_vain = options_.tolerance_in_vain(search.problem.c);
  const auto its = proximal_.solve(search.problem, search.x, search.tolerance, in_vain, search.left(most));
  search.solves += its.iterations;
  return takes(search, its, "proximal_point");
}

/// By cost. Where a linear solve costs as much as many sweeps, these go on while they are likely to be there sooner;
/// then the method that needs the fewest solves has its turn. Where solves are cheap, Newton's method goes first.
bool Turns::first_round(Search& search) const {
  if (sweep(search, search.sweeps) || search.over()) return search.report.ok();
  if (search.few_rows_only()) return newton(search);
  while (search.large() && ((search.swept < first_sweeps && search.leads_on(search.sweeps)) ||
                            (sweeps_.accelerates() && search.sweeps_to_go() <= first_sweeps)))
    if (sweep(search, search.sweeps) || search.over()) return search.report.ok();
  const bool large_in_space = search.large() && search.in_space;
  search.a_step = newton_.cost(search.problem);
  const bool cheap = search.cheap();
  const double worth = (cheap ? fewest_steps : few_steps) * search.a_step;
  if (!cheap && large_in_space) {
    if (sweep_while_it_pays(search, first_sweeps * search.cost_of_a_sweep()) || search.over())
      return search.report.ok();
    if (gradients_while_they_pay(search, few_steps) || search.over()) return search.report.ok();
  }
  if (search.sweeps_to_go() * search.cost_of_a_sweep() <= worth || !cheap)
    if (sweep_while_it_pays(search, worth) || search.over()) return search.report.ok();
  if (!cheap && large_in_space && (cones(search) || search.over())) return search.report.ok();
  if (newton(search) || search.over()) return search.report.ok();
  if (cheap && large_in_space && (proximal_points(search, first_trial) || search.over())) return search.report.ok();
  if (cheap && large_in_space && (cones(search) || search.over())) return search.report.ok();
  if (!cheap && search.in_space) return sweep_as_long(search);
  return sweep(search, search.sweeps) ||
         sweep_while_it_pays(search, (search.large() ? many_steps : few_steps) * search.a_step);
}

/// These sweeps may begin elsewhere: those of the first round are gone on with by themselves.
bool Turns::later_round(Search& search) const {
  const int most = search.left(search.sweeps);
  if (takes(search, sweeps_.run(search.x, search.tolerance, most), "gauss_seidel")) return true;
  return !search.over() && newton(search);
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
  sweeps_.load(problem);
  Search search{problem, x, best, workspace(swept_, n), tolerance, most_iterations, report};
  const int first = search.points;
  std::string contradicts;
  for (int round = 1; !search.over(); ++round) {
    if (round == 2 || round == 3) x.setZero();  // another start may lead elsewhere
    if (round == 1 ? first_round(search) : later_round(search)) return;
    if (search.over()) break;
    if (proximal_points(search, search.points)) return;
    if (report.residual <= in_vain || search.over()) break;
    if (sweep_as_long(search)) return;
    if (search.over()) break;
    if (search.in_space && (other_ways_in_space(search) || search.over())) {
      if (report.ok()) return;
      break;
    }
    search.points = std::min(2 * search.points, 4 * first);
    if (round == pivoting_round && n <= most_pivoting_rows) {
      const int pivots = lemke_.solve(problem, x);
      report.iterations += pivots;
      report.stages.add("lemke", pivots);
      if (search.over()) break;
      if (takes(search, newton_.solve(problem, x, tolerance, search.left(search.steps)), "lemke")) return;
    }
    if (round >= content_round && (report.residual <= good_enough || report.residual <= rounding(problem, best))) break;
    if (search.over()) break;
    if (round >= path_round) {
      if (round == path_round) x.setZero();
      if (takes(search, path_.solve(problem, x, tolerance, search.left(most_path_solves)), "path_following")) return;
    }
    if (round == contradiction_round && report.residual > good_enough &&
        !(contradicts = contradiction_.find(problem)).empty())
      break;
    search.sweeps = std::min(4 * search.sweeps, 1000);
    search.steps = std::min(2 * search.steps, 80);
  }
  x = best;
  if (report.residual > good_enough && report.residual > rounding(problem, best) && contradicts.empty())
    contradicts = contradiction_.find(problem);
  if (std::isinf(search.a_step))
    report.message = "auto: no convergence by sweeps alone; the factors of so many coupled contacts are too large";
  if (!contradicts.empty()) {
    report.status = Status::singular;
    report.message = "auto: the contact problem has no solution; " + contradicts;
  }
  report.iterations = std::min(report.iterations, most_iterations);
}

}  // namespace percuss
