// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "core/contact_model.hpp"
#include "core/mechanical_system.hpp"
#include "core/state.hpp"

namespace percuss::verification {

/// The slider-crank mechanism of [HETS, Table 1] in its three absolute angles; M and h as [HETS (23), (24)]. Here the
/// schemes meet a mass matrix, forces and W that depend on the configuration.
class SliderCrank final : public Body {
 public:
  static constexpr double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025;            // [m]
  static constexpr double m1 = 0.038, m2 = 0.038, m3 = 0.076;                     // [kg]
  static constexpr double J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6, gravity = 9.81;  // [kg m^2], [m/s^2]
  static constexpr double coupling = l1 * l2 * (0.5 * m2 + m3);                   // of M_12
  static constexpr double weight1 = l1 * (0.5 * m1 + m2 + m3), weight2 = l2 * (0.5 * m2 + m3);

  Index num_q() const override { return 3; }
  Index num_v() const override { return 3; }
  bool has_constant_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double x, VecRef v, double y, VecRef w, VecOut next) const override {
    next = q + x * v + y * w;
  }
  void forces(double, VecRef q, VecRef v, VecOut f) const override {
    const double s = std::sin(q[0] - q[1]);
    f[0] = -coupling * s * v[1] * v[1] - gravity * std::cos(q[0]) * weight1;
    f[1] = coupling * s * v[0] * v[0] - gravity * std::cos(q[1]) * weight2;
    f[2] = 0.0;
  }
  /// The mass matrix: the schemes of this test are explicit in the forces.
  void tangent(double, VecRef q, VecRef, TangentWeights weights, SparseMatrix& A) const override {
    if (A.nonZeros() != 5) {
      A.resize(3, 3);
      for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}}) A.insert(i, j) = 0.0;
      A.makeCompressed();
    }
    const double off = weights.mass * coupling * std::cos(q[0] - q[1]);
    double* const x = A.valuePtr();  // column by column
    x[0] = weights.mass * (J1 + l1 * l1 * (0.25 * m1 + m2 + m3));
    x[1] = x[2] = off;
    x[3] = weights.mass * (J2 + l2 * l2 * (0.25 * m2 + m3));
    x[4] = weights.mass * J3;
  }
  Energy energy(double, VecRef q, VecRef v) const override {
    SparseMatrix M;
    tangent(0.0, q, v, {}, M);
    return {0.5 * v.dot(M * v), gravity * (weight1 * std::sin(q[0]) + weight2 * std::sin(q[1]))};
  }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
};

/// The slider in its guide: one joint row y_3 = 0, or four corners in a notch of height 2 (b + clearance), with
/// tangential rows where there is friction [HETS (25)-(34)]; corners 1, 2 under the upper wall, 3, 4 over the lower
/// one.
class SliderGuide final : public ContactModel {
 public:
  enum class Kind { joint, notch, walls };
  explicit SliderGuide(Kind kind, double clearance = 1e-3, double restitution = 0.4, double friction = 0.01)
      : kind_(kind), half_height_(SliderCrank::b + clearance), restitution_(restitution), friction_(friction) {}

  Index size() const override { return kind_ == Kind::joint ? 1 : kind_ == Kind::walls ? 2 : 4; }
  /// y_3, which a joint should hold at 0 [m].
  static double height(VecRef q) { return SliderCrank::l1 * std::sin(q[0]) + SliderCrank::l2 * std::sin(q[1]); }
  Index num_rows(Index) const override { return kind_ == Kind::joint || friction_ == 0.0 ? 1 : 2; }
  const std::string& name(Index) const override { return name_; }
  bool has_constant_jacobian() const override { return false; }
  void gaps(double, VecRef q, VecOut gap) const override {
    using S = SliderCrank;
    if (kind_ == Kind::joint) {
      gap[0] = 0.0;
      return;
    }
    const double y3 = height(q), s = kind_ == Kind::walls ? 0.0 : std::sin(q[2]), c = std::cos(q[2]);
    for (Index k = 0; k < size(); ++k) {
      const auto& sign = corner_of(k);
      gap[k] = half_height_ + sign.y * y3 + sign.normal_a * S::a * s - S::b * c;
    }
  }
  void normal_velocities(double, VecRef q, VecRef v, VecOut rate) const override {
    rate.setZero();
    if (kind_ == Kind::joint) return;
    for (Index k = 0; k < size(); ++k) {
      const auto w = normal(k, q);
      rate[k] = w[0] * v[0] + w[1] * v[1] + w[2] * v[2];
    }
  }
  void append(double, VecRef q, std::span<const Index> closed, Index, ContactSet& set) const override {
    for (const Index k : closed) {
      push(normal(k, q), set);
      if (num_rows(k) == 2) push(tangential(k, q), set);
      const Cone contact = friction_ == 0.0 ? Cone::unilateral : Cone::coulomb;
      set.finish_contact(k, kind_ == Kind::joint ? Cone::bilateral : contact, num_rows(k), friction_, restitution_,
                         0.0);
    }
  }

 private:
  struct Signs {
    double y, normal_a, tangential_a, tangential_b;
  };
  static const Signs& corner(Index k) {
    static constexpr std::array<Signs, 4> signs{Signs{-1, 1, -1, -1}, Signs{-1, -1, 1, -1}, Signs{1, -1, -1, 1},
                                                Signs{1, 1, 1, 1}};
    return signs[static_cast<std::size_t>(k)];
  }
  const Signs& corner_of(Index k) const { return corner(kind_ == Kind::walls ? 2 * k : k); }
  std::array<double, 3> normal(Index k, VecRef q) const {
    using S = SliderCrank;
    const double c1 = S::l1 * std::cos(q[0]), c2 = S::l2 * std::cos(q[1]);
    if (kind_ == Kind::joint) return {c1, c2, 0.0};
    const auto& sign = corner_of(k);
    if (kind_ == Kind::walls) return {sign.y * c1, sign.y * c2, 0.0};
    return {sign.y * c1, sign.y * c2, sign.normal_a * S::a * std::cos(q[2]) + S::b * std::sin(q[2])};
  }
  std::array<double, 3> tangential(Index k, VecRef q) const {
    using S = SliderCrank;
    const auto& sign = corner_of(k);
    if (kind_ == Kind::walls) return {-S::l1 * std::sin(q[0]), -S::l2 * std::sin(q[1]), 0.0};
    return {-S::l1 * std::sin(q[0]), -S::l2 * std::sin(q[1]),
            -sign.tangential_a * S::a * std::sin(q[2]) + sign.tangential_b * S::b * std::cos(q[2])};
  }
  static void push(const std::array<double, 3>& column, ContactSet& set) {
    for (Index i = 0; i < 3; ++i) set.W.push(i, column[static_cast<std::size_t>(i)]);
    set.W.finish_column();
  }

  std::string name_ = "slider";
  Kind kind_;
  double half_height_, restitution_, friction_;
};

}  // namespace percuss::verification
