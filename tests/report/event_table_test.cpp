// SPDX-License-Identifier: Apache-2.0
#include "report/event_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/fault.hpp"

namespace percuss::event_table_test {

class EventTableTest : public testing::Test {
 protected:
  void SetUp() override { path_ = (std::filesystem::path(testing::TempDir()) / "percuss_event_table.csv").string(); }
  void TearDown() override { std::filesystem::remove(path_); }
  EventTable read(const std::string& text) {
    std::ofstream(path_) << text;
    return read_events(path_);
  }
  std::string path_;
};

TEST_F(EventTableTest, ReadsColumnsByHeadingWhateverTheyAre) {
  const auto table = read(
      "t,bracket,contact,law,from,to\n0.5,1e-8,wall,normal,open,closed\n0.6,,\"a,\"\"b\"\"\",normal,closed,open\r\n");
  ASSERT_EQ(table.rows, 2U);
  ASSERT_EQ(table.columns.size(), 6U);
  EXPECT_FALSE(table.columns[0].is_text);
  EXPECT_EQ(table.columns[0].numbers, (std::vector<double>{0.5, 0.6}));
  EXPECT_TRUE(std::isnan(table.columns[1].numbers[1]));
  EXPECT_TRUE(table.columns[2].is_text);
  EXPECT_EQ(table.columns[2].words, (std::vector<std::string>{"wall", "a,\"b\""}));
  EXPECT_EQ(table.columns[3].words.size(), 1U);
  EXPECT_EQ(table.columns[4].word_of_row, (std::vector<double>{0.0, 1.0}));
}

TEST_F(EventTableTest, AHeadingAloneIsNoEvents) {
  const auto table = read("t,contact,kind\n");
  EXPECT_EQ(table.rows, 0U);
  EXPECT_EQ(table.columns.size(), 3U);
}

TEST_F(EventTableTest, LongOnesAreCut) {
  std::string text = "t\n";
  for (std::size_t i = 0; i < most_events + 5; ++i) text += "1\n";
  const auto table = read(text);
  EXPECT_EQ(table.rows, most_events + 5);
  EXPECT_EQ(table.rows_kept, most_events);
  EXPECT_EQ(table.columns[0].numbers.size(), most_events);
}

TEST_F(EventTableTest, FaultsNameTheLine) {
  const auto fault = [&](const std::string& text) {
    try {
      read(text);
    } catch (const InputError& error) {
      return to_string(error.faults().front());
    }
    return std::string("none");
  };
  EXPECT_NE(fault("").find("no events"), std::string::npos);
  EXPECT_NE(fault("a,b\n1,2\n").find("no column `t`"), std::string::npos);
  EXPECT_NE(fault("t,b\n1,2\n\n1\n").find(":4:1: 1 cells"), std::string::npos);
  EXPECT_NE(fault("t,b\nsoon,2\n").find("a time is not a number"), std::string::npos);
}

}  // namespace percuss::event_table_test
