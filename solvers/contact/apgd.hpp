// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/scaled_products.hpp"

namespace percuss {

/// Accelerated projected gradient descent (Nesterov 1983; for contact Mazhar et al. 2015), with De Saxce's shift, so
/// that the answer is Coulomb's and not the associated relaxation's (Acary et al. 2011):
///
///   z = y + beta (y - y_before),   y <- P_K(z - (G^ z + c^ + shift)/L),   shift = (mu |gamma_T|, 0) of an earlier y.
///
/// The shift follows whenever the optimum of the old one is found well enough. L is doubled where the parabola is too
/// flat and sinks slowly; the momentum starts anew where it leads uphill (O'Donoghue and Candes 2015). One product with
/// G per iteration.
class Apgd final : public ContactMethod {
 public:
  static constexpr const char* name = "apgd";
  explicit Apgd(const ContactSolverOptions&) {}
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  /// The same in lots: `begin` at x, then `run` goes on for up to `most` iterations (>= 1) and leaves the best x so
  /// far. Keeps references to the problem until the next `begin`.
  void begin(const ContactProblem& problem, VecRef x) const;
  Report run(VecOut x, double tolerance, int most) const;
  bool needs_rows() const override { return false; }
  void reserve(Index rows) const override;

 private:
  void restart() const;
  void step() const;

  mutable ScaledProducts G_;
  // y, the y before, the extrapolated z, the trial; their products with G^; gamma = G^ y + c^
  mutable Vector y_, before_, z_, next_, Gy_, Gbefore_, Gz_, Gnext_, gamma_, shift_, best_;
  mutable double L_ = 1.0, theta_ = 1.0, least_ = 0.0;  // least_: residual of best_
};

}  // namespace percuss
