// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/regularisation.hpp"
#include "solvers/contact/saddle_system.hpp"

namespace percuss {

/// Primal-dual active set (Hueeber and Wohlmuth 2005) in global form: the velocities stay unknowns and G is never
/// formed. Each iteration decides contact by contact which piece of the law holds (open, closed, stick, slip) and
/// solves one sparse system, A with the contacts' equations in it (SaddleSystem), about what one solve with A costs.
/// For many contacts on one long body, with `delassus: implicit`.
///
/// Without friction and in the plane the pieces are linear, and the last iteration is exact. All contacts change pieces
/// at once while fewer and fewer do. Where that comes to a halt the contacts are made soft, gamma + softness x instead
/// of gamma, and harder from iteration to iteration (Hintermueller and Kunisch 2006); then the last one alone changes
/// [Judice and Pires 1994], which cannot cycle when G is positive definite and there is no friction. Dependent
/// equations are solved with 1e-10 ... 1e-6 added to the scaled diagonal of G; further iterations remove what that
/// changes of gamma.
///
/// The last residual is that of gamma = G x + c by the operator's own product. Its scale is the diagonal of G where the
/// operator has rows; else the estimate of SaddleSystem, since a diagonal would cost a solve per row.
class ActiveSet final : public ContactSolver {
 public:
  explicit ActiveSet(ContactSolverOptions options) : options_(options) {}
  /// Converged below the tolerance; or below 100 tolerances where the sparse system says that it is below one, so that
  /// rounding in G x is all that is left.
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return false; }
  void reserve(Index rows) const override;

 private:
  struct Progress {
    Index fewest = std::numeric_limits<Index>::max(), waited = 0;
    double softness = 0.0;
    bool has_softened = false;
    bool all_may_change(Index changed);
  };
  void measure(const ContactProblem& problem) const;
  double residual(const ContactProblem& problem) const;
  Index find_pieces(const ContactProblem& problem) const;
  void soft_gamma() const;
  void change_pieces(const ContactProblem& problem, bool all) const;
  bool step(const ContactProblem& problem, bool same_matrix) const;
  bool iterate(const ContactProblem& problem, double tolerance, Report& report) const;

  ContactSolverOptions options_;
  mutable SaddleSystem saddle_;
  mutable std::vector<ContactPiece> pieces_;
  mutable std::vector<ContactPiece::Kind> wanted_;
  mutable Vector x_, y_, gamma_, soft_, best_, dx_, dgamma_;  // workspaces; y and gamma in the units of SaddleSystem
  mutable Regularisation regularisation_;
  mutable Progress progress_;
};

}  // namespace percuss
