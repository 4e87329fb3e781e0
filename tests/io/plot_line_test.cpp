// SPDX-License-Identifier: Apache-2.0
#include "io/plot_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace percuss {
namespace plot_line_test {

using Line = std::vector<PlotPoint>;

TEST(PlotLine, EachPixelColumnKeepsFirstLowestHighestAndLastInTheirOrder) {
  const Line line{{0.1, 5}, {0.2, 9}, {0.3, 6}, {0.4, 1}, {0.5, 4}, {0.6, 5}, {1.5, 3}, {2.5, 2}, {2.6, 2}};
  EXPECT_EQ(reduced_line(line, 1.0, 100), (Line{{0.1, 5}, {0.2, 9}, {0.4, 1}, {0.6, 5}, {1.5, 3}, {2.5, 2}, {2.6, 2}}));
}

TEST(PlotLine, ShortLinesStayAsTheyAre) {
  EXPECT_TRUE(reduced_line({}, 1.0, 100).empty());
  EXPECT_EQ(reduced_line(Line{{3, 4}}, 1.0, 100), (Line{{3, 4}}));
  EXPECT_EQ(reduced_line(Line{{3, 4}, {3, 4}}, 1.0, 100), (Line{{3, 4}, {3, 4}}));
}

/// n points that jump to and fro between the two halves of the drawing, so that no column has a run of points.
Line zigzag(int n) {
  Line line;
  for (int i = 0; i < n; ++i) line.push_back({400.0 + (i % 2 == 0 ? 1.0 : -1.0) * (10.0 + i % 97), 100.0 + i % 89});
  return line;
}

TEST(PlotLine, LineThatRunsToAndFroIsBoundedAndKeepsItsExtremes) {
  auto line = zigzag(100000);
  line[12345] = {0.0, 150.0};    // leftmost
  line[54321] = {400.0, 999.0};  // lowest on the screen
  const auto reduced = reduced_line(line, 0.5, 1000);
  EXPECT_LE(reduced.size(), 1000u);
  EXPECT_GE(reduced.size(), 500u);
  EXPECT_EQ(reduced.front(), line.front());
  EXPECT_EQ(reduced.back(), line.back());
  EXPECT_NE(std::find(reduced.begin(), reduced.end(), line[12345]), reduced.end());
  EXPECT_NE(std::find(reduced.begin(), reduced.end(), line[54321]), reduced.end());
}

TEST(PlotLine, FewGapsStayHoweverNarrow) {
  const PlotLines jump{{{0, 0}, {10.1, 0}}, {{10.1, 50}, {20, 50}}};  // a velocity at an impact: no line may join it
  EXPECT_EQ(reduced_lines(jump, 1.0, 100), jump);
}

TEST(PlotLine, CountlessGapsWithinAColumnAreClosed) {
  PlotLines dots;
  for (int i = 0; i < 100000; ++i) dots.push_back({{i * 0.005, double(i % 10)}});  // 500 px
  dots.push_back({{600.0, 1.0}});                                                  // a gap that can be seen
  const auto reduced = reduced_lines(dots, 0.5, 16000);
  EXPECT_LE(reduced.size(), 1001u);
  EXPECT_EQ(reduced.back(), (Line{{600.0, 1.0}}));
}

TEST(PlotLine, PathMovesOnceAndMarksSinglePoints) {
  EXPECT_EQ(svg_path({{{1, 2}, {3, 4}, {5, 6}}, {{7.125, 8}}}), "M1.00 2.00L3.00 4.00 5.00 6.00M7.12 8.00h0");
  EXPECT_EQ(svg_path({}), "");
}

}  // namespace plot_line_test
}  // namespace percuss
