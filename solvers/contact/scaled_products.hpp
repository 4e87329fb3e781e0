// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// Share of the residual at which the optimum of a fixed shift counts as found: found on the fourteen problems of
/// fclib, 0.1 and 1 being slower or astray.
inline constexpr double settled = 0.3;

/// A contact problem in units in which the diagonal of G is one (scaled_units.hpp), known by products with G alone.
///
///   y = s x,  gamma^ = (G x + c) / s,  cones as they are: s is one number per contact.
///
/// De Saxce's form of Coulomb's law (1992): with  gamma* = gamma^ + (mu |gamma^_T|, 0),  y in K_mu, gamma* in its dual
/// cone, y . gamma* = 0. With the shift held fast this is an optimum over second-order cones, which first-order methods
/// find from anywhere; a shift that follows at every iteration can drive them astray. Buffers only grow.
class ScaledProducts {
 public:
  /// Keeps references to the problem until the next load. No joints.
  void load(const ContactProblem& problem);
  void reserve(Index rows);
  Index size() const { return size_; }
  const ContactSet& contacts() const { return *contacts_; }
  VecView scale() const { return {s_.data(), size()}; }
  VecView c() const { return {c_.data(), size()}; }
  void scaled(VecRef x, VecOut y) const { y = x.cwiseProduct(s_.head(size())); }
  void unscaled(VecRef y, VecOut x) const { x = y.cwiseQuotient(s_.head(size())); }
  /// G^ y, without c.
  void product(VecRef y, VecOut Gy) const;
  /// gamma^ = G^ y + c^
  void velocity(VecRef y, VecOut gamma) const;
  /// What an iteration may offer of y: on the boundary of the cones, and zero where contacts open,  P_K(y - gamma -
  /// shift),  which is y in the end. gamma is that of y on entry, that of the offer on return; y the offer. Returns its
  /// residual.
  double offer(VecOut y, VecOut gamma, VecOut work) const;
  /// The natural residual [m/s].
  double residual(VecRef gamma, VecRef y) const;
  /// shift_k = mu |gamma_T| in the normal rows, zero elsewhere.
  void shift(VecRef gamma, VecOut shift) const;
  /// How far y is from the optimum that belongs to this shift:  |y - P_K(y - gamma - shift)| s  [m/s]. The shift may
  /// follow once that is `settled` times the residual.
  double fixed_shift_residual(VecRef gamma, VecRef shift, VecRef y, VecOut work) const;
  /// Each contact onto its second-order cone.
  void project(VecOut y) const;

 private:
  const DelassusOperator* G_ = nullptr;
  const ContactSet* contacts_ = nullptr;
  Index size_ = 0;
  Vector s_, c_;
  mutable Vector x_;
};

}  // namespace percuss
