// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/linear/pivoted_lu.hpp"

namespace percuss {

/// A contact problem without its joints. Rows j of joints satisfy  G_jj x_j + G_jc x_c + c_j = 0,  hence
///
///   x_j = -G_jj^+ (G_jc x_c + c_j),   G' = G_cc - G_cj G_jj^+ G_jc,   c' = c_c - G_cj G_jj^+ c_j:
///
/// contacts on what the joints leave free to move. Dependent (redundant) joints get forces of one of the many
/// solutions. Rows of G' couple the contacts of one mechanism with each other and stay as sparse as G elsewhere. Where
/// the operator does not form rows, neither does G'; each load then costs one product with G per joint row.
///
/// The joints' block is factored as a dense matrix: up to `most_joint_rows`. Buffers only grow.
class JointElimination {
 public:
  static constexpr Index most_joint_rows = 4000;

  JointElimination();
  ~JointElimination();
  /// `singular` when joints contradict each other by more than the tolerance [m/s], `not_converged` when they are too
  /// many.
  Report load(const ContactProblem& problem, double tolerance);
  void reserve(Index rows);
  /// The problem of the contacts alone: G', c' and cones, valid until the next load and as long as the problem loaded.
  const DelassusOperator& G() const;
  VecView c() const { return {c_.data(), static_cast<Index>(kept_.size())}; }
  const ContactSet& contacts() const { return contacts_; }
  /// The rows of the contacts.
  void restrict(VecRef x, VecOut x_c) const;
  /// x from x_c, with the forces of the joints that belong to it.
  void expand(const ContactProblem& problem, VecRef x_c, VecOut x) const;

 private:
  class Reduced;
  void split(const ContactSet& contacts);
  void find_touched(const ContactProblem& problem);
  void factor_joints(const ContactProblem& problem);
  void couple(const ContactProblem& problem, double* A);
  Report check(const ContactProblem& problem, double tolerance) const;
  void form_reduced(const ContactProblem& problem);
  void form_rows(const BlockRows& G, const ContactSet& contacts);
  void copy_rows(const BlockRows& G, Index first, Index count);
  void solve_joints(const ContactProblem& problem, VecOut x) const;
  Index joint_rows() const { return static_cast<Index>(joint_.size()); }
  /// -1: no joint acts on the row of the contacts.
  Index slot(Index row) const { return slot_[static_cast<std::size_t>(row)]; }

  ContactSet contacts_;                // the contacts alone
  std::vector<Index> kept_, joint_;    // rows of contacts and of joints in the problem
  std::vector<Index> contact_of_;      // of a row of the problem: its contact
  std::vector<Index> place_;           // of a row of the problem: its place in kept_ or joint_
  std::vector<Index> reduced_number_;  // of a contact of the problem: its number without joints, or -1
  std::vector<Index> slot_;            // of a row of the contacts: its row in B_ and Y_
  std::vector<char> touched_;          // of a contact: a joint acts on it
  // With S^-1 G_jj S^-1 = L U: G_cj S^-1 U^-1 and (L^-1 S^-1 G_jc)', a row for each touched row c; G' = G_cc - B_ Y_'.
  std::vector<double> B_, Y_;
  std::vector<double> values_;  // rows of G' under construction
  std::vector<char> present_;
  Vector s_, c_, half_c_;  // half_c_: L^-1 S^-1 c_j
  mutable Vector step_, x_, gamma_;
  PivotedLU lu_;  // of S^-1 G_jj S^-1
  std::unique_ptr<Reduced> reduced_;
};

}  // namespace percuss
