// SPDX-License-Identifier: Apache-2.0
#include "model/floating_body_spatial.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include "core/parallel.hpp"
#include "core/rotation.hpp"
#include "model/bordered_tangent.hpp"

namespace percuss {

namespace {

Eigen::Matrix3d axes_at(VecRef q) { return Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix(); }

/// a~ b = a x b
Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& a) {
  Eigen::Matrix3d A;
  A << 0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0;
  return A;
}

}  // namespace

FloatingBodySpatial::Scratch& FloatingBodySpatial::scratch() {
  thread_local Scratch vectors;
  return vectors;
}

FloatingBodySpatial::FloatingBodySpatial(FloatingInertiaSpatial inertia, SymmetricMatrix M, SymmetricMatrix K,
                                         SymmetricMatrix C, FrameConditions conditions, Matrix modes,
                                         std::optional<ModeBound> bound, std::optional<BeamStrainSpatial> strain)
    : inertia_(std::move(inertia)),
      M_(std::move(M)),
      K_(std::move(K)),
      C_(std::move(C)),
      frame_(std::move(conditions)),
      modes_(std::move(modes)),
      bound_(bound),
      strain_(std::move(strain)) {
  const Index n = inertia_.shape.size(), inner = frame_.num_all();
  if (K_.size() != inner || M_.size() != inner || C_.size() != inner || inertia_.elastic.size() != n ||
      static_cast<Index>(inertia_.axes.size()) != n || (modes_.rows() > 0 ? modes_.cols() : n) != inner)
    throw std::invalid_argument("FloatingBodySpatial: inertia, stiffness and frame differ in size");
  S_.setZero(n, 3);
  for (Index i = 0; i < n; ++i)
    if (const int axis = inertia_.axes[static_cast<std::size_t>(i)]; axis < 3) S_(i, axis) = inertia_.shape[i];
  constant_ = modes_.rows() > 0 ? Matrix(modes_.transpose() * S_) : S_;
}

void FloatingBodySpatial::advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const {
  const Index n = frame_.num_kept();
  q_next.head<3>() = q.head<3>() + a * v.head<3>() + b * w.head<3>();
  turn_quaternion(q.segment<4>(3), a * v.segment<3>(3) + b * w.segment<3>(3), q_next.segment<4>(3));
  combine(q.tail(n), a, v.tail(n), b, w.tail(n), q_next.tail(n));
}

void FloatingBodySpatial::displacement_rate(VecRef x, VecRef v, VecOut y) const {
  y.setZero();
  y.segment<3>(3) = rotation_vector_rate(x.segment<3>(3), v.segment<3>(3));
}

VecView FloatingBodySpatial::inner_of(VecRef rows, Index reference, Vector& store) const {
  if (!frame_.eliminates()) return {rows.data() + reference, frame_.num_all()};
  store.resize(frame_.num_all());
  frame_.expand(rows.tail(frame_.num_kept()), store);
  return {store.data(), store.size()};
}

VecView FloatingBodySpatial::all_of(VecView z, Vector& store) const {
  if (modes_.rows() == 0) return z;
  store.resize(modes_.rows());
  store.noalias() = modes_ * z;
  return {store.data(), store.size()};
}

Vector& FloatingBodySpatial::on_inner(Vector& all, Vector& store) const {
  if (modes_.rows() == 0) return all;
  store.resize(modes_.cols());
  store.noalias() = modes_.transpose() * all;
  return store;
}

void FloatingBodySpatial::moments(VecRef x, Moments& D) const {
  const auto& P = inertia_.products;
  D.setZero(3, x.size());
  for (Index j = 0; j < P.outerSize(); ++j) {
    const int axis = inertia_.axes[static_cast<std::size_t>(j)];
    if (axis == 3) continue;
    const double xj = x[j];
    for (SparseMatrix::InnerIterator it(P, j); it; ++it) D(axis, it.row()) += it.value() * xj;
  }
}

void FloatingBodySpatial::moments_of_place(VecRef x, Moments& D) const {
  moments(x, D);
  for (Index i = 0; i < x.size(); ++i) D(0, i) += inertia_.x_shape[i];
}

FloatingBodySpatial::Vector3 FloatingBodySpatial::first_moment(VecRef x) const {
  Vector3 s;
  for (Index axis = 0; axis < 3; ++axis) s[axis] = S_.col(axis).dot(x);
  return s;
}

