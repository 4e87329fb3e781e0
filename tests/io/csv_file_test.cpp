// SPDX-License-Identifier: Apache-2.0
#include "io/csv_file.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/fault.hpp"

namespace percuss {
namespace csv_file_test {

/// A path of its own for each test, so that tests may run side by side.
std::string scratch_path() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return ::testing::TempDir() + "percuss_" + test->test_suite_name() + "_" + test->name() + ".csv";
}

std::string file_with(const std::string& text) {
  const auto path = scratch_path();
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string contents_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<Fault> faults_of(const std::string& path) {
  try {
    read_csv(path);
  } catch (const InputError& error) {
    return error.faults();
  }
  return {};
}

TEST(CsvWriter, WritesTheShortestDecimalsBelowTheNames) {
  const auto path = scratch_path();
  CsvWriter csv(path, {"t", "gap"});
  csv.write_row(std::vector{0.1, -2.0});
  csv.write_row(std::vector{1e-7, 1.0 / 3.0});
  csv.close();
  EXPECT_EQ(contents_of(path), "t,gap\n0.1,-2\n1e-07,0.3333333333333333\n");
}

TEST(CsvWriter, NumbersComeBackToTheBit) {
  using limits = std::numeric_limits<double>;
  const std::vector<double> numbers{0.0,
                                    -0.0,
                                    0.1,
                                    1.0 / 3.0,
                                    limits::max(),
                                    limits::lowest(),
                                    limits::min(),
                                    limits::denorm_min(),
                                    1.0 + limits::epsilon(),
                                    6.02214076e23,
                                    limits::infinity(),
                                    -limits::infinity(),
                                    limits::quiet_NaN()};
  const auto path = scratch_path();
  {
    CsvWriter csv(path, {"x"});
    for (const double x : numbers) csv.write_row({&x, 1});
  }
  const auto back = read_csv(path).column("x");
  ASSERT_EQ(back.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back[i]), std::bit_cast<std::uint64_t>(numbers[i])) << numbers[i];
}

TEST(CsvWriter, RowsBeyondTheBufferArriveInOrder) {
  const auto path = scratch_path();
  CsvWriter csv(path, {"i", "square"});
  for (int i = 0; i < 20000; ++i) csv.write_row(std::vector{double(i), double(i) * i});  // about 300 kB: 4 buffers
  csv.close();
  const auto table = read_csv(path);
  ASSERT_EQ(table.num_rows(), 20000u);
  for (std::size_t i = 0; i < table.num_rows(); ++i) ASSERT_EQ(table.column("square")[i], double(i) * double(i));
}

TEST(CsvWriter, FlushShowsTheRowsToOthers) {
  const auto path = scratch_path();
  CsvWriter csv(path, {"t"});
  csv.write_row(std::vector{1.0});
  EXPECT_EQ(contents_of(path), "");
  csv.flush();
  EXPECT_EQ(contents_of(path), "t\n1\n");
}

TEST(CsvWriter, NamesWithCommasQuotesAndBlanksComeBack) {
  const auto path = scratch_path();
  const std::vector<std::string> names{"side(+1 top,-1 bottom)", "the \"gap\"", "", " v "};
  CsvWriter(path, names).write_row(std::vector{1.0, 2.0, 3.0, 4.0});
  EXPECT_EQ(read_csv(path).names, names);
}

TEST(CsvWriter, FullDiskIsNamedAndTheDestructorStaysQuiet) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  CsvWriter csv("/dev/full", {"t"});
  try {
    csv.close();
    FAIL() << "a full disk was not noticed";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
  CsvWriter unclosed("/dev/full", {"t"});
  unclosed.write_row(std::vector{1.0});
}

TEST(CsvWriter, FullDiskStopsALongRunAtTheFirstFullBuffer) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  CsvWriter csv("/dev/full", {"t"});
  int rows = 0;
  EXPECT_THROW(for (; rows < 100000; ++rows) csv.write_row(std::vector{0.5}), std::runtime_error);
  EXPECT_LE(rows, 64 * 1024 / 4);  // a row is "0.5\n"
}

