// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/lemke.hpp"
#include "solvers/contact/newton.hpp"

namespace percuss {

/// Lemke's pivoting as a solver of its own, for contacts without friction or with friction in the plane, where the
/// polygon of directions is exact: the pivots find the modes of the contacts, and Newton steps, exact on given modes,
/// take the perturbation away. `iterations` counts pivots. Friction in space is refused.
class LemkeSolver final : public ContactSolver {
 public:
  static constexpr Index most_rows = 2000;  ///< the dictionary has some (2 rows)^2 entries
  static constexpr const char* name = "lemke";
  explicit LemkeSolver(const ContactSolverOptions& options) : options_(options), newton_(options) {}
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;

 private:
  ContactSolverOptions options_;
  Lemke lemke_;
  Newton newton_;
  mutable Vector start_, gamma_;
};

}  // namespace percuss
