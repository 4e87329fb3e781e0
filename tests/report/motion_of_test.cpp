// SPDX-License-Identifier: Apache-2.0
#include "report/motion_of.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "core/fault.hpp"
#include "io/vtkhdf_file.hpp"

namespace percuss::motion_of_test {

std::string folder(const std::string& name) {
  const auto path = std::filesystem::path(::testing::TempDir()) / ("percuss_motion_of_" + name);
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path.string();
}

/// A triangle that turns by a quarter and moves by (2, 1), a line that is stretched, two points of a group that part, a
/// floor; a contact in the second frame.
void write_pictures(const std::string& path) {
  const std::vector<VtkBlock> blocks{{"box", 3, {{}, {}, {{0, 1, 2}}}, "rigid"},
                                     {"bar", 2, {{}, {{0, 1}}, {}}, "flexible"},
                                     {"dots", 2, {{{0}, {1}}, {}, {}}, "moving parts"},
                                     {"floor", 2, {{}, {{0, 1}}, {}}, "scenery"}};
  VtkhdfFile file(
      path + "/result.vtkhdf", blocks, {{"displacement", 3, "m"}},
      {{"contact", 1, ""}, {"status", 1, ""}, {"gap", 1, "m"}, {"normal_force", 3, "N"}, {"friction_force", 3, "N"}});
  file.file().write_text("contact_names", "left\nright\n");
  const std::vector<double> floor{-5, 0, 0, 5, 0, 0}, none(27);
  auto frame = [&](std::vector<double> x) {
    x.insert(x.end(), floor.begin(), floor.end());
    return x;
  };
  const auto first = frame({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 3, 0, 1, 3, 0, 0, 9, 0, 1, 9, 0});
  const auto second = frame({2, 1, 0, 2, 2, 0, 1, 1, 0, 0, 3, 0, 1.5, 3, 0, -1, 9, 0, 2, 9, 0});
  std::vector<double> moved(27);
  moved[12] = 0.5;
  const std::vector<double> at{2, 0, 0}, one{1}, two{2}, gap{0}, normal{0, 7, 0}, friction{-3, 0, 0};
  file.append(0.0, {first, {none}}, {{}, {{}, {}, {}, {}, {}}});
  file.append(0.5, {second, {moved}}, {at, {one, two, gap, normal, friction}});
  file.close();
}

TEST(MotionOf, TakesBodiesGroundAndContactsFromThePictures) {
  const auto path = folder("all");
  write_pictures(path);
  const auto motion = motion_of(path + "/result.vtkhdf");
  ASSERT_TRUE(motion.has_value());
  EXPECT_EQ(motion->t, (std::vector<double>{0.0, 0.5}));
  ASSERT_EQ(motion->bodies.size(), 4U);  // box, bar and two dots
  EXPECT_EQ(motion->bodies[3].name, "dots");
  EXPECT_TRUE(motion->bodies[1].flexible);
  EXPECT_TRUE(motion->planar);
  EXPECT_EQ(motion->ground.points.size(), 6U);
  const auto* pose = motion->poses.data() + 7 * 4;  // of the box in the second frame
  EXPECT_NEAR(pose[0], 2.0, 1e-6);
  EXPECT_NEAR(pose[1], 1.0, 1e-6);
  EXPECT_NEAR(std::abs(pose[5]), std::sqrt(0.5), 1e-6);  // a quarter about z
  EXPECT_NEAR(motion->poses[7 * (4 + 2)], -1.0, 1e-6);   // the first dot
  // stretched by a half: the pose is that of the middle, each end is off by a quarter
  ASSERT_EQ(motion->displacements.size(), 2U * 2U * 3U);
  EXPECT_NEAR(motion->displacements[6], -0.25, 1e-6);
  EXPECT_NEAR(motion->displacements[9], 0.25, 1e-6);
  ASSERT_EQ(motion->contacts.size(), 1U);
  const auto& contact = motion->contacts[0];
  EXPECT_EQ(contact.frame, 1U);
  EXPECT_EQ(motion->contact_names[contact.number], "right");
  EXPECT_EQ(contact.status, Motion::Status::slip);
  EXPECT_EQ(contact.force, (std::array<float, 3>{-3.0F, 7.0F, 0.0F}));
}

TEST(MotionOf, IsNothingWithoutAFrame) {
  const auto path = folder("none");
  VtkhdfFile(path + "/result.vtkhdf", {{"box", 1, {{{0}}, {}, {}}, "rigid"}}, {}, {}).close();
  EXPECT_FALSE(motion_of(path + "/result.vtkhdf").has_value());
}

TEST(MotionOf, RefusesDamagedPictures) {
  const auto path = folder("damaged");
  write_pictures(path);
  std::filesystem::resize_file(path + "/result.vtkhdf", 2000);
  EXPECT_THROW(motion_of(path + "/result.vtkhdf"), InputError);
}

}  // namespace percuss::motion_of_test
