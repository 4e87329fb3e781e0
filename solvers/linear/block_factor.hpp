// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/mechanical_system.hpp"
#include "core/report.hpp"
#include "solvers/linear/bordered_solver.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace percuss {

/// The factor of  A = w_M M + w_C C + w_K K, one LinearSolver per body. A body whose tangent is constant is factored
/// once per set of weights; a bordered one keeps its inner factor likewise; one whose tangent is not symmetric, by
/// `dense_lu` whatever the options ask for, unless the weights ask for M alone. Keeps a reference to the system, which
/// must outlive it. A scheme owns its factor.
///
/// Ranks that share the system solve for the bodies dealt to them by the sizes of their factors, which all ranks have.
/// Iterative solvers, which may fail, are every rank's own, and those of PETSc's share their work by themselves.
/// Threads solve for bodies side by side, unless one of them is most of the work: that one shares its rows.
class BlockFactor {
 public:
  BlockFactor(const MechanicalSystem& system, const LinearSolverOptions& options);

  /// Makes the factor hold for the weights at (t, q, v); refactors only what changed, and what a solve has failed with:
  /// its version changes, and nothing that was made of that solve is kept. Throws
  /// InputError when the kind of solver asked for cannot factor a body's matrix (too wide a band), or that of no body
  /// (not symmetric), or is not built in.
  Report update(double t, VecRef q, VecRef v, TangentWeights weights);
  /// x <- A^-1 x  (nv)
  void solve_in_place(VecOut x) const;
  /// x <- A_i^-1 x for body i alone (its own rows).
  void solve_in_place(Index body, VecOut x) const;

  /// The matrix that stands factored for body i: kept where it changes, else formed anew.
  void matrix(Index body, SparseMatrix& A) const;
  /// The factor of body i, once there is one.
  const LinearSolver& solver(Index body) const { return *blocks_[static_cast<std::size_t>(body)].solver; }

  const MechanicalSystem& system() const { return system_; }
  /// Changes whenever body i has been refactored: what was derived from the old factor is out of date.
  long version(Index body) const { return blocks_[static_cast<std::size_t>(body)].version; }
  /// Numerical factorisations done so far, over all bodies.
  long factorisations() const { return factorisations_; }
  /// Name of the backend of body i.
  const char* solver_name(Index body) const;

 private:
  struct Block {
    std::unique_ptr<LinearSolver> solver;
    Index band = 0, entries = 0;  // half bandwidth and entries of the matrix that `solver` was chosen for
    bool symmetric = true;
    SparseMatrix A;  // kept only for bodies whose tangent changes: its storage is reused
    TangentWeights weights{0.0, 0.0, 0.0};
    long version = 0;
    BorderedSolver* bordered = nullptr;  // `solver`, where the body has a border
    Vector q;                            // and where its border holds
    Report report;                       // of the last update
    bool is_factored = false;            // in the last update
  };
  void find_stale(TangentWeights weights);
  void share_solves();
  Report update_block(Index i, double t, VecRef q, VecRef v, TangentWeights weights);
  Report update_bordered(Block& block, const BorderedBody& body, VecRef q, TangentWeights weights);
  void choose_solver(Block& block, const Body& body, TangentWeights weights);

  const MechanicalSystem& system_;
  LinearSolverOptions options_;
  bool has_symmetric_ = false;  // some body's tangent is
  std::vector<Block> blocks_;
  std::vector<Index> stale_;  // bodies to be updated
  double stale_work_ = 0.0;   // and what that costs [multiplications]
  Shares shares_;             // of solves, among ranks
  double solve_work_ = 0.0;   // of all bodies, where threads solve for them side by side; else 0
  long factorisations_ = 0;
};

}  // namespace percuss