TEST(CsvWriter, RefusesWhatItCannotWrite) {
  EXPECT_THROW(CsvWriter("/nowhere/at/all.csv", {"t"}), std::runtime_error);
  EXPECT_THROW(CsvWriter(scratch_path(), {"two\nlines"}), std::runtime_error);
  CsvWriter csv(scratch_path(), {"t", "q"});
  EXPECT_THROW(csv.write_row(std::vector{1.0}), std::runtime_error);
  csv.close();
  EXPECT_THROW(csv.write_row(std::vector{1.0, 2.0}), std::runtime_error);
}

TEST(CsvTable, ForeignHabitsAreRead) {
  const auto table =
      read_csv(file_with("\xEF\xBB\xBFt, y_slider   (theta3=omega3=0) \r\n 0.0 ,\t+1.5\r\n\r\n1e-3,1e-400"));
  EXPECT_EQ(table.names, (std::vector<std::string>{"t", "y_slider   (theta3=omega3=0)"}));
  EXPECT_EQ(table.column("y_slider"), (std::vector{1.5, 0.0}));
  EXPECT_EQ(table.column("y_slider   (theta3=omega3=0)"), table.column("y_slider"));
  EXPECT_EQ(table.column("t"), (std::vector{0.0, 1e-3}));
}

TEST(CsvTable, UnitsStandInBracketsBehindTheNames) {
  const auto table = read_csv(file_with("t [s],wall.force [N],n,x [1],x [2],\"drift [m, rad]\",[m]\n0,1,2,3,4,5,6\n"));
  EXPECT_EQ(table.names, (std::vector<std::string>{"t", "wall.force", "n", "x [1]", "x [2]", "drift", "[m]"}));
  EXPECT_EQ(table.units, (std::vector<std::string>{"s", "N", "", "", "", "m, rad", ""}));
  EXPECT_EQ(table.column("wall.force"), table.column("wall.force [N]"));
  EXPECT_EQ(table.column("x [2]"), (std::vector{4.0}));
  EXPECT_EQ(table.unit("drift"), "m, rad");
  EXPECT_THROW(table.column("wall.force [kN]"), InputError);
  EXPECT_THROW(table.column("n [N]"), InputError);
}

std::string message_for(const std::string& header, const std::string& name) {
  const auto table = read_csv(file_with(header + "\n0,1,2\n"));
  try {
    table.column(name);
    return "";
  } catch (const InputError& error) {
    return error.faults()[0].message;
  }
}

TEST(CsvTable, OneColumnAnswersOrNone) {
  EXPECT_EQ(message_for("t,q [deg],q [rad]", "q"), "2 columns answer to this name: q [deg], q [rad]");
  EXPECT_EQ(message_for("t,q [deg],q [rad]", "q [rad]"), "");
  EXPECT_EQ(message_for("t,q,q [rad]", "q"), "2 columns answer to this name: q, q [rad]");
  EXPECT_EQ(message_for("t,q,q", "q"), "2 columns answer to this name: q, q");
  EXPECT_EQ(message_for("t,q (slow),q (fast)", "q"), "2 columns answer to this name: q (slow), q (fast)");
  EXPECT_EQ(message_for("t,q (slow),q", "q"), "");
  EXPECT_EQ(message_for("t,q [a] [rad],q []", "q"), "no such column");
  EXPECT_EQ(message_for("t,q [N],n", "q [m]"), "the unit of `q` is N");
  EXPECT_EQ(message_for("t,q [N],n", "n [m]"), "the unit of `n` is none");
}

TEST(CsvTable, HeaderAloneIsATableWithoutRows) {
  const auto table = read_csv(file_with("t,q\n"));
  EXPECT_EQ(table.num_rows(), 0u);
  EXPECT_TRUE(table.column("q").empty());
}

TEST(CsvTable, UnknownColumnNamesTheNearest) {
  const auto table = read_csv(file_with("t,lambda\n0,1\n"));
  try {
    table.column("lamdba");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults()[0].message, "no such column");
    EXPECT_EQ(error.faults()[0].remedy, "did you mean `lambda`?  available columns: t, lambda");
  }
}

TEST(CsvFaults, CellThatIsNoNumberHasItsPlaceAndColumn) {
  const auto faults = faults_of(file_with("t,q,v\n0,1,2\n0.5, slip,1e400\n"));
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(to_string(faults[0]), scratch_path() +
                                      ":3:6: q: `slip` is not a number\n"
                                      "  expected a number that a double can hold, e.g. -1.5e-3");
  EXPECT_EQ(faults[1].place.column, 11);
  EXPECT_EQ(faults[1].message, "`1e400` is not a number");
}

