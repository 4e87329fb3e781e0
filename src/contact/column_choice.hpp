// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/joint_columns.hpp"

namespace percuss {

/// Columns of joints over more velocities than they touch, and by other levers.
struct ScaledColumns {
  Matrix W;       ///< (touched x columns), columns of unit length
  Vector lever;   ///< of each velocity: lever times W is the W of the joints, but for the lengths of columns
  Vector length;  ///< of each column before it was made 1

  /// Over the velocities `touched`, ascending, with those of the columns among them. `levers`: those to take; null: the
  /// columns' own.
  ScaledColumns(const JointColumns& columns, const std::vector<Index>& touched, const Vector* levers = nullptr);
};

/// Columns that hold what all hold, and an orthonormal basis of what they span.
struct ColumnChoice {
  Matrix basis;                    ///< (touched x taken)
  std::vector<Index> taken, rest;  ///< columns, ascending
};

/// x less its part within the span of the columns of `basis`, which are orthonormal; twice, for the round-off of once.
template <class Basis, class Column>
void project_off(const Basis& basis, Column&& x) {
  for (int pass = 0; pass < 2; ++pass) x -= basis * (basis.transpose() * x).eval();
}

/// Takes columns in their order, the driven ones first, as long as they stand well off those before; then those that
/// stand off less, down to `distinct_columns`. `W`: columns of unit length.
ColumnChoice choose_columns(const Matrix& W, const std::vector<char>& is_driven);

}  // namespace percuss
