// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "core/parallel.hpp"
#include "core/report.hpp"
#include "core/types.hpp"
#include "solvers/linear/linear_solver_options.hpp"

namespace percuss {

/// A symmetric matrix A and the residuals r = b - A x of solutions that an iteration finds, in the norm
/// |r|^2 = r' diag(A)^-1 r, which does not depend on the units of the rows. Bits do not depend on the number of
/// threads.
class TrueResidual {
 public:
  /// Takes A over; `singular` when its diagonal is not positive or an entry is not finite.
  Report load(const SparseMatrix& A);

  /// x <- A^-1 x by  improve(x, square, goal, iterations),  which is given residual() and its square |r|^2, iterates on
  /// x until its own residual is below the square `goal`, and returns what `solver` did wrong, empty: nothing. Its
  /// residual drifts from the true one by round-off: it begins anew until that is within the tolerance, or as small as
  /// double precision makes it. Otherwise x is filled with NaN, and the tally of the options is told so.
  template <class Improve>
  void solve(VecOut x, const LinearSolverOptions& options, const char* solver, Improve&& improve) const;

  const SparseMatrix& A() const { return A_; }
  const Vector& inverse_diagonal() const { return inverse_diagonal_; }
  /// A solve has failed since `load`.
  bool has_failed() const { return has_failed_; }
  /// Of `improve` to work on.
  Vector& residual() const { return r_; }
  /// Row i of A times x: the columns of A are its rows.
  double row_times(Index i, const double* x) const {
    const int *start = A_.outerIndexPtr(), *column = A_.innerIndexPtr();
    const double* value = A_.valuePtr();
    double product = 0.0;
    for (int k = start[i]; k < start[i + 1]; ++k) product += value[k] * x[column[k]];
    return product;
  }
  /// Sum of f over pieces of the rows that do not depend on the number of threads; `work`: entries that all read.
  template <class F>
  double sum(Index work, F&& f) const {
    std::array<double, 1> result{};
    ordered_sums<1>(A_.rows(), work, result,
                    [&](Index begin, Index end, std::span<double> sums) { sums[0] += f(begin, end); });
    return result[0];
  }
  std::size_t bytes() const;

 private:
  double scale(VecRef b) const;
  double square() const;
  double find(VecRef x) const;
  bool is_at_round_off(VecRef x, double residual, double size) const;
  void fail(VecOut x, const LinearSolverOptions& options, const char* solver, double residual,
            const std::string& how) const;
  static std::string too_slow(const LinearSolverOptions& options, double residual, long iterations);

  SparseMatrix A_;
  Vector inverse_diagonal_, inverse_root_;
  mutable Vector right_side_, r_;  // of one solve, divided by its scale
  mutable bool has_failed_ = false;
};

template <class Improve>
void TrueResidual::solve(VecOut x, const LinearSolverOptions& options, const char* solver, Improve&& improve) const {
  const double unit = scale(x);
  if (unit == 0.0) return;     // zeros
  if (!std::isfinite(unit)) {  // of the caller's making, who will see it in x
    x.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  right_side_ = x / unit;
  r_ = right_side_;
  x.setZero();
  double rr = square();
  const double size = std::sqrt(rr), goal = options.tolerance * size;
  long iterations = 0;
  for (double before = size;;) {
    if (const auto wrong = improve(x, rr, goal * goal, iterations); !wrong.empty())
      return fail(x, options, solver, std::sqrt(rr) / size, wrong);
    rr = find(x);
    const double now = std::sqrt(rr);
    if (now <= goal) break;
    if (iterations >= options.max_iterations || !(now < 0.5 * before)) {
      if (is_at_round_off(x, now, size)) break;
      return fail(x, options, solver, now / size, too_slow(options, now / size, iterations));
    }
    before = now;
  }
  x *= unit;
  if (options.tally != nullptr) options.tally->add(iterations, std::sqrt(rr) / size);
}

}  // namespace percuss
