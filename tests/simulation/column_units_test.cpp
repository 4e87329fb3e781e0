// SPDX-License-Identifier: Apache-2.0
#include "simulation/column_units.hpp"

#include <gtest/gtest.h>

#include "core/fault.hpp"

namespace percuss {
namespace column_units_test {

CsvTable table_with(const std::vector<std::string>& units) {
  CsvTable table;
  table.names = {"t", "pull", "wall.gap"};
  table.units = units;
  table.columns.resize(3);
  return table;
}

TEST(ColumnUnits, AreThoseOfTheHeadings) {
  const auto table = table_with({"s", "N", ""});
  EXPECT_EQ(unit_of_column(table, "pull"), "N");
  EXPECT_EQ(unit_of_column(table, "pull [N]"), "N");
  EXPECT_EQ(unit_of_column(table, "wall.gap"), "");  // what the table says counts
  EXPECT_THROW(unit_of_column(table, "wall.force"), InputError);
}

TEST(ColumnUnits, AreThoseOfTheNamesInTablesWithoutUnits) {
  const auto table = table_with({"", "", ""});
  EXPECT_EQ(unit_of_column(table, "t"), "s");
  EXPECT_EQ(unit_of_column(table, "wall.gap"), "m");
  EXPECT_EQ(unit_of_column(table, "pull"), "");
}

}  // namespace column_units_test
}  // namespace percuss
