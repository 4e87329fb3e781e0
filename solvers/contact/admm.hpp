// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/scaled_products.hpp"
#include "solvers/linear/pivoted_lu.hpp"

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
  static constexpr Index most_rows = 5000;  ///< of the dense factor, 200 MB then
  explicit Admm(const ContactSolverOptions&) {}
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;

 private:
  void start(const ContactProblem& problem, VecRef x) const;
  double iterate() const;
  void rebalance(const ContactProblem& problem, double factor) const;
  void factorize(const BlockRows& rows) const;

  mutable ScaledProducts G_;
  mutable PivotedLU lu_;  // of G^ + rho 1
  mutable double rho_ = 1.0;
  mutable Vector y_, z_, w_, gamma_, shift_, best_, work_;
};

}  // namespace percuss
