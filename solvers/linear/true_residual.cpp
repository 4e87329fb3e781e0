// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/true_residual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "solvers/linear/backends.hpp"

namespace percuss {

Report TrueResidual::load(const SparseMatrix& A) {
  inverse_diagonal_ = A.diagonal();
  for (Index i = 0; i < A.rows(); ++i)
    if (!(inverse_diagonal_[i] > 0.0)) return backends::not_positive_definite(i);
  inverse_diagonal_ = inverse_diagonal_.cwiseInverse();
  if (A.nonZeros() > 0 && !A.coeffs().allFinite())
    return Report::failure(Status::singular, "the matrix has entries that are not finite");
  A_ = A;
  has_failed_ = false;
  inverse_root_ = inverse_diagonal_.cwiseSqrt();
  right_side_.resize(A.rows());
  r_.resize(A.rows());
  return {};
}

std::size_t TrueResidual::bytes() const {
  const auto entries = static_cast<std::size_t>(A_.nonZeros()), rows = static_cast<std::size_t>(A_.rows());
  return entries * (sizeof(double) + sizeof(int)) + rows * (4 * sizeof(double) + sizeof(int));
}

/// A power of two near the largest part of |b|, by which squares neither vanish nor overflow; 0 when b is, NaN when b
/// has an entry that is not finite.
double TrueResidual::scale(VecRef b) const {
  if (!b.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0.0;
  for (Index i = 0; i < b.size(); ++i) largest = std::max(largest, std::abs(b[i]) * inverse_root_[i]);
  return largest > 0.0 ? std::ldexp(1.0, std::ilogb(largest)) : 0.0;
}

double TrueResidual::square() const {
  return sum(r_.size(), [&](Index begin, Index end) {
    const auto r = r_.segment(begin, end - begin);
    return r.dot(inverse_diagonal_.segment(begin, end - begin).cwiseProduct(r));
  });
}

/// r_ <- b - A x; returns |r|^2.
double TrueResidual::find(VecRef x) const {
  return sum(A_.nonZeros(), [&](Index begin, Index end) {
    double square = 0.0;
    for (Index i = begin; i < end; ++i) {
      r_[i] = right_side_[i] - row_times(i, x.data());
      square += inverse_diagonal_[i] * r_[i] * r_[i];
    }
    return square;
  });
}

/// The residual is what x has by the rounding of its own digits, some eps times | |A| |x| + |b| |; and no tolerance
/// that may be asked for is missed by it.
bool TrueResidual::is_at_round_off(VecRef x, double residual, double size) const {
  constexpr double steps = 64.0;
  if (!(residual <= LinearSolverOptions::coarsest * size)) return false;
  double square = 0.0;
  for (Index i = 0; i < A_.outerSize(); ++i) {
    double terms = std::abs(right_side_[i]);
    for (SparseMatrix::InnerIterator it(A_, i); it; ++it) terms += std::abs(it.value() * x[it.row()]);
    square += inverse_diagonal_[i] * terms * terms;
  }
  return residual <= steps * std::numeric_limits<double>::epsilon() * std::sqrt(square);
}

void TrueResidual::fail(VecOut x, const LinearSolverOptions& options, const char* solver, double residual,
                        const std::string& how) const {
  has_failed_ = true;
  x.setConstant(std::numeric_limits<double>::quiet_NaN());
  if (options.tally != nullptr)
    options.tally->add_failure(residual, fmt::format("the linear solver `{}` {}", solver, how));
}

std::string TrueResidual::too_slow(const LinearSolverOptions& options, double residual, long iterations) {
  return fmt::format(
      "reached a relative residual of {:.2g} in {} iterations, its tolerance is {:.2g}: raise its `max_iterations`, or "
      "choose another `linear_solver`",
      residual, iterations, options.tolerance);
}

}  // namespace percuss
