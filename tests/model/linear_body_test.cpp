// SPDX-License-Identifier: Apache-2.0
#include "model/linear_body.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <random>

namespace percuss {
namespace linear_body_test {

constexpr Index n = 6;

Matrix random_matrix(unsigned seed, Index cols) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  return Matrix::NullaryExpr(n, cols, [&] { return number(random); });
}

Vector random_vector(unsigned seed) { return random_matrix(seed, 1).col(0); }

/// Symmetric and positive definite.
Matrix random_spd(unsigned seed) {
  const Matrix A = random_matrix(seed, n);
  return A * A.transpose() + Matrix::Identity(n, n);
}

SymmetricMatrix symmetric(const Matrix& A) { return SymmetricMatrix(SparseMatrix(A.sparseView())); }

struct Matrices {
  Matrix M, C, K;
  explicit Matrices(unsigned seed) : M(random_spd(seed)), C(random_spd(seed + 1)), K(random_spd(seed + 2)) {}
  LinearBody body() const { return {symmetric(M), symmetric(C), symmetric(K)}; }
  LinearBody undamped() const { return {symmetric(M), SymmetricMatrix(n), symmetric(K)}; }
};

Vector forces(const LinearBody& body, double t, const Vector& q, const Vector& v) {
  Vector f(n);
  body.forces(t, q, v, f);
  return f;
}

const std::vector<unsigned> seeds{1, 11, 21};
constexpr double rounding = 1e-13;  // sums of some ten products of numbers up to 10: a hundred eps

TEST(LinearBody, FeelsSpringsDampersWeightAndLoads) {
  for (const unsigned seed : seeds) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Matrices m(seed);
    auto body = m.body();
    const Vector q = random_vector(seed + 3), v = random_vector(seed + 4), g = random_vector(seed + 5);
    body.add_gravity(g);
    body.add_gravity(g);  // twice adds up
    body.add_force(2, TimeFunction(3.0));
    body.add_force(2, TimeFunction(Table{{0.0, 0.0}, {1.0, 10.0}}));
    const Vector exact = 2.0 * m.M * g - m.C * v - m.K * q + (3.0 + 5.0) * Vector::Unit(n, 2);
    EXPECT_LE((forces(body, 0.5, q, v) - exact).cwiseAbs().maxCoeff(), rounding);
  }
}

TEST(LinearBody, SaysWhatItsForcesDependOn) {
  const Matrices m(1);
  auto damped = m.body(), undamped = m.undamped();
  EXPECT_TRUE(damped.forces_depend_on_velocity());
  EXPECT_FALSE(undamped.forces_depend_on_velocity());
  undamped.add_force(0, TimeFunction(1.0));
  EXPECT_FALSE(undamped.forces_depend_on_time());
  undamped.add_force(0, TimeFunction(Table{{0.0, 0.0}, {1.0, 1.0}}));
  EXPECT_TRUE(undamped.forces_depend_on_time());
  EXPECT_TRUE(damped.has_constant_tangent());
  EXPECT_FALSE(damped.mode_bound().has_value());
}

// C = -df/dv and K = -df/dq: f is linear, so that central differences of any step are exact but for rounding.
TEST(LinearBody, HasTheTangentOfItsForces) {
  for (const unsigned seed : seeds) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Matrices m(seed);
    auto body = m.body();
    body.add_gravity(random_vector(seed + 5));
    const Vector q = random_vector(seed + 3), v = random_vector(seed + 4);
    SparseMatrix C, K, A;
    body.tangent(0.0, q, v, {0.0, 1.0, 0.0}, C);
    body.tangent(0.0, q, v, {0.0, 0.0, 1.0}, K);
    for (Index j = 0; j < n; ++j) {
      const Vector e = Vector::Unit(n, j);
      const Vector by_v = 0.5 * (forces(body, 0.0, q, v + e) - forces(body, 0.0, q, v - e));
      const Vector by_q = 0.5 * (forces(body, 0.0, q + e, v) - forces(body, 0.0, q - e, v));
      EXPECT_LE((by_v + Matrix(C).col(j)).cwiseAbs().maxCoeff(), rounding);
      EXPECT_LE((by_q + Matrix(K).col(j)).cwiseAbs().maxCoeff(), rounding);
    }
    body.tangent(0.0, q, v, {2.0, 0.3, 0.7}, A);
    EXPECT_LE((Matrix(A) - (2.0 * m.M + 0.3 * m.C + 0.7 * m.K)).cwiseAbs().maxCoeff(), rounding);
  }
}

