// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/complex_factor.hpp"

#include <fmt/format.h>

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

#include "solvers/linear/complex_parts.hpp"
#include "solvers/linear/complex_tridiagonal.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace percuss {

namespace {

Report no_inverse(Index row) {
  return Report::failure(Status::singular, fmt::format("the matrix of the two stages is singular in row {}", row));
}

/// f(row, column, number) for every entry of A and of i B.
template <class F>
void for_each_entry(const SparseMatrix& A, const SparseMatrix& B, F&& f) {
  for (Index j = 0; j < A.cols(); ++j) {
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) f(it.row(), j, Complex(it.value(), 0.0));
    for (SparseMatrix::InnerIterator it(B, j); it; ++it) f(it.row(), j, Complex(0.0, it.value()));
  }
}

class TridiagonalSolver final : public ComplexSolver {
 public:
  Report factorize(const SparseMatrix& A, const SparseMatrix& B) override {
    const Index n = A.rows();
    Eigen::VectorXcd diagonal = Eigen::VectorXcd::Zero(n), off = Eigen::VectorXcd::Zero(std::max<Index>(n - 1, 0));
    for_each_entry(A, B, [&](Index i, Index j, Complex value) {
      if (i == j) diagonal[j] += value;
      if (i == j + 1) off[j] += value;
    });
    const Index failed = factor_.factorize(diagonal, off);
    return failed < 0 ? Report{} : no_inverse(failed);
  }
  void solve_in_place(Eigen::Ref<ComplexColumn> x) const override {
    factor_.solve_in_place(x.col(0).data(), x.col(1).data());
  }
  const char* name() const override { return "tridiagonal"; }

 private:
  ComplexTridiagonal factor_;
};

/// LU with row pivoting for a few unknowns.
class DenseSolver final : public ComplexSolver {
 public:
  Report factorize(const SparseMatrix& A, const SparseMatrix& B) override {
    const Index n = A.rows();
    re_.setZero(n, n);
    im_.setZero(n, n);
    add(A, re_);
    add(B, im_);
    pivot_.resize(static_cast<std::size_t>(n));
    for (Index k = 0; k < n; ++k)
      if (!eliminate(k)) return no_inverse(k);
    return {};
  }
  void solve_in_place(Eigen::Ref<ComplexColumn> columns) const override {
    const Index n = re_.rows();
    const PartsOf<double> x{columns.col(0).data(), columns.col(1).data()};
    for (Index k = 0; k < n; ++k) {
      const Index p = pivot_[static_cast<std::size_t>(k)];
      const Parts at_p = x[p];
      x.put(p, x[k]);
      x.put(k, at_p);
      const auto l = column(k);
      for (Index i = k + 1; i < n; ++i) x.put(i, minus_product(x[i], l[i], at_p));
    }
    for (Index k = n - 1; k >= 0; --k) {
      const auto u = column(k);
      const Parts x_k = x.put(k, product(x[k], u[k]));
      for (Index i = 0; i < k; ++i) x.put(i, minus_product(x[i], u[i], x_k));
    }
  }
  const char* name() const override { return "dense_lu"; }

 private:
  static void add(const SparseMatrix& A, Matrix& sum) {
    for (Index j = 0; j < A.cols(); ++j)
      for (SparseMatrix::InnerIterator it(A, j); it; ++it) sum(it.row(), j) += it.value();
  }
  PartsOf<double> column(Index k) { return {re_.col(k).data(), im_.col(k).data()}; }
  PartsOf<const double> column(Index k) const { return {re_.col(k).data(), im_.col(k).data()}; }
  /// Column k of L, its largest entry first, and what is right of it. The pivot turns into its inverse.
  bool eliminate(Index k) {
    const Index n = re_.rows();
    const auto size = [&](Index i) { return std::abs(re_(i, k)) + std::abs(im_(i, k)); };
    Index p = k;
    for (Index i = k + 1; i < n; ++i)
      if (size(i) > size(p)) p = i;
    pivot_[static_cast<std::size_t>(k)] = p;
    if (p != k) {
      re_.row(k).tail(n - k).swap(re_.row(p).tail(n - k));  // what stands left of it is swapped while solving
      im_.row(k).tail(n - k).swap(im_.row(p).tail(n - k));
    }
    const auto l = column(k);
    const Parts d = l[k];
    const double norm = d.re * d.re + d.im * d.im;
    if (!(norm > 0.0 && std::isfinite(norm))) return false;
    const Parts inverse = l.put(k, {d.re / norm, -d.im / norm});
    for (Index i = k + 1; i < n; ++i) l.put(i, product(l[i], inverse));
    for (Index j = k + 1; j < n; ++j) {
      const auto a = column(j);
      const Parts a_k = a[k];
      for (Index i = k + 1; i < n; ++i) a.put(i, minus_product(a[i], l[i], a_k));
    }
    return true;
  }

