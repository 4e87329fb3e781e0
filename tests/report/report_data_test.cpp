// SPDX-License-Identifier: Apache-2.0
#include "report/report_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/fault.hpp"
#include "io/hdf5_file.hpp"

namespace percuss::report_data_test {

namespace fs = std::filesystem;

class ReportDataTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  void write_results(std::size_t rows) const {
    auto h5 = Hdf5File::create((folder_ / "result.h5").string());
    h5.write_attribute("/", "format", "percuss-result");
    h5.write_attribute("/", "compiler", "a compiler");
    h5.write_attribute("/", "threads", 3);
    h5.write_text("model/text", "percuss: 1");
    h5.write_vector("history/t", std::vector<double>(3, 0.5));
    h5.write_vector("history/a", std::vector<double>(rows, 1.5));
    h5.write_vector("history/b", std::vector<double>(3, 2.5));
    h5.write_attribute("history/b", "units", "m");
    h5.write_vector("certificates/residual", std::vector<double>(3, 1e-9));
    h5.close();
  }
  std::string fault() const {
    try {
      read_report_data(folder_.string());
    } catch (const InputError& error) {
      return to_string(error.faults().front());
    }
    return "none";
  }
  const fs::path folder_ = fs::path(testing::TempDir()) / "percuss_report_data.out";
};

constexpr const char* summary = R"({"status": "done", "columns": [{"name": "t"}, {"name": "b", "unit": "m"}]})";

TEST_F(ReportDataTest, ReadsResultsInTheOrderOfTheSummary) {
  write_results(3);
  write("summary.json", summary);
  write("events.csv", "t,contact,kind\n0.1,wall,impact\n");
  const auto data = read_report_data(folder_.string() + "/");
  EXPECT_EQ(data.name, "percuss_report_data");
  EXPECT_EQ(data.t.size(), 3U);
  ASSERT_EQ(data.history.size(), 2U);
  EXPECT_EQ(data.history[0].name, "b");
  EXPECT_EQ(data.history[0].unit, "m");
  EXPECT_EQ(data.history[1].unit, "");
  ASSERT_EQ(data.certificates.size(), 1U);
  EXPECT_EQ(data.model, "percuss: 1");
  ASSERT_EQ(data.facts.size(), 2U);
  EXPECT_EQ(data.facts[0].value, "a compiler");
  EXPECT_EQ(data.facts[1].value, "3");
  ASSERT_TRUE(data.events.has_value());
  EXPECT_EQ(data.events->rows, 1U);
  EXPECT_FALSE(data.motion.has_value());
}

TEST_F(ReportDataTest, TakesTheTableWhereThereAreNoResults) {
  write("history.csv", "t [s],b [m]\n0,1\n1,nan\n");
  write("summary.json", summary);
  const auto data = read_report_data(folder_.string());
  EXPECT_EQ(data.t, (std::vector<double>{0.0, 1.0}));
  ASSERT_EQ(data.history.size(), 1U);
  EXPECT_EQ(data.history[0].unit, "m");
}

TEST_F(ReportDataTest, TakesWhatARunUnderWayHasWritten) {
  write("summary.json.part", R"({"status": "running"})");
  write("history.csv.part", "t [s],b [m]\n0,1\n1,2\n2,");
  write("steps.csv.part", "t [s],h [s]\n0.5,0.5\n1,0.2");  // the last number may be cut off
  write("events.csv.part", "t [s],contact,kind\n0.1,wall,impact\n0.2,wa");
  write("result.h5.part", "what another program is writing");
  const auto data = read_report_data(folder_.string());
  EXPECT_EQ(data.t, (std::vector<double>{0.0, 1.0}));
  ASSERT_EQ(data.history.size(), 1U);
  EXPECT_EQ(data.history[0].values, (std::vector<double>{1.0, 2.0}));
  ASSERT_EQ(data.tables.size(), 1U);
  EXPECT_EQ(data.tables[0].t, (std::vector<double>{0.5}));
  EXPECT_EQ(data.events->rows, 1U);
  fs::remove(folder_ / "result.h5.part");
  write_results(3);
  fs::rename(folder_ / "result.h5", folder_ / "result.h5.part");  // of a run that was killed: readable
  EXPECT_EQ(read_report_data(folder_.string()).certificates.size(), 1U);
  write_results(2);
  fs::rename(folder_ / "result.h5", folder_ / "result.h5.part");  // not whole
  EXPECT_EQ(read_report_data(folder_.string()).certificates.size(), 0U);
}

TEST_F(ReportDataTest, TakesRowsAtOtherTimes) {
  write_results(3);
  write("summary.json", summary);
  write("steps.csv", "t [s],h [s]\n0.5,0.5\n");
  write("dense.csv", "t [s],b [m]\n0,1\n0.1,2\n");
  const auto data = read_report_data(folder_.string());
  ASSERT_EQ(data.tables.size(), 2U);
  EXPECT_EQ(data.tables[0].name, "steps");
  EXPECT_EQ(data.tables[0].columns[0].unit, "s");
  EXPECT_EQ(data.tables[1].name, "dense");
  EXPECT_EQ(data.tables[1].t, (std::vector<double>{0.0, 0.1}));
  write("steps.csv", "t [s],h [s]\n0.5\n");
  EXPECT_NE(fault().find("steps.csv:2"), std::string::npos);
}

TEST_F(ReportDataTest, FaultsTellWhatIsThere) {
  EXPECT_NE(fault().find("neither result.h5 nor history.csv"), std::string::npos);
  write("history.csv", "t,b\n0,1\n");
  EXPECT_NE(fault().find("no summary.json"), std::string::npos);
  write("summary.json", "[1");
  EXPECT_NE(fault().find("not the summary of a run"), std::string::npos);
  write("summary.json", summary);
  EXPECT_EQ(fault(), "none");
  write("result.h5", "no HDF5");
  EXPECT_NE(fault().find("result.h5"), std::string::npos);
  fs::remove(folder_ / "result.h5");
  write_results(2);
  EXPECT_NE(fault().find("a: 2 rows where the time has 3"), std::string::npos) << fault();
  write_results(3);
  write("events.csv", "contact\n");
  EXPECT_NE(fault().find("no column `t`"), std::string::npos);
}

TEST_F(ReportDataTest, NoFolderIsTold) {
  EXPECT_THROW(read_report_data((folder_ / "none").string()), InputError);
  write("file", "");
  EXPECT_THROW(read_report_data((folder_ / "file").string()), InputError);
}

}  // namespace percuss::report_data_test
