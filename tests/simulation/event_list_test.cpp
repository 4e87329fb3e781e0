// SPDX-License-Identifier: Apache-2.0
#include "simulation/event_list.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/fault.hpp"

namespace percuss {
namespace {

namespace fs = std::filesystem;

class EventLists : public testing::Test {
 protected:
  EventLists() : folder_((fs::path(testing::TempDir()) / "percuss_event_list").string()) {
    fs::create_directories(folder_);
  }
  ~EventLists() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(fs::path(folder_) / name) << text;
  }
  std::string listed(const EventFilter& filter) const {
    std::string contacts;
    list_events(folder_, filter, [&](const EventLine& line) { contacts += line.cells[2] + line.cells[0] + " "; });
    return contacts;
  }
  std::string fault_of(const EventFilter& filter = {}) const {
    try {
      list_events(folder_, filter, [](const EventLine&) {});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  std::string folder_;
};

const std::string events_head =
    "t [s],bracket,contact,kind,from,to,force [N],friction_force,percussion,friction_percussion,normal_velocity_before,"
    "normal_velocity_after,slip_before,slip_after,energy_lost\n";
const std::string three_events =
    "1,0.1,box.left,impact,open,open,,,1,0,-1,1,0,0,0\n"
    "2,0.1,floor,stick,slip,stick,1,0,,,0,0,1,0,\n"
    "3,0.1,\"box,er\",open,closed,open,0,0,,,0,1,0,0,\n";

TEST_F(EventLists, PassesWhatIsAskedFor) {
  write("events.csv", events_head + three_events);
  EXPECT_EQ(listed({}), "box.left1 floor2 box,er3 ");
  EXPECT_EQ(listed({.contacts = {"box"}}), "box.left1 ");  // a group, not what begins alike
  EXPECT_EQ(listed({.contacts = {"b*", "floor"}}), "box.left1 floor2 box,er3 ");
  EXPECT_EQ(listed({.kinds = {"stick", "impact"}}), "box.left1 floor2 ");
  EXPECT_EQ(listed({.from = 2.0, .to = 2.0}), "floor2 ");
  const auto count = list_events(folder_, {.kinds = {"open"}}, [](const EventLine&) {});
  EXPECT_EQ(count.events, 3U);
  EXPECT_EQ(count.passed, 1U);
  EXPECT_EQ(count.left_out, 0U);
}

TEST_F(EventLists, TellsWhatTheRunHasLeftOut) {
  write("events.csv", events_head + three_events);
  write("summary.json", R"({"events": 10, "events_written": 3})");
  EXPECT_EQ(list_events(folder_, {}, [](const EventLine&) {}).left_out, 7U);
}

TEST_F(EventLists, AnUnfinishedRunEndsWithItsLastWholeLine) {
  write("events.csv.part", events_head + three_events + "4,0.1,flo");
  EXPECT_EQ(listed({}), "box.left1 floor2 box,er3 ");
  fs::rename(fs::path(folder_) / "events.csv.part", fs::path(folder_) / "events.csv");
  EXPECT_NE(fault_of().find("3 cells where there are 15 columns"), std::string::npos);
}

TEST_F(EventLists, RefusesWhatIsWrong) {
  EXPECT_NE(fault_of().find("there is no events.csv in this folder"), std::string::npos);
  write("history.csv", "t\n");
  EXPECT_NE(fault_of().find("has kept no events"), std::string::npos);
  write("events.csv", "t,contact\n");
  EXPECT_NE(fault_of().find("does not name the columns"), std::string::npos);
  write("events.csv", events_head + three_events);
  EXPECT_NE(fault_of({.kinds = {"impackt"}}).find("did you mean `impact`"), std::string::npos);
  EXPECT_NE(fault_of({.contacts = {"flor"}}).find("did you mean `floor`"), std::string::npos);
  EXPECT_NE(fault_of({.from = 2.0, .to = 1.0}).find("is later than"), std::string::npos);
  write("events.csv", events_head + "soon" + three_events);
  EXPECT_NE(fault_of().find("is no time"), std::string::npos);
}

}  // namespace
}  // namespace percuss
