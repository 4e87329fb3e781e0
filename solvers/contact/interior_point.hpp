// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solvers/contact/cone_pairs.hpp"
#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/coupled_factor.hpp"
#include "solvers/contact/fischer_burmeister.hpp"
#include "solvers/contact/scaled_products.hpp"

namespace percuss {

/// Primal-dual interior points on De Saxce's form of Coulomb's law (Mangoni, Tasora and Garziera 2018; Acary, Armand,
/// Nguyen and Shpakovych 2023), with Nesterov and Todd's scaling (1997) and Mehrotra's predictor and corrector (1992):
///
///   D^-1 (G^ y + c^) + (|q_T|, 0) - q = r -> 0,   p o q -> t e,   t -> 0   (ConePairs),
///
/// by Newton's method, the derivative of the shift |q_T| included. Where that leads to the boundary of the cones, less
/// is aimed at, and where this does not help the shift is held in one step: the problem is an optimum over cones then.
/// The first point is near the forces of G^ + rho 1 with every contact sticking. Where t no longer falls all begins
/// anew with another rho. One to two factors of G^ with other diagonal blocks per iteration. What rounding leaves is
/// for some steps of FischerBurmeister.
class InteriorPoint final : public ContactMethod {
 public:
  static constexpr const char* name = "interior_point";
  /// Others may use the factor, too: nothing of it is kept from one problem to the next but the symbolic work.
  explicit InteriorPoint(const ContactSolverOptions& options,
                         std::shared_ptr<CoupledFactor> factor = std::make_shared<CoupledFactor>())
      : factor_(std::move(factor)), last_steps_(options, factor_) {}
  /// From near a solution by the last steps alone; else from points of its own, one after the other. The x given comes
  /// back where nothing better is found.
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  static constexpr int starts = 3;
  /// From one of these alone, 0 to starts - 1. No iteration is done where it is far from any solution.
  Report solve_from(int start, const ContactProblem& problem, VecOut x, double tolerance, int most) const;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;

 private:
  struct Aim {
    double product, share;
    bool corrected, with_derivative;
  };

  std::string load(const ContactProblem& problem, VecRef x) const;
  void go(int start, const ContactProblem& problem, VecOut x, double tolerance, int most, Report& report) const;
  bool begin(int start) const;
  void run(Report& report, double tolerance, int most) const;
  void finish(const ContactProblem& problem, VecOut x, double tolerance, int most, Report& report) const;
  void look() const;
  bool factorize(bool with_derivative) const;
  void attempt(const Aim& aim, double better, double& longest) const;
  bool step() const;
  void keep_best() const;

  mutable ScaledProducts G_;
  std::shared_ptr<CoupledFactor> factor_;
  FischerBurmeister last_steps_;
  mutable ConePairs pairs_;
  mutable std::vector<ConePairs::Step> trial_, chosen_;
  mutable double residual_ = 0.0;  // of best_
  mutable Vector y_, gamma_, side_, best_;
};

}  // namespace percuss
