// SPDX-License-Identifier: Apache-2.0
#include "io/plot_axis.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace plot_axis_test {

using Labels = std::vector<std::string>;

/// What the labelled marks say.
Labels labels_of(const PlotAxis& axis) {
  Labels labels;
  for (const auto& tick : axis.ticks)
    if (!tick.label.empty()) labels.push_back(tick.label);
  return labels;
}

std::string ten_to(const std::string& exponent, const std::string& rest = "") {
  return "10<tspan dy=\"-0.48em\" font-size=\"75%\">" + exponent + "</tspan>" +
         (rest.empty()     ? ""
          : rest[0] == ' ' ? "<tspan dx=\"0.25em\" dy=\"0.36em\">" + rest.substr(1) + "</tspan>"
                           : "<tspan dy=\"0.36em\">" + rest + "</tspan>");
}

TEST(LinearAxis, MarksStandAtOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_EQ(labels_of(make_axis({0.0, 10.0}, false, 0.0, 5)), (Labels{"0", "2", "4", "6", "8", "10"}));
  EXPECT_EQ(labels_of(make_axis({0.0, 1.0}, false, 0.0, 10)).size(), 11u);
  EXPECT_EQ(labels_of(make_axis({-1.3, 1.3}, false, 0.0, 6)), (Labels{"−1.0", "−0.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(labels_of(make_axis({0.0, 2100.0}, false, 0.0, 5)), (Labels{"0", "500", "1000", "1500", "2000"}));
}

TEST(LinearAxis, PositionsRunFromEndToEnd) {
  const auto axis = make_axis({-1.0, 3.0}, false, 0.0, 4);
  EXPECT_EQ(axis.position(-1.0), 0.0);
  EXPECT_EQ(axis.position(0.0), 0.25);
  EXPECT_EQ(axis.position(3.0), 1.0);
  ASSERT_EQ(axis.ticks.size(), 5u);
  EXPECT_EQ(axis.ticks[1].position, 0.25);
}

TEST(LinearAxis, PaddingWidensBothEnds) {
  const auto axis = make_axis({0.0, 10.0}, false, 0.05, 5);
  EXPECT_EQ(axis.low, -0.5);
  EXPECT_EQ(axis.high, 10.5);
}

TEST(LinearAxis, SmallAndLargeNumbersShareAPowerOfTenWithTheUnit) {
  const auto time = make_axis({0.0, 1.5e-3}, false, 0.0, 3);
  EXPECT_EQ(labels_of(time), (Labels{"0.0", "0.5", "1.0", "1.5"}));
  EXPECT_EQ(time.label("t [s]"), "t [" + ten_to("−3", " s]"));
  EXPECT_EQ(time.label("t (s)"), "t (" + ten_to("−3", " s)"));
  EXPECT_EQ(time.label("t"), "t [" + ten_to("−3", "]"));
  EXPECT_EQ(time.label("ratio [1]"), "ratio [" + ten_to("−3", "]"));
  EXPECT_EQ(make_axis({0.0, 2e6}, false, 0.0, 4).label("k [N/m]"), "k [" + ten_to("6", " N/m]"));
  EXPECT_EQ(make_axis({0.0, 5.0}, false, 0.0, 4).label("a < b [m]"), "a &lt; b [m]");
}

TEST(LinearAxis, NumbersThatDifferInLateDigitsAreShownAsADifference) {
  const auto axis = make_axis({7.25000012, 7.25000017}, false, 0.0, 5);
  EXPECT_EQ(axis.offset_text, "− 7.2500001");
  EXPECT_EQ(labels_of(axis), (Labels{"20", "30", "40", "50", "60", "70"}));
  EXPECT_EQ(axis.label("E [J]"), "E − 7.2500001 [" + ten_to("−9", " J]"));
  EXPECT_EQ(make_axis({-1000.003, -1000.001}, false, 0.0, 4).offset_text, "+ 1000.01");
}

TEST(LinearAxis, MarkJustBeyondTheEndBelongsToIt) {
  const auto axis = make_axis({0.0, 0.99999}, false, 0.0, 5);  // a run to 1 s that stopped one step early
  EXPECT_EQ(labels_of(axis).back(), "1.0");
  EXPECT_EQ(axis.ticks.back().position, 1.0);
}

TEST(LinearAxis, SingleValueGetsAnIntervalAroundIt) {
  for (const double value : {0.0, 1.0, -3e-5, 7e12, 1e300, -1e300, 1e-310}) {
    const auto axis = make_axis({value, value}, false, 0.05, 5);
    EXPECT_NEAR(axis.position(value), 0.5, 1e-14) << value;  // round-off over an interval of a fifth of the value
    EXPECT_GE(labels_of(axis).size(), 2u) << value;
    EXPECT_LE(labels_of(axis).size(), 12u) << value;
  }
}

// Round-off of an energy that is conserved to the last bit must not be drawn as a mountain range.
TEST(LinearAxis, RoundOffIsDrawnAsAConstant) {
  const auto axis = make_axis({1.0, 1.0 + 4e-16}, false, 0.05, 5);
  EXPECT_NEAR(axis.high - axis.low, 0.2, 1e-12);  // 10 per cent to both sides, as for one value
}

TEST(LinearAxis, WidestPossibleDataStillHaveMarks) {
  const auto axis = make_axis({-1e300, 1e300}, false, 0.05, 5);
  EXPECT_EQ(labels_of(axis), (Labels{"−1.0", "−0.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(axis.label(""), "[" + ten_to("300", "]"));
}

TEST(LogarithmicAxis, DecadesAreLabelledAndTheirNinePartsMarked) {
  const auto axis = make_axis({1e-3, 1.0}, true, 0.0, 6);
  EXPECT_EQ(labels_of(axis), (Labels{ten_to("−3"), ten_to("−2"), ten_to("−1"), ten_to("0")}));
  EXPECT_EQ(axis.ticks.size(), 4u + 3u * 8u);
  EXPECT_NEAR(axis.position(1e-2), 1.0 / 3.0, 1e-15);  // 1e-15: round-off of two logarithms
  EXPECT_EQ(axis.label("error [m]"), "error [m]");
}

TEST(LogarithmicAxis, ManyDecadesAreThinnedOut) {
  EXPECT_EQ(labels_of(make_axis({1e-12, 1.0}, true, 0.0, 4)),
            (Labels{ten_to("−12"), ten_to("−9"), ten_to("−6"), ten_to("−3"), ten_to("0")}));
  EXPECT_LE(make_axis({1e-300, 1e300}, true, 0.05, 6).ticks.size(), 8u);
}

TEST(LogarithmicAxis, FewDecadesAlsoNameTwoAndFive) {
  EXPECT_EQ(labels_of(make_axis({0.4, 25.0}, true, 0.0, 6)),
            (Labels{"5·" + ten_to("−1"), ten_to("0"), "2·" + ten_to("0"), "5·" + ten_to("0"), ten_to("1"),
                    "2·" + ten_to("1")}));
}

TEST(LogarithmicAxis, LessThanADecadeHasMarksOfALinearAxis) {
  const auto axis = make_axis({2.0, 8.0}, true, 0.0, 3);
  EXPECT_EQ(labels_of(axis), (Labels{"2", "4", "6", "8"}));
  EXPECT_DOUBLE_EQ(axis.ticks[1].position, 0.5);  // 4 is the geometric mean of 2 and 8
}

TEST(PlotAxis, OnlyPositiveNumbersHaveALogarithm) {
  EXPECT_TRUE(PlotAxis::can_show(-1.0, false));
  EXPECT_FALSE(PlotAxis::can_show(-1.0, true));
  EXPECT_FALSE(PlotAxis::can_show(0.0, true));
  EXPECT_FALSE(PlotAxis::can_show(std::nan(""), false));
  EXPECT_FALSE(PlotAxis::can_show(HUGE_VAL, false));
  EXPECT_FALSE(PlotAxis::can_show(1.7e308, false));
}

}  // namespace plot_axis_test
}  // namespace percuss
