// SPDX-License-Identifier: Apache-2.0
#include "model/shaft_body.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/decompositions.hpp"
#include "core/rotation.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/shaft_bodies.hpp"

namespace percuss {
namespace shaft_body_test {

Matrix3 about_x(double a) { return Eigen::AngleAxisd(a, Vector3::UnitX()).toRotationMatrix(); }

/// T and V of a shaft from their definitions, in space, with its own polynomials and a rule of seven points. It knows
/// nothing of the body but its options.
class DirectShaft {
 public:
  explicit DirectShaft(const ShaftOptions& options) : o_(options), section_(options.mesh.section.numbers()) {}

  double kinetic(const Vector& q, const Vector& v) const {
    double twice = 0.0;
    const double rho = o_.mesh.density;
    for_all_points([&](double x, double part) {
      const auto m = motion(q, v, x);
      twice += part * (rho * section_.area * m.velocity.squaredNorm() + rho * section_.polar() * m.spin * m.spin);
    });
    for (std::size_t k = 0; k < o_.attach.positions.size(); ++k) {
      const auto m = motion(q, v, o_.attach.positions[k]);
      const double polar = o_.attach.spin_inertia[k], transverse = o_.attach.transverse_inertia[k];
      const double along = m.omega.dot(m.along);
      twice += o_.attach.mass[k] * m.velocity.squaredNorm() + transverse * m.omega.squaredNorm() +
               (polar - transverse) * along * along;
    }
    return 0.5 * twice;
  }

  double potential(const Vector& q, const Vector3& gravity) const {
    double sum = 0.0;
    const Vector zero = Vector::Zero(q.size());
    for_all_points([&](double x, double part) {
      const auto m = motion(q, zero, x);
      sum -= part * o_.mesh.density * section_.area * gravity.dot(m.place);
      sum += 0.5 * part *
             (o_.mesh.youngs_modulus *
                  (section_.z * m.curvature[0] * m.curvature[0] + section_.y * m.curvature[1] * m.curvature[1]) +
              o_.mesh.shear() * section_.torsion * m.twist * m.twist);
    });
    for (std::size_t k = 0; k < o_.attach.positions.size(); ++k)
      sum -= o_.attach.mass[k] * gravity.dot(motion(q, zero, o_.attach.positions[k]).place);
    return sum;
  }

 private:
  struct Motion {
    Vector3 place, velocity, omega, along;
    double spin = 0.0, twist = 0.0;
    double curvature[2] = {0.0, 0.0};
  };

  /// Across the axis, in space.
  Motion motion(const Vector& q, const Vector& v, double x) const {
    const double l = o_.mesh.length / static_cast<double>(o_.mesh.elements);
    const auto e = std::min<Index>(static_cast<Index>(x / l), o_.mesh.elements - 1);
    const double s = x / l - static_cast<double>(e);
    const Vector d = q.segment(5 * e, 10), rate = v.segment(5 * e, 10);
    const auto spin = [&](const Vector& of) { return (1.0 - s) * of[0] + s * of[5]; };
    const auto cubic = [&](const Vector& of, double h1, double h2, double h3, double h4) {  // phi_z = v', phi_y = -w'
      return Vector3(0.0, h1 * of[1] + h2 * of[4] + h3 * of[6] + h4 * of[9],
                     h1 * of[2] - h2 * of[3] + h3 * of[7] - h4 * of[8]);
    };
    const auto shift = [&](const Vector& of) {
      return cubic(of, 1.0 - 3.0 * s * s + 2.0 * s * s * s, l * (s - 2.0 * s * s + s * s * s),
                   3.0 * s * s - 2.0 * s * s * s, l * (s * s * s - s * s));
    };
    const auto turn = [&](const Vector& of) {
      const Vector3 slope =
          cubic(of, 6.0 * (s * s - s) / l, 1.0 - 4.0 * s + 3.0 * s * s, 6.0 * (s - s * s) / l, 3.0 * s * s - 2.0 * s);
      return Vector3(0.0, -slope[2], slope[1]);
    };
    const Vector3 bent =
        cubic(d, (12.0 * s - 6.0) / (l * l), (6.0 * s - 4.0) / l, (6.0 - 12.0 * s) / (l * l), (6.0 * s - 2.0) / l);
    const Matrix3 R = about_x(spin(d));
    const Vector3 spinning(spin(rate), 0.0, 0.0);
    Motion m;
    m.place = R * shift(d);
    m.velocity = R * shift(rate) + spinning.cross(m.place);
    m.omega = spinning + R * angular_velocity_of(turn(d), turn(rate));
    m.along = R * (quaternion_of(turn(d)) * Vector3::UnitX());
    m.spin = spin(rate);
    m.twist = (d[5] - d[0]) / l;
    m.curvature[0] = bent[1];
    m.curvature[1] = bent[2];
    return m;
  }

