// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/piecewise_path.hpp"

#include <algorithm>
#include <limits>

namespace percuss {

namespace {

using Piece = ContactPiece::Kind;

constexpr int most_refinements = 3;  // on the last piece: small shifts leave more than the tolerance to rounding

}  // namespace

Report PiecewisePath::follow(BlockNewton& equations, NewtonPoint& at, double tolerance, int most) {
  auto report = Report::failure(Status::not_converged, {});
  const Index n = equations.size();
  if (equations.contacts().width() > 2) return report;
  auto step = workspace(step_, n), gamma_step = workspace(gamma_step_, n);
  equations.evaluate(at);
  equations.find_pieces(at, pieces_);
  bool leads_on = find_step(equations, at);
  Crossing last;
  for (int refined = 0; ++report.iterations <= most && leads_on;) {
    equations.product(step, gamma_step);
    const double forward = direction(equations, last);
    const auto crossing = first_crossing(equations, at, forward);
    const bool arrives = forward > 0.0 && !(crossing.length < 1.0);
    if (!arrives && crossing.contact < 0) break;  // to infinity
    const double share = arrives ? 1.0 : forward * crossing.length;
    at.y.head(n) += share * step;
    at.gamma.head(n) += share * gamma_step;
    if (!arrives) {
      leads_on = find_next_step(equations, at, crossing, share);
      last = crossing;
      continue;
    }
    equations.evaluate(at);
    report.residual = at.residual;
    if (at.residual <= tolerance) report.status = Status::ok;
    if (report.ok() || ++refined > most_refinements) break;
    equations.find_pieces(at, pieces_);
    leads_on = find_step(equations, at);
    last = {};
  }
  report.iterations = std::min(report.iterations, most);
  if (!report.ok()) {
    equations.evaluate(at);
    report.residual = at.residual;
  }
  return report;
}

/// By new factors, on the pieces there are.
bool PiecewisePath::find_step(BlockNewton& equations, const NewtonPoint& at) {
  if (!equations.find_step(at, pieces_)) return false;
  step_.head(equations.size()) = equations.step();
  updates_.start(pieces_);
  return true;
}

/// On the piece beyond the crossing, to which `share` of the step has led: what is left of the step, changed by rank
/// one, or by new factors where these cannot be changed any more.
bool PiecewisePath::find_next_step(BlockNewton& equations, NewtonPoint& at, const Crossing& crossing, double share) {
  const Index n = equations.size();
  const auto next = crossing.side.beyond;
  pieces_[static_cast<std::size_t>(crossing.contact)] = next;
  auto step = step_.head(n);
  step *= 1.0 - share;
  if (!equations.regularised() && updates_.change(equations, crossing.contact, crossing.side.normal, next, step))
    return step.allFinite();
  equations.evaluate(at);
  return find_step(equations, at);
}

/// Along the step, or against it where that alone leads into the piece entered last: there s falls.
double PiecewisePath::direction(const BlockNewton& equations, const Crossing& last) const {
  if (last.contact < 0) return 1.0;
  const auto& contacts = equations.contacts();
  const Index first = last.contact * contacts.width();
  double rate = 0.0;
  for (Index r = 0; r < contacts.width(); ++r)
    rate -= last.side.normal[static_cast<std::size_t>(r)] * (step_[first + r] - gamma_step_[first + r]);
  return rate < 0.0 ? -1.0 : 1.0;
}

/// Where a contact first leaves its piece; none: `contact` is -1 and `length` infinite.
PiecewisePath::Crossing PiecewisePath::first_crossing(const BlockNewton& equations, const NewtonPoint& at,
                                                      double direction) const {
  const auto& contacts = equations.contacts();
  const auto& set = contacts.set();
  Crossing first;
  first.length = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < contacts.contacts(); ++k) {
    const auto c = static_cast<std::size_t>(k);
    const bool friction = set.cone[c] == Cone::coulomb && set.num_rows(k) == 2 && set.mu[c] > 0.0;
    Row z{}, rate{};
    for (Index r = 0; r < set.num_rows(k); ++r) {
      const Index i = k * contacts.width() + r;
      z[static_cast<std::size_t>(r)] = at.y[i] - at.gamma[i];
      rate[static_cast<std::size_t>(r)] = direction * (step_[i] - gamma_step_[i]);
    }
    const auto sides = sides_of(pieces_[c], set.mu[c], friction);
    for (int s = 0; s < sides.count; ++s) {
      const auto& side = sides.side[static_cast<std::size_t>(s)];
      const double speed = side.normal[0] * rate[0] + side.normal[1] * rate[1];
      if (!(speed < 0.0)) continue;
      const double length = std::max(side.normal[0] * z[0] + side.normal[1] * z[1], 0.0) / -speed;
      if (length >= first.length) continue;
      first = {k, length, side};
      if (side.beyond == Piece::slip && pieces_[c] == Piece::open && z[1] + length * rate[1] < 0.0)
        first.side.beyond = Piece::slip_back;
    }
  }
  return first;
}

/// With friction `slip` stands for `slip_back` as well beyond z_N = 0, where z_T decides.
PiecewisePath::Sides PiecewisePath::sides_of(Piece piece, double mu, bool friction) {
  switch (piece) {
    case Piece::open:
      return {{{{{-1.0, 0.0}, friction ? Piece::slip : Piece::closed}, {}}}, 1};
    case Piece::closed:
      return {{{{{1.0, 0.0}, Piece::open}, {}}}, 1};
    case Piece::stick:
      return {{{{{mu, -1.0}, Piece::slip}, {{mu, 1.0}, Piece::slip_back}}}, 2};
    case Piece::slip:
      return {{{{{-mu, 1.0}, Piece::stick}, {{1.0, 0.0}, Piece::open}}}, 2};
    case Piece::slip_back:
      return {{{{{-mu, -1.0}, Piece::stick}, {{1.0, 0.0}, Piece::open}}}, 2};
    case Piece::joint:
      break;
  }
  return {};
}

}  // namespace percuss
