// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/piece_updates.hpp"

#include <cmath>

#include "core/at.hpp"

namespace percuss {

namespace {

using Piece = ContactPiece::Kind;
using Row = PieceUpdates::Row;

constexpr double least_divisor = 1e-9;  // what rounding leaves of a smaller one is worth little

/// The derivative of a contact's projection on a piece, row after row.
std::array<double, 4> projection(Piece piece, double mu) {
  switch (piece) {
    case Piece::open:
      return {0.0, 0.0, 0.0, 0.0};
    case Piece::closed:
      return {1.0, 0.0, 0.0, 0.0};
    case Piece::slip:
      return {1.0, 0.0, mu, 0.0};
    case Piece::slip_back:
      return {1.0, 0.0, -mu, 0.0};
    case Piece::stick:
    case Piece::joint:
      break;
  }
  return {1.0, 0.0, 0.0, 1.0};
}

/// The f of  P' - P = f n'.
Row column(Piece from, Piece to, double mu, Row normal) {
  const auto before = projection(from, mu), after = projection(to, mu);
  const double square = normal[0] * normal[0] + normal[1] * normal[1];
  Row f;
  for (std::size_t r = 0; r < 2; ++r)
    f[r] = ((after[2 * r] - before[2 * r]) * normal[0] + (after[2 * r + 1] - before[2 * r + 1]) * normal[1]) / square;
  return f;
}

}  // namespace

void PieceUpdates::start(const Pieces& pieces) {
  base_ = pieces;
  now_ = pieces;
  count_ = 0;
  columns_.resize(most);
}

bool PieceUpdates::change(const BlockNewton& equations, Index contact, Row normal, Piece next, VecOut step) {
  if (count_ == most) return false;
  const double mu = equations.contacts().set().mu[at(contact)];
  auto& change = changes_[at(count_)];
  change.contact = contact;
  change.normal = normal;
  auto z = workspace(columns_[at(count_)], step.size());
  equations.solve_column(contact, base_[at(contact)], column(now_[at(contact)], next, mu, normal), z);
  for (int i = 0; i < count_; ++i) {
    const auto& before = changes_[at(i)];
    z += across(equations, before, z) / before.divisor * columns_[at(i)].head(step.size());
  }
  change.divisor = 1.0 - across(equations, change, z);
  if (!(std::abs(change.divisor) > least_divisor) || !z.allFinite()) return false;
  step += across(equations, change, step) / change.divisor * z;
  now_[at(contact)] = next;
  ++count_;
  return true;
}

/// n' dz/dy d
double PieceUpdates::across(const BlockNewton& equations, const Change& change, VecRef d) const {
  const auto gamma = equations.product_at(change.contact, d);
  const Index first = change.contact * equations.contacts().width();
  double sum = change.normal[0] * (d[first] - gamma[0]);
  if (equations.contacts().width() == 2) sum += change.normal[1] * (d[first + 1] - gamma[1]);
  return sum;
}

}  // namespace percuss