FloatingBodySpatial::Matrix3 FloatingBodySpatial::mixed_moments(const Moments& D, VecRef y) const {
  Matrix3 K = Matrix3::Zero();
  for (Index i = 0; i < y.size(); ++i)
    if (const int axis = inertia_.axes[static_cast<std::size_t>(i)]; axis < 3) K.col(axis) += y[i] * D.col(i);
  return K;
}

FloatingBodySpatial::Matrix3 FloatingBodySpatial::inertia_tensor(const Moments& D, VecRef x) const {
  // int d d' = int d (N x)' + int d (x, 0, 0)'
  Matrix3 squares = mixed_moments(D, x);
  squares(0, 0) += inertia_.second;
  for (Index i = 0; i < x.size(); ++i)
    if (const int axis = inertia_.axes[static_cast<std::size_t>(i)]; axis < 3)
      squares(axis, 0) += inertia_.x_shape[i] * x[i];
  Matrix3 I = squares.trace() * Matrix3::Identity() - 0.5 * (squares + squares.transpose());
  I.diagonal() += inertia_.turning;
  return I;
}

FloatingBodySpatial::Vector3 FloatingBodySpatial::turning_momentum(const Moments& D, VecRef y) const {
  const Matrix3 K = mixed_moments(D, y);
  Vector3 momentum(K(1, 2) - K(2, 1), K(2, 0) - K(0, 2), K(0, 1) - K(1, 0));
  for (Index axis = 0; axis < 3; ++axis) momentum[axis] += inertia_.turning_couplings.col(axis).dot(y);
  return momentum;
}

void FloatingBodySpatial::forces(double, VecRef q, VecRef v, VecOut f) const {
  auto& store = scratch();
  const VecView z = inner_of(q, 7, store.z), z_rate = inner_of(v, 6, store.z_rate);
  const VecView x = all_of(z, store.x), rate = all_of(z_rate, store.rate);
  const Matrix3 axes = axes_at(q);
  const Vector3 omega = v.segment<3>(3), g = axes.transpose() * gravity_;
  moments_of_place(x, store.D);
  moments(rate, store.D_rate);
  const Vector3 s = first_moment(x) + Vector3(inertia_.first, 0.0, 0.0), s_rate = first_moment(rate);
  const Matrix3 centrifugal = omega * omega.transpose() - omega.squaredNorm() * Matrix3::Identity();
  const Matrix3 coriolis = 2.0 * cross_matrix(omega);
  f.head<3>() = inertia_.mass * gravity_ - axes * (centrifugal * s + coriolis * s_rate);
  // int d x (2 omega x d_rate) = 2 omega tr K - 2 K' omega,  K = int d d_rate'
  const Matrix3 K = mixed_moments(store.D, rate);
  Vector3 spin = inertia_tensor(store.D, x) * omega;
  for (Index axis = 0; axis < 3; ++axis) spin[axis] += inertia_.turning_couplings.col(axis).dot(rate);
  f.segment<3>(3) = s.cross(g) - omega.cross(spin) - 2.0 * (K.trace() * omega - K.transpose() * omega);

  store.force.resize(x.size());
  for (Index i = 0; i < x.size(); ++i) {
    const int axis = inertia_.axes[static_cast<std::size_t>(i)];
    store.force[i] = axis == 3 ? 0.0
                               : g[axis] * inertia_.shape[i] - centrifugal.row(axis).dot(store.D.col(i)) -
                                     coriolis.row(axis).dot(store.D_rate.col(i));
  }
  if (strain_) strain_->add_forces(x, store.force);
  auto& force = on_inner(store.force, store.force_z);
  if (!strain_) K_.multiply_add(-1.0, z, force);
  if (!C_.is_zero()) C_.multiply_add(-1.0, z_rate, force);
  frame_.reduce(force, f.tail(frame_.num_kept()));
}

