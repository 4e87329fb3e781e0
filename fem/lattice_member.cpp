// SPDX-License-Identifier: Apache-2.0
#include "fem/lattice_member.hpp"

#include <Eigen/Geometry>

namespace percuss::fem {

namespace {

/// T' A T with R on the diagonal of T, block after block.
Matrix turned(const Matrix& A, const Eigen::Matrix3d& R) {
  Matrix out(A.rows(), A.cols());
  for (Index i = 0; i < A.rows(); i += 3)
    for (Index j = 0; j < A.cols(); j += 3) out.block<3, 3>(i, j) = R.transpose() * A.block<3, 3>(i, j) * R;
  return 0.5 * (out + out.transpose());
}

/// From the axes of the lattice to those of a member whose x axis is `direction`; without round-off where that is an
/// axis of the lattice.
Eigen::Matrix3d axes_along(const Eigen::Vector3d& direction) {
  Index least = 0;
  direction.cwiseAbs().minCoeff(&least);
  const Eigen::Vector3d across = Eigen::Vector3d::Unit(least).cross(direction).normalized();
  Eigen::Matrix3d R;
  R << direction.transpose(), across.transpose(), direction.cross(across).transpose();
  return R;
}

}  // namespace

void LatticeMember::scatter(std::span<const Index> rows, Assembler& mass, Assembler& stiffness) const {
  for (Index a = 0; a < M.rows(); ++a)
    for (Index b = 0; b < M.cols(); ++b) {
      const Index row = rows[static_cast<std::size_t>(a)], col = rows[static_cast<std::size_t>(b)];
      if (row < 0 || col < 0) continue;
      mass.add(row, col, M(a, b));
      stiffness.add(row, col, K(a, b));
    }
}

LatticeMember bar_member(const BarElement& bar, const Eigen::Vector3d& direction, int dimension, bool lumped) {
  const auto n = direction.head(dimension);
  const Matrix along = stiffness(bar)(0, 0) * n * n.transpose();
  const Eigen::Matrix2d m = lumped ? lumped_mass(bar) : consistent_mass(bar);
  LatticeMember member{dimension, Matrix::Zero(2 * dimension, 2 * dimension), Matrix(2 * dimension, 2 * dimension)};
  member.K << along, -along, -along, along;
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 2; ++j)
      member.M.block(dimension * i, dimension * j, dimension, dimension).diagonal().setConstant(m(i, j));
  return member;
}

LatticeMember beam_member(const BeamElementPlanar& beam, const Eigen::Vector3d& direction) {
  Eigen::Matrix3d R;
  R << direction[0], direction[1], 0.0, -direction[1], direction[0], 0.0, 0.0, 0.0, 1.0;
  const auto parts = inertia(beam);
  return {3, turned(parts.translation + parts.rotation, R), turned(stiffness(beam), R)};
}

LatticeMember beam_member(const BeamElementSpatial& beam, const Eigen::Vector3d& direction) {
  const auto R = axes_along(direction);
  return {6, turned(mass(inertia(beam)), R), turned(stiffness(beam), R)};
}

}  // namespace percuss::fem
