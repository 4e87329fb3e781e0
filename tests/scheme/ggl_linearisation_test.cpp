// SPDX-License-Identifier: Apache-2.0
// The linearised equations of GGL unified against differences of the equations themselves.
#include "scheme/ggl_linearisation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace ggl_linearisation_test {

/// Two coordinates in a field that is nonlinear in q and v: f = (-q0^3 - v0 v1, -4 q0 q1 - v1^2), with a mass each.
const Eigen::Vector2d masses(2.0, 5.0);
class Field final : public Body {
 public:
  Index num_q() const override { return 2; }
  Index num_v() const override { return 2; }
  bool has_constant_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut next) const override {
    next = q + a * v + b * w;
  }
  void forces(double, VecRef q, VecRef v, VecOut f) const override {
    f[0] = -q[0] * q[0] * q[0] - v[0] * v[1];
    f[1] = -4.0 * q[0] * q[1] - v[1] * v[1];
  }
  void tangent(double, VecRef q, VecRef v, TangentWeights w, SparseMatrix& A) const override {
    Matrix dense = w.mass * Matrix(masses.asDiagonal());
    dense += w.damping * (Matrix(2, 2) << v[1], v[0], 0.0, 2.0 * v[1]).finished();
    dense += w.stiffness * (Matrix(2, 2) << 3.0 * q[0] * q[0], 0.0, 4.0 * q[1], 4.0 * q[0]).finished();
    A = dense.sparseView(1.0, -1.0);
  }
  Energy energy(double, VecRef, VecRef) const override { return {}; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
};

/// The equations at x = (v', u, Lambda, Psi) for a step of size h from (q, v): r_v, r_u and the contact rows.
struct Equations {
  const MechanicalSystem& system;
  const ContactModel& contacts;
  ProjectionMetric metric;
  double h, eps;
  Vector q, v;

  GglIterate at(const Vector& x) const {
    GglIterate it(contacts);
    it.h = h;
    it.v = x.head(2);
    it.u = x.segment(2, 2);
    it.lambda = x.segment(4, 1);
    it.psi = x.segment(5, 1);
    it.q_mid = q + 0.5 * it.u;
    it.v_mid = 0.5 * (v + it.v);
    const std::vector<Index> closed{0};
    contacts.evaluate(0.0, it.q_mid, 2, closed, it.set);
    it.rows.select(it.set);
    return it;
  }
  Vector residual(const Vector& x) const {
    const auto it = at(x);
    Vector f(2), gap(1), r = Vector::Zero(6);
    system.forces(0.0, it.q_mid, it.v_mid, f);
    contacts.gaps(0.0, q + it.u, gap);
    Vector W = Vector::Zero(2);
    it.set.W.add_column(0, 1.0, W);
    r.head(2) = masses.cwiseProduct(it.v - v) - h * f - W * it.lambda[0];
    const Vector direction = metric == ProjectionMetric::kinetic ? Vector(W.cwiseQuotient(masses)) : W;
    r.segment(2, 2) = it.u - h * it.v_mid - direction * it.psi[0];
    r[4] = W.dot(it.v + eps * v);
    r[5] = 2.0 / h * gap[0];
    return r;
  }
};

// With Psi = 0 every term is exact but the row of the gap, which extrapolates W to the end of the step: off by
// |u|^2/8 times its third derivatives. With Psi > 0 what is left out besides is of the second order in Psi.
TEST(GglLinearisation, IsTheDerivativeOfTheEquations) {
  MechanicalSystem system;
  system.add(std::make_unique<Field>());
  const UnitCircle circle(Cone::unilateral, 0.5);
  using enum ProjectionMetric;
  for (const auto& [psi, metric] : {std::pair{0.0, kinetic}, {1e-3, kinetic}, {0.0, euclidean}, {1e-3, euclidean}}) {
    const Equations equations{system, circle, metric, 0.3, 0.5, Eigen::Vector2d(0.7, 0.6), Eigen::Vector2d(1.0, 2.0)};
    Vector x(6);
    x << 0.4, -1.5, 0.1, 0.2, 1.7, psi;
    GglLinearisation linear(system, circle, metric);
    linear.set_mass(0.0, equations.q, equations.v);
    ASSERT_TRUE(linear.update(equations.at(x), equations.v).ok());
    Matrix S(2, 2);
    linear.fill(S);
    const double s = 1e-6;  // central differences: s^2 and 1e-16/s, both below 1e-9
    for (Index j = 0; j < 3; ++j) {
      // Directions: Lambda, Psi, and the removal of a residual; each must move the equations as it says.
      Vector dx = Vector::Zero(6), expected = Vector::Zero(6), dv = Vector::Zero(2), du = Vector::Zero(2);
      if (j < 2) {
        const Vector unit = Vector::Unit(2, j);
        linear.add_response(unit, dv, du);
        dx[4 + j] = j == 0 ? 1.0 : linear.psi_scale();
        expected.tail(2) = S.col(j);
      } else {
        expected.head(4) << 0.3, -0.2, 0.05, 0.1;
        linear.remove_residuals(-expected.head(2), -expected.segment(2, 2), dv, du);
        Vector rows = Vector::Zero(2);
        linear.add_row_changes(dv, du, rows);
        expected.tail(2) = rows;
      }
      dx.head(2) = dv;
      dx.segment(2, 2) = du;
      const Vector change = (equations.residual(x + s * dx) - equations.residual(x - s * dx)) / (2.0 * s);
      const double size = std::max(expected.cwiseAbs().maxCoeff(), 1.0);  // terms of the equations are of order 1 to 10
      const Vector error = (change - expected).cwiseAbs();
      EXPECT_LE(error.head(5).maxCoeff(), (1e-8 + 10.0 * psi * psi) * size) << "direction " << j << ", psi " << psi;
      EXPECT_LE(error[5], x.segment(2, 2).squaredNorm() / 8.0 * size) << "direction " << j << ", psi " << psi;
    }
  }
}

TEST(GglLinearisation, FactorsBodiesOfConstantTangentOncePerStepSize) {
  const auto model = ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}}.build();
  GglLinearisation linear(model->system, model->contacts, ProjectionMetric::kinetic);
  GglIterate at(model->contacts);
  at.v = at.u = at.v_mid = Vector::Zero(2);
  at.q_mid = Vector::Zero(2);
  linear.set_mass(0.0, at.q_mid, at.v);
  for (const double h : {0.1, 0.1, 0.2}) {
    at.h = h;
    ASSERT_TRUE(linear.update(at, at.v).ok());
  }
  EXPECT_EQ(linear.factorisations(), 2);
}

}  // namespace ggl_linearisation_test

}  // namespace percuss::test
