// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/coupled_factor.hpp"
#include "solvers/contact/scaled_products.hpp"

namespace percuss {

/// Semi-smooth Newton on the Fischer-Burmeister function of second-order cones (Fukushima, Luo and Tseng 2001; for
/// contact Acary, Bremond and Huber 2018). Per contact, with De Saxce's shift, in variables whose cone is its own dual:
///
///   p = (mu y_N, y_T),   q = (gamma_N + mu |gamma_T|, mu gamma_T),   phi = p + q - (p^2 + q^2)^(1/2) = 0,
///
/// squares and the root by the Jordan product; without friction the scalar y_N + gamma_N - |(y_N, gamma_N)|. Steps are
/// regularised by G^ + r 1, r falling with the residual, and searched for along their line with some memory.
class FischerBurmeister final : public ContactMethod {
 public:
  static constexpr const char* name = "fischer_burmeister";
  /// Others may use the factor, too: nothing of it is kept from one problem to the next but the symbolic work.
  explicit FischerBurmeister(const ContactSolverOptions&,
                             std::shared_ptr<CoupledFactor> factor = std::make_shared<CoupledFactor>())
      : factor_(std::move(factor)) {}
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;

 private:
  double evaluate(VecRef y, VecOut gamma, VecOut phi) const;
  bool find_step(double regularisation) const;
  bool search(double& merit) const;
  void keep_best(double& residual) const;

  mutable ScaledProducts G_;
  std::shared_ptr<CoupledFactor> factor_;
  mutable std::array<double, 5> merits_{};  // |phi|^2 of the last iterations
  mutable Vector y_, gamma_, phi_, step_, trial_, trial_gamma_, trial_phi_, best_;
};

}  // namespace percuss
