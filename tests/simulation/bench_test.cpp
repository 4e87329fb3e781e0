// SPDX-License-Identifier: Apache-2.0
#include "simulation/bench.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "io/csv_file.hpp"

namespace percuss {
namespace bench_test {

BenchOptions bar() {
  BenchOptions options;
  options.model = PERCUSS_SOURCE_DIR "/examples/02_impacting_bar/bar.yaml";
  return options;
}

TEST(BenchPlan, RunsAllCombinationsTheLastAxisFastest) {
  auto options = bar();
  options.sizes = "bodies.bar.elements=10,20";
  options.schemes = {"moreau_jean:theta=0.5", "half_explicit_velocity"};
  options.threads = {"1", "2"};
  const auto bench = plan_bench(options);
  ASSERT_EQ(bench.runs.size(), 8U);
  const auto& third = bench.runs[2];
  EXPECT_EQ(bench.value(third, 0).text, "10");
  EXPECT_EQ(bench.value(third, 1).text, "half_explicit_velocity");
  EXPECT_EQ(bench.value(third, 5).words, (std::vector<std::string>{"--threads", "1"}));
  EXPECT_EQ(bench.axes[0].name, "bodies.bar.elements");
  EXPECT_FALSE(bench.axes[2].is_shown);
  EXPECT_EQ(bench.count("not run"), 8U);
}

TEST(BenchPlan, WithoutWordsIsTheModelAsItIs) {
  const auto bench = plan_bench(bar());
  ASSERT_EQ(bench.runs.size(), 1U);
  for (std::size_t axis = 0; axis < bench.axes.size(); ++axis) {
    EXPECT_TRUE(bench.value(bench.runs[0], axis).assignments.empty());
    EXPECT_FALSE(bench.axes[axis].is_shown) << bench.axes[axis].name;
  }
}

std::string place_of_fault(const BenchOptions& options) {
  try {
    plan_bench(options);
  } catch (const InputError& error) {
    return error.faults().front().place.file;
  }
  return "";
}

TEST(BenchPlan, FaultsStandAtTheirOptions) {
  auto options = bar();
  options.schemes = {"moreau_jean", "moreau_jeen"};
  EXPECT_EQ(place_of_fault(options), "--schemes moreau_jeen");
  options = bar();
  options.linear = {"cholmood"};
  EXPECT_EQ(place_of_fault(options), "--linear cholmood");
  options = bar();
  options.contact = {"auto", "gauss"};
  EXPECT_EQ(place_of_fault(options), "--contact gauss");
  options = bar();
  options.sizes = "bodies.bar.elements";
  EXPECT_EQ(place_of_fault(options), "--sizes");
  options = bar();
  options.threads = {"1", "x"};
  EXPECT_EQ(place_of_fault(options), "--threads");
  options.threads = {"2", "2"};
  EXPECT_EQ(place_of_fault(options), "--threads");
  options = bar();
  options.until = -1.0;
  EXPECT_EQ(place_of_fault(options), "--until -1");
}

/// Three sizes whose steps take n^1.5 microseconds, half of that in the contact solver; the last scheme fails.
Bench example() {
  Bench bench;
  BenchAxis size{"n", {{"100", {}, {}, {}}, {"1000", {}, {}, {}}, {"10000", {}, {}, {}}}, true};
  BenchAxis scheme{"scheme", {{"one", {}, {}, {}}, {"two", {}, {}, {}}}, true};
  bench.axes = {size, scheme};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j) {
      BenchRun run;
      run.values = {i, j};
      run.unknowns = std::pow(10.0, static_cast<double>(i) + 2.0);
      run.status = j == 0 ? "done" : "failed";
      if (j == 1) run.message = "no such thing";
      if (j == 0) {
        run.evaluations = 10.0;
        run.seconds = 1e-5 * std::pow(run.unknowns, 1.5);
        run.parts[static_cast<std::size_t>(StepCost::contact)] = 0.5 * run.seconds;
        run.parts[num_step_costs] = 0.5 * run.seconds;
        run.problems = 4.0;
        run.in_problems = 10.0;
        run.iterations = 6.0;
        run.peak_memory = 2e6;
      }
      bench.runs.push_back(run);
    }
  bench.program = "percuss";
  return bench;
}

TEST(BenchTable, TellsTimesSharesGrowthAndFailures) {
  const auto text = markdown_table(example());
  EXPECT_NE(text.find("| 100 | one | 100 | 2.5 / 0 | 10 | 1000 | 1e+04 | 0 | 0 | 0 | 0 | 0 | 50 | 0 | 50 | 1.5 |"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("time of a step ~ unknowns^1.50: one"), std::string::npos) << text;
  EXPECT_NE(text.find("100, two: failed: no such thing"), std::string::npos) << text;
}

TEST(BenchTable, KeepsBarsOutOfItsCells) {
  auto bench = example();
  bench.axes[0].values[0].text = "a|b";
  EXPECT_NE(markdown_table(bench).find("| a\\|b | one |"), std::string::npos);
}

TEST(BenchTable, OfNumbersHasAsManyCellsInEachRow) {
  std::istringstream lines(csv_table(example()));
  std::string line;
  std::getline(lines, line);
  const auto commas = std::count(line.begin(), line.end(), ',');
  int rows = 0;
  for (; std::getline(lines, line); ++rows) EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas) << line;
  EXPECT_EQ(rows, 6);
}

TEST(BenchPlots, AreOverUnknownsOrContactsOrNotThere) {
  auto bench = example();
  EXPECT_NE(bench_plots(bench).front().second.find("unknowns"), std::string::npos);
  for (auto& run : bench.runs) run.unknowns = 5.0;
  EXPECT_TRUE(bench_plots(bench).empty());
  double contacts = 10.0;
  for (auto& run : bench.runs) run.in_problems = contacts *= 2.0;
  EXPECT_NE(bench_plots(bench).front().second.find("contacts of a problem"), std::string::npos);
}

}  // namespace bench_test
}  // namespace percuss
