// SPDX-License-Identifier: Apache-2.0
#include "tests/verification/exact_bar.hpp"
#include "core/decompositions.hpp"

#include <cmath>

namespace percuss::verification {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd ExactBar::Modes::displacements(double t) const {
  VectorXd y(omega.size());
  for (Index k = 0; k < omega.size(); ++k) {
    const double w = omega[k], sine = w > 0.0 ? std::sin(w * t) / w : t;
    y[k] = q[k] * std::cos(w * t) + v[k] * sine;
  }
  return shape * y;
}

VectorXd ExactBar::Modes::velocities(double t) const {
  VectorXd y(omega.size());
  for (Index k = 0; k < omega.size(); ++k)
    y[k] = -q[k] * omega[k] * std::sin(omega[k] * t) + v[k] * std::cos(omega[k] * t);
  return shape * y;
}

ExactBar::Modes ExactBar::solve_modes(const MatrixXd& M, const MatrixXd& K, const VectorXd& q, const VectorXd& v) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> eigen(K, M);
  Modes modes;
  modes.shape = eigen.eigenvectors();
  modes.omega = eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  // A rigid mode comes out with a frequency of round-off size; sin(w t)/w is then still t to all digits.
  modes.q = modes.shape.transpose() * M * q;
  modes.v = modes.shape.transpose() * M * v;
  return modes;
}

ExactBar::ExactBar(const fem::BarElement& element, Index elements, double speed) {
  const Index n = elements + 1;
  M_ = MatrixXd::Zero(n, n);
  K_ = MatrixXd::Zero(n, n);
  for (Index e = 0; e < elements; ++e) {
    M_.block<2, 2>(e, e) += fem::consistent_mass(element);
    K_.block<2, 2>(e, e) += fem::stiffness(element);
  }
  const VectorXd before = VectorXd::Constant(n, -speed), response = M_.ldlt().solve(VectorXd::Unit(n, 0));
  percussion_ = speed / response[0];
  energy_lost_ = 0.5 * percussion_ * speed;
  const VectorXd after = before + response * percussion_;
  held_ = solve_modes(M_.bottomRightCorner(n - 1, n - 1), K_.bottomRightCorner(n - 1, n - 1), VectorXd::Zero(n - 1),
                      after.tail(n - 1));
  // The force is positive until it first changes sign: scan finely, then bisect.
  const double fastest = 2.0 * 3.14159265358979323846 / held_.omega.maxCoeff();
  double left = 0.0, right = 0.0;
  for (right = fastest / 64; force(right) > 0.0; right += fastest / 64) left = right;
  while (right - left > 1e-16 * right) {
    const double middle = 0.5 * (left + right);
    if (middle <= left || middle >= right) break;
    (force(middle) > 0.0 ? left : right) = middle;
  }
  release_ = left;
  VectorXd q = VectorXd::Zero(n), v = VectorXd::Zero(n);
  q.tail(n - 1) = held_.displacements(release_);
  v.tail(n - 1) = held_.velocities(release_);
  free_ = solve_modes(M_, K_, q, v);
}

/// Row 0 of M q'' + K q = e_0 lambda with q_0 = 0; accelerations of mode k are -omega_k^2 times its displacement.
double ExactBar::force(double tau) const {
  const Index n = M_.rows();
  VectorXd y(held_.omega.size());
  for (Index k = 0; k < y.size(); ++k)
    y[k] = held_.v[k] * (held_.omega[k] > 0.0 ? std::sin(held_.omega[k] * tau) / held_.omega[k] : tau);
  const VectorXd q = held_.shape * y, a = held_.shape * (-held_.omega.array().square() * y.array()).matrix();
  return M_.row(0).tail(n - 1).dot(a) + K_.row(0).tail(n - 1).dot(q);
}

VectorXd ExactBar::velocities(double tau) const {
  if (tau > release_) return free_.velocities(tau - release_);
  VectorXd v = VectorXd::Zero(M_.rows());
  v.tail(M_.rows() - 1) = held_.velocities(tau);
  return v;
}

VectorXd ExactBar::displacements(double tau) const {
  if (tau > release_) return free_.displacements(tau - release_);
  VectorXd q = VectorXd::Zero(M_.rows());
  q.tail(M_.rows() - 1) = held_.displacements(tau);
  return q;
}

double ExactBar::mean_velocity(double tau) const {
  const VectorXd ones = VectorXd::Ones(M_.rows());
  return ones.dot(M_ * velocities(tau)) / ones.dot(M_ * ones);
}

/// Momentum gained: from all nodes at -v0 to the release.
double ExactBar::impulse() const {
  const VectorXd ones = VectorXd::Ones(M_.rows());
  const double mass = ones.dot(M_ * ones), speed = 2.0 * energy_lost_ / percussion_;
  return mass * (mean_velocity(release_) + speed);
}

}  // namespace percuss::verification
