// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// A contact problem of few rows whose G is a dense matrix and need not be symmetric:  -(G x + c) in N_C(x). The
/// schemes whose positions and velocities are coupled linearise to it.
///
/// Solved by the semi-smooth Newton method on the prox equations, each linear system by elimination with complete
/// pivoting, which gives dependent contacts (more closed corners than degrees of freedom) one of their solutions. Where
/// the Newton iteration does not settle, the contact solver of the options takes over; the report says so. Cost: the
/// cube of the rows that carry force.
class DenseProblem {
 public:
  /// Throws InputError when an option is out of range.
  explicit DenseProblem(const ContactSolverOptions& options);
  ~DenseProblem();

  /// Buffers for this many rows, so that problems up to that size allocate nothing.
  void reserve(Index rows);
  /// Back to no contacts; G and c of the problem are then written anew, the cones with `add`.
  void clear();
  void add(Cone cone, Index rows, double mu);
  Index rows() const { return contacts_.rows(); }
  /// G (rows x rows) and c (rows) of the contacts added so far, to be written; a further contact leaves them void.
  auto matrix() { return G_.topLeftCorner(rows(), rows()); }
  auto constant() { return c_.head(rows()); }

  /// Starts from the x given and leaves the best it has there. Newton aims at a natural residual (`natural_residual` is
  /// the judge) of 1e-14 |c|_inf + round_off [m/s], which costs it nothing; what the contact solver reaches is good
  /// when it is at most  tolerance_absolute + tolerance_relative |c|_inf + round_off.  `singular` when G has a diagonal
  /// entry that is not positive.
  Report solve(double round_off, VecOut x);

 private:
  class Operator;
  Report solve_newton(double target, double asked, VecOut x);
  void judge(VecRef x, Report& report);
  Index free_rows(Index k) const;
  void assemble_newton(VecRef x);
  void add_law_row(Index i);
  void add_coulomb_rows(Index first, Index n, double mu, VecRef x);

  ContactSolverOptions options_;
  std::unique_ptr<ContactSolver> fallback_;
  std::unique_ptr<Operator> operator_;
  ContactSet contacts_;
  Matrix G_, J_;
  Vector c_, gamma_, diagonal_, scale_, b_, start_;
  std::vector<Index> free_, column_;  // unknowns that are not zero by their law; column order of the elimination
};

}  // namespace percuss
