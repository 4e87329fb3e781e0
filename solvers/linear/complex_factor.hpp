// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "core/mechanical_system.hpp"
#include "core/report.hpp"

namespace percuss {

using Complex = std::complex<double>;
using ComplexColumn = Eigen::MatrixX2d;  // real and imaginary parts of a vector, column by column

/// Factor of one complex block  S = A + i B,  which need not be symmetric or Hermitian.
class ComplexSolver {
 public:
  virtual ~ComplexSolver() = default;
  virtual Report factorize(const SparseMatrix& A, const SparseMatrix& B) = 0;
  virtual void solve_in_place(Eigen::Ref<ComplexColumn> x) const = 0;
  virtual const char* name() const = 0;
};

/// The solver by the structure of A + i B: tridiagonal LDL' where it is tridiagonal and `symmetric`, dense LU while it
/// is small, else sparse LU, whose solves allocate.
std::unique_ptr<ComplexSolver> make_complex_solver(const SparseMatrix& A, const SparseMatrix& B, bool symmetric);

/// The factor of  S = M + mu C + mu^2 K,  mu complex, one ComplexSolver per body: two coupled stages of size n as one
/// complex system of size n. A body whose tangent is constant is factored once per mu. Keeps a reference to the system.
class ComplexFactor {
 public:
  explicit ComplexFactor(const MechanicalSystem& system);
  /// Makes the factor hold for mu at (t, q, v); refactors only what changed.
  Report update(double t, VecRef q, VecRef v, Complex mu);
  /// x <- S^-1 x  (nv)
  void solve_in_place(Eigen::Ref<ComplexColumn> x) const;
  /// x <- S_i^-1 x for body i alone (its own rows).
  void solve_in_place(Index body, Eigen::Ref<ComplexColumn> x) const;
  const MechanicalSystem& system() const { return system_; }
  /// Numerical factorisations so far, over all bodies: while it stays, so does S.
  long factorisations() const { return factorisations_; }
  const char* solver_name(Index body) const;

 private:
  struct Block {
    std::unique_ptr<ComplexSolver> solver;
    Complex mu{0.0, 0.0};
    SparseMatrix A, B;  // kept only for bodies whose tangent changes: their storage is reused
  };
  Report update_block(Index i, double t, VecRef q, VecRef v, Complex mu);

  const MechanicalSystem& system_;
  std::vector<Block> blocks_;
  long factorisations_ = 0;
};

}  // namespace percuss
