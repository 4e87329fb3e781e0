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

FloatingBodySpatial::FloatingBodySpatial(FloatingInertiaSpatial inertia, SymmetricMatrix K, SymmetricMatrix C,
                                         FrameConditions conditions, std::optional<ModeBound> bound,
                                         std::optional<BeamStrainSpatial> strain)
    : inertia_(std::move(inertia)),
      K_(std::move(K)),
      C_(std::move(C)),
      frame_(std::move(conditions)),
      bound_(bound),
      strain_(std::move(strain)),
      constant_(inertia_.shifts()) {
  const Index n = frame_.num_all();
  if (K_.size() != n || C_.size() != n || inertia_.num_unknowns() != n || inertia_.elastic.size() != n ||
      static_cast<Index>(inertia_.axes.size()) != n * inertia_.per_unknown)
    throw std::invalid_argument("FloatingBodySpatial: inertia, stiffness and frame differ in size");
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

VecView FloatingBodySpatial::all_of(VecRef rows, Index reference, Vector& store) const {
  if (!frame_.eliminates()) return {rows.data() + reference, frame_.num_all()};
  store.resize(frame_.num_all());
  frame_.expand(rows.tail(frame_.num_kept()), store);
  return {store.data(), store.size()};
}

void FloatingBodySpatial::forces(double, VecRef q, VecRef v, VecOut f) const {
  auto& store = scratch();
  const VecView x = all_of(q, 7, store.x), rate = all_of(v, 6, store.rate);
  const Matrix3 axes = axes_at(q);
  const Vector3 omega = v.segment<3>(3), g = axes.transpose() * gravity_;
  inertia_.moments_of_place(x, store.D);
  inertia_.moments(rate, store.D_rate);
  const Vector3 s = inertia_.first_moment(x), s_rate = inertia_.shift(rate);
  const Matrix3 centrifugal = omega * omega.transpose() - omega.squaredNorm() * Matrix3::Identity();
  const Matrix3 coriolis = 2.0 * cross_matrix(omega);
  f.head<3>() = inertia_.mass * gravity_ - axes * (centrifugal * s + coriolis * s_rate);
  // int d x (2 omega x d_rate) = 2 omega tr K - 2 K' omega,  K = int d d_rate'
  const Matrix3 K = inertia_.mixed_moments(store.D, rate);
  Vector3 spin = inertia_.tensor(store.D, x) * omega;
  for (Index axis = 0; axis < 3; ++axis) spin[axis] += inertia_.turning_couplings.col(axis).dot(rate);
  f.segment<3>(3) = s.cross(g) - omega.cross(spin) - 2.0 * (K.trace() * omega - K.transpose() * omega);

  auto& force = store.force;
  force.setZero(x.size());
  inertia_.for_each_component([&](Index i, Index c, int axis) {
    force[i] += g[axis] * inertia_.shape[c] - centrifugal.row(axis).dot(store.D.col(c)) -
                coriolis.row(axis).dot(store.D_rate.col(c));
  });
  if (strain_)
    strain_->add_forces(x, force);
  else
    K_.multiply_add(-1.0, x, force);
  if (!C_.is_zero()) C_.multiply_add(-1.0, rate, force);
  frame_.reduce(force, f.tail(frame_.num_kept()));
}

bool FloatingBodySpatial::subtract_inertia(VecRef q, VecRef a, VecOut f) const {
  auto& store = scratch();
  const VecView x = all_of(q, 7, store.x), b = all_of(a, 6, store.rate);
  const Matrix3 axes = axes_at(q);
  const Vector3 turn = a.segment<3>(3), in_frame = axes.transpose() * a.head<3>();
  inertia_.moments_of_place(x, store.D);
  const Vector3 s = inertia_.first_moment(x);
  f.head<3>() -= inertia_.mass * a.head<3>() + axes * (turn.cross(s) + inertia_.shift(b));
  f.segment<3>(3) -= s.cross(in_frame) + inertia_.tensor(store.D, x) * turn + inertia_.turning_momentum(store.D, b);
  auto& y = store.force;
  y.resize(x.size());
  inertia_.elastic.multiply(1.0, b, y);
  y.noalias() += inertia_.turning_couplings * turn;
  inertia_.for_each_component([&](Index i, Index c, int axis) {
    y[i] += in_frame[axis] * inertia_.shape[c] + turn.cross(Vector3(store.D.col(c)))[axis];
  });
  store.kept.resize(frame_.num_kept());
  frame_.reduce(y, store.kept);
  f.tail(frame_.num_kept()) -= store.kept;
  return true;
}

void FloatingBodySpatial::inner_tangent(TangentWeights weights, SparseMatrix& A) const {
  const std::array<double, 3> factors{weights.mass, weights.damping, weights.stiffness};
  const std::array<const SymmetricMatrix*, 3> matrices{&inertia_.elastic, &C_, &K_};
  A = weighted_sum(factors, matrices);
}

void FloatingBodySpatial::border(VecRef q, Border& border) const {
  auto& store = scratch();
  const VecView x = all_of(q, 7, store.x);
  const Matrix3 axes = axes_at(q);
  inertia_.moments_of_place(x, store.D);
  const Vector3 s = inertia_.first_moment(x);
  border.mix.setZero(6, 6);
  border.mix.topLeftCorner<3, 3>() = axes.transpose();
  border.mix.bottomRightCorner<3, 3>().setIdentity();
  border.variable = inertia_.turning_couplings;
  inertia_.for_each_component([&](Index i, Index c, int axis) {  // (e x D)_axis = - (D~ e)_axis
    border.variable.row(i) -= cross_matrix(store.D.col(c)).row(axis);
  });
  border.corner.setZero(6, 6);
  border.corner.diagonal().head<3>().setConstant(inertia_.mass);
  border.corner.topRightCorner<3, 3>() = -axes * cross_matrix(s);
  border.corner.bottomLeftCorner<3, 3>() = border.corner.topRightCorner<3, 3>().transpose();
  border.corner.bottomRightCorner<3, 3>() = inertia_.tensor(store.D, x);
}

void FloatingBodySpatial::tangent(double, VecRef q, VecRef, TangentWeights weights, SparseMatrix& A) const {
  bordered_tangent(*this, frame_, q, weights, A);
}

Energy FloatingBodySpatial::energy(double, VecRef q, VecRef v) const {
  auto& store = scratch();
  const VecView x = all_of(q, 7, store.x), rate = all_of(v, 6, store.rate);
  const Matrix3 axes = axes_at(q);
  const Vector3 omega = v.segment<3>(3), R_rate = axes.transpose() * v.head<3>();
  inertia_.moments_of_place(x, store.D);
  const Vector3 s = inertia_.first_moment(x);
  const double kinetic = 0.5 * (inertia_.mass * R_rate.squaredNorm() + omega.dot(inertia_.tensor(store.D, x) * omega) +
                                inertia_.elastic.quadratic(rate)) +
                         R_rate.dot(omega.cross(s) + inertia_.shift(rate)) +
                         omega.dot(inertia_.turning_momentum(store.D, rate));
  const double strain = strain_ ? strain_->energy(x) : 0.5 * K_.quadratic(x);
  return {kinetic, strain - gravity_.dot(inertia_.mass * q.head<3>() + axes * s)};
}

Work FloatingBodySpatial::work(double, double h, VecRef, VecRef v_old, VecRef v_new) const {
  Work work;
  if (C_.is_zero()) return work;
  auto& store = scratch();
  work.damping = h * C_.quadratic(0.5, all_of(v_old, 6, store.x), 0.5, all_of(v_new, 6, store.rate));
  return work;
}

}  // namespace percuss
