// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/contact/scaled_units.hpp"

namespace percuss {

namespace {

using Piece = ContactPiece::Kind;

constexpr double least_friction_regularisation = 1e-10, most_friction_regularisation = 1e-6;
constexpr double most_rounding = 100.0;  // tolerances: what rounding may excuse
constexpr int patience = 10;             // iterations in which all contacts change though not fewer than before
constexpr double most_softness = 1e4, least_softness = 1e-10, hardening = 0.1;
constexpr int most_at_one_softness = 5;  // iterations
constexpr int most_refinements = 4;      // iterations that find the right pieces and no smaller residual

double mu_of(const ContactSet& contacts, Index k) { return contacts.mu[static_cast<std::size_t>(k)]; }

}  // namespace

void ActiveSet::reserve(Index rows) const {
  for (auto* v : {&x_, &y_, &gamma_, &soft_, &best_, &dx_, &dgamma_}) workspace(*v, rows);
  pieces_.reserve(static_cast<std::size_t>(rows));
  wanted_.reserve(static_cast<std::size_t>(rows));
}

Report ActiveSet::solve(const ContactProblem& problem, VecOut x) const {
  Report report;
  const Index n = problem.c.size();
  if (n == 0) return report;
  const auto* form = problem.G.global();
  if (form == nullptr)
    return Report::failure(
        Status::not_converged,
        "active_set: this Delassus operator has no bodies' matrices behind it; use `delassus: implicit`");
  reserve(n);
  saddle_.load(*form, problem.contacts);
  const double tolerance = options_.tolerance(problem.c);
  regularisation_.restart(problem.contacts);
  regularisation_.begin(least_friction_regularisation);
  best_.head(n) = y_.head(n) = x.cwiseProduct(saddle_.scales());
  measure(problem);
  report.residual = residual(problem);
  if (!std::isfinite(report.residual) || !std::isfinite(tolerance)) {
    report.status = Status::not_finite;
    report.message = "active_set: the contact problem is not finite";
    return report;
  }
  // A warm start counts only when it is exact, as in `Auto`.
  const bool converged = report.residual == 0.0 || iterate(problem, tolerance, report);
  if (!converged && report.status == Status::ok) report.status = Status::not_converged;
  y_.head(n) = best_.head(n);
  x = y_.head(n).cwiseQuotient(saddle_.scales());
  if (report.iterations > 0) {
    measure(problem);
    auto gamma = dgamma_.head(n);
    gamma = gamma_.head(n).cwiseProduct(saddle_.scales());
    report.residual = natural_residual(problem.contacts, problem.G.diagonal(), gamma, x);
  }
  return report;
}

/// True when the best point is the solution; a report with a status or a message else.
bool ActiveSet::iterate(const ContactProblem& problem, double tolerance, Report& report) const {
  const Index n = problem.c.size(), contacts = problem.contacts.size();
  pieces_.resize(static_cast<std::size_t>(contacts));
  wanted_.resize(static_cast<std::size_t>(contacts));
  double best = std::numeric_limits<double>::infinity();  // the point given counts for nothing, see above
  Index stalled = 0, settled = 0;
  bool first = true;
  progress_ = {};
  while (report.iterations < options_.max_iterations) {
    ++report.iterations;
    Index changed = find_pieces(problem);
    if (first) changed = contacts;
    const double softness = progress_.softness;
    const bool all = progress_.all_may_change(changed);
    change_pieces(problem, all || first);
    if (!step(problem, !first && changed == 0 && softness == progress_.softness)) {
      report.status = Status::singular;
      report.message = "active_set: the contacts' equations have no solution";
      return false;
    }
    first = false;
    const double inner = residual(problem);
    if (progress_.softness > 0.0) {  // another problem's solution
      stalled = 0;
      continue;
    }
    double now = inner;
    if (inner <= tolerance || changed == 0) {
      measure(problem);
      now = residual(problem);
    }
    stalled = now > 0.5 * best ? stalled + 1 : 0;
    if (now < best) {
      best = now;
      best_.head(n) = y_.head(n);
    }
    if (best <= tolerance) return true;
    settled += inner <= tolerance ? 1 : 0;
    if ((settled > 1 || stalled >= most_refinements) && best <= most_rounding * tolerance) return true;
    if (stalled >= (changed == 0 ? most_refinements : 100 + 2 * contacts)) {
      report.message = "active_set: no iteration leads on";
      return false;
    }
  }
  report.message = "active_set: no convergence within max_iterations";
  return false;
}

/// Whether all contacts that differ change pieces in this iteration, `changed` of them; else one alone does.
bool ActiveSet::Progress::all_may_change(Index changed) {
  if (softness > 0.0) {
    ++waited;
    if (changed > 0 && waited < most_at_one_softness) return true;
    softness = softness > least_softness ? hardening * softness : 0.0;
    waited = 0;
    return true;
  }
  waited = changed < fewest ? 0 : waited + 1;
  fewest = std::min(fewest, changed);
  if (waited <= patience) return true;
  if (has_softened) return false;
  has_softened = true;
  softness = most_softness;
  waited = 0;
  fewest = std::numeric_limits<Index>::max();
  return true;
}

/// gamma^ = (G x + c) / s by the operator.
void ActiveSet::measure(const ContactProblem& problem) const {
  const Index n = problem.c.size();
  auto x = x_.head(n), gamma = gamma_.head(n);
  x = y_.head(n).cwiseQuotient(saddle_.scales());
  if (x.isZero(0.0))
    gamma = problem.c;
  else {
    problem.G.apply(x, gamma);
    gamma += problem.c;
  }
  gamma.array() /= saddle_.scales().array();
}

double ActiveSet::residual(const ContactProblem& problem) const {
  double worst = 0.0;
  const auto s = saddle_.scales();
  for (Index k = 0; k < problem.contacts.size(); ++k) {
    const Index i = problem.contacts.first_row(k);
    worst = worse_residual(worst, problem.contacts, k, y_.data() + i, gamma_.data() + i, s.data() + i);
  }
  return worst;
}

/// The pieces that the point lies on, seen with gamma + softness y; how many contacts are on another one.
Index ActiveSet::find_pieces(const ContactProblem& problem) const {
  const auto& set = problem.contacts;
  Index changed = 0;
  soft_gamma();
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Index row = set.first_row(k);
    wanted_[i] = find_piece(set.cone[i], mu_of(set, k), set.num_rows(k), y_.data() + row, soft_.data() + row);
    if (wanted_[i] != pieces_[i].kind) ++changed;
  }
  return changed;
}

