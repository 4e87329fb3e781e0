// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_plots.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

namespace percuss {

namespace comparison_plots_test {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

CaseResult result(const std::string& scheme, double step, double error, Index evaluations) {
  CaseResult one;
  one.scheme = scheme;
  one.step = step;
  one.num_steps = static_cast<Index>(1.0 / step);
  one.evaluations = evaluations;
  one.error = error;
  return one;
}

/// A scheme over the steps 0.1 and 0.01, and a controlled one over two tolerances.
Comparison both() {
  Comparison comparison;
  comparison.columns = {"theta1", "theta2"};
  comparison.unit = "rad";
  comparison.cases = {result("plain", 0.1, 1.0, 10), result("plain", 0.01, 1e-1, 100),
                      result("controlled", 0.1, 1e-2, 1000), result("controlled", 0.1, 1e-4, 10000)};
  comparison.cases[2].tolerance = 1e-3;
  comparison.cases[3].tolerance = 1e-5;
  comparison.schemes = {{"plain", 1.004, {}}, {"controlled", {}, {}}};
  return comparison;
}

std::vector<std::string> files_of(const std::vector<Comparison>& by_unit) {
  std::vector<std::string> files;
  for (const auto& plot : comparison_plots(by_unit)) files.push_back(plot.file);
  return files;
}

TEST(ComparisonPlots, TheConvergenceIsThatOfSchemesOverSteps) {
  const auto plot = convergence_plot(both());
  EXPECT_TRUE(has(plot, "Errors of theta1, theta2"));
  EXPECT_TRUE(has(plot, "error [rad]"));
  EXPECT_TRUE(has(plot, "h [s]"));
  EXPECT_FALSE(has(plot, "controlled"));
  auto comparison = both();
  comparison.schemes.push_back({"other", 2.0, {}});
  comparison.cases.push_back(result("other", 0.1, 1.0, 10));
  EXPECT_TRUE(has(convergence_plot(comparison), "plain  (order 1.00)"));
}

// Logarithmic axes over x = 10 to 10^4 and y = 10^-4 to 1 with 5 % at both ends, in a frame of its own for each plot:
// the points of the first scheme are a third of the width apart, those of the second likewise and twice as steep.
TEST(ComparisonPlots, WorkPrecisionHasALineForEachSchemeThroughItsStepsOrTolerances) {
  const auto plot = work_precision_plot(both(), WorkMeasure::evaluations);
  EXPECT_TRUE(has(plot, "evaluations of a run"));
  EXPECT_TRUE(has(plot, "plain"));
  EXPECT_TRUE(has(plot, "controlled"));
  EXPECT_FALSE(has(plot, "order"));
  std::vector<std::vector<double>> lines;  // x0, y0, x1, y1
  for (auto at = plot.find("d=\"M"); at != std::string::npos; at = plot.find("d=\"M", at + 1)) {
    double x0 = 0.0, y0 = 0.0, x1 = 0.0, y1 = 0.0;
    const auto text = plot.substr(at + 3, plot.find('"', at + 3) - at - 3);
    int length = 0;
    if (std::sscanf(text.c_str(), "M%lf %lfL%lf %lf%n", &x0, &y0, &x1, &y1, &length) == 4 &&
        length == static_cast<int>(text.size()))
      lines.push_back({x0, y0, x1, y1});
  }
  ASSERT_EQ(lines.size(), 2U) << plot;
  const double third = lines[0][2] - lines[0][0];
  EXPECT_GT(third, 100.0);
  EXPECT_NEAR(lines[1][0] - lines[0][2], third, 0.02);  // drawn to 0.01 px
  EXPECT_NEAR(lines[1][2] - lines[1][0], third, 0.02);
  EXPECT_NEAR(lines[1][3] - lines[1][1], 2.0 * (lines[0][3] - lines[0][1]), 0.04);
  EXPECT_NEAR(lines[1][1] - lines[0][3], lines[0][3] - lines[0][1], 0.04);
}

TEST(ComparisonPlots, TheTimeIsThatOfTheWholeRun) {
  auto comparison = both();
  EXPECT_TRUE(has(work_precision_plot(comparison, WorkMeasure::time), "no data"));
  for (auto& one : comparison.cases) one.seconds_per_step = 1e-6;
  const auto plot = work_precision_plot(comparison, WorkMeasure::time);
  EXPECT_TRUE(has(plot, "time of a run ["));
  EXPECT_FALSE(has(plot, "no data"));
  EXPECT_DOUBLE_EQ(*comparison.cases[1].run_seconds(), 1e-4);  // 100 steps
}

TEST(ComparisonPlots, FilesAreThoseThatHaveSomethingToShow) {
  const std::vector<std::string> untimed{"compare.svg", "compare_evaluations.svg"};
  EXPECT_EQ(files_of({both()}), untimed);
  auto timed = both();
  timed.cases[0].seconds_per_step = 1e-6;
  const std::vector<std::string> two_units{"compare.svg",   "compare_evaluations.svg",   "compare_time.svg",
                                           "compare_2.svg", "compare_2_evaluations.svg", "compare_2_time.svg"};
  EXPECT_EQ(files_of({timed, timed}), two_units);
  auto controlled = both();
  controlled.cases.erase(controlled.cases.begin(), controlled.cases.begin() + 2);
  EXPECT_EQ(files_of({controlled}), std::vector<std::string>{"compare_evaluations.svg"});
}

TEST(ComparisonPlots, AStudyWhereNothingRanHasNoData) {
  Comparison nothing;
  EXPECT_TRUE(has(work_precision_plot(nothing, WorkMeasure::evaluations), "no data"));
  EXPECT_TRUE(comparison_plots({}).empty());
}

}  // namespace comparison_plots_test

}  // namespace percuss
