// SPDX-License-Identifier: Apache-2.0
#include "simulation/event_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "model/model.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss {
namespace {

const std::string heading =
    "t [s],bracket [s],contact,kind,from,to,force [N],friction_force [N],percussion [N s],friction_percussion [N s],"
    "normal_velocity_before [m/s],normal_velocity_after [m/s],slip_before [m/s],slip_after [m/s],energy_lost [J]\n";

std::string written_events(const ContactModel& contacts, std::initializer_list<ContactEvent> events) {
  const auto path = testing::TempDir() + "percuss_event_file.csv";
  EventFile file(path, contacts);
  for (const auto& event : events) file.write(numbers_of(event));
  file.close();
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  return text;
}

ContactEvent change(double t, ContactMode from, ContactMode to, const ContactRows& force) {
  ContactEvent event;
  event.t = t;
  event.bracket = 0.5;
  event.kind = kind_of_change(from, to);
  event.from = from;
  event.to = to;
  event.force = force;
  event.before = {-0.5, 3.0, 4.0};
  event.after = {0.0, 0.0, 0.25};
  return event;
}

TEST(EventFile, ALineForEachEvent) {
  const auto model = test::ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}, .friction = 0.3}.build();
  using enum ContactMode;
  EXPECT_EQ(
      written_events(model->contacts,
                     {change(0.25, apart, slides, {2.0, -0.6, 0.0}), change(1.0, slides, holds, {2.0, 0.3, 0.4}),
                      change(1.5, holds, slides, {}), change(2.0, slides, slides, {}), change(2.5, slides, apart, {})}),
      heading +
          "0.25,0.5,floor,close,open,slip,2,0.6,,,-0.5,0,5,0.25,\n"
          "1,0.5,floor,stick,slip,stick,2,0.5,,,-0.5,0,5,0.25,\n"
          "1.5,0.5,floor,slip,stick,slip,0,0,,,-0.5,0,5,0.25,\n"
          "2,0.5,floor,slip,slip,slip,0,0,,,-0.5,0,5,0.25,\n"
          "2.5,0.5,floor,open,slip,open,0,0,,,-0.5,0,5,0.25,\n");
}

TEST(EventFile, AnImpactHasAPercussionAndWithoutFrictionAContactIsOpenOrClosed) {
  const auto model = test::ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  const ContactImpact impact{0, ContactMode::holds, {1.5, 0.0, 0.0}, {-2.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 1.25};
  EXPECT_EQ(written_events(model->contacts, {event_of(impact, ContactMode::apart, 0.1, 1e-9)}),
            heading + "0.1,1e-09,floor,impact,open,closed,,,1.5,0,-2,0,0,0,1.25\n");
}

TEST(EventFile, NumbersStandForNamesAndWords) {
  ContactEvent event = change(0.5, ContactMode::slides, ContactMode::holds, {7.0, 3.0, 4.0});
  event.contact = 7;
  const auto numbers = numbers_of(event);
  EXPECT_EQ(std::vector<double>(numbers.begin(), numbers.begin() + 8),
            (std::vector<double>{0.5, 0.5, 7.0, 3.0, 1.0, 2.0, 7.0, 5.0}));
  EXPECT_TRUE(std::isnan(numbers[8]));
  EXPECT_TRUE(std::isnan(numbers.back()));
}

TEST(EventFile, AFolderThatIsNotThereIsRefused) {
  const auto model = test::ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  EXPECT_THROW(EventFile("/nowhere/at/all/events.csv", model->contacts), std::runtime_error);
}

}  // namespace
}  // namespace percuss
