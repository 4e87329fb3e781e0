// SPDX-License-Identifier: Apache-2.0
#include "model/linear_body.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/parallel.hpp"

namespace percuss {

LinearBody::LinearBody(SymmetricMatrix M, SymmetricMatrix C, SymmetricMatrix K, std::optional<ModeBound> bound)
    : M_(std::move(M)), C_(std::move(C)), K_(std::move(K)), bound_(bound) {
  if (C_.size() != M_.size() || K_.size() != M_.size())
    throw std::invalid_argument("LinearBody: M, C and K differ in size");
}

void LinearBody::add_force(Index row, TimeFunction force) {
  if (row < 0 || row >= num_v()) throw std::invalid_argument("LinearBody: the force acts on a row that is not there");
  forces_.push_back({row, std::move(force)});
}

void LinearBody::add_gravity(VecRef acceleration) {
  if (acceleration.size() != num_v()) throw std::invalid_argument("LinearBody: gravity has a wrong size");
  if (weight_.size() == 0) weight_ = Vector::Zero(num_v());
  M_.multiply_add(1.0, acceleration, weight_);
}

void LinearBody::add_constant_force(VecRef force) {
  if (force.size() != num_v()) throw std::invalid_argument("LinearBody: the constant force has a wrong size");
  if (weight_.size() == 0) weight_ = Vector::Zero(num_v());
  weight_ += force;
}

bool LinearBody::forces_depend_on_time() const {
  return std::any_of(forces_.begin(), forces_.end(), [](const Force& f) { return !f.value.is_constant(); });
}

void LinearBody::advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const {
  combine(q, a, v, b, w, q_next);
}

void LinearBody::forces(double t, VecRef q, VecRef v, VecOut f) const {
  K_.multiply(-1.0, q, f);
  if (!C_.is_zero()) C_.multiply_add(-1.0, v, f);
  if (weight_.size() > 0) f += weight_;
  for (const auto& force : forces_) f[force.row] += force.value(t);
}

void LinearBody::tangent(double, VecRef, VecRef, TangentWeights weights, SparseMatrix& A) const {
  const std::array<double, 3> factors{weights.mass, weights.damping, weights.stiffness};
  const std::array<const SymmetricMatrix*, 3> matrices{&M_, &C_, &K_};
  A = weighted_sum(factors, matrices);
}

bool LinearBody::subtract_inertia(VecRef, VecRef a, VecOut f) const {
  M_.multiply_add(-1.0, a, f);
  return true;
}

Energy LinearBody::energy(double, VecRef q, VecRef v) const {
  return {0.5 * M_.quadratic(v), 0.5 * K_.quadratic(q) - (weight_.size() > 0 ? dot(weight_, q) : 0.0)};
}

Work LinearBody::work(double t, double h, VecRef, VecRef v_old, VecRef v_new) const {
  Work work;
  for (const auto& force : forces_)
    work.applied += h * force.value(t + 0.5 * h) * 0.5 * (v_old[force.row] + v_new[force.row]);
  if (!C_.is_zero()) work.damping = h * C_.quadratic(0.5, v_old, 0.5, v_new);
  return work;
}

}  // namespace percuss