  template <class Visit>
  void for_all_points(Visit&& visit) const {
    static constexpr double point[7] = {-0.9491079123427585, -0.7415311855993945, -0.4058451513773972, 0.0,
                                        0.4058451513773972,  0.7415311855993945,  0.9491079123427585};
    static constexpr double weight[7] = {0.1294849661688697, 0.2797053914892766, 0.3818300505051189, 0.4179591836734694,
                                         0.3818300505051189, 0.2797053914892766, 0.1294849661688697};
    const double l = o_.mesh.length / static_cast<double>(o_.mesh.elements);
    for (Index e = 0; e < o_.mesh.elements; ++e)
      for (int k = 0; k < 7; ++k) visit(l * (static_cast<double>(e) + 0.5 + 0.5 * point[k]), 0.5 * l * weight[k]);
  }

  ShaftOptions o_;
  BeamSectionSpatial::Numbers section_;
};

class AnyShaft : public testing::TestWithParam<Index> {
 protected:
  AnyShaft() : options(soft_shaft(GetParam())) {
    options.origin = {0.3, -0.2, 0.5};
    options.axis = {1.0, 2.0, -0.5};
    random.seed(static_cast<unsigned>(GetParam()));
    built.emplace(make_shaft(options));
    q = 0.5 * random_vector(body().num_q(), random);
    for (Index i = 0; i < q.size(); i += 5) q[i] += 20.0;  // three turns
    v = random_vector(body().num_v(), random);
  }
  const Body& body() const { return built->body(); }

