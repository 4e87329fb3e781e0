// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_method.hpp"

namespace percuss {

/// Projected Jacobi:  x_k <- prox_Ck(x_k - omega (G x + c)_k / G_kk)  for all contacts at once, one product with G per
/// sweep and nothing else of G. omega is `relaxation` at most (JacobiPace).
class Jacobi final : public ContactMethod {
 public:
  static constexpr const char* name = "jacobi";
  explicit Jacobi(ContactSolverOptions options) : options_(options) {}
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  bool needs_rows() const override { return false; }
  void reserve(Index rows) const override {
    workspace(gamma_, rows);
    workspace(best_, rows);
  }

 private:
  ContactSolverOptions options_;
  mutable Vector gamma_, best_;
};

}  // namespace percuss
