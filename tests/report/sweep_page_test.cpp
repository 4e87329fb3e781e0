// SPDX-License-Identifier: Apache-2.0
#include "report/sweep_page.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace percuss::sweep_page_test {

/// What the page describes.
nlohmann::json description(const Sweep& sweep) {
  const auto page = sweep_page(sweep, "ball.yaml");
  const std::string mark = R"(id="percuss-report">)";
  const auto begin = page.find(mark) + mark.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin)).at("sweep");
}

TEST(SweepPage, TellsOfEveryRunAndHasTheNumbersOfThoseThatHaveSome) {
  Sweep sweep;
  sweep.axes = {{"contacts.floor.restitution", {"0", "2"}}};
  sweep.columns = {{{"max(floor.force)", "floor.force", {}, Over::max}, "N"}};
  sweep.runs = {{{"0"}, "r=0", "done", "", {7.5}}, {{"2"}, "r=2", "failed", "above 1", {}}};
  const auto told = description(sweep);
  EXPECT_EQ(told.at("model"), "ball.yaml");
  EXPECT_EQ(told.at("axes")[0].at("values").size(), 2U);
  EXPECT_EQ(told.at("columns")[0].at("unit"), "N");
  EXPECT_EQ(told.at("columns")[0].at("data").at("bytes"), 8);  // one number
  EXPECT_EQ(told.at("runs")[1].at("message"), "above 1");
  EXPECT_EQ(told.at("runs")[0].at("collected"), true);
  EXPECT_EQ(told.at("runs")[1].at("collected"), false);
}

TEST(SweepPage, OfNothingIsAPage) { EXPECT_EQ(description({}).at("runs").size(), 0U); }

}  // namespace percuss::sweep_page_test
