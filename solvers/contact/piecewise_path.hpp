// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "solvers/contact/piece_updates.hpp"

namespace percuss {

/// In the plane and without friction the natural map F(y) = y - P_C(y - gamma(y)) is linear on each of its pieces. From
/// a point y_0 the path
///
///   F(y(s)) = (1 - s) F(y_0),   s from 0 to 1,
///
/// is followed from piece to piece [Katzenelson 1965]; at a crossing one contact changes its mode. Where the map folds,
/// s falls for a while, as in complementary pivoting. It leads on where Newton's method goes in circles, at a change of
/// rank one per piece (piece_updates.hpp).
class PiecewisePath {
 public:
  /// From `at` to the solution of the equations, which have been loaded and shifted, when the report is ok; else to
  /// where the path was left: after `most` pieces, where equations depend on each other, or where the path leads
  /// to infinity. Contacts in space, whose pieces are curved: not_converged, and `at` stays.
  Report follow(BlockNewton& equations, NewtonPoint& at, double tolerance, int most);

 private:
  using Row = PieceUpdates::Row;
  /// A side of a piece:  normal . z >= 0  inside, z = y - gamma of the contact.
  struct Side {
    Row normal{};
    ContactPiece::Kind beyond = ContactPiece::Kind::open;
  };
  struct Sides {
    std::array<Side, 2> side;
    int count = 0;
  };
  struct Crossing {
    Index contact = -1;
    double length = 0.0;
    Side side;
  };
  static Sides sides_of(ContactPiece::Kind piece, double mu, bool friction);
  bool find_step(BlockNewton& equations, const NewtonPoint& at);
  bool find_next_step(BlockNewton& equations, NewtonPoint& at, const Crossing& crossing, double share);
  double direction(const BlockNewton& equations, const Crossing& last) const;
  Crossing first_crossing(const BlockNewton& equations, const NewtonPoint& at, double direction) const;

  std::vector<ContactPiece::Kind> pieces_;
  PieceUpdates updates_;
  Vector step_, gamma_step_;  // workspaces
};

}  // namespace percuss
