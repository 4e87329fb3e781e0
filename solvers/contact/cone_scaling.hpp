// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/contact_set.hpp"

namespace percuss {

/// Elements of the second-order cone  v_0 >= |v'|  of one contact; without friction and in the plane the rest is zero.
using ConeVector = std::array<double, 3>;

/// D of the units in which the cone of contact k's forces is its own dual:  p = D y,  q = D^-1 gamma,
/// D = (mu^1/2, mu^-1/2, mu^-1/2); without friction 1 in the normal row and 0, for rows that count nowhere, in the
/// others. k is no joint.
ConeVector self_dual_units(const ContactSet& contacts, Index k);
/// The largest entry of contact k's q in these units, for the velocities `gamma` of all rows.
double size_in_units(const ContactSet& contacts, Index k, const ConeVector& D, VecRef gamma);

/// (v_0 - |v'|)(v_0 + |v'|), positive inside the cone together with v_0.
double cone_determinant(const ConeVector& v);
/// Jordan product  a o b = (a . b, a_0 b' + b_0 a').
ConeVector cone_product(const ConeVector& a, const ConeVector& b);
/// x with  a o x = b, a inside the cone.
ConeVector cone_quotient(const ConeVector& b, const ConeVector& a);
/// How far v may go along d until it leaves the cone; infinite where it never does. v inside the cone.
double cone_reach(const ConeVector& v, const ConeVector& d);
/// The smaller eigenvalue of the product of p and q in the scaled space, lambda o lambda: t where p o q = t e.
double cone_centrality(const ConeVector& p, const ConeVector& q);

/// (v + (v^2 + 4 t e)^(1/2)) / 2: inside the cone, near its point next to v. With q that of -v:  p o q = t e,
/// p - q = v.
ConeVector smooth_projection(const ConeVector& v, double t);

/// The scaling of Nesterov and Todd (1997) of one contact: the symmetric W with  W p = W^-1 q = lambda,
///
///   W = eta (w_0, w'^T; w', 1 + w' w'^T / (1 + w_0)),   w_0^2 - |w'|^2 = 1,  W W = eta^2 (2 w w^T - J).
///
/// p and q are inside the cone.
class ConeScaling {
 public:
  ConeScaling() = default;
  ConeScaling(const ConeVector& p, const ConeVector& q);
  ConeVector times(const ConeVector& v) const { return apply(v, 1.0, eta_); }
  ConeVector divide(const ConeVector& v) const { return apply(v, -1.0, 1.0 / eta_); }
  const ConeVector& lambda() const { return lambda_; }
  /// W W, row by row.
  std::array<double, 9> squared() const;

 private:
  ConeVector apply(const ConeVector& v, double sign, double factor) const;
  ConeVector w_{1.0, 0.0, 0.0}, lambda_{};
  double eta_ = 1.0;
};

}  // namespace percuss
