// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/coupled_factor.hpp"
#include "solvers/contact/scaled_products.hpp"

namespace percuss {

/// Alternating directions (Boyd et al. 2011; for contact Tasora et al. 2021), accelerated with restarts (Goldstein,
/// O'Donoghue, Setzer and Baraniuk 2014; for contact Acary, Bremond and Huber 2018), on De Saxce's form, y held in the
/// cone as z:
///
///   (G^ + rho 1) y <- rho (z' - w') - c^ - shift,   z <- P_K(y + w'),   w <- w' + y - z,
///   z' <- z + beta (z - z_before),   w' <- w + beta (w - w_before),
///
/// and shift = (mu |gamma_T|, 0), gamma + shift = -rho w at the end. beta grows as Nesterov's does while |y - z|^2 +
/// rho^2 |z - z'|^2 falls; else z' and w' are those before. rho is small at first, so that the first steps are close to
/// Newton's with every contact sticking, and is balanced so that both residuals sink alike; the factor of G^ + rho 1 is
/// kept until rho changes. One solve and one product with G per iteration. The shift is held until the optimum that
/// belongs to it is found; where the residual stands still, all begins anew with one that follows gamma(y) at every
/// iteration, or with another rho.
class Admm final : public ContactMethod {
 public:
  static constexpr const char* name = "admm";
  /// Others may use the factor, too, as long as nobody goes on with what another has left in it.
  explicit Admm(const ContactSolverOptions&, std::shared_ptr<CoupledFactor> factor = std::make_shared<CoupledFactor>())
      : factor_(std::move(factor)) {}
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  /// The same in lots: `load` says why there will be no factor, or nothing, and keeps references to the problem until
  /// the next one; `begin` at x; then `run` goes on for up to `most` iterations (>= 1) and leaves the best x so far.
  std::string load(const ContactProblem& problem) const;
  void begin(VecRef x) const;
  Report run(VecOut x, double tolerance, int most) const;
  /// What a factor of the problem loaded takes, in multiplications of a product with G.
  double cost() const { return factor_->cost(); }
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;

 private:
  /// Where rho begins, and whether the shift follows at every iteration or when the optimum of the old one is found.
  struct Way {
    double rho;
    bool follows;
  };
  /// How far the two halves of an iteration are apart: |y - z|, and rho |z - z'|.
  struct Residuals {
    double primal, dual;
  };

  void start(const Way& way) const;
  Residuals iterate() const;
  void begin_anew() const;
  bool stands_still(double residual) const;
  void accelerate(const Residuals& residuals) const;
  void balance(const Residuals& residuals, double tolerance) const;
  void restart() const;
  void factorize() const;

  mutable ScaledProducts G_;
  std::shared_ptr<CoupledFactor> factor_;  // of G^ + rho 1, from the first iteration on
  mutable double rho_ = 1.0, theta_ = 1.0, merit_ = 0.0;
  mutable double least_ = 0.0, mark_ = 0.0, milestone_ = 0.0;  // residual of best_, now and when looked at
  mutable bool factorised_ = false, follows_ = true;
  mutable int look_every_ = 0, waited_ = 0, patience_ = 0, stood_still_ = 0, beginnings_ = 0;
  mutable Vector y_, z_, w_, z_before_, w_before_, z_ahead_, w_ahead_, gamma_, judged_, shift_, best_;
};

}  // namespace percuss
