// SPDX-License-Identifier: Apache-2.0
#include "model/rigid_body.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rotation.hpp"
#include "scheme/oscillator.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss {
namespace rigid_body_test {

RigidBodyOptions brick(std::vector<double> inertia = {1.0, 2.0, 2.5}) {
  RigidBodyOptions options;
  options.mass = 2.0;
  options.inertia = std::move(inertia);
  return options;
}

Keys keys_of(const RigidBodyOptions& options) {
  return keys_thrown([&] { make_rigid_body(options); });
}

Eigen::Quaterniond quaternion(const Vector& q) { return {q[3], q[4], q[5], q[6]}; }

/// L in absolute axes.
Vector3 angular_momentum(const Vector& q, const Vector& v, const Vector3& inertia) {
  return quaternion(q) * inertia.cwiseProduct(Vector3(v.tail<3>()));
}

TEST(RigidBody, StartsAsItIsTold) {
  auto options = brick();
  options.position = {1.0, 2.0, 3.0};
  options.orientation = {0.0, 0.0, 0.0, -5.0};
  options.velocity = {4.0, 5.0, 6.0};
  options.angular_velocity = {7.0, 8.0, 9.0};
  const auto built = make_rigid_body(options);
  EXPECT_EQ(built.q, (Vector(7) << 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, -1.0).finished());
  EXPECT_EQ(built.v, (Vector(6) << 4.0, 5.0, 6.0, 7.0, 8.0, 9.0).finished());
  EXPECT_EQ(built.body().energy(0.0, built.q, built.v).kinetic, 0.5 * (2.0 * 77.0 + 49.0 + 2.0 * 64.0 + 2.5 * 81.0));
}

TEST(RigidBody, TakesARotationVectorForItsOrientation) {
  auto options = brick();
  options.orientation = {0.0, 0.5 * M_PI, 0.0};  // a quarter turn about y: body x is absolute -z
  const auto built = make_rigid_body(options);
  EXPECT_LE((quaternion(built.q) * Vector3::UnitX() + Vector3::UnitZ()).norm(), 1e-15);
  options.orientation = {0.0, 0.0, 0.0};
  EXPECT_EQ(make_rigid_body(options).q[3], 1.0);
}

TEST(QuaternionOf, AgreesWithAxisAndAngleDownToTheSmallestTurns) {
  for (const double angle : {1e-300, 1e-9, 0.99e-4, 1.01e-4, 0.3, 3.0, 30.0}) {
    const Vector3 axis = Vector3(1.0, -2.0, 2.0) / 3.0;
    const Eigen::Quaterniond exact(Eigen::AngleAxisd(angle, axis));
    EXPECT_LE((quaternion_of(angle * axis).coeffs() - exact.coeffs()).norm(), 1e-14) << angle;  // eps of angle 30
    EXPECT_NEAR(quaternion_of(angle * axis).vec().norm(), std::abs(std::sin(0.5 * angle)), 1e-15 * (1.0 + angle));
  }
}

// Constant velocity: many small advances are one big one.
TEST(RigidBody, FollowsAConstantAngularVelocityExactly) {
  const RigidBody body(2.0, Vector3(1.0, 2.0, 2.5));
  std::mt19937 random(1);
  Vector q = random_vector(7, random), v = random_vector(6, random), w = random_vector(6, random), once(7), next(7);
  q.tail<4>().normalize();
  body.advance(q, 3.0, v, 2.0, w, once);
  Vector many = q;
  for (int i = 0; i < 100; ++i) {
    body.advance(many, 0.03, v, 0.02, w, next);
    many = next;
  }
  EXPECT_LE((many - once).norm(), 1e-13);  // 100 additions of round-off
  // About a body axis: the quaternion of the body turns by that axis behind what was.
  const Vector3 turn = 3.0 * v.tail<3>() + 2.0 * w.tail<3>();
  const auto exact = quaternion(q) * Eigen::Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
  EXPECT_LE((quaternion(once).coeffs() - exact.coeffs()).norm(), 1e-14);
}

// q (+) (x + s x') against (q (+) x) (+) s v for a small s, by central differences of s = 1e-5: error 1e-10.
TEST(RigidBody, TellsTheRateAtWhichADisplacementFollowsAVelocity) {
  const RigidBody body(1.0, {1.0, 2.0, 3.0});
  Vector q(7), v(6), x(6), y(6), moved(7), ahead(7), sum(7);
  q << 1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0;
  v << 0.5, -1.0, 2.0, 0.7, -0.3, 1.1;
  for (const double turn : {0.0, 1e-3, 0.5, 2.0}) {
    x << 0.1, 0.2, 0.3, 0.6 * turn, 0.0, -0.8 * turn;
    body.displacement_rate(x, v, y);
    EXPECT_EQ(y.head<3>(), Eigen::Vector3d::Zero());
    const Vector rate = v + y;
    Vector difference = Vector::Zero(7);
    for (const double s : {1e-5, -1e-5}) {
      body.advance(q, 1.0, x, s, rate, sum);
      body.advance(q, 1.0, x, 0.0, x, moved);
      body.advance(moved, s, v, 0.0, v, ahead);
      difference += (sum - ahead) / (2.0 * s);
    }
    EXPECT_LT(difference.lpNorm<Eigen::Infinity>(), 1e-9) << turn;
  }
}

TEST(RigidBody, KeepsItsQuaternionOfUnitLengthForAMillionSteps) {
  const RigidBody body(2.0, Vector3(1.0, 2.0, 2.5));
  Vector q = Vector::Unit(7, 3), next(7), v(6);
  v << 0.0, 0.0, 0.0, 3.0, -2.0, 1.0;
  for (int i = 0; i < 1000000; ++i) {
    body.advance(q, 1e-3, v, 0.0, v, next);
    q.swap(next);
  }
  EXPECT_NEAR(q.tail<4>().norm(), 1.0, 4e-16);  // two eps
}

class RandomRigidBody : public testing::TestWithParam<int> {
 protected:
  RandomRigidBody() : random_(static_cast<unsigned>(GetParam())) {
    const Vector3 spread = random_vector(3, random_);
    inertia_ = Vector3(2.0, 2.2, 2.4) + 0.5 * spread;
    body_ = std::make_unique<RigidBody>(3.0, inertia_);
    body_->add_gravity(random_vector(3, random_));
    q_ = random_vector(7, random_);
    q_.tail<4>().normalize();
    v_ = random_vector(6, random_);
  }
  std::mt19937 random_;
  Vector3 inertia_;
  std::unique_ptr<RigidBody> body_;
  Vector q_, v_;
};

TEST_P(RandomRigidBody, HasATangentThatIsTheDerivativeOfItsForces) {
  const auto f = [&](const Vector& q, const Vector& v) { return forces_of(*body_, q, v); };
  const Matrix C = tangent_of(*body_, q_, v_, {0.0, 1.0, 0.0});
  EXPECT_LE((C + derivative_by_velocity(q_, v_, f)).norm(), 1e-9);  // differences of numbers of size 10
  const Matrix K = tangent_of(*body_, q_, v_, {0.0, 0.0, 1.0});
  EXPECT_LE((K + derivative_along_motion(*body_, q_, v_, f)).norm(), 1e-9);
  EXPECT_FALSE(C.isApprox(C.transpose()));
  EXPECT_FALSE(body_->has_symmetric_tangent());
}

TEST_P(RandomRigidBody, WeighsItsTangentAsItIsAsked) {
  const Matrix M = tangent_of(*body_, q_, v_, {}), C = tangent_of(*body_, q_, v_, {0.0, 1.0, 0.0});
  EXPECT_EQ(M, Matrix(M.diagonal().asDiagonal()));
  EXPECT_LE((tangent_of(*body_, q_, v_, {2.0, 0.3, 5.0}) - (2.0 * M + 0.3 * C)).norm(), 1e-14);  // eps
  // Rewritten in place, whatever stood there before.
  SparseMatrix A;
  body_->tangent(0.0, q_, v_, {}, A);
  body_->tangent(0.0, q_, -v_, {0.0, 1.0, 0.0}, A);
  body_->tangent(0.0, q_, v_, {0.0, 1.0, 0.0}, A);
  EXPECT_EQ(Matrix(A), C);
}

TEST_P(RandomRigidBody, HasGyroscopicMomentsThatDoNoWork) {
  Vector spin = v_;
  spin.head<3>().setZero();
  EXPECT_NEAR(forces_of(*body_, q_, spin).dot(spin), 0.0, 1e-15);  // eps
}

TEST_P(RandomRigidBody, IsPulledDownThePotentialOfItsWeight) {
  const auto potential = [&](const Vector& q, const Vector& v) {
    return Vector(Vector::Constant(1, body_->energy(0.0, q, v).potential));
  };
  const Vector still = Vector::Zero(6);
  const Matrix slope = derivative_along_motion(*body_, q_, still, potential);
  EXPECT_LE((forces_of(*body_, q_, still) + slope.transpose()).norm(), 1e-9);
}

TEST_P(RandomRigidBody, KeepsEnergyAndAngularMomentumToTheOrderOfTheScheme) {
  MechanicalSystem system;
  system.add(std::make_unique<RigidBody>(3.0, inertia_));
  const NoContacts none;
  v_.tail<3>() *= 5.0;
  const double energy = system.energy(0.0, q_, v_).total();
  const Vector3 momentum = angular_momentum(q_, v_, inertia_);
  for (const auto& [name, order] : {std::pair{"half_explicit_velocity", 2}, {"moreau_midpoint", 1}}) {
    std::vector<double> hs{4e-3, 2e-3, 1e-3}, energy_errors, momentum_errors;
    for (const double h : hs) {
      const auto scheme = find_scheme(name)->make(system, none, {}, {});
      State state{0.0, q_, v_};
      for (int i = 0; i < std::lround(2.0 / h); ++i) ASSERT_TRUE(scheme->step(h, state).ok());
      energy_errors.push_back(std::abs(system.energy(0.0, state.q, state.v).total() - energy));
      momentum_errors.push_back((angular_momentum(state.q, state.v, inertia_) - momentum).norm());
    }
    // 0.25: the finest step has omega h of 0.01, and errors of one sign can cancel in part.
    EXPECT_GT(test::order(hs, energy_errors), order - 0.25) << name;
    EXPECT_GT(test::order(hs, momentum_errors), order - 0.25) << name;
    EXPECT_LT(momentum_errors.back(), 0.03 * momentum.norm()) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRigidBody, testing::Range(1, 7));

// The Dzhanibekov flip: turning about the middle axis is unstable. Jacobi's solution of Euler's equations gives the
// time between two flips, 2 K(k) / p, from energy and angular momentum.
TEST(RigidBody, FlipsWhenItTurnsAboutItsMiddleAxis) {
  const Vector3 J(1.0, 2.0, 3.0);
  MechanicalSystem system;
  system.add(std::make_unique<RigidBody>(1.0, J));
  const NoContacts none;
  const auto scheme = find_scheme("half_explicit_velocity")->make(system, none, {}, {});
  Vector v(6);
  v << 0.0, 0.0, 0.0, 1e-3, 5.0, 0.0;
  State state{0.0, Vector::Unit(7, 3), v};
  std::vector<double> flips;
  const double h = 1e-3;
  while (flips.size() < 3 && state.t < 40.0) {
    const double before = state.v[4];
    ASSERT_TRUE(scheme->step(h, state).ok());
    if (before * state.v[4] <= 0.0) flips.push_back(state.t - h * state.v[4] / (state.v[4] - before));
  }
  ASSERT_EQ(flips.size(), 3U);
  // [Landau, Lifshitz, Mechanics, 37]: 2T = J1 w1^2 + J2 w2^2, L^2 = J1^2 w1^2 + J2^2 w2^2 with L^2 < 2T J2 here.
  const double twice_energy = J[0] * 1e-6 + J[1] * 25.0, L2 = J[0] * J[0] * 1e-6 + J[1] * J[1] * 25.0;
  const double p = std::sqrt((J[1] - J[0]) * (twice_energy * J[2] - L2) / (J[0] * J[1] * J[2]));
  const double k = std::sqrt((J[2] - J[1]) * (L2 - twice_energy * J[0]) / ((J[1] - J[0]) * (twice_energy * J[2] - L2)));
  const double between = 2.0 * std::comp_ellint_1(k) / p;
  // The separatrix is near: the time goes with the logarithm of 1e-3 against errors of order (5 h)^2 = 2.5e-5 a turn.
  EXPECT_NEAR(flips[1] - flips[0], between, 0.02 * between);
  EXPECT_NEAR(flips[2] - flips[1], between, 0.02 * between);
}

TEST(RigidBody, WithEqualInertiasHasNothingThatChanges) {
  const auto built = make_rigid_body(brick({0.8}));
  EXPECT_TRUE(built.body().has_constant_tangent());
  EXPECT_TRUE(built.body().has_symmetric_tangent());
  EXPECT_FALSE(built.body().forces_depend_on_velocity());
  const Vector v = (Vector(6) << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0).finished();
  EXPECT_EQ(forces_of(built.body(), built.q, v), Vector::Zero(6));
  EXPECT_EQ(tangent_of(built.body(), built.q, v, {1.0, 1.0, 1.0}).diagonal(),
            (Vector(6) << 2.0, 2.0, 2.0, 0.8, 0.8, 0.8).finished());
}

TEST(RigidBody, TellsAllThatIsWrongAtOnce) {
  EXPECT_EQ(keys_of({}), (Keys{"mass", "inertia"}));
  auto options = brick({1.0, 2.0});
  options.mass = 0.0;
  options.position = {1.0, 2.0};
  options.orientation = {1.0};
  options.velocity = {};
  options.angular_velocity = {1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ(keys_of(options), (Keys{"mass", "inertia", "position", "velocity", "angular_velocity", "orientation"}));
}

TEST(RigidBody, RefusesInertiasThatNoBodyHas) {
  EXPECT_EQ(keys_of(brick({1.0, -1.0, 1.0})).front(), "inertia");
  EXPECT_EQ(keys_of(brick({0.0})), Keys{"inertia"});
  EXPECT_EQ(keys_of(brick({1.0, 1.0, 2.1})), Keys{"inertia"});
  EXPECT_EQ(keys_of(brick({1.0, 1.0, 2.0})), Keys{});              // a flat plate
  EXPECT_EQ(keys_of(brick({0.00333, 0.00333, 0.00667})), Keys{});  // one in rounded numbers
}

TEST(RigidBody, RefusesAQuaternionOfNoLength) {
  auto options = brick();
  options.orientation = {0.0, 0.0, 0.0, 0.0};
  EXPECT_EQ(keys_of(options), Keys{"orientation"});
  options.orientation = {1e-200, 0.0, 0.0, 0.0};
  EXPECT_EQ(keys_of(options), Keys{});
}

}  // namespace rigid_body_test
}  // namespace percuss
