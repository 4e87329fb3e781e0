// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/body.hpp"
#include "core/contact_model.hpp"
#include "core/force_element.hpp"

namespace percuss {

/// x'' + damping_rate x' + omega^2 x = 0, unit mass: the test equation on which a scheme shows its stability.
class Oscillator final : public Body {
 public:
  Oscillator(double omega, double damping_rate) : stiffness_(omega * omega), damping_(damping_rate) {}
  Index num_q() const override { return 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return true; }
  bool forces_depend_on_velocity() const override { return damping_ != 0.0; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override {
    q_next[0] = q[0] + a * v[0] + b * w[0];
  }
  void forces(double, VecRef q, VecRef v, VecOut f) const override { f[0] = -stiffness_ * q[0] - damping_ * v[0]; }
  void tangent(double, VecRef, VecRef, TangentWeights w, SparseMatrix& A) const override {
    A.resize(1, 1);
    A.insert(0, 0) = w.mass + w.damping * damping_ + w.stiffness * stiffness_;
    A.makeCompressed();
  }
  Energy energy(double, VecRef q, VecRef v) const override {
    return {0.5 * v[0] * v[0], 0.5 * stiffness_ * q[0] * q[0]};
  }
  Work work(double, double h, VecRef, VecRef v_old, VecRef v_new) const override {
    const double v = 0.5 * (v_old[0] + v_new[0]);
    return {0.0, h * damping_ * v * v};
  }

 private:
  double stiffness_, damping_;
};

/// The same forces from outside, on a mass alone: how a scheme takes force elements.
class OscillatorSpring final : public ForceElement {
 public:
  OscillatorSpring(double omega, double damping_rate) : stiffness_(omega * omega), damping_(damping_rate) {}
  bool depends_on_velocity() const override { return damping_ != 0.0; }
  bool depends_on_time() const override { return false; }
  void add_forces(double, VecRef q, VecRef v, VecOut f) const override { f[0] -= stiffness_ * q[0] + damping_ * v[0]; }
  double potential(double, VecRef q) const override { return 0.5 * stiffness_ * q[0] * q[0]; }
  Work work(double, double h, VecRef, VecRef v_old, VecRef v_new) const override {
    const double v = 0.5 * (v_old[0] + v_new[0]);
    return {0.0, h * damping_ * v * v};
  }

 private:
  double stiffness_, damping_;
};

/// No contacts at all.
class NoContacts final : public ContactModel {
 public:
  Index size() const override { return 0; }
  Index num_rows(Index) const override { return 0; }
  const std::string& name(Index) const override { return name_; }
  bool has_constant_jacobian() const override { return true; }
  void gaps(double, VecRef, VecOut) const override {}
  void normal_velocities(double, VecRef, VecRef, VecOut) const override {}
  void append(double, VecRef, std::span<const Index>, Index, ContactSet&) const override {}

 private:
  std::string name_;
};

}  // namespace percuss
