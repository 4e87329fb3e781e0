// SPDX-License-Identifier: Apache-2.0
#include "model/floating_body_planar.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/parallel.hpp"
#include "model/bordered_tangent.hpp"

namespace percuss {

namespace {

/// Vectors over all unknowns, where the conditions of a frame eliminate some: for one call, so one set per thread.
struct Scratch {
  Vector x, rate, force, kept;
};
Scratch& scratch() {
  thread_local Scratch vectors;
  return vectors;
}

/// y += a S x, without the temporary that Eigen makes of a scaled sparse product.
void add_product(const SparseMatrix& S, double a, VecRef x, VecOut y) {
  for (Index j = 0; j < S.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(S, j); it; ++it) y[it.row()] += a * it.value() * x[j];
}

Eigen::Vector2d quarter(const Eigen::Vector2d& a) { return {-a[1], a[0]}; }

}  // namespace

FloatingBodyPlanar::FloatingBodyPlanar(FloatingInertiaPlanar inertia, SymmetricMatrix K, SymmetricMatrix C,
                                       FrameConditions conditions, std::optional<ModeBound> bound,
                                       std::optional<BeamStrainPlanar> strain)
    : inertia_(std::move(inertia)),
      K_(std::move(K)),
      C_(std::move(C)),
      frame_(std::move(conditions)),
      bound_(bound),
      strain_(std::move(strain)) {
  const Index n = frame_.num_all();
  if (K_.size() != n || C_.size() != n || inertia_.elastic.size() != n || inertia_.sx.size() != n)
    throw std::invalid_argument("FloatingBodyPlanar: inertia, stiffness and frame differ in size");
  constant_.resize(n, 2);
  constant_ << inertia_.sx, inertia_.sy;
}

void FloatingBodyPlanar::advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const {
  combine(q, a, v, b, w, q_next);
}

VecView FloatingBodyPlanar::all_of(VecRef rows, Vector& store) const {
  if (!frame_.eliminates()) return {rows.data() + 3, frame_.num_all()};
  store.resize(frame_.num_all());
  frame_.expand(rows.tail(frame_.num_kept()), store);
  return {store.data(), store.size()};
}

FloatingBodyPlanar::Placement FloatingBodyPlanar::place(double theta, VecRef x) const {
  const double c = std::cos(theta), s = std::sin(theta);
  Placement at;
  at.axes << c, -s, s, c;
  at.first = inertia_.first + Vector2(inertia_.sx.dot(x), inertia_.sy.dot(x));
  return at;
}

double FloatingBodyPlanar::second_moment(VecRef x) const {
  return inertia_.second + 2.0 * inertia_.radial.dot(x) + inertia_.translation.quadratic(x);
}

void FloatingBodyPlanar::forces(double, VecRef q, VecRef v, VecOut f) const {
  auto& store = scratch();
  const VecView x = all_of(q, store.x), rate = all_of(v, store.rate);
  const auto at = place(q[2], x);
  const double omega = v[2];
  const Vector2 first_rate(inertia_.sx.dot(rate), inertia_.sy.dot(rate));
  f.head<2>() = at.axes * (omega * omega * at.first - 2.0 * omega * quarter(first_rate)) + inertia_.mass * gravity_;
  double along = 0.0;  // x . m x'
  if (frame_.eliminates()) {
    store.force.resize(x.size());
    along = elastic_forces(at, omega, x, rate, store.force);
    frame_.reduce(store.force, f.tail(frame_.num_kept()));
  } else {
    along = elastic_forces(at, omega, x, rate, f.tail(frame_.num_kept()));
  }
  f[2] = -2.0 * omega * (inertia_.radial.dot(rate) + along) + (at.axes.transpose() * gravity_).dot(quarter(at.first));
}

double FloatingBodyPlanar::elastic_forces(const Placement& at, double omega, VecRef x, VecRef rate, VecOut f) const {
  const Vector2 g = at.axes.transpose() * gravity_;
  inertia_.translation.multiply(1.0, x, f);
  const double along = f.dot(rate);
  f = omega * omega * (f + inertia_.radial) + g[0] * inertia_.sx + g[1] * inertia_.sy;
  add_product(inertia_.gyroscopic, 2.0 * omega, rate, f);
  if (!C_.is_zero()) C_.multiply_add(-1.0, rate, f);
  if (strain_)
    strain_->add_forces(x, f);
  else
    K_.multiply_add(-1.0, x, f);
  return along;
}

bool FloatingBodyPlanar::subtract_inertia(VecRef q, VecRef a, VecOut f) const {
  auto& store = scratch();
  const VecView x = all_of(q, store.x), b = all_of(a, store.rate);
  const auto at = place(q[2], x);
  const double turn = a[2];
  const Vector2 first_rate(inertia_.sx.dot(b), inertia_.sy.dot(b));
  f.head<2>() -= inertia_.mass * a.head<2>() + at.axes * (turn * quarter(at.first) + first_rate);
  const Vector2 in_frame = at.axes.transpose() * a.head<2>();
  store.force.resize(x.size());
  auto& y = store.force;  // S~' x = - S~ x
  y.setZero();
  add_product(inertia_.gyroscopic, -1.0, x, y);
  f[2] -= quarter(at.first).dot(in_frame) + second_moment(x) * turn + inertia_.turning.dot(b) + y.dot(b);
  y = turn * (y + inertia_.turning) + in_frame[0] * inertia_.sx + in_frame[1] * inertia_.sy;
  inertia_.elastic.multiply_add(1.0, b, y);
  if (frame_.eliminates()) {
    store.kept.resize(frame_.num_kept());
    frame_.reduce(y, store.kept);
    f.tail(frame_.num_kept()) -= store.kept;
  } else {
    f.tail(frame_.num_kept()) -= y;
  }
  return true;
}

void FloatingBodyPlanar::inner_tangent(TangentWeights weights, SparseMatrix& A) const {
  const std::array<double, 3> factors{weights.mass, weights.damping, weights.stiffness};
  const std::array<const SymmetricMatrix*, 3> matrices{&inertia_.elastic, &C_, &K_};
  A = weighted_sum(factors, matrices);
}

void FloatingBodyPlanar::border(VecRef q, Border& border) const {
  auto& store = scratch();
  const VecView x = all_of(q, store.x);
  const auto at = place(q[2], x);
  border.mix.setZero(3, 3);
  border.mix.topLeftCorner<2, 2>() = at.axes.transpose();
  border.mix(2, 2) = 1.0;
  border.variable.resize(x.size(), 1);
  border.variable.col(0) = inertia_.turning;
  add_product(inertia_.gyroscopic, -1.0, x, border.variable.col(0));
  border.corner.setZero(3, 3);
  border.corner(0, 0) = border.corner(1, 1) = inertia_.mass;
  border.corner.topRightCorner<2, 1>() = at.axes * quarter(at.first);
  border.corner.bottomLeftCorner<1, 2>() = border.corner.topRightCorner<2, 1>().transpose();
  border.corner(2, 2) = second_moment(x);
}

void FloatingBodyPlanar::tangent(double, VecRef q, VecRef, TangentWeights weights, SparseMatrix& A) const {
  bordered_tangent(*this, frame_, q, weights, A);
}

Energy FloatingBodyPlanar::energy(double, VecRef q, VecRef v) const {
  auto& store = scratch();
  const VecView x = all_of(q, store.x), rate = all_of(v, store.rate);
  const auto at = place(q[2], x);
  const double omega = v[2];
  const Vector2 R_rate = at.axes.transpose() * v.head<2>();
  const Vector2 first_rate(inertia_.sx.dot(rate), inertia_.sy.dot(rate));
  store.force.resize(x.size());
  store.force.noalias() = inertia_.gyroscopic * rate;
  const double kinetic =
      0.5 *
          (inertia_.mass * R_rate.squaredNorm() + omega * omega * second_moment(x) + inertia_.elastic.quadratic(rate)) +
      R_rate.dot(omega * quarter(at.first) + first_rate) + omega * (inertia_.turning.dot(rate) + x.dot(store.force));
  const double strain = strain_ ? strain_->energy(x) : 0.5 * K_.quadratic(x);
  return {kinetic, strain - gravity_.dot(inertia_.mass * q.head<2>() + at.axes * at.first)};
}

Work FloatingBodyPlanar::work(double, double h, VecRef, VecRef v_old, VecRef v_new) const {
  Work work;
  if (C_.is_zero()) return work;
  auto& store = scratch();
  work.damping = h * C_.quadratic(0.5, all_of(v_old, store.x), 0.5, all_of(v_new, store.rate));
  return work;
}

}  // namespace percuss