TEST(CsvFaults, EmptyCellIsNoNumber) {
  const auto faults = faults_of(file_with("t,q\n1,\n"));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].message, "`` is not a number");
  EXPECT_EQ(faults[0].place.column, 3);
}

TEST(CsvFaults, LastLineThatWasCutOffIsCalledThat) {
  const auto faults = faults_of(file_with("t,q,v\n0,1,2\n0.5,1"));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].message, "the last line is cut off after 2 of 3 cells");
  EXPECT_EQ(faults[0].place.line, 3);
  EXPECT_EQ(faults[0].place.column, 6);
}

TEST(CsvFaults, LastCellThatWasCutOffIsCalledThat) {
  for (const char* rest : {"0.5,1,2e", "0.5,1,-", "0.5,1,1.5e-", "0.5,1,"}) {
    const auto faults = faults_of(file_with("t,q,v\n0,1,2\n" + std::string(rest)));
    ASSERT_EQ(faults.size(), 1u) << rest;
    EXPECT_EQ(faults[0].message, "the last line is cut off within its last cell");
  }
  EXPECT_EQ(read_csv(file_with("t,q,v\n0,1,2\n0.5,1,2")).num_rows(), 2u);  // no line end, as editors leave it
}

TEST(CsvFile, OfARunThatWasKilledTheLineThatWasCutOffIsLeftOut) {
  const auto folder = testing::TempDir() + "percuss_csv_part";
  std::filesystem::create_directories(folder);
  const auto path = folder + "/history.csv.part";
  for (const char* rest : {"0.5,1", "0.5,1,2e", "0.5,1,2", "0"}) {
    std::ofstream(path) << "t,q,v\n0,1,2\n" << rest;
    const auto table = read_csv(path);
    EXPECT_EQ(table.num_rows(), 1u) << rest;  // of `0.5,1,2` too: its number may be 2.5
    EXPECT_NE(table.left_out.find(":3: the last line is cut off"), std::string::npos) << table.left_out;
  }
  std::ofstream(path) << "t,q,v\n0,1,2\n0.5,1,2\n";
  EXPECT_EQ(read_csv(path).num_rows(), 2u);
  EXPECT_EQ(read_csv(path).left_out, "");
  std::filesystem::remove_all(folder);
}

TEST(CsvFaults, WrongNumberOfCellsIsCounted) {
  const auto faults = faults_of(file_with("t,q\n0,1,2\n"));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].message, "3 cells, but the header names 2 columns");
  EXPECT_EQ(faults[0].place.column, 5);  // the first cell too many
  EXPECT_EQ(faults_of(file_with("t,q\n0\n"))[0].message, "1 cell, but the header names 2 columns");
}

TEST(CsvFaults, LinesCutOffInTheMiddleAreToldOnce) {
  const auto faults = faults_of(file_with("t,q,v\n0,1,2\n0,1\n0\n0,1,2\n0,1\n"));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].message, "2 cells, but the header names 3 columns; so 2 lines more");
  EXPECT_EQ(faults[0].place.line, 3);
}

TEST(CsvFaults, FileOfAnotherKindIsNotReportedLineByLineForever) {
  std::string text = "t,q\n";
  for (int i = 0; i < 1000; ++i) text += "not a number,nor this\n";
  EXPECT_EQ(faults_of(file_with(text)).size(), 20u);
}

TEST(CsvFaults, MissingEmptyAndHeaderlessFilesAreToldApart) {
  EXPECT_EQ(faults_of("/nowhere/at/all.csv").at(0).message, "cannot read: No such file or directory");
  EXPECT_EQ(faults_of(::testing::TempDir()).at(0).message, "cannot read: Is a directory");
  EXPECT_EQ(faults_of(file_with("")).at(0).message, "the file is empty");
  EXPECT_EQ(faults_of(file_with("\n \n")).at(0).message, "the file is empty");
  EXPECT_EQ(faults_of(file_with("0,1\n1,2\n")).at(0).message,
            "the header line is missing: the first line holds numbers only");
}

}  // namespace csv_file_test
}  // namespace percuss
