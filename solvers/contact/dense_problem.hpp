// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/delassus/given.hpp"

namespace percuss {

/// A contact problem of few rows whose G is a dense matrix and need not be symmetric:  -(G x + c) in N_C(x). The
/// schemes whose positions and velocities are coupled linearise to it.
///
/// The contact solver of the options solves it; `auto` copes with dependent contacts (more closed corners than degrees
/// of freedom), with joints among them and with a G that is not symmetric.
class DenseProblem {
 public:
  /// Throws InputError when an option is out of range, or for `active_set`, which has no use for a given matrix.
  explicit DenseProblem(const ContactSolverOptions& options);
  /// With this solver, made from the same options.
  DenseProblem(const ContactSolverOptions& options, std::unique_ptr<ContactSolver> solver);

  /// Buffers for this many rows, so that problems up to that size allocate nothing.
  void reserve(Index rows);
  /// Back to no contacts; G and c of the problem are then written anew, the cones with `add`.
  void clear();
  void add(Cone cone, Index rows, double mu);
  Index rows() const { return contacts_.rows(); }
  /// G (rows x rows) and c (rows) of the contacts added so far, to be written; a further contact leaves them void.
  auto matrix() { return G_.topLeftCorner(rows(), rows()); }
  auto constant() { return c_.head(rows()); }
  auto matrix() const { return G_.topLeftCorner(rows(), rows()); }
  auto constant() const { return c_.head(rows()); }
  const ContactSet& contacts() const { return contacts_; }

  /// tolerance_absolute + tolerance_relative |c|_inf  [m/s]
  double tolerance() const { return options_.tolerance(constant()); }
  /// Starts from the x given and leaves the best it has there. Good is a natural residual of at most
  /// tolerance() + round_off [m/s]. Rows and columns of zeros are of directions in which nothing moves; `singular` when
  /// a diagonal entry is not positive and they are not zero.
  Report solve(double round_off, VecOut x);
  /// The contact whose law x misses most.
  Index worst(VecRef x) const;

 private:
  ContactSolverOptions options_;
  std::unique_ptr<ContactSolver> solver_;
  GivenDelassus operator_;
  ContactSet contacts_;
  Matrix G_;
  Vector c_;
};

}  // namespace percuss