// The energy is quadratic: a central difference is exact but for rounding.
TEST(LinearBody, FeelsTheSlopeOfItsPotentialEnergy) {
  for (const unsigned seed : seeds) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto body = Matrices(seed).undamped();
    body.add_gravity(random_vector(seed + 5));
    const Vector q = random_vector(seed + 3), zero = Vector::Zero(n);
    const Vector f = forces(body, 0.0, q, zero);
    for (Index j = 0; j < n; ++j) {
      const Vector e = Vector::Unit(n, j);
      const double slope = 0.5 * (body.energy(0.0, q + e, zero).potential - body.energy(0.0, q - e, zero).potential);
      EXPECT_NEAR(slope, -f[j], rounding) << j;
    }
  }
}

TEST(LinearBody, HasTheKineticEnergyOfItsMass) {
  const Matrices m(1);
  const Vector v = random_vector(5);
  EXPECT_NEAR(m.body().energy(0.0, Vector::Zero(n), v).kinetic, 0.5 * v.dot(m.M * v), rounding);
  EXPECT_EQ(m.body().energy(0.0, Vector::Zero(n), Vector::Zero(n)).total(), 0.0);
}

// The implicit midpoint rule keeps the energy of a linear body up to the work of its loads and dampers, exactly.
TEST(LinearBody, ChangesItsEnergyByTheWorkDone) {
  for (const unsigned seed : seeds) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Matrices m(seed);
    auto body = m.body();
    body.add_gravity(random_vector(seed + 5));
    body.add_force(1, TimeFunction(2.0));
    body.add_force(4, TimeFunction(Table{{0.0, 1.0}, {1.0, -3.0}}));
    const double t = 0.2, h = 0.1;
    const Vector q = random_vector(seed + 3), v = random_vector(seed + 4);
    Vector v_new = v, q_new = q;
    for (int i = 0; i < 200; ++i) {  // fixed point on the midpoint
      const Vector v_mid = 0.5 * (v + v_new), q_mid = q + 0.5 * h * v_mid;
      v_new = v + h * m.M.ldlt().solve(forces(body, t + 0.5 * h, q_mid, v_mid));
    }
    body.advance(q, 0.5 * h, v, 0.5 * h, v_new, q_new);
    const auto work = body.work(t, h, q, v, v_new);
    const double change = body.energy(t + h, q_new, v_new).total() - body.energy(t, q, v).total();
    EXPECT_NEAR(change, work.applied - work.damping, 1e-12);  // energies of order 10, a few hundred operations
    EXPECT_GT(work.damping, 0.0);
  }
}

TEST(LinearBody, DoesNoWorkWithoutLoadsAndDampers) {
  auto body = Matrices(1).undamped();
  body.add_gravity(random_vector(2));  // weight has a potential: it is energy, not work
  const auto work = body.work(0.0, 0.1, random_vector(3), random_vector(4), random_vector(5));
  EXPECT_EQ(work.applied, 0.0);
  EXPECT_EQ(work.damping, 0.0);
}

TEST(LinearBody, MovesItsCoordinatesAlongItsVelocities) {
  const auto body = Matrices(1).body();
  const Vector q = random_vector(1), v = random_vector(2), w = random_vector(3);
  Vector next(n);
  body.advance(q, 0.25, v, 0.5, w, next);
  EXPECT_LE((next - q - 0.25 * v - 0.5 * w).cwiseAbs().maxCoeff(), 4e-16);  // one or two roundings of numbers below 2
}

TEST(LinearBody, RefusesWhatDoesNotFit) {
  EXPECT_THROW(LinearBody(SymmetricMatrix(2), SymmetricMatrix(3), SymmetricMatrix(2)), std::invalid_argument);
  EXPECT_THROW(LinearBody(SymmetricMatrix(2), SymmetricMatrix(2), SymmetricMatrix(3)), std::invalid_argument);
  auto body = Matrices(1).body();
  EXPECT_THROW(body.add_force(-1, TimeFunction(1.0)), std::invalid_argument);
  EXPECT_THROW(body.add_force(n, TimeFunction(1.0)), std::invalid_argument);
  EXPECT_THROW(body.add_gravity(Vector::Ones(n - 1)), std::invalid_argument);
}

TEST(LinearBody, PassesOnTheBoundOnItsModes) {
  const LinearBody body(SymmetricMatrix(1), SymmetricMatrix(1), SymmetricMatrix(1), ModeBound{3.0, 0.1, 0.2});
  ASSERT_TRUE(body.mode_bound().has_value());
  EXPECT_EQ(body.mode_bound()->omega_max, 3.0);
}

}  // namespace linear_body_test
}  // namespace percuss
