// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/joint_elimination.hpp"

namespace percuss {

/// A contact solver made of an iteration on the contacts: joints are solved for directly (JointElimination), the start
/// and the end are judged on the whole problem, the better one stays, and the message says who failed and why. Only an
/// exact start is taken as it stands (a body at rest would creep); every other one sees an iteration.
class MethodSolver final : public ContactSolver {
 public:
  MethodSolver(const ContactSolverOptions& options, const char* name, std::unique_ptr<ContactMethod> method)
      : options_(options), name_(name), method_(std::move(method)) {}
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return method_->needs_rows(); }
  void reserve(Index rows) const override;

 private:
  double judge(const ContactProblem& problem, VecRef x) const;
  Report run(const ContactProblem& problem, VecOut x, double tolerance) const;
  Report run_reduced(const ContactProblem& problem, VecOut x, double tolerance) const;
  std::string reason(const Report& report) const;

  ContactSolverOptions options_;
  const char* name_;
  std::unique_ptr<ContactMethod> method_;
  mutable JointElimination joints_;
  mutable Vector start_, gamma_, reduced_;
};

}  // namespace percuss
