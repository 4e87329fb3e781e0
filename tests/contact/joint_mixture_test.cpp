// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_mixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "contact/joints.hpp"
#include "core/decompositions.hpp"
#include "core/joint_places.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace joint_mixture_test {

using Row = Joints::Row;

/// Three cranks of length 1 in the plane hold a platform parallel, at an angle; as rods, one row each, that are
/// repeated by the last. Their pivots are not in line: forces that they have among themselves turn with them.
struct Platform {
  Model model;
  Joints rods;
  const std::array<Vector3, 3> at{Vector3(-0.4, 0.1, 0.0), Vector3(0.5, -0.2, 0.0), Vector3(0.1, 0.6, 0.0)};

  explicit Platform(double angle) {
    model.add_body("platform", "planar", planar_body(1.0, 0.2, position(angle)));
    for (const auto& x : at) rods.add({"rod", Marker::planar(0, 0, x), Marker::ground(x), {Row::distance(1.0)}});
  }
  static Vector3 position(double angle) { return {std::cos(angle), std::sin(angle), 0.0}; }
  JointMixture mixture() const { return {rods, model.system, {{0, 1, 2}, {{2, 0}}}, 0.0, model.initial.q}; }
  /// Rates of the rods at these velocities.
  Vector3 rates(const Vector3& q, const Vector3& v) const {
    ContactSet set;
    rods.evaluate(0.0, q, 3, std::vector<Index>{0, 1, 2}, set);
    Vector rate(3);
    set.W.transpose_multiply(v, rate);
    return rate;
  }
  static Matrix shares(const JointMixture& mixture) {
    Matrix A(3, mixture.num_mixtures());
    for (Index row = 0; row < 3; ++row)
      for (Index m = 0; m < A.cols(); ++m) A(row, m) = mixture.share(row, m);
    return A;
  }
};

