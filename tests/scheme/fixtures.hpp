// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/contact_model.hpp"
#include "core/force_element.hpp"
#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "model/point_mass.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss::test {

/// The schemes as tests run them.
struct NamedScheme {
  std::string label, name;
  Values options;
};
void PrintTo(const NamedScheme& scheme, std::ostream* out);
/// As a model file has it: {name: NAME, OPTION: VALUE}.
std::string text_of(const NamedScheme& scheme);

std::vector<NamedScheme> all_schemes();

/// A time-discontinuous Galerkin scheme: it looks at gaps, not at their forecast.
bool is_galerkin(const NamedScheme& scheme);

/// A mixed scheme: it carries accelerations over.
bool is_mixed(const NamedScheme& scheme);
std::vector<NamedScheme> mixed_schemes();

/// Nonsmooth generalized-alpha: it carries accelerations over, and its contacts act by impulses.
bool is_nonsmooth_alpha(const NamedScheme& scheme);

/// All schemes that serve friction.
std::vector<NamedScheme> frictional_schemes();

std::unique_ptr<Scheme> make(const NamedScheme& scheme, const MechanicalSystem& system, const ContactModel& contacts,
                             const SolverSet& solvers = {});

/// A particle under gravity g e_last over a floor at 0 with normal e_last.
struct ParticleOverFloor {
  std::vector<double> position, velocity;
  double gravity = 0.0, restitution = 0.0, friction = 0.0, tangential_restitution = 0.0;

  std::unique_ptr<Model> build() const;
};

/// A planar particle and the unit circle: kept inside (unilateral, gap = 1 - |x|), or on it (bilateral). W depends on
/// q.
class UnitCircle final : public ContactModel {
 public:
  explicit UnitCircle(Cone cone, double restitution = 0.0) : cone_(cone), restitution_(restitution) {}
  Index size() const override { return 1; }
  Index num_rows(Index) const override { return 1; }
  const std::string& name(Index) const override { return name_; }
  bool is_joint(Index) const override { return cone_ == Cone::bilateral; }
  bool has_constant_jacobian() const override { return false; }
  void row_gaps(double, VecRef q, std::span<const Index> closed, Index, VecOut value) const override {
    if (!closed.empty()) value[0] = 1.0 - q.norm();
  }
  void gaps(double, VecRef q, VecOut gap) const override { gap[0] = cone_ == Cone::bilateral ? 0.0 : 1.0 - q.norm(); }
  void normal_velocities(double, VecRef q, VecRef v, VecOut rate) const override {
    rate[0] = cone_ == Cone::bilateral ? 0.0 : -q.dot(v) / q.norm();
  }
  void append(double, VecRef q, std::span<const Index> closed, Index, ContactSet& set) const override {
    for (const Index k : closed) {
      set.W.push(0, -q[0] / q.norm());
      set.W.push(1, -q[1] / q.norm());
      set.W.finish_column();
      set.finish_contact(k, cone_, 1, 0.0, restitution_, 0.0);
    }
  }
  /// Of n = -q/|q|: n' v = -(|v|^2 - (n . v)^2)/|q|.
  void velocity_bias(const MechanicalSystem&, double, VecRef q, VecRef v, std::span<const Index> closed, Index,
                     VecOut bias) const override {
    if (!closed.empty()) bias[0] = (std::pow(q.dot(v) / q.norm(), 2) - v.squaredNorm()) / q.norm();
  }

 private:
  std::string name_ = "circle";
  Cone cone_;
  double restitution_;
};

/// One coordinate with M(q) = 1 + q^2 and V = q^2/2: f = -q v^2 - q. Its energy is conserved.
class VariableMass final : public Body {
 public:
  Index num_q() const override { return 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut next) const override {
    next[0] = q[0] + a * v[0] + b * w[0];
  }
  void forces(double, VecRef q, VecRef v, VecOut f) const override { f[0] = -q[0] * v[0] * v[0] - q[0]; }
  void tangent(double, VecRef q, VecRef v, TangentWeights w, SparseMatrix& A) const override {
    A.resize(1, 1);
    A.insert(0, 0) = w.mass * (1.0 + q[0] * q[0]) + w.damping * 2.0 * q[0] * v[0] + w.stiffness * (v[0] * v[0] + 1.0);
    A.makeCompressed();
  }
  Energy energy(double, VecRef q, VecRef v) const override {
    return {0.5 * (1.0 + q[0] * q[0]) * v[0] * v[0], 0.5 * q[0] * q[0]};
  }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
};

/// A force on one row that has no value from t = 1 on.
class LostForce final : public ForceElement {
 public:
  explicit LostForce(Index row) : row_(row) {}
  bool depends_on_velocity() const override { return false; }
  bool depends_on_time() const override { return true; }
  void add_forces(double t, VecRef, VecRef, VecOut f) const override {
    f[row_] += t < 1.0 ? 1.0 : std::numeric_limits<double>::quiet_NaN();
  }
  double potential(double, VecRef) const override { return 0.0; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }

 private:
  Index row_;
};

/// Slope of log(error) over log(h) between the ends of a list.
double order(const std::vector<double>& h, const std::vector<double>& error);

}  // namespace percuss::test
