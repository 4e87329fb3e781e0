// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/coupled_factor.hpp"
#include "solvers/contact/scaled_products.hpp"

namespace percuss {

/// Alternating directions (Boyd et al. 2011; for contact Tasora et al. 2021) on De Saxce's form, y held in the cone as
/// z:
///
///   (G^ + rho 1) y = rho (z - w) - c^ - shift,   z <- P_K(y + w),   w <- w + y - z,   shift = (mu |gamma_T|, 0),
///
/// with over-relaxation, and gamma + shift = -rho w at the end. The shift follows whenever the optimum of the old one
/// is found well enough. rho is balanced so that both residuals sink alike; the factor of G^ + rho 1 is kept until rho
/// changes.
class Admm final : public ContactMethod {
 public:
  static constexpr const char* name = "admm";
  explicit Admm(const ContactSolverOptions&) {}
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;

 private:
  void start(VecRef x) const;
  double iterate() const;
  void rebalance(double factor) const;
  void factorize() const;

  mutable ScaledProducts G_;
  mutable CoupledFactor factor_;  // of G^ + rho 1
  mutable double rho_ = 1.0;
  mutable Vector y_, z_, w_, gamma_, shift_, best_, work_;
};

}  // namespace percuss
