// SPDX-License-Identifier: Apache-2.0
#include "report/motion.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/report/synthetic_motion.hpp"

namespace percuss::motion_test {

TEST(Motion, OneThatFitsPasses) {
  const auto motion = synthetic_motion(5, 3, 1.0, true);
  EXPECT_EQ(motion.num_frames(), 5U);
  EXPECT_EQ(motion.num_points(), 3U * 8U + 21U);
  EXPECT_EQ(motion.num_flexible_points(), 21U);
  EXPECT_NO_THROW(motion.check());
  EXPECT_NO_THROW(Motion().check());
}

TEST(Motion, WhatDoesNotFitIsTold) {
  const auto refused = [](auto&& spoil) {
    auto motion = synthetic_motion(5, 3, 1.0, true);
    spoil(motion);
    EXPECT_THROW(motion.check(), std::invalid_argument);
  };
  refused([](Motion& m) { m.poses.pop_back(); });
  refused([](Motion& m) { m.displacements.pop_back(); });
  refused([](Motion& m) { m.reference.resize(m.reference.size() - 3); });
  refused([](Motion& m) { m.cells.front().points[0] = 1000; });
  refused([](Motion& m) { m.cells.front().points.resize(2); });
  refused([](Motion& m) { m.t.front() = 9.0; });
  refused([](Motion& m) { m.fields.front().values.pop_back(); });
  refused([](Motion& m) { m.contacts.push_back({0, 99}); });
  refused([](Motion& m) { m.ground.points.pop_back(); });
  refused([](Motion& m) { m.bodies[1].first_point = 7; });
}

}  // namespace percuss::motion_test
