// SPDX-License-Identifier: Apache-2.0
#include "scheme/spring_modes.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

#include "core/decompositions.hpp"

namespace percuss {

namespace {

using Symmetric = Eigen::SelfAdjointEigenSolver<Matrix>;

/// Larger systems take seconds: their oscillations are those of K with the damping that D gives them.
constexpr Index most_coupled = 100;

double largest_of(const Matrix& A) {
  return A.rows() == 0 ? 0.0 : std::max(0.0, Symmetric(A, Eigen::EigenvaluesOnly).eigenvalues()[A.rows() - 1]);
}

/// What goes off by itself (k < 0) is not the step's fault.
SpringMode mode_of(double k, double d) { return {std::sqrt(std::max(k, 0.0)), std::max(d, 0.0)}; }

}  // namespace

SpringModes::SpringModes(Matrix K, Matrix D)
    : K_(std::move(K)), D_(std::move(D)), bound_(mode_of(largest_of(K_), largest_of(D_))) {}

std::vector<SpringMode> SpringModes::extreme() const {
  const double k = bound_.omega * bound_.omega, d = bound_.damping_rate;
  if (k == 0.0 || d == 0.0) return {bound_};
  std::vector<SpringMode> all;
  constexpr int directions = 7;  // 15 degrees apart: the edge between them is missed by 1 - cos 7.5 degrees at most
  for (int i = 0; i < directions; ++i) {
    const double angle = 0.5 * std::numbers::pi * i / (directions - 1);
    const Symmetric solver(std::cos(angle) / k * K_ + std::sin(angle) / d * D_);
    const Vector x = solver.eigenvectors().col(K_.rows() - 1);
    all.push_back(mode_of(x.dot(K_ * x), x.dot(D_ * x)));
  }
  return all;
}

std::vector<SpringMode> SpringModes::own() const {
  if (bound_.omega == 0.0 || bound_.damping_rate == 0.0) return {bound_};
  const Index n = K_.rows();
  std::vector<SpringMode> all;
  if (n > most_coupled) {
    const Symmetric solver(K_);
    for (Index i = 0; i < n; ++i) {
      const Vector x = solver.eigenvectors().col(i);
      all.push_back(mode_of(solver.eigenvalues()[i], x.dot(D_ * x)));
    }
    return all;
  }
  Matrix A = Matrix::Zero(2 * n, 2 * n);  // of (z, z')
  A.topRightCorner(n, n).setIdentity();
  A.bottomLeftCorner(n, n) = -K_;
  A.bottomRightCorner(n, n) = -D_;
  const Eigen::EigenSolver<Matrix> solver(A, false);
  constexpr double round_off = 1e-10;
  for (const std::complex<double> s : solver.eigenvalues())
    if (s.imag() > 0.0)
      all.push_back({std::abs(s), s.real() < -round_off * std::abs(s) ? -2.0 * s.real() : 0.0});
    else if (s.imag() == 0.0 && s.real() < 0.0)
      all.push_back({0.0, -s.real()});
  return all;
}

}  // namespace percuss
