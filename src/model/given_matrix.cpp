// SPDX-License-Identifier: Apache-2.0
#include "model/given_matrix.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/decompositions.hpp"

namespace percuss {

namespace {

/// Eigenvalues below this, of the largest, are round-off.
constexpr double definite = 1e-12;

}  // namespace

Index size_of_square(std::size_t entries) {
  const auto n = static_cast<std::size_t>(std::llround(std::sqrt(static_cast<double>(entries))));
  return n * n == entries ? static_cast<Index>(n) : -1;
}

Matrix given_matrix(const char* key, const std::vector<double>& rows, Index n, double sign,
                    std::vector<Fault>& faults) {
  if (static_cast<Index>(rows.size()) != n * n) {
    faults.push_back({{},
                      key,
                      fmt::format("{} numbers where {} are needed", rows.size(), n * n),
                      fmt::format("give {} rows of {} numbers, one after the other, in one list", n, n)});
    return Matrix::Zero(n, n);
  }
  const Matrix A = Eigen::Map<const Matrix>(rows.data(), n, n).transpose();
  constexpr double round_off = 1e-9;
  const double allowed = round_off * A.lpNorm<Eigen::Infinity>();
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j)
      if (!(std::abs(A(i, j) - sign * A(j, i)) <= allowed)) {
        const bool symmetric = sign > 0.0;
        faults.push_back({{},
                          key,
                          fmt::format("not {}: row {}, column {} is {}, row {}, column {} is {}",
                                      symmetric ? "symmetric" : "skew", i + 1, j + 1, A(i, j), j + 1, i + 1, A(j, i)),
                          symmetric ? "entries mirrored at the diagonal are equal"
                                    : "entries mirrored at the diagonal are opposite, those on it zero"});
        return Matrix::Zero(n, n);
      }
  return 0.5 * (A + sign * A.transpose());
}

bool is_positive_definite(const Matrix& A) {
  if (!(A.diagonal().minCoeff() > 0.0)) return false;
  const Vector scale = A.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix scaled = scale.asDiagonal() * A * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Matrix>(scaled, Eigen::EigenvaluesOnly).eigenvalues()[0] > definite;
}

bool is_positive_semidefinite(const Matrix& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues()[0] >=
         -definite * A.lpNorm<Eigen::Infinity>();
}

}  // namespace percuss