  Matrix re_, im_;            // L below the diagonal, U above it, the inverse of its diagonal between them
  std::vector<Index> pivot_;  // row that row k was swapped with
};

class SparseSolver final : public ComplexSolver {
 public:
  Report factorize(const SparseMatrix& A, const SparseMatrix& B) override {
    lu_.compute(A.cast<Complex>() + Complex(0.0, 1.0) * B.cast<Complex>());
    return lu_.info() == Eigen::Success ? Report{} : no_inverse(A.rows() - 1);
  }
  void solve_in_place(Eigen::Ref<ComplexColumn> x) const override {
    const Eigen::VectorXcd right = x.col(0) + Complex(0.0, 1.0) * x.col(1), solution = lu_.solve(right);
    x << solution.real(), solution.imag();
  }
  const char* name() const override { return "sparse_lu"; }

 private:
  Eigen::SparseLU<Eigen::SparseMatrix<Complex>> lu_;
};

}  // namespace

std::unique_ptr<ComplexSolver> make_complex_solver(const SparseMatrix& A, const SparseMatrix& B, bool symmetric) {
  constexpr Index most_dense = 64;
  if (symmetric && half_bandwidth(A) <= 1 && half_bandwidth(B) <= 1) return std::make_unique<TridiagonalSolver>();
  if (A.rows() <= most_dense) return std::make_unique<DenseSolver>();
  return std::make_unique<SparseSolver>();
}

ComplexFactor::ComplexFactor(const MechanicalSystem& system)
    : system_(system), blocks_(static_cast<std::size_t>(system.num_bodies())) {}

Report ComplexFactor::update(double t, VecRef q, VecRef v, Complex mu) {
  const TimedCost timed(system_.profile(), StepCost::factor);
  for (Index i = 0; i < system_.num_bodies(); ++i) {
    const auto& block = blocks_[static_cast<std::size_t>(i)];
    if (block.solver && system_.body(i).has_constant_tangent() && block.mu == mu) continue;
    auto report = update_block(i, t, q, v, mu);
    if (report.ok()) continue;
    report.message = fmt::format("body {}: {}", i, report.message);
    return report;
  }
  return {};
}

Report ComplexFactor::update_block(Index i, double t, VecRef q, VecRef v, Complex mu) {
  auto& block = blocks_[static_cast<std::size_t>(i)];
  const auto& body = system_.body(i);
  const auto q_i = q.segment(system_.q_offset(i), body.num_q());
  const auto v_i = v.segment(system_.v_offset(i), body.num_v());
  const Complex square = mu * mu;
  body.tangent(t, q_i, v_i, {1.0, mu.real(), square.real()}, block.A);
  body.tangent(t, q_i, v_i, {0.0, mu.imag(), square.imag()}, block.B);
  // The structure of a body's matrix follows from whether the weights are zero, and these are not.
  if (!block.solver) block.solver = make_complex_solver(block.A, block.B, body.has_symmetric_tangent());
  block.mu = mu;
  ++factorisations_;
  auto report = block.solver->factorize(block.A, block.B);
  if (!report.ok()) block.solver.reset();
  if (body.has_constant_tangent()) block.A = block.B = SparseMatrix();
  return report;
}

void ComplexFactor::solve_in_place(Eigen::Ref<ComplexColumn> x) const {
  const TimedCost timed(system_.profile(), StepCost::solve);
  for (Index i = 0; i < system_.num_bodies(); ++i)
    solve_in_place(i, x.middleRows(system_.v_offset(i), system_.body(i).num_v()));
}

void ComplexFactor::solve_in_place(Index body, Eigen::Ref<ComplexColumn> x) const {
  blocks_[static_cast<std::size_t>(body)].solver->solve_in_place(x);
}

const char* ComplexFactor::solver_name(Index body) const {
  const auto& solver = blocks_[static_cast<std::size_t>(body)].solver;
  return solver ? solver->name() : "none";
}

}  // namespace percuss
