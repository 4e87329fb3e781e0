// SPDX-License-Identifier: Apache-2.0
#include "simulation/switch_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "model/model.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss {
namespace {

std::string written(const ContactModel& contacts, std::initializer_list<Switch> points) {
  const auto path = testing::TempDir() + "percuss_switch_file.csv";
  SwitchFile file(path, contacts);
  for (const auto& point : points) file.write(point);
  file.close();
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  return text;
}

TEST(SwitchFile, OneLineForEachLawThatSwitched) {
  const auto model = test::ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}, .friction = 0.3}.build();
  using enum ContactMode;
  EXPECT_EQ(written(model->contacts,
                    {{0.25, 0.5, 0, apart, slides}, {1.0, 0.5, 0, slides, holds}, {2.0, 0.5, 0, holds, apart}}),
            "t,bracket,contact,law,from,to\n"
            "0.25,0.5,floor,normal,open,closed\n"
            "1,0.5,floor,friction,slip,stick\n"
            "2,0.5,floor,normal,closed,open\n"
            "2,0.5,floor,friction,stick,slip\n");
}

TEST(SwitchFile, WithoutFrictionTheNormalLawAlone) {
  const auto model = test::ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  EXPECT_EQ(written(model->contacts, {{0.1, 1e-9, 0, ContactMode::apart, ContactMode::holds}}),
            "t,bracket,contact,law,from,to\n0.1,1e-09,floor,normal,open,closed\n");
}

TEST(SwitchFile, PointsAreNumbersAndBack) {
  const Switch point{0.5, 1e-9, 7, ContactMode::slides, ContactMode::holds};
  EXPECT_EQ(numbers_of(point), (SwitchNumbers{0.5, 1e-9, 7.0, 1.0, 2.0}));
  const auto back = switch_of(numbers_of(point));
  EXPECT_EQ(back.contact, 7);
  EXPECT_EQ(back.from, ContactMode::slides);
  EXPECT_EQ(back.to, ContactMode::holds);
}

TEST(SwitchFile, AFolderThatIsNotThereIsRefused) {
  const auto model = test::ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  EXPECT_THROW(SwitchFile("/nowhere/at/all/events.csv", model->contacts), std::runtime_error);
}

}  // namespace
}  // namespace percuss
