// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_reference.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/io/faults_of.hpp"

namespace percuss {

namespace comparison_reference_test {

const std::string crank = std::string(PERCUSS_SOURCE_DIR) + "/tests/verification/data/slider_crank_bilateral.csv";

TEST(ComparisonReference, HoldsTheColumnsInTheOrderAskedFor) {
  const std::vector<std::string> names{"omega2", "theta1"}, units{"rad/s", "rad"};
  const auto table = read_reference_table(crank, names, units);
  EXPECT_EQ(table.times.size(), 51U);
  EXPECT_EQ(table.values(0, 0), -75.0);
  EXPECT_EQ(table.values(1, 1), 0.146126999992147244);
}

TEST(ComparisonReference, EveryMissingColumnIsTold) {
  const std::vector<std::string> names{"omega3", "theta1", "theta3"}, units{"rad/s", "rad", "rad"};
  const auto faults = faults_of([&] { read_reference_table(crank, names, units); });
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_TRUE(faults[0].starts_with(crank + ": omega3: no such column")) << faults[0];
  EXPECT_TRUE(faults[1].ends_with("; --columns selects what is compared")) << faults[1];
}

TEST(ComparisonReference, UnitsOfHeadingsAreThoseOfTheColumns) {
  const auto path = std::string(testing::TempDir()) + "percuss_reference_units.csv";
  const std::vector<std::string> names{"theta", "n", "x"}, units{"rad", "", "m"};
  const auto with = [&](const std::string& heading) {
    std::ofstream(path) << heading << "\n0,1,2,3\n";
    return faults_of([&] { read_reference_table(path, names, units); });
  };
  EXPECT_TRUE(with("t [s],theta [rad],n,x [m]").empty());
  EXPECT_TRUE(with("t,theta,n,x").empty());
  const auto faults = with("t [ms],theta [deg],n [1/s],x");
  ASSERT_EQ(faults.size(), 3U);
  EXPECT_TRUE(faults[0].starts_with(path + ":1:1: t: its unit is ms, but that of what is compared is s")) << faults[0];
  EXPECT_NE(faults[1].find("theta: its unit is deg, but that of what is compared is rad"), std::string::npos);
  const auto other_brackets = with("t,theta (deg),n,x (y=0)");
  ASSERT_EQ(other_brackets.size(), 1U);
  EXPECT_TRUE(
      other_brackets[0].ends_with("theta: the heading `theta (deg)` tells more than a name\n"
                                  "  a unit stands in brackets: `theta [rad]`"))
      << other_brackets[0];
  EXPECT_EQ(with("t,t [s],theta,x").size(), 2U);  // two times, no n
  EXPECT_NE(faults[2].find("n: its unit is 1/s, but that of what is compared is none"), std::string::npos);
}

TEST(ComparisonReference, MustReachTheEndOfTheRuns) {
  const std::vector<std::string> names{"theta1"}, units{"rad"};
  const auto table = read_reference_table(crank, names, units);
  EXPECT_NO_THROW(check_reaches(table, 0.05));
  EXPECT_EQ(faults_of([&] { check_reaches(table, 0.051); }),
            Lines{crank + ": t: the reference ends at 0.05 s, before the runs at 0.051 s\n"
                          "  end the runs there: --until 0.05"});
}

}  // namespace comparison_reference_test

}  // namespace percuss