void ActiveSet::soft_gamma() const {
  const Index n = saddle_.scales().size();
  soft_.head(n) = gamma_.head(n) + progress_.softness * y_.head(n);
}

/// Moves all contacts, or only the last that differs, to the piece wanted, and writes their equations at this point.
void ActiveSet::change_pieces(const ContactProblem& problem, bool all) const {
  const auto& set = problem.contacts;
  bool may_change = true;
  soft_gamma();  // the softness may have changed
  for (Index k = set.size() - 1; k >= 0; --k) {
    const auto i = static_cast<std::size_t>(k);
    const Index row = set.first_row(k);
    auto kind = pieces_[i].kind;
    if (wanted_[i] != kind && (all || may_change)) {
      kind = wanted_[i];
      may_change = false;
    }
    write_piece(kind, mu_of(set, k), set.num_rows(k), y_.data() + row, soft_.data() + row, pieces_[i]);
  }
}

/// y and gamma move to the solution of the equations written; false when there is none.
bool ActiveSet::step(const ContactProblem& problem, bool same_matrix) const {
  const auto& set = problem.contacts;
  const Index n = problem.c.size();
  for (Index k = 0; k < set.size() && same_matrix; ++k)  // in space slip turns
    same_matrix = set.num_rows(k) < 3 || pieces_[static_cast<std::size_t>(k)].kind != Piece::slip;
  const auto factorize = [this] {
    return saddle_.factorize(pieces_, std::max(regularisation_.of_contacts(), progress_.softness),
                             std::max(regularisation_.of_joints(), progress_.softness));
  };
  bool factored = same_matrix || factorize();
  while (!factored || saddle_.nearly_singular()) {
    if (regularisation_.of_contacts() >= most_friction_regularisation) break;
    regularisation_.increase();
    factored = factorize();
  }
  if (!factored) return false;
  auto dx = dx_.head(n), dgamma = dgamma_.head(n);
  saddle_.solve(pieces_, dx, dgamma);
  if (!dx.allFinite() || !dgamma.allFinite()) return false;
  y_.head(n) += dx;
  gamma_.head(n) += dgamma;
  for (Index k = 0; k < set.size(); ++k) {
    const auto kind = pieces_[static_cast<std::size_t>(k)].kind;
    const Index row = set.first_row(k), rows = set.num_rows(k);
    if (kind == Piece::open) y_.segment(row, rows).setZero();  // to the last bit
    if (kind == Piece::closed) y_.segment(row + 1, rows - 1).setZero();
  }
  return true;
}

}  // namespace percuss
