// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/body.hpp"

namespace percuss {

/// A body whose rows are [reference | inner]: a few reference rows in front, then many that couple to their neighbours
/// alone. Its matrix for the weights (w_M, w_C, w_K) is
///
///   A = [corner  E'; E  inner],   E = [constant | variable] mix
///
/// where `inner` and the columns `constant` depend on the weights alone and are worked on once; what follows the state
/// is a small matrix `mix`, the corner and the few columns `variable`. Only mass couples reference and inner rows.
///
/// Conditions that hold the inner unknowns to the frame,  Z' x = 0, may have been used to eliminate some of them. The
/// band of the inner matrix is then kept by taking all unknowns and the conditions with multipliers.
class BorderedBody : public Body {
 public:
  /// E and corner at q, per unit of w_M.
  struct Border {
    Matrix mix;       ///< (constant + variable columns) x reference rows
    Matrix corner;    ///< reference rows x reference rows
    Matrix variable;  ///< (inner unknowns) x (some columns)
  };

  const BorderedBody* bordered() const final { return this; }
  virtual Index num_reference() const = 0;
  /// w_M M + w_C C + w_K K of all inner unknowns, the eliminated ones included; symmetric positive definite.
  virtual void inner_tangent(TangentWeights weights, SparseMatrix& A) const = 0;
  virtual const Matrix& constant_columns() const = 0;
  /// Fills `border`, which keeps its storage from call to call.
  virtual void border(VecRef q, Border& border) const = 0;
  /// Z (inner unknowns x conditions); no columns where nothing was eliminated.
  virtual const Matrix& conditions() const = 0;
  /// The unknowns that the conditions eliminated, ascending: rows of `inner` that are not among the body's rows.
  virtual const std::vector<Index>& eliminated() const = 0;
};

}  // namespace percuss
