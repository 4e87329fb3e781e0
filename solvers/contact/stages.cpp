// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/contact/contradiction.hpp"

namespace percuss {

namespace {

/// Where Newton's method has failed first, sweeps go on while they are promising, so many at most: what they put right
/// costs proximal points a linear solve per contact.
constexpr int most_promising_sweeps = 320;
/// Of a lot of accelerated sweeps, whose pace is uneven, and the share of other sweeps' worth that they may cost.
constexpr int accelerated_sweeps = 100;
constexpr double accelerated_worth = 1.0 / 3.0;
/// Sweeps that the pace of the last ones says anything about.
constexpr double most_sweeps_ahead = 1e4;
/// Linear solves that those that are done whatever their pace may cost.
constexpr double sure_solves = 5.0;
/// With how many contacts, itself included, one is coupled in a tree, as many pairs as contacts; and where few bodies
/// have many contacts with each other, so that news have no way to go.
constexpr double like_a_tree = 3.0, many_of_few_bodies = 64.0;
/// Sweeps that follow where it did not, in one go, and how many such lots tell their pace.
constexpr int steady_sweeps = 200, lots_to_judge = 10;

}  // namespace

void Stages::reserve(Index rows) const {
  sweeps_.reserve(rows);
  newton_.reserve(rows);
  workspace(before_path_, rows);
}

double Stages::rounding(const ContactProblem& problem, VecRef x) const {
  const double worst = round_off(problem, x);
  return worst <= Contradiction::most_round_off * problem.c.lpNorm<Eigen::Infinity>() ? worst : 0.0;
}

bool Stages::diverges(const ContactProblem& problem, VecRef x) const {
  return round_off(problem, x) > std::max(Contradiction::most_round_off * problem.c.lpNorm<Eigen::Infinity>(),
                                          options_.tolerance_in_vain(problem.c));
}

double Stages::round_off(const ContactProblem& problem, VecRef x) const {
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

/// `lot` sweeps like the last ones make the residual much smaller.
bool Stages::leads_on(const Search& search, double lot) const {
  return std::pow(search.last_rate, lot) < promising_rate;
}

/// A stage has come to x. True when that is the goal.
bool Stages::takes(Search& search, const Report& its, const char* name) const {
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

bool Stages::sweep(Search& search, double sweeps) const {
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
/// nearer, or each lot of them puts many contacts right.
bool Stages::sweep_while_it_pays(Search& search, double worth) const {
  const double a_sweep = search.cost_of_a_sweep(), lot = search.sweeps;
  for (double promising = most_promising_sweeps; !search.over();) {
    const double to_go = search.sweeps_to_go();
    const bool accelerates = sweeps_.accelerates();
    const bool pays = to_go <= most_sweeps_ahead && to_go * a_sweep <= (accelerates ? accelerated_worth : 1.0) * worth;
    if (!pays && (promising < lot || !leads_on(search, lot))) break;
    if (!pays) promising -= lot;
    const double share = accelerates ? to_go : 0.5 * to_go, longest = accelerates ? accelerated_sweeps : 10.0 * lot;
    if (sweep(search, !pays ? lot : std::clamp(share, lot, longest))) return true;
  }
  return false;
}

bool Stages::sweep_for_sure(Search& search) const {
  const double most = std::min<double>(sure_sweeps, sure_solves * search.a_step / search.cost_of_a_sweep());
  while (search.swept < most && !search.over())
    if (sweep(search, search.sweeps)) return true;
  return false;
}

/// From where the last ones have come to as many sweeps as linear solves have cost so far, or, where these are out of
/// reach, as iterations allow; as long as they are likely to come to the goal with these. Where they do in the end, the
/// search takes not much more than twice their time.
bool Stages::sweep_as_long(Search& search) const {
  if (search.cheap()) return false;
  const double solved = std::isfinite(search.a_step) ? search.solves * search.a_step : search.a_step;
  const double share = std::min(solved / search.cost_of_a_sweep(), search.swept + search.share_of_iterations());
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

bool Stages::sweep_aside(Search& search) const {
  return takes(search, sweeps_.run(search.x, search.tolerance, search.left(search.sweeps)), "gauss_seidel");
}

bool Stages::sweeps_are_slow(const Search& search) const {
  const auto& contacts = search.problem.contacts;
  const auto& G = *search.problem.G.rows();
  double own = 0.0;  // entries of G in diagonal blocks
  for (Index k = 0; k < contacts.size(); ++k) own += std::pow(static_cast<double>(contacts.num_rows(k)), 2);
  const double coupled = static_cast<double>(G.value.size()) / own;  // with how many each contact is, itself included
  return coupled <= like_a_tree || (coupled <= many_of_few_bodies && twins_.share(G, contacts) > 0.5);
}

double Stages::cost_of_a_solve(const Search& search) const {
  if (!search.large_in_space() || search.near()) return newton_.cost(search.problem);
  return alternating_.load(search.problem).empty() ? alternating_.cost() : std::numeric_limits<double>::infinity();
}

bool Stages::newton(Search& search) const {
  const auto its = newton_.solve(search.problem, search.x, search.tolerance, search.left(search.steps));
  search.solves += its.iterations;
  return takes(search, its, "newton");
}

bool Stages::proximal_points(Search& search, int most) const {
  const double in_vain = options_.tolerance_in_vain(search.problem.c);
  const auto its = proximal_.solve(search.problem, search.x, search.tolerance, in_vain, search.left(most));
  search.solves += its.iterations;
  return takes(search, its, "proximal_point");
}

bool Stages::proximal_points_while_they_lead_on(Search& search) const {
  for (double before = std::numeric_limits<double>::infinity();
       search.report.residual <= promising_rate * before && !search.over();) {
    before = search.report.residual;
    if (proximal_points(search, search.points)) return true;
  }
  return false;
}

bool Stages::pivot(Search& search) const {
  const int pivots = lemke_.solve(search.problem, search.x);
  search.report.iterations += pivots;
  search.report.stages.add("lemke", pivots);
  if (search.over()) return false;
  return takes(search, newton_.solve(search.problem, search.x, search.tolerance, search.left(search.steps)), "lemke");
}

/// It comes to the goal or leaves no trace: what it comes near to has led others astray that were about to succeed.
bool Stages::follow_smoothed_path(Search& search, int most) const {
  constexpr auto& smoothings = SmoothedPath::smoothings;
  if (search.smoothed_paths == smoothings.size()) return false;
  auto before = workspace(before_path_, search.x.size());
  before = search.x;
  search.x.setZero();
  const double smoothing = smoothings[search.smoothed_paths++];
  auto its = smoothed_path_.solve(search.problem, search.x, smoothing, search.tolerance, search.left(most));
  if (!its.ok()) its.residual = std::numeric_limits<double>::infinity();
  if (takes(search, its, "smoothed_path")) return true;
  search.x = before;
  return false;
}

bool Stages::follow_path(Search& search, int most) const {
  const auto its = path_.solve(search.problem, search.x, search.tolerance, search.left(most));
  return takes(search, its, "path_following");
}

}  // namespace percuss
