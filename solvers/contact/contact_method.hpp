// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// An iteration on the contacts of a problem. What all iterations share, joints, bad numbers, the judge, messages, is
/// the business of MethodSolver, which runs one.
class ContactMethod {
 public:
  virtual ~ContactMethod() = default;
  /// From the x given to a natural residual of at most `tolerance` [m/s], in at most `most` iterations (>= 1, and at
  /// least one is done); leaves the best x it has. A message says why it stopped, where that is not the number of
  /// iterations. Problems are not empty, and their c and diagonal are finite.
  virtual Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const = 0;
  /// Needs `G.rows()`.
  virtual bool needs_rows() const = 0;
  virtual void reserve(Index rows) const = 0;
};

}  // namespace percuss
