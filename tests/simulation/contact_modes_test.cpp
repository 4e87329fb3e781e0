// SPDX-License-Identifier: Apache-2.0
#include "simulation/contact_modes.hpp"

#include <gtest/gtest.h>

namespace percuss {

namespace contact_modes_test {

using enum ContactMode;

ContactRecord record(ContactMode mode, double along = 0.0, double across = 0.0) {
  ContactRecord r;
  r.mode = mode;
  r.percussion = {1.0, along, across};
  return r;
}

std::vector<Index> switched(const ContactModes& modes, const std::vector<ContactRecord>& records) {
  std::vector<Index> found;
  modes.for_each_switch(records, [&](Index k, ContactMode, ContactMode) { found.push_back(k); });
  EXPECT_EQ(found.empty(), modes.kept(records));
  return found;
}

TEST(ContactModes, ComparesContactByContact) {
  ContactModes modes(3);
  EXPECT_TRUE(modes.is_apart(2));
  modes.take(std::vector{record(apart), record(slides, 0.3), record(holds, 0.1)});
  EXPECT_EQ(switched(modes, {record(apart), record(slides, 0.2), record(holds, -0.1)}), std::vector<Index>{});
  EXPECT_EQ(switched(modes, {record(holds), record(slides, 0.2), record(apart)}), (std::vector<Index>{0, 2}));
}

TEST(ContactModes, ASlipThatTurnsRoundHasSwitched) {
  ContactModes modes(1);
  modes.take(std::vector{record(slides, 0.3, 0.4)});
  EXPECT_EQ(switched(modes, {record(slides, -0.4, 0.31)}), std::vector<Index>{});  // by less than a right angle
  EXPECT_EQ(switched(modes, {record(slides, -0.4, 0.29)}), std::vector<Index>{0});
  EXPECT_EQ(switched(modes, {record(slides, -0.3, -0.4)}), std::vector<Index>{0});
  EXPECT_EQ(switched(modes, {record(slides)}), std::vector<Index>{});  // no force, no direction
}

TEST(ContactModes, OfNoContact) { EXPECT_TRUE(ContactModes(0).kept({})); }

}  // namespace contact_modes_test

}  // namespace percuss
