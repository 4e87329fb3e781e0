// SPDX-License-Identifier: Apache-2.0
#include "io/csv_heading.hpp"

#include <gtest/gtest.h>

namespace percuss::csv_heading_test {

TEST(CsvHeading, ComesBackAsItWas) {
  for (const auto& [name, unit] :
       {std::pair{"wall.force", "N"}, {"drift", "m, rad"}, {"max(a)", ""}, {"x [y]", "1/s"}}) {
    const auto back = heading_of(heading_text(name, unit));
    EXPECT_EQ(back.name, name);
    EXPECT_EQ(back.unit, unit);
  }
  EXPECT_EQ(heading_text("wall.force", "N"), "wall.force [N]");
}

TEST(CsvHeading, BracketsElsewhereAreNoUnit) {
  for (const char* text : {"x[3]", "[m]", " [m]", "x []", "x [m] y", "x [m", ""}) {
    EXPECT_EQ(heading_of(text).name, text);
    EXPECT_EQ(heading_of(text).unit, "");
  }
  EXPECT_EQ(heading_of("y  [m]").name, "y");
}

}  // namespace percuss::csv_heading_test
