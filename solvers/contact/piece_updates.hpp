// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "solvers/contact/block_newton.hpp"

namespace percuss {

/// Steps on pieces of a planar natural map F(y) = y - P_C(z), z = y - gamma(y), that change one contact at a time. F is
/// continuous, so that its Jacobian A on the next piece differs by rank one, in contact k alone:
///
///   A' = A - E_k f n' dz/dy,   P' - P = f n',
///
/// with P the derivative of the contact's projection and n the normal of the side that z crosses. One solve by the
/// factors there are gives A^-1 E_k f, and Sherman and Morrison's formula the rest, as the product form of the inverse
/// in the simplex method.
class PieceUpdates {
 public:
  using Row = std::array<double, 2>;
  using Pieces = std::vector<ContactPiece::Kind>;
  static constexpr int most = 64;  ///< changes before the factors must be made anew

  /// The factors that the equations have are those of these pieces.
  void start(const Pieces& pieces);
  /// step <- A'^-1 A step, as `contact` goes from its piece to `next` through the side of this normal. False, and
  /// `step` as it was, where A' has no inverse to speak of, or after `most` changes: the factors must be made anew.
  bool change(const BlockNewton& equations, Index contact, Row normal, ContactPiece::Kind next, VecOut step);

 private:
  /// One change: n and its z = A^-1 E_k f by all changes before it.
  struct Change {
    Index contact = -1;
    Row normal{};
    double divisor = 1.0;  // 1 - n' dz/dy z
  };
  double across(const BlockNewton& equations, const Change& change, VecRef d) const;

  Pieces base_, now_;
  std::array<Change, most> changes_;
  std::vector<Vector> columns_;  // z of each change; workspaces
  int count_ = 0;
};

}  // namespace percuss
