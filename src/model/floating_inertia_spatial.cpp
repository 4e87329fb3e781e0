// SPDX-License-Identifier: Apache-2.0
#include "model/floating_inertia_spatial.hpp"

#include <array>
#include <utility>

namespace percuss {

namespace {

/// The rows of components along `axis`, the others zero.
Matrix along(const FloatingInertiaSpatial& mesh, const Matrix& shapes, int axis) {
  Matrix rows = Matrix::Zero(shapes.rows(), shapes.cols());
  mesh.for_each_component([&](Index i, Index, int of_component) {
    if (of_component == axis) rows.row(i) = shapes.row(i);
  });
  return rows;
}

}  // namespace

Matrix FloatingInertiaSpatial::shifts() const {
  Matrix S = Matrix::Zero(num_unknowns(), 3);
  for_each_component([&](Index i, Index c, int axis) { S(i, axis) = shape[c]; });
  return S;
}

void FloatingInertiaSpatial::moments(VecRef x, Moments& D) const {
  D.setZero(3, products.cols());
  for_each_component([&](Index i, Index c, int axis) {
    const double xi = x[i];
    for (SparseMatrix::InnerIterator it(products, c); it; ++it) D(axis, it.row()) += it.value() * xi;
  });
}

void FloatingInertiaSpatial::moments_of_place(VecRef x, Moments& D) const {
  moments(x, D);
  D.row(0) += x_shape.transpose();
}

FloatingInertiaSpatial::Vector3 FloatingInertiaSpatial::shift(VecRef x) const {
  Vector3 s = Vector3::Zero();
  for_each_component([&](Index i, Index c, int axis) { s[axis] += shape[c] * x[i]; });
  return s;
}

FloatingInertiaSpatial::Matrix3 FloatingInertiaSpatial::mixed_moments(const Moments& D, VecRef y) const {
  Matrix3 K = Matrix3::Zero();
  for_each_component([&](Index i, Index c, int axis) { K.col(axis) += y[i] * D.col(c); });
  return K;
}

FloatingInertiaSpatial::Matrix3 FloatingInertiaSpatial::tensor(const Moments& D, VecRef x) const {
  // int d d' = int d (N x)' + int d (x, 0, 0)'
  Matrix3 squares = mixed_moments(D, x);
  squares(0, 0) += second;
  for_each_component([&](Index i, Index c, int axis) { squares(axis, 0) += x_shape[c] * x[i]; });
  Matrix3 I = squares.trace() * Matrix3::Identity() - 0.5 * (squares + squares.transpose());
  I.diagonal() += turning;
  return I;
}

FloatingInertiaSpatial::Vector3 FloatingInertiaSpatial::turning_momentum(const Moments& D, VecRef y) const {
  const Matrix3 K = mixed_moments(D, y);
  Vector3 momentum(K(1, 2) - K(2, 1), K(2, 0) - K(0, 2), K(0, 1) - K(1, 0));
  for (Index axis = 0; axis < 3; ++axis) momentum[axis] += turning_couplings.col(axis).dot(y);
  return momentum;
}

FloatingInertiaSpatial of_modes(const FloatingInertiaSpatial& mesh, const Matrix& shapes, SymmetricMatrix elastic) {
  const Index m = shapes.cols();
  auto inertia = mesh;
  inertia.per_unknown = 3;
  inertia.axes.resize(static_cast<std::size_t>(3 * m));
  inertia.shape.resize(3 * m);
  inertia.x_shape.resize(3 * m);
  inertia.turning_couplings = shapes.transpose() * mesh.turning_couplings;
  inertia.elastic = std::move(elastic);
  Matrix products(3 * m, 3 * m);
  std::array<Matrix, 3> fields;
  for (int axis = 0; axis < 3; ++axis) fields[static_cast<std::size_t>(axis)] = along(mesh, shapes, axis);
  for (Index k = 0; k < 3; ++k) {
    const auto component = [&](Index i) { return 3 * i + k; };
    const Matrix& field = fields[static_cast<std::size_t>(k)];
    const Matrix moments = mesh.products * field;
    const Vector shape = field.transpose() * mesh.shape, x_shape = field.transpose() * mesh.x_shape;
    for (Index i = 0; i < m; ++i) {
      inertia.axes[static_cast<std::size_t>(component(i))] = static_cast<int>(k);
      inertia.shape[component(i)] = shape[i];
      inertia.x_shape[component(i)] = x_shape[i];
    }
    for (Index l = 0; l < 3; ++l) {
      const Matrix block = fields[static_cast<std::size_t>(l)].transpose() * moments;
      for (Index i = 0; i < m; ++i)
        for (Index j = 0; j < m; ++j) products(3 * j + l, component(i)) = block(j, i);
    }
  }
  inertia.products = products.sparseView();
  return inertia;
}

}  // namespace percuss
