// SPDX-License-Identifier: Apache-2.0
// A body and a contact of one's own: a bead on the wire y = x^2/2 (x, y in m) under gravity, with a stop on the wire.
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "core/contact_model.hpp"
#include "scheme/half_explicit_velocity.hpp"

using namespace percuss;

/// One coordinate q = x:  M(q) = m (1 + x^2),  f = -m x v^2 - m g x.
class Bead final : public Body {
 public:
  explicit Bead(double mass) : m_(mass) {}
  Index num_q() const override { return 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override {
    q_next[0] = q[0] + a * v[0] + b * w[0];
  }
  void forces(double, VecRef q, VecRef v, VecOut f) const override { f[0] = -m_ * q[0] * (v[0] * v[0] + g); }
  /// A = w_M M + w_C C + w_K K  with  C = -df/dv = 2 m x v,  K = -df/dq = m (v^2 + g).
  void tangent(double, VecRef q, VecRef v, TangentWeights w, SparseMatrix& A) const override {
    if (A.nonZeros() != 1) {  // the pattern is made once, the value every step
      A.resize(1, 1);
      A.insert(0, 0) = 0.0;
      A.makeCompressed();
    }
    A.valuePtr()[0] =
        m_ * (w.mass * (1.0 + q[0] * q[0]) + w.damping * 2.0 * q[0] * v[0] + w.stiffness * (v[0] * v[0] + g));
  }
  Energy energy(double, VecRef q, VecRef v) const override {
    return {0.5 * m_ * (1.0 + q[0] * q[0]) * v[0] * v[0], 0.5 * m_ * g * q[0] * q[0]};
  }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }  // gravity has a potential

 private:
  static constexpr double g = 9.81;
  double m_;
};

/// The stop at x = x_s: the gap is the way along the wire up to it, so gamma is the bead's true speed towards it.
class Stop final : public ContactModel {
 public:
  Stop(double x, double restitution) : x_(x), restitution_(restitution) {}
  Index size() const override { return 1; }
  Index num_rows(Index) const override { return 1; }
  const std::string& name(Index) const override { return name_; }
  bool has_constant_jacobian() const override { return false; }
  void gaps(double, VecRef q, VecOut gap) const override { gap[0] = arc(x_) - arc(q[0]); }
  void normal_velocities(double, VecRef q, VecRef v, VecOut rate) const override { rate[0] = -slope(q[0]) * v[0]; }
  void append(double, VecRef q, std::span<const Index> closed, Index, ContactSet& set) const override {
    for (const Index k : closed) {
      set.W.push(0, -slope(q[0]));
      set.W.finish_column();
      set.finish_contact(k, Cone::unilateral, 1, 0.0, restitution_, 0.0);
    }
  }

 private:
  static double slope(double x) { return std::sqrt(1.0 + x * x); }  // ds/dx
  static double arc(double x) { return 0.5 * (x * slope(x) + std::asinh(x)); }
  double x_, restitution_;
  std::string name_ = "stop";
};

int main() {
  MechanicalSystem system;
  system.add(std::make_unique<Bead>(0.1));
  const Stop stop(0.5, 0.8);
  HalfExplicitVelocity scheme(system, stop, SolverSet{});
  State state{0.0, Vector::Constant(1, -1.0), Vector::Zero(1)};  // at rest at x = -1
  const double start = system.energy(0.0, state.q, state.v).total();
  double lost = 0.0;
  for (int i = 0; i < 20000; ++i) {
    const auto step = scheme.step(1e-4, state);
    if (!step.ok()) return std::printf("%s\n", step.report.message.c_str()), 3;
    lost += step.impact_loss;
    if (step.impact) std::printf("t = %.4f s: hit, percussion %.6f N s\n", state.t, scheme.contacts()[0].percussion[0]);
  }
  const double end = system.energy(0.0, state.q, state.v).total();
  std::printf("energy %.6f J -> %.6f J, impacts took %.6f J\n", start, end, lost);
}
