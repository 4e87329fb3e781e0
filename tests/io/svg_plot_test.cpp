// SPDX-License-Identifier: Apache-2.0
#include "io/svg_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace percuss {
namespace svg_plot_test {

const double nan = std::numeric_limits<double>::quiet_NaN();
const double inf = std::numeric_limits<double>::infinity();

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

/// Why the text is no well-formed XML of elements, attributes and text, or "" when it is.
std::string fault_of_xml(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'), roots = 0; at != std::string::npos; at = text.find('<', at + 1)) {
    const auto end = text.find('>', at);
    if (end == std::string::npos) return "a tag does not end";
    auto tag = text.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) return "a tag within the tag " + tag;
    if (count_of(tag, "\"") % 2 != 0) return "an open quote in " + tag;
    const auto name = tag.substr(0, tag.find_first_of(" \n/", 1));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != tag) return "unexpected <" + tag + ">";
      open.pop_back();
    } else {
      if (open.empty() && ++roots > 1) return "two roots";
      if (tag.back() != '/') open.push_back(name);
    }
  }
  for (auto at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
    const auto entity = text.substr(at, text.find(';', at) - at + 1);
    if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;" && entity != "&apos;")
      return "unknown entity " + entity;
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

std::string plot(const std::vector<Series>& series, const PlotOptions& options = {}) {
  const auto text = svg_plot(series, options);
  EXPECT_EQ(fault_of_xml(text), "");
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  return text;
}

/// The `d` of the first curve: curves alone are drawn without filling and with this width.
std::string first_curve(const std::string& svg) {
  const auto end = svg.find("\" fill=\"none\" stroke=");
  if (end == std::string::npos) return "";
  const auto begin = svg.rfind("d=\"", end) + 3;
  return svg.substr(begin, end - begin);
}

TEST(SvgPlot, LineRunsFromCornerToCornerOfTheFrame) {
  PlotOptions options;
  options.width = 400;
  options.height = 300;
  const auto text = plot({{"q", {0.0, 1.0}, {0.0, 1.0}}}, options);
  // The frame is 32.24 .. 378 by 14 .. 250; at the left stand labels of three characters, and 1/22 of the height is
  // padding at each end.
  EXPECT_EQ(first_curve(text), "M32.24 239.27L378.00 24.73");
}

TEST(SvgPlot, ASecondAxisHasItsOwnScaleAndLabel) {
  PlotOptions options;
  options.y_label = "[N]";
  options.right_label = "[m]";
  Series force{"force", {0.0, 1.0}, {0.0, 300.0}}, gap{"gap", {0.0, 1.0}, {0.0, 0.002}, true};
  const auto both = plot({force, gap}, options);
  EXPECT_EQ(count_of(both, ">[N]<"), 1U);
  EXPECT_NE(both.find(">m]</tspan></text>"), std::string::npos) << both;
  // Both run from the same corner of the frame to the same corner: neither is flattened by the other.
  const auto first = first_curve(both);
  EXPECT_EQ(count_of(both, "d=\"" + first + "\""), 2U) << both;
  gap.right = false;
  EXPECT_EQ(count_of(plot({force, gap}, options), "[m]"), 0U) << "no series, no axis";
}

TEST(SvgPlot, TheSameDataGiveTheSameText) {
  const std::vector<Series> series{{"a", {1, 2, 3}, {1, 4, 9}}, {"b", {1, 2, 3}, {1, 8, 27}}};
  EXPECT_EQ(plot(series), plot(series));
}

TEST(SvgPlot, LegendStandsOnlyWhereThereIsAChoice) {
  EXPECT_EQ(plot({{"only one", {0, 1}, {0, 1}}}).find("only one"), std::string::npos);
  const auto two = plot({{"first", {0, 1}, {0, 1}}, {"second", {0, 1}, {1, 0}}});
  EXPECT_EQ(count_of(two, ">first</text>"), 1u);
  EXPECT_EQ(count_of(two, ">second</text>"), 1u);
}

TEST(SvgPlot, LegendOfAHundredSeriesLeavesHalfOfTheFigure) {
  const std::vector<Series> series(100, {"a rather long name of a series", {0, 1}, {0, 1}});
  EXPECT_EQ(count_of(plot(series), " more</text>"), 1u);
}

TEST(SvgPlot, WordsOfTheUserCannotBreakTheFile) {
  PlotOptions options;
  options.title = "a < b & \"c\" </svg> \x01\xFF";
  options.x_label = "<t> [s]";
  options.y_label = "&q [m]";
  plot({{"<g>", {0, 1}, {0, 1e-7}}, {"'&amp;'", {0, 1}, {1e-7, 0}}}, options);
}

TEST(SvgPlot, SpikeOfOneInAMillionSurvivesInASmallFile) {
  Series series{"lambda", {}, {}};
  for (int i = 0; i < 1000000; ++i) {
    series.x.push_back(i * 1e-6);
    series.y.push_back(std::sin(0.7 * i));
  }
  series.y[654321] = 50.0;
  const auto text = plot({series});
  EXPECT_LT(text.size(), 300000u);
  // The spike is the highest value, so it stands one padding below the frame: 14 + (400 - 14) / 22 = 31.55.
  EXPECT_NE(first_curve(text).find(" 31.55"), std::string::npos);
}

TEST(SvgPlot, CloudOfAMillionPointsStaysASmallFile) {
  Series series{"cloud", {}, {}};
  for (int i = 0; i < 1000000; ++i) {
    series.x.push_back(std::fmod(i * 0.6180339887, 1.0));
    series.y.push_back(std::fmod(i * 0.4142135624, 1.0));
  }
  EXPECT_LT(plot({series}).size(), 300000u);
}

TEST(SvgPlot, ValueThatIsNoNumberBreaksTheLine) {
  const auto text = plot({{"q", {0, 1, 2, 3, 4}, {0, 1, nan, 1, 0}}});
  EXPECT_EQ(count_of(first_curve(text), "M"), 2u);
  const auto infinite = plot({{"q", {0, 1, 2, inf, 4, 5}, {0, 1, -inf, 1, 1, 2}}});
  EXPECT_EQ(count_of(first_curve(infinite), "M"), 2u);
}

TEST(SvgPlot, PointBetweenTwoGapsIsADot) {
  const auto text = plot({{"q", {0, 1, 2, 3, 4}, {0, 1, nan, 1, nan}}});
  EXPECT_EQ(count_of(text, "stroke-linecap=\"round\""), 1u);
  EXPECT_EQ(count_of(first_curve(text), "M"), 1u);
}

TEST(SvgPlot, LogarithmicAxesLeaveOutWhatHasNoLogarithm) {
  PlotOptions options;
  options.log_x = options.log_y = true;
  const auto text = plot({{"error", {0.0, 1e-3, 1e-2, 1e-1}, {1.0, 1e-6, 0.0, 1e-2}}}, options);
  EXPECT_EQ(count_of(text, "h0"), 2u);  // two single points are left
  EXPECT_EQ(count_of(plot({{"error", {-1.0, 0.0}, {1.0, 1.0}}}, options), ">no data<"), 1u);
}

TEST(SvgPlot, NothingToDrawIsSaid) {
  EXPECT_EQ(count_of(plot({}), ">no data<"), 1u);
  EXPECT_EQ(count_of(plot({{"empty", {}, {}}, {"also", {}, {}}}), ">no data<"), 1u);
  EXPECT_EQ(count_of(plot({{"all", {0, 1, 2}, {nan, nan, nan}}}), ">no data<"), 1u);
}

TEST(SvgPlot, SinglePointsAndConstantsAreDrawn) {
  EXPECT_EQ(count_of(plot({{"q", {3.0}, {4.0}}}), "h0"), 1u);
  EXPECT_NE(first_curve(plot({{"q", {0, 1}, {0.0, 0.0}}})), "");
  EXPECT_NE(first_curve(plot({{"q", {0, 1}, {1e300, -1e300}}})), "");
  EXPECT_EQ(count_of(plot({{"q", {1.7e308}, {1.0}}}), ">no data<"), 1u);
}

TEST(SvgPlot, TinyFigureIsDrawnAtTheSmallestSize) {
  PlotOptions options;
  options.width = options.height = -5;
  EXPECT_NE(plot({{"q", {0, 1}, {0, 1}}}, options).find("viewBox=\"0 0 240 180\""), std::string::npos);
}

TEST(SvgPlot, SeriesOfUnequalLengthsIsRefusedByName) {
  try {
    svg_plot(std::vector<Series>{{"gap", {0, 1}, {0}}}, {});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "plot: series `gap` has 2 x for 1 y");
  }
}

TEST(SvgPlot, MarksStandAtEveryPoint) {
  const std::vector<Series> line{{"error", {1.0, 2.0, 4.0}, {1.0, 4.0, 16.0}}};
  PlotOptions options;
  const auto without = plot(line, options);
  options.marks = true;
  const auto with = plot(line, options);
  const auto dots = [](const std::string& text) {
    std::size_t count = 0;
    for (auto at = text.find("h0"); at != std::string::npos; at = text.find("h0", at + 2)) ++count;
    return count;
  };
  EXPECT_EQ(dots(without), 0U);
  EXPECT_EQ(dots(with), 3U);
}

}  // namespace svg_plot_test
}  // namespace percuss