bool FloatingBodySpatial::subtract_inertia(VecRef q, VecRef a, VecOut f) const {
  auto& store = scratch();
  const VecView x = all_of(inner_of(q, 7, store.z), store.x), b = all_of(inner_of(a, 6, store.z_rate), store.rate);
  const Matrix3 axes = axes_at(q);
  const Vector3 turn = a.segment<3>(3), in_frame = axes.transpose() * a.head<3>();
  moments_of_place(x, store.D);
  const Vector3 s = first_moment(x) + Vector3(inertia_.first, 0.0, 0.0);
  f.head<3>() -= inertia_.mass * a.head<3>() + axes * (turn.cross(s) + first_moment(b));
  f.segment<3>(3) -= s.cross(in_frame) + inertia_tensor(store.D, x) * turn + turning_momentum(store.D, b);
  auto& y = store.force;
  y.resize(x.size());
  inertia_.elastic.multiply(1.0, b, y);
  for (Index i = 0; i < x.size(); ++i) {
    y[i] += inertia_.turning_couplings.row(i).dot(turn);
    if (const int axis = inertia_.axes[static_cast<std::size_t>(i)]; axis < 3)
      y[i] += in_frame[axis] * inertia_.shape[i] + turn.cross(Vector3(store.D.col(i)))[axis];
  }
  store.kept.resize(frame_.num_kept());
  frame_.reduce(on_inner(y, store.force_z), store.kept);
  f.tail(frame_.num_kept()) -= store.kept;
  return true;
}

void FloatingBodySpatial::inner_tangent(TangentWeights weights, SparseMatrix& A) const {
  const std::array<double, 3> factors{weights.mass, weights.damping, weights.stiffness};
  const std::array<const SymmetricMatrix*, 3> matrices{&M_, &C_, &K_};
  A = weighted_sum(factors, matrices);
}

void FloatingBodySpatial::border(VecRef q, Border& border) const {
  auto& store = scratch();
  const VecView x = all_of(inner_of(q, 7, store.z), store.x);
  const Matrix3 axes = axes_at(q);
  moments_of_place(x, store.D);
  const Vector3 s = first_moment(x) + Vector3(inertia_.first, 0.0, 0.0);
  border.mix.setZero(6, 6);
  border.mix.topLeftCorner<3, 3>() = axes.transpose();
  border.mix.bottomRightCorner<3, 3>().setIdentity();
  auto& variable = modes_.rows() > 0 ? store.variable : border.variable;
  variable = inertia_.turning_couplings;
  for (Index i = 0; i < x.size(); ++i)
    if (const int axis = inertia_.axes[static_cast<std::size_t>(i)]; axis < 3)
      variable.row(i) -= cross_matrix(store.D.col(i)).row(axis);  // (e x D)_axis = - (D~ e)_axis
  if (modes_.rows() > 0) border.variable.noalias() = modes_.transpose() * variable;
  border.corner.setZero(6, 6);
  border.corner.diagonal().head<3>().setConstant(inertia_.mass);
  border.corner.topRightCorner<3, 3>() = -axes * cross_matrix(s);
  border.corner.bottomLeftCorner<3, 3>() = border.corner.topRightCorner<3, 3>().transpose();
  border.corner.bottomRightCorner<3, 3>() = inertia_tensor(store.D, x);
}

void FloatingBodySpatial::tangent(double, VecRef q, VecRef, TangentWeights weights, SparseMatrix& A) const {
  bordered_tangent(*this, frame_, q, weights, A);
}

Energy FloatingBodySpatial::energy(double, VecRef q, VecRef v) const {
  auto& store = scratch();
  const VecView z = inner_of(q, 7, store.z), z_rate = inner_of(v, 6, store.z_rate);
  const VecView x = all_of(z, store.x), rate = all_of(z_rate, store.rate);
  const Matrix3 axes = axes_at(q);
  const Vector3 omega = v.segment<3>(3), R_rate = axes.transpose() * v.head<3>();
  moments_of_place(x, store.D);
  const Vector3 s = first_moment(x) + Vector3(inertia_.first, 0.0, 0.0);
  const double kinetic = 0.5 * (inertia_.mass * R_rate.squaredNorm() + omega.dot(inertia_tensor(store.D, x) * omega) +
                                inertia_.elastic.quadratic(rate)) +
                         R_rate.dot(omega.cross(s) + first_moment(rate)) + omega.dot(turning_momentum(store.D, rate));
  const double strain = strain_ ? strain_->energy(x) : 0.5 * K_.quadratic(z);
  return {kinetic, strain - gravity_.dot(inertia_.mass * q.head<3>() + axes * s)};
}

Work FloatingBodySpatial::work(double, double h, VecRef, VecRef v_old, VecRef v_new) const {
  Work work;
  if (C_.is_zero()) return work;
  auto& store = scratch();
  work.damping = h * C_.quadratic(0.5, inner_of(v_old, 6, store.z), 0.5, inner_of(v_new, 6, store.z_rate));
  return work;
}

}  // namespace percuss
