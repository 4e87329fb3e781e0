// SPDX-License-Identifier: Apache-2.0
#include "simulation/error_norm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/decompositions.hpp"
#include "core/fault.hpp"

namespace percuss {

namespace {

/// Scaled by its largest entry, so that squares neither vanish nor overflow.
double spectral_norm(const Matrix& error) {
  const double largest = error.size() > 0 ? error.cwiseAbs().maxCoeff() : 0.0;
  if (largest == 0.0) return 0.0;
  const Matrix scaled = error / largest;
  const Matrix gram = scaled.transpose() * scaled;
  return largest * std::sqrt(gram.selfadjointView<Eigen::Lower>().eigenvalues().maxCoeff());
}

double l1_norm(std::span<const double> times, const Matrix& error) {
  double sum = 0.0;
  for (Index k = 1; k < error.rows(); ++k) {
    const double h = times[static_cast<std::size_t>(k)] - times[static_cast<std::size_t>(k - 1)];
    sum += 0.5 * h * (error.row(k - 1).cwiseAbs().sum() + error.row(k).cwiseAbs().sum());
  }
  return sum;
}

}  // namespace

const std::vector<std::string>& error_norm_names() {
  static const std::vector<std::string> names{"max", "spectral", "l1", "eq92"};
  return names;
}

ErrorNorm error_norm(const std::string& name) {
  const auto& names = error_norm_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw input_error("--norm", fmt::format("there is no norm `{}`", name), remedy_for_unknown(name, names, "--norm"));
  return static_cast<ErrorNorm>(found - names.begin());
}

double error_of(ErrorNorm norm, std::span<const double> times, const Matrix& values, const Matrix& reference) {
  const Matrix error = values - reference;
  if (!error.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const Index n = error.rows();
  switch (norm) {
    case ErrorNorm::max:
      return n > 0 ? error.cwiseAbs().maxCoeff() : 0.0;
    case ErrorNorm::spectral:
      return spectral_norm(error);
    case ErrorNorm::l1:
      return l1_norm(times, error);
    case ErrorNorm::eq92:
      return n > 1 ? error.bottomRows(n - 1).cwiseQuotient(reference.bottomRows(n - 1)).norm() : 0.0;
  }
  return 0.0;
}

void check_reference(ErrorNorm norm, std::span<const std::string> names, std::span<const double> times,
                     const Matrix& reference) {
  if (norm != ErrorNorm::eq92) return;
  for (Index j = 0; j < reference.cols(); ++j)
    for (Index k = 1; k < reference.rows(); ++k)
      if (reference(k, j) == 0.0)
        throw input_error("--norm",
                          fmt::format("eq92 is a relative error, and `{}` of the reference is 0 at t = {} s",
                                      names[static_cast<std::size_t>(j)], times[static_cast<std::size_t>(k)]),
                          "leave that column out with --columns, or choose max, spectral or l1");
}

}  // namespace percuss
