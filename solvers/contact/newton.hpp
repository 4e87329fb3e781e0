// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "solvers/contact/dense_contacts.hpp"

namespace percuss {

/// Semi-smooth Newton on the natural map  F(x) = x - prox(x - (G x + c)/G_kk) = 0  (Alart and Curnier 1991), dense.
/// One step solves, contact by contact,
///
///   joint, closed, stick:  gamma + G dx = 0                                 open:  x + dx = 0
///   slip:  x_T + dx_T = mu (x_N + dx_N) e + mu z_N P (dx_T - G_T dx)/|z_T|,   e = z_T/|z_T|,  P = 1 - e e'
///
/// with the state that z = x - gamma falls into; in the plane P = 0, the pieces are linear and the last step is exact.
/// G need not be symmetric. Where the equations depend on each other (two corners on one wall, redundant joints) they
/// are solved with 1e-9 added to the scaled diagonal: forces stay near the ones given, and a step or two more removes
/// what that changes of gamma. Full steps while they lead on, then damped ones from the best point. Cost n^3/3 a step:
/// for some hundred rows.
class Newton final : public ContactSolver {
 public:
  explicit Newton(ContactSolverOptions options) : options_(options) {}
  /// Converged below the tolerance, or below what rounding leaves of G x + c where that is within 100 tolerances.
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;
  /// The same with at most so many steps, which `Auto` gives out.
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most_steps) const;

 private:
  struct Point {
    Vector y, gamma;  // workspaces
    double residual = 0.0;
  };
  void evaluate(Point& point) const;
  bool find_step(const Point& at) const;
  double linearise(const Point& at, double regularisation) const;
  void linearise_friction(const Point& at, Index first, Index rows, double mu, double regularisation) const;
  bool damped_step(Point& at) const;
  void move(const Point& from, double share, Point& to) const;

  ContactSolverOptions options_;
  mutable DenseContacts contacts_;
  mutable Point best_, now_, trial_;
  mutable std::vector<double> J_;  // row by row, overwritten by its factors
  mutable Vector step_;
};

}  // namespace percuss
