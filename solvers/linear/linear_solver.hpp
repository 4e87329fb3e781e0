// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "core/report.hpp"
#include "core/rigid_motions.hpp"
#include "core/types.hpp"
#include "solvers/linear/half_solve.hpp"
#include "solvers/linear/inverse_chain.hpp"
#include "solvers/linear/linear_solver_options.hpp"

namespace percuss {

/// Factor of one block, symmetric positive definite for all kinds but `dense_lu`, or what an iterative solver needs of
/// it. Owns its factor and its workspace: one instance serves one caller.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  /// Factors A (both triangles stored). The symbolic analysis is kept while the pattern holds. Returns `singular` with
  /// the row in the message when A is not positive definite (`dense_lu`: has no inverse); the solver then holds no
  /// factor.
  virtual Report factorize(const SparseMatrix& A) = 0;
  /// X <- A^-1 X for any number of right-hand sides; allocates nothing after the first call. An iterative solver that
  /// fails fills the column with NaN, which no step takes for a solution, and tells the tally of its options why.
  virtual void solve_in_place(Eigen::Ref<Matrix> X) const = 0;
  /// A solve has failed since the last `factorize`: what was made of its solution is worthless. Of iterative solvers.
  virtual bool has_failed() const { return false; }
  /// The diagonal of A^-1 when A is diagonal, else empty.
  virtual std::span<const double> inverse_diagonal() const { return {}; }
  /// Half bandwidth of the chains that `condense` makes, 0 when the factor is not banded.
  virtual Index chain_width() const { return 0; }
  /// A^-1 on these rows (ascending, some), in one pass over the factor; only where `chain_width` is not 0. Who asks how
  /// far rows reach closes the chain first.
  virtual void condense(std::span<const Index> rows, InverseChain& chain) const;
  /// The factor is sparse by columns and can be viewed.
  virtual bool has_view() const { return false; }
  /// Views the factor for half solves until the next `factorize`; false when there is none.
  virtual bool view(SparseFactor&) const { return false; }
  /// Memory of the factor [bytes].
  virtual std::size_t bytes() const = 0;
  virtual const char* name() const = 0;
};

/// Half bandwidth of A: the largest |i - j| over its entries.
Index half_bandwidth(const SparseMatrix& A);

/// The solver of the given kind, an iterative one with its options; `automatic` picks by the structure of A, which must
/// be symmetric: diagonal, tridiagonal, dense while A is small, banded while the band is narrow, else sparse Cholesky
/// (CHOLMOD where built in, else Eigen). Throws InputError with the kinds that are built in when `kind` is not, and
/// when the band of A does not fit the kind. `rigid`: of the mesh that A belongs to, for PETSc's solvers.
std::unique_ptr<LinearSolver> make_linear_solver(const LinearSolverOptions& options, const SparseMatrix& A,
                                                 RigidMotions rigid = {});

}  // namespace percuss
