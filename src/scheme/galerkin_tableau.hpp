// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.hpp"

namespace percuss {

/// The time-discontinuous Galerkin schemes as Runge-Kutta-Nystroem methods  [TDG Problems 3.1, 3.2].
///
/// On a step of size h, with s in [0, 1], the nodes are those of Clenshaw and Curtis, c_l = (1 - cos(pi l/M))/2, the
/// velocity is a polynomial of degree M, the acceleration of degree M - 1:
///
///   v(s) = v + sum_k A_k(s) b_k,   q(s) = q (+) h (s v + sum_k (int_0^s A_k) b_k),   b_k = h (acceleration at node k)
///   v'   = v + sum_k beta_k b_k
///
/// With l_k the Lagrange polynomials of all nodes and l-_k (l+_k) those of the nodes without the last (the first):
///   D-:  A_k = int_0^s l-_k,  A_M = 0
///   D+:  A_k = int_0^s l+_k - beta_0 l+_k(0),  A_0 = beta_0
/// beta_k = int_0^1 l_k. (The printed (74), (75) of the paper have two misprints: the argument is t_il, the bracket of
/// (75) holds l-_k.)
class GalerkinTableau {
 public:
  static constexpr Index max_order = 4;
  /// Where the velocity jumps: at the left end of the step (D+) or at its right end (D-).
  enum class Jump { left, right };

  /// `order` M in 1 .. max_order.
  GalerkinTableau(Jump jump, Index order);

  Index order() const { return nodes_.size() - 1; }
  Index stages() const { return nodes_.size(); }
  double node(Index l) const { return nodes_[l]; }              ///< c_l
  double weight(Index k) const { return weights_[k]; }          ///< beta_k
  double velocity(Index l, Index k) const { return A_(l, k); }  ///< A_k(c_l)
  double position(Index l, Index k) const { return Q_(l, k); }  ///< int_0^c_l A_k
  /// The same at any s in [0, 1], and  int_0^s l_k, by which the force values at the nodes integrate to a momentum.
  double velocity_at(double s, Index k) const { return value(velocity_, k, s); }
  double position_at(double s, Index k) const { return value(position_, k, s); }
  double momentum_at(double s, Index k) const { return value(momentum_, k, s); }

 private:
  /// Row k holds the coefficients of a polynomial in s, constant first.
  static double value(const Matrix& polynomials, Index k, double s);

  Vector nodes_, weights_;
  Matrix velocity_, position_, momentum_;
  Matrix A_, Q_;
};

}  // namespace percuss