TEST(JointMixture, HasARowForEachThatIsIndependent) {
  const Platform platform(0.8);
  const auto mixture = platform.mixture();
  EXPECT_EQ(mixture.linked(), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(mixture.num_mixtures(), 2);
  EXPECT_EQ(mixture.slot(0), 0);
  EXPECT_EQ(mixture.slot(1), 1);
  EXPECT_EQ(mixture.slot(2), JointMixture::silent);
  EXPECT_EQ(mixture.first_row(2), 2);
}

// Forces n_i f_i along the rods, all in one direction, do nothing where their sum and moment vanish: S up to its sign.
// Mixtures leave it out, wherever the platform is, also two rods in line, where no two rods would do.
TEST(JointMixture, LeavesOutWhatTheRodsHaveAmongThemselves) {
  const Platform start(0.8);
  auto mixture = start.mixture();
  for (double angle = 0.8; angle < 0.8 + 2.0 * M_PI; angle += 0.02) {
    const Vector3 q = Platform::position(angle), n(std::cos(angle), std::sin(angle), 0.0);
    Matrix balance(2, 3);  // of force along n, and of moment
    for (Index i = 0; i < 3; ++i) balance.col(i) << 1.0, start.at[static_cast<std::size_t>(i)].cross(n).z();
    const Vector3 S = Vector3(balance.row(0)).cross(Vector3(balance.row(1))).normalized();
    mixture.look(start.rods, start.model.system, 0.0, q);
    const Matrix A = Platform::shares(mixture);
    EXPECT_LE(std::abs(start.rates(q, Vector3(0.3, -0.2, 0.7)).dot(S)), 1e-14) << "W S = 0";
    EXPECT_LE((A.transpose() * S).norm(), 1e-13) << angle;
    EXPECT_LE(start.rates(q, Vector3(-n.y(), n.x(), 0.0)).norm(), 1e-14) << "along its circle it is free";
    const Eigen::CompleteOrthogonalDecomposition<Matrix> held(A.transpose());
    EXPECT_EQ(held.rank(), 2) << angle;
    // Turning and moving out are held, each well.
    const Vector turned = A.transpose() * start.rates(q, Vector3(0.0, 0.0, 1.0)),
                 out = A.transpose() * start.rates(q, n);
    EXPECT_GT(std::abs(turned[0] * out[1] - turned[1] * out[0]), 0.05) << angle;
  }
}

TEST(JointMixture, FollowsWithoutJumps) {
  const Platform start(0.8);
  auto mixture = start.mixture();
  Matrix before = Platform::shares(mixture);
  for (double angle = 0.82; angle < 7.2; angle += 0.02) {
    mixture.look(start.rods, start.model.system, 0.0, Platform::position(angle));
    const Matrix now = Platform::shares(mixture);
    EXPECT_LE((now - before).norm(), 0.1) << angle;  // the angle, times levers over distances of pivots
    before = now;
  }
}

// Forces of mixtures are forces of all rods that do the same to the platform, and smaller than any others that do.
TEST(JointMixture, SharesForcesOut) {
  const Platform platform(0.8);
  const auto mixture = platform.mixture();
  std::map<Index, std::array<double, 3>> forces;
  for (Index k = 0; k < 3; ++k) forces[k] = {};
  forces[0][0] = 3.0;
  forces[1][0] = -2.0;
  const Eigen::Vector2d mu(3.0, -2.0);
  mixture.share_out([&](Index k) -> auto& { return forces[k]; });
  const Vector3 shared(forces[0][0], forces[1][0], forces[2][0]);
  EXPECT_TRUE(shared.isApprox(Platform::shares(mixture) * mu, 1e-15));
  EXPECT_NE(shared.z(), 0.0);
}

// Two rods beside each other, and two more at an angle to them that is small, but no round-off: each of a pair bears
// half.
TEST(JointMixture, SharesForcesOutAmongRodsThatAreNearlyParallelToOthers) {
  for (const double tilt : {0.1, 0.01, 1e-3, 1e-5}) {
    Model model;
    model.add_body("beam", "planar", planar_body(1.0, 0.2, Vector3::Zero()));
    Joints rods;
    const Vector3 straight(0.0, 1.0, 0.0), askew(std::sin(tilt), std::cos(tilt), 0.0);
    for (const auto& way : {straight, straight, askew, askew})
      rods.add({"rod", Marker::planar(0, 0, Vector3::Zero()), Marker::ground(way), {Row::distance(1.0)}});
    const JointMixture mixture(rods, model.system, {{0, 1, 2, 3}, {{1, 0}, {3, 0}}}, 0.0, model.initial.q);
    ASSERT_EQ(mixture.num_mixtures(), 2);
    std::map<Index, std::array<double, 3>> forces;
    for (Index k = 0; k < 4; ++k) forces[k] = {};
    forces[0][0] = 3.0;
    forces[1][0] = -2.0;
    mixture.share_out([&](Index k) -> auto& { return forces[k]; });
    const double smaller = std::min(std::abs(forces[0][0]), std::abs(forces[2][0]));
    EXPECT_GT(smaller, 0.1) << tilt;
    EXPECT_NEAR(forces[0][0], forces[1][0], 4e-15 / tilt) << tilt;  // the round-off of W, over what stands off least
    EXPECT_NEAR(forces[2][0], forces[3][0], 4e-15 / tilt) << tilt;
  }
}

// Looked at whenever it has moved by a fiftieth of its size.
TEST(JointMixture, IsDueByTheWay) {
  const Platform platform(0.8);
  auto mixture = platform.mixture();
  Index looks = 0;
  const Vector3 v(0.0, 1.0, 0.0);
  for (int step = 0; step < 1000; ++step) looks += mixture.is_due(v, 1e-3) ? 1 : 0;
  const JointColumns columns(platform.rods, 3, rigid_joints(platform.rods), 0.0, platform.model.initial.q);
  const double each = 0.02 * columns.size + 1e-3;
  EXPECT_NEAR(static_cast<double>(looks), 1.0 / each, 3.0);
  for (int step = 0; step < 1000; ++step) EXPECT_FALSE(mixture.is_due(Vector3::Zero(), 1e-3) && step > 0);
}

}  // namespace joint_mixture_test
}  // namespace percuss
