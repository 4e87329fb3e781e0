// SPDX-License-Identifier: Apache-2.0
#include "report/motion_packing.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/report/synthetic_motion.hpp"

namespace percuss::motion_packing_test {

std::span<const std::uint8_t> block(const Blob& blob, const Blob::Json& place) {
  return std::span(blob.bytes()).subspan(place["at"].get<std::size_t>(), place["bytes"].get<std::size_t>());
}

/// Number `column` over all frames as the page reads it.
std::vector<double> curve(const Blob& blob, const Blob::Json& curves, std::size_t column, std::size_t frames) {
  const auto ranges = unpack_numbers(block(blob, curves["ranges"]));
  const auto levels = unpack_levels(block(blob, curves["levels"]));
  std::size_t start = 0;
  for (std::size_t i = 0; i < column; ++i) start += ranges[2 * i + 1] > ranges[2 * i] ? frames : 0U;
  const double low = ranges[2 * column], high = ranges[2 * column + 1];
  std::vector<double> values(frames, low);
  for (std::size_t i = 0; high > low && i < frames; ++i) values[i] = low + (high - low) * levels[start + i] / 65535.0;
  return values;
}

TEST(MotionPacking, PosesComeBackToALevel) {
  const auto motion = synthetic_motion(50, 4, 3.0, false);
  Blob blob;
  const auto json = pack_motion(motion, blob);
  EXPECT_EQ(json["every"], 1U);
  EXPECT_EQ(unpack_numbers(block(blob, json["t"])), motion.t);
  for (std::size_t column = 0; column < 7 * motion.bodies.size(); ++column) {
    const auto values = curve(blob, json["poses"], column, 50);
    for (std::size_t i = 0; i < 50; ++i) {
      const double sent = motion.poses[i * 7 * motion.bodies.size() + column];
      if (column % 7 < 3)
        EXPECT_NEAR(values[i], sent, 2.0 / 131070.0);
      else
        EXPECT_NEAR(std::abs(values[i]), std::abs(sent), 3e-5);  // the sign is free, and made smooth
    }
  }
}

TEST(MotionPacking, RotationsDoNotJumpWhereTheirSignsDo) {
  auto motion = synthetic_motion(50, 4, 3.0, false);
  for (std::size_t i = 10; i < 20; ++i)  // the same rotations with other signs
    for (std::size_t k = 3; k < 7; ++k) motion.poses[i * 7 * motion.bodies.size() + k] *= -1.0F;
  Blob blob;
  const auto json = pack_motion(motion, blob);
  for (std::size_t i = 1; i < 50; ++i) {
    double product = 0.0;
    for (std::size_t k = 3; k < 7; ++k) {
      const auto values = curve(blob, json["poses"], k, 50);
      product += values[i] * values[i - 1];
    }
    EXPECT_GT(product, 0.0) << i;
  }
}

TEST(MotionPacking, ContactsAreSortedByContactAndNoneIsLost) {
  const auto motion = synthetic_motion(50, 4, 3.0, false);
  Blob blob;
  const auto json = pack_motion(motion, blob)["contacts"];
  ASSERT_FALSE(motion.contacts.empty());
  EXPECT_EQ(block(blob, json["frames"]).size(), 4 * motion.contacts.size());
  EXPECT_EQ(block(blob, json["counts"]).size(), 4 * motion.contact_names.size());
}

TEST(MotionPacking, TenThousandFramesOfAHundredBodiesAreSmall) {
  const auto motion = synthetic_motion(10000, 100, 10.0, false);
  Blob blob;
  EXPECT_EQ(pack_motion(motion, blob)["every"], 1U);
  EXPECT_LT(base64(deflated(blob.bytes())).size(), 20000000U);
}

TEST(MotionPacking, LongMotionsLoseFramesAndTellIt) {
  const auto motion = synthetic_motion(400, 7, 10.0, false);
  Blob blob;
  const auto json = pack_motion(motion, blob, motion.poses.size() + motion.displacements.size());
  EXPECT_EQ(json["every"], 2U);
  EXPECT_EQ(unpack_numbers(block(blob, json["t"])).size(), 200U);
}

TEST(MotionPacking, RefusesWhatDoesNotFit) {
  auto motion = synthetic_motion(5, 1, 1.0, false);
  motion.poses.pop_back();
  Blob blob;
  EXPECT_THROW(pack_motion(motion, blob), std::invalid_argument);
}

}  // namespace percuss::motion_packing_test
