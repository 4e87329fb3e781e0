// SPDX-License-Identifier: Apache-2.0
#include "simulation/column_units.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace percuss {
namespace column_units_test {

TEST(ColumnUnits, AreThoseOfTheSummaryBesideTheTable) {
  const auto folder = std::filesystem::path(testing::TempDir()) / ("column_units_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto csv = (folder / "history.csv").string();
  std::filesystem::remove(folder / "summary.json");
  EXPECT_TRUE(column_units(csv).empty());
  std::ofstream(folder / "summary.json") << R"({"columns": [{"name": "pull", "quantity": "wall.force", "unit": "N"},
                                                            {"name": "wall.gap", "unit": ""}, 3, {"name": 1}]})";
  const auto units = column_units(csv);
  EXPECT_EQ(unit_of_column(units, "pull"), "N");
  EXPECT_EQ(unit_of_column(units, "wall.gap"), "");                // what the run says counts
  EXPECT_EQ(unit_of_column(units, "other.gap"), "m");              // else the name does
  EXPECT_TRUE(column_units((folder / "x.csv").string()).empty());  // not the table of the run
  std::ofstream(folder / "summary.json") << "no JSON";
  EXPECT_TRUE(column_units(csv).empty());
  std::filesystem::remove_all(folder);
}

}  // namespace column_units_test
}  // namespace percuss
