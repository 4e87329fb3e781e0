// SPDX-License-Identifier: Apache-2.0
#include "report/motion_fit.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <stdexcept>

#include "tests/report/synthetic_motion.hpp"

namespace percuss::motion_fit_test {

/// Where the points of a frame are, as the page computes it.
std::vector<float> positions_of(const Motion& motion, std::size_t frame) {
  std::vector<float> positions;
  std::size_t flexible = 0;
  for (std::size_t b = 0; b < motion.bodies.size(); ++b) {
    const auto& body = motion.bodies[b];
    const auto* pose = motion.poses.data() + 7 * (frame * motion.bodies.size() + b);
    const Eigen::Quaternionf q(pose[6], pose[3], pose[4], pose[5]);
    for (Index p = 0; p < body.num_points; ++p) {
      Eigen::Vector3f x = Eigen::Map<const Eigen::Vector3f>(motion.reference.data() + 3 * (body.first_point + p));
      if (body.flexible)
        x += Eigen::Map<const Eigen::Vector3f>(motion.displacements.data() +
                                               3 * (frame * motion.num_flexible_points() + flexible++));
      x = q * x + Eigen::Map<const Eigen::Vector3f>(pose);
      positions.insert(positions.end(), x.begin(), x.end());
    }
  }
  return positions;
}

void expect_near(const std::vector<float>& a, const std::vector<float>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 2e-6);
}

TEST(MotionFit, FindsPosesAndDisplacementsOfPoints) {
  const auto truth = synthetic_motion(40, 3, 2.0, false);
  auto motion = truth;
  motion.t.clear();
  motion.poses.clear();
  motion.displacements.clear();
  for (std::size_t i = 0; i < 40; ++i) append_frame(motion, truth.t[i], positions_of(truth, i));
  ASSERT_NO_THROW(motion.check());
  for (std::size_t i = 0; i < 40; ++i) expect_near(positions_of(motion, i), positions_of(truth, i));
  for (std::size_t i = 0; i < 40; ++i)
    for (std::size_t k = 0; k < 3; ++k)  // the first box
      EXPECT_NEAR(motion.poses[28 * i + k], truth.poses[28 * i + k], 1e-6);
}

TEST(MotionFit, LinesAndSinglePointsHaveAPoseAsWell) {
  Motion motion;
  motion.bodies = {{"rod", 0, 2, false}, {"mass", 2, 1, false}};
  motion.reference = {-1.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F};
  for (int i = 0; i < 20; ++i) {
    const float c = std::cos(0.3F * static_cast<float>(i)), s = std::sin(0.3F * static_cast<float>(i));
    const std::vector<float> now{2.0F - c, -s, 0.0F, 2.0F + c, s, 0.0F, 7.0F, 8.0F, 9.0F};
    append_frame(motion, 0.1 * i, now);
    expect_near(positions_of(motion, static_cast<std::size_t>(i)), now);
    EXPECT_NEAR(motion.poses[14 * static_cast<std::size_t>(i) + 3], 0.0F, 1e-5);  // stays in its plane
    EXPECT_NEAR(motion.poses[14 * static_cast<std::size_t>(i) + 4], 0.0F, 1e-5);
  }
}

TEST(MotionFit, AMirrorImageIsADisplacementNoRotation) {
  Motion motion;
  motion.bodies = {{"soft", 0, 4, true}};
  motion.reference = {0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 2.0F, 0.0F, 0.0F, 0.0F, 3.0F};
  auto mirrored = motion.reference;
  for (std::size_t i = 0; i < mirrored.size(); i += 3) mirrored[i] = -mirrored[i];
  append_frame(motion, 0.0, mirrored);
  expect_near(positions_of(motion, 0), mirrored);
  EXPECT_NEAR(Eigen::Map<const Eigen::Vector4f>(motion.poses.data() + 3).norm(), 1.0F, 1e-6);
}

TEST(MotionFit, NeedsAllPoints) {
  auto motion = synthetic_motion(1, 1, 0.0, false);
  EXPECT_THROW(append_frame(motion, 1.0, std::vector<float>(3)), std::invalid_argument);
}

}  // namespace percuss::motion_fit_test
