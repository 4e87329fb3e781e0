// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/fault.hpp"
#include "tests/report/synthetic_motion.hpp"

namespace percuss::report_test {

namespace fs = std::filesystem;

ReportData small_run() {
  ReportData run;
  run.name = "ball";
  run.folder = "ball.out";
  run.summary = R"({"status": "done"})";
  return run;
}

TEST(ReportPage, HoldsEverythingAndAsksForNothing) {
  auto run = small_run();
  run.t = {0.0, 1.0};
  run.history = {{"ball.x", "ball.x", "m", {0.0, 1.0}}};
  run.motion = synthetic_motion(3, 2, 1.0, true);
  const auto page = report_page({&run, 1});
  EXPECT_EQ(page.rfind("<!DOCTYPE html>", 0), 0U);
  for (const char* asked : {"src=", "@import", "<link rel=\"stylesheet\"", "url(http"})
    EXPECT_EQ(page.find(std::string("<script ") + asked), std::string::npos) << asked;
  for (const char* there : {"percussReport", "uPlot", "WebGLRenderer", "ball.x", "\"box1\""})
    EXPECT_NE(page.find(there), std::string::npos) << there;
}

TEST(ReportPage, StandsForAnEmptyHistory) {
  const auto run = small_run();
  EXPECT_NE(report_page({&run, 1}).find("\"rows\":0"), std::string::npos);
}

TEST(ReportPage, NothingOfTheModelLooksLikeATag) {
  auto run = small_run();
  run.model = "# </script><script>alert(1)</script> @style@";
  const auto page = report_page({&run, 1});
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
  EXPECT_NE(page.find("\\u003c/script>\\u003cscript>alert(1)"), std::string::npos);
}

TEST(ReportPage, RunsOfOneNameAreToldApart) {
  std::vector<ReportData> runs(3, small_run());
  runs[1].folder = "other/ball.out";
  const auto page = report_page(runs);
  EXPECT_NE(page.find("\"name\":\"other/ball.out\""), std::string::npos);
  EXPECT_NE(page.find("\"name\":\"ball.out (1)\""), std::string::npos);
  EXPECT_NE(page.find("\"name\":\"ball.out (3)\""), std::string::npos);
}

TEST(WriteReportPage, LeavesNothingHalfWritten) {
  const auto folder = fs::path(testing::TempDir()) / "percuss_report_test";
  fs::create_directories(folder / "taken.html");
  const auto run = small_run();
  EXPECT_THROW(write_report_page((folder / "taken.html").string(), {&run, 1}), InputError);
  EXPECT_THROW(write_report_page((folder / "result.h5").string(), {&run, 1}), InputError);
  EXPECT_THROW(write_report_page((folder / "none" / "report.html").string(), {&run, 1}), InputError);
  write_report_page((folder / "good.html").string(), {&run, 1});
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) ++files;
  EXPECT_EQ(files, 2U);
  fs::remove_all(folder);
}

}  // namespace percuss::report_test
