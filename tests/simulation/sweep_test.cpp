// SPDX-License-Identifier: Apache-2.0
#include "simulation/sweep.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/fault.hpp"

namespace percuss {
namespace sweep_test {

using Words = std::vector<std::string>;

TEST(SweepAxis, IsARangeOrAList) {
  EXPECT_EQ(read_axis("a.b=0:0.1:0.3").values, (Words{"0", "0.1", "0.2", "0.3"}));
  EXPECT_EQ(read_axis("a.b=1:-0.5:-0.2").values, (Words{"1", "0.5", "0"}));
  EXPECT_EQ(read_axis("step=1e-5,1e-6").values, (Words{"1e-5", "1e-6"}));
  EXPECT_EQ(read_axis("scheme=moreau_jean,dg").values, (Words{"moreau_jean", "dg"}));
  EXPECT_EQ(read_axis("position=[0, 1],[0, 2]").values, (Words{"[0, 1]", "[0, 2]"}));
  EXPECT_EQ(read_axis("title=\"a, b\",'c: d'").values, (Words{"\"a, b\"", "'c: d'"}));
  EXPECT_EQ(read_axis("a=2:1:2").values, Words{"2"});
  EXPECT_EQ(read_axis("step=1e-7:1e-7:3e-7").values, (Words{"1e-07", "2e-07", "3e-07"}));
}

TEST(SweepAxis, RefusesWhatLeadsNowhere) {
  for (const auto* text : {"a", "=1", "a=0:1:-1", "a=0:0:1", "a=0:x:1", "a=1,,2", "a=1,1", "a=0:1e-9:1"})
    EXPECT_THROW(read_axis(text), InputError) << text;
}

/// Rows of 0.5 s: a force of 2 N, then of 4 N, as means (or rms) over the time before each row.
TEST(Sweep, TakesOneNumberOfAWholeRun) {
  const std::vector<double> t{0.0, 0.5, 1.5}, x{9.0, 2.0, 4.0};
  EXPECT_EQ(over_run(Over::end, t, x), 4.0);
  EXPECT_EQ(over_run(Over::max, t, x), 9.0);
  EXPECT_EQ(over_run(Over::min, t, x), 2.0);
  EXPECT_EQ(over_run(Over::impulse, t, x), 6.0);
  EXPECT_DOUBLE_EQ(over_run(Over::mean, t, x), (0.5 * 2.0 + 1.0 * 4.0) / 1.5);
  EXPECT_DOUBLE_EQ(over_run(Over::rms, t, x), std::sqrt((0.5 * 4.0 + 1.0 * 16.0) / 1.5));
  EXPECT_TRUE(std::isnan(over_run(Over::end, {}, {})));
  EXPECT_EQ(over_run(Over::mean, {0.0}, {3.0}), 3.0);
}

Sweep two_axes() {
  Sweep sweep;
  sweep.axes = {{"contacts.wall.restitution", {"0", "1"}}, {"simulation.step", {"1e-3", "1e-4", "1e-5"}}};
  sweep.columns = {{column_of("max(wall.force)", {}), "N"}};
  sweep.runs = runs_of(sweep.axes);
  for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
    sweep.runs[i].status = "done";
    sweep.runs[i].collected = {static_cast<double>(i)};
  }
  sweep.runs[4].status = "failed";
  sweep.runs[4].message = "no solution";
  sweep.runs[4].collected.clear();
  return sweep;
}

TEST(Sweep, RunsAllCombinationsIntoFoldersOfTheirOwn) {
  const auto sweep = two_axes();
  ASSERT_EQ(sweep.runs.size(), 6U);
  EXPECT_EQ(sweep.runs[1].values, (Words{"0", "1e-4"}));
  EXPECT_EQ(sweep.runs[3].folder, "contacts.wall.restitution=1_simulation.step=1e-3");
  EXPECT_EQ(runs_of({{"a", {"[0, 1]", "x/y"}}})[1].folder, "a=x_y");
  const auto alike = runs_of({{"title", {"a/b", "a_b", "A_B"}}});
  EXPECT_EQ(alike[1].folder, "title=a_b_2");
  EXPECT_EQ(alike[2].folder, "title=A_B_3");
  EXPECT_EQ(sweep.num_failed(), 1U);
}

TEST(Sweep, TellsOfRunsThatFailed) {
  const auto sweep = two_axes();
  const auto csv = csv_table(sweep);
  EXPECT_TRUE(csv.starts_with("run,contacts.wall.restitution,simulation.step,status,max(wall.force) [N]\n"));
  EXPECT_NE(csv.find("\n5,1,1e-4,failed,\n"), std::string::npos);
  EXPECT_NE(csv.find("\n6,1,1e-5,done,5\n"), std::string::npos);
  const auto page = markdown_table(sweep);
  EXPECT_NE(page.find("run 5, failed: no solution"), std::string::npos);
  EXPECT_NE(page.find("| 5 | 1 | 1e-4 | - | failed |"), std::string::npos);
}

TEST(Sweep, DrawsOneOrTwoAxesOfNumbers) {
  auto sweep = two_axes();
  const auto plots = sweep_plots(sweep);
  ASSERT_EQ(plots.size(), 1U);
  EXPECT_NE(plots[0].find("simulation.step = 1e-4"), std::string::npos);
  sweep.axes[0].values = {"dg", "moreau_jean"};
  EXPECT_TRUE(sweep_plots(sweep).empty());
}

}  // namespace sweep_test
}  // namespace percuss