  ShaftOptions options;
  std::optional<BuiltBody> built;
  std::mt19937 random;
  Vector q, v;
};

TEST_P(AnyShaft, HasTheMassMatrixOfItsKineticEnergy) {
  const DirectShaft T(options);
  const Matrix M = tangent_of(body(), q, v, {});
  const Index n = M.rows();
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {  // T is quadratic: exact by polarisation
      const Vector a = Vector::Unit(n, i), b = Vector::Unit(n, j);
      const double expected = i == j ? 2.0 * T.kinetic(q, a) : T.kinetic(q, a + b) - T.kinetic(q, a) - T.kinetic(q, b);
      EXPECT_NEAR(M(i, j), expected, 1e-13 * M.norm()) << i << ' ' << j;
    }
  EXPECT_NEAR(body().energy(0.0, q, v).kinetic, T.kinetic(q, v), 1e-13 * T.kinetic(q, v));
  EXPECT_LE((M - M.transpose()).norm(), 1e-14 * M.norm());
}

// By differences of fourth order, h^4 and the round-off of T/h.
TEST_P(AnyShaft, HasTheForcesOfLagrangesEquations) {
  const DirectShaft direct(options);
  const Vector3 gravity(3.0, -9.81, 2.0),
      turned = shaft_axes(Vector3(1.0, 2.0, -0.5).normalized()).transpose() * gravity;
  built->add_gravity({gravity[0], gravity[1], gravity[2]});
  constexpr double h = 1e-3;
  const auto derivative = [&](const auto& value) {
    return (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
  };
  const Vector f = forces_of(body(), q, v);
  Vector expected(v.size());
  for (Index i = 0; i < v.size(); ++i) {
    const Vector unit = Vector::Unit(v.size(), i);
    const auto lagrangian = [&](double step) {
      return direct.kinetic(q + step * unit, v) - direct.potential(q + step * unit, turned);
    };
    const auto momentum = [&](double step) {
      return 0.5 * (direct.kinetic(q + step * v, v + unit) - direct.kinetic(q + step * v, v - unit));
    };
    expected[i] = derivative(lagrangian) - derivative(momentum);
  }
  // Gravity is not a polynomial along twisted elements: five points leave out 1e-10 of it.
  EXPECT_LE((f - expected).norm(), 2e-8 * expected.norm());
  const Vector other = q + random_vector(q.size(), random);
  const double rise = body().energy(0.0, other, v).potential - body().energy(0.0, q, v).potential;
  EXPECT_NEAR(rise, direct.potential(other, turned) - direct.potential(q, turned), 1e-6 * std::abs(rise));
}

TEST_P(AnyShaft, MultipliesByItsMassWithoutFormingIt) {
  const Vector a = random_vector(v.size(), random);
  Vector f = v;
  ASSERT_TRUE(body().subtract_inertia(q, a, f));
  const Matrix M = tangent_of(body(), q, v, {});
  EXPECT_LE((f - (v - M * a)).norm(), 1e-13 * (M * a).norm());
}

TEST_P(AnyShaft, HasTheStiffnessOfTheStandingShaft) {
  const Vector zero = Vector::Zero(v.size());
  const auto forces = [&](const Vector& there, const Vector&) { return forces_of(body(), there, zero); };
  const Matrix K = -derivative_along_motion(body(), zero, zero, forces);
  EXPECT_LE((tangent_of(body(), zero, zero, {0.0, 0.0, 1.0}) - K).norm(), 1e-8 * K.norm());
}

TEST_P(AnyShaft, DampsAsItsWorkSays) {
  auto damped = options;
  damped.damping.internal = 0.3;
  damped.damping.external = 0.2;
  damped.damping.torsion = 0.7;
  const auto made = make_shaft(damped);
  const Vector force = forces_of(made.body(), q, v) - forces_of(body(), q, v);
  const Matrix C = tangent_of(made.body(), q, v, {0.0, 1.0, 0.0});
  EXPECT_LE((force + C * v).norm(), 1e-12 * force.norm());
  EXPECT_NEAR(made.body().work(0.0, 0.1, q, v, v).damping, 0.1 * v.dot(C * v), 1e-12 * v.dot(C * v));
  EXPECT_TRUE(made.body().is_damped());
  EXPECT_FALSE(body().is_damped());
  const Matrix A = tangent_of(made.body(), q, v, {0.3, 0.2, 0.1});
  EXPECT_LE((A - A.transpose()).norm(), 1e-15 * A.norm());
}

/// Classic Runge-Kutta.
void fly(const Body& body, double h, int steps, Vector& q, Vector& v) {
  const auto acceleration = [&](const Vector& at, const Vector& rate) -> Vector {
    return tangent_of(body, at, rate, {}).ldlt().solve(forces_of(body, at, rate));
  };
  for (int i = 0; i < steps; ++i) {
    const Vector a1 = acceleration(q, v), v2 = v + 0.5 * h * a1;
    const Vector a2 = acceleration(q + 0.5 * h * v, v2), v3 = v + 0.5 * h * a2;
    const Vector a3 = acceleration(q + 0.5 * h * v2, v3), v4 = v + h * a3;
    const Vector a4 = acceleration(q + h * v3, v4);
    q += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
}

// M is symmetric under turns of the whole shaft, so the momentum of these is kept as well as the energy.
TEST_P(AnyShaft, KeepsEnergyAndSpinMomentumInFreeMotion) {
  Vector turn = Vector::Zero(v.size());
  for (Index i = 0; i < v.size(); i += 5) turn[i] = 1.0;
  const auto momentum = [&] { return turn.dot(tangent_of(body(), q, v, {}) * v); };
  q *= 0.2;
  v *= 0.2;
  const double energy = body().energy(0.0, q, v).total(), spin = momentum();
  const double h = 0.02 / body().mode_bound()->omega_max;
  fly(body(), h, 2000, q, v);
  EXPECT_NEAR(body().energy(0.0, q, v).total(), energy, 1e-7 * energy);  // h^4 of the scheme
  EXPECT_NEAR(momentum(), spin, 1e-7 * std::abs(energy) + 1e-7 * std::abs(spin));
}

INSTANTIATE_TEST_SUITE_P(Elements, AnyShaft, testing::Values(1, 2, 5));

// A stiff shaft that spins straight stays so: nothing but its spin moves.
TEST(ShaftBody, SpinsAsARigidBody) {
  auto options = paper_rotor();
  options.angular_velocity = 300.0;
  const auto built = make_shaft(options);
  EXPECT_LE(forces_of(built.body(), built.q, built.v).norm(), 1e-12);
  const double inertia = 0.01 + 7850.0 * 0.59 * M_PI * std::pow(0.025, 4) / 32.0;
  EXPECT_NEAR(built.body().energy(0.0, built.q, built.v).kinetic, 0.5 * inertia * 9e4, 1e-10);
}

TEST(ShaftBody, IsSparse) {
  const auto built = make_shaft(soft_shaft(40));
  SparseMatrix A;
  built.body().tangent(0.0, built.q, built.v, {}, A);
  EXPECT_EQ(A.nonZeros(), 25 * (3 * 41 - 2));
  const double* const values = A.valuePtr();
  built.body().tangent(0.0, built.q, built.v, {1.0, 0.5, 0.25}, A);
  EXPECT_EQ(A.valuePtr(), values);
}

TEST(ShaftBody, KnowsAFrequencyAboveAllOthers) {
  const auto built = make_shaft(paper_axle());
  const Matrix M = tangent_of(built.body(), built.q, built.v, {});
  const Matrix K = tangent_of(built.body(), built.q, built.v, {0.0, 0.0, 1.0});
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(K, M);
  const double fastest = std::sqrt(solver.eigenvalues().maxCoeff()), bound = built.body().mode_bound()->omega_max;
  EXPECT_GE(bound, fastest);
  EXPECT_LE(bound, 1.06 * fastest);
}

}  // namespace shaft_body_test
}  // namespace percuss
