// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/friction_cone_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace percuss {
namespace friction_cone_error_test {

constexpr double round_off = 1e-14;  // a few roundings of numbers below ten

TEST(FrictionCone, ProjectionLeavesTheConeAloneAndSendsItsPolarToTheTip) {
  Vector inside{{1.0, 0.3, -0.4}};
  project_on_friction_cone(0.5, inside);
  EXPECT_EQ(inside, (Vector{{1.0, 0.3, -0.4}}));
  Vector polar{{-1.0, 1.0, 1.0}};
  project_on_friction_cone(0.5, polar);
  EXPECT_EQ(polar, Vector::Zero(3));
}

TEST(FrictionCone, WithoutFrictionItIsARay) {
  Vector pulled{{-1.0, 0.0}}, pushed{{2.0, 3.0}};
  project_on_friction_cone(0.0, pulled);
  project_on_friction_cone(0.0, pushed);
  EXPECT_EQ(pulled, Vector::Zero(2));
  EXPECT_EQ(pushed, (Vector{{2.0, 0.0}}));
}

/// The nearest point p of a convex cone is the one with p in K, p - x in K*, p . (p - x) = 0 (Moreau).
TEST(FrictionCone, ProjectionIsTheNearestPoint) {
  std::mt19937 random(1);
  std::normal_distribution<double> number;
  for (int trial = 0; trial < 300; ++trial) {
    const double mu = trial % 7 == 0 ? 0.0 : std::abs(number(random)) * (trial % 5 == 0 ? 10.0 : 1.0);
    const Index rows = 2 + trial % 2;
    const Vector x = Vector::NullaryExpr(rows, [&] { return number(random); });
    Vector p = x;
    project_on_friction_cone(mu, p);
    const Vector d = p - x;
    EXPECT_LE(p.tail(rows - 1).norm(), mu * p[0] + round_off);
    EXPECT_GE(d[0] + round_off, mu * d.tail(rows - 1).norm());
    EXPECT_NEAR(p.dot(d), 0.0, 10.0 * round_off);
  }
}

TEST(FrictionConeError, IsZeroForSeparationStickAndSlip) {
  ContactSet set;
  set.clear(0);
  for (Index k = 0; k < 3; ++k) set.finish_contact(k, Cone::coulomb, 3, 0.5, 0.0, 0.0);
  Vector u(9), r(9);
  u << 1.0, 2.0, 3.0, /**/ 0.0, 0.0, 0.0, /**/ 0.0, -3.0, 4.0;
  r << 0.0, 0.0, 0.0, /**/ 2.0, 0.6, 0.8, /**/ 2.0, 0.6, -0.8;
  EXPECT_NEAR(friction_cone_error(set, u, r), 0.0, round_off);
  r[8] = 0.8;  // friction that drives
  EXPECT_GT(friction_cone_error(set, u, r), 0.1);
}

TEST(FrictionConeError, CountsVelocitiesOfJointsAndTheNormalOfContactsWithoutFriction) {
  ContactSet set;
  set.clear(0);
  set.finish_contact(0, Cone::bilateral, 2, 0.0, 0.0, 0.0);
  set.finish_contact(1, Cone::unilateral, 1, 0.0, 0.0, 0.0);
  EXPECT_EQ(friction_cone_error(set, Vector{{3.0, 4.0, 0.0}}, Vector{{7.0, -7.0, 1.0}}), 5.0);
  EXPECT_EQ(friction_cone_error(set, Vector{{0.0, 0.0, -2.0}}, Vector{{7.0, -7.0, 0.0}}), 2.0);
}

}  // namespace friction_cone_error_test
}  // namespace percuss
