// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_file.hpp"
#include "core/sanitizer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>

#include "core/fault.hpp"

namespace percuss {
namespace hdf5_file_test {

/// A path of its own for each test, so that tests may run side by side.
std::string scratch_h5() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  auto name = std::string("percuss_") + test->test_suite_name() + "_" + test->name() + ".h5";
  std::replace(name.begin(), name.end(), '/', '_');
  return ::testing::TempDir() + name;
}

template <class Action>
Fault fault_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.faults().at(0);
  }
  return {{}, "", "nothing was wrong", ""};
}

template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was wrong";
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

TEST(Hdf5File, VectorComesBackToTheBit) {
  using limits = std::numeric_limits<double>;
  const std::vector<double> numbers{
      0.1, -0.0, limits::denorm_min(), limits::max(), limits::infinity(), limits::quiet_NaN()};
  const auto path = scratch_h5();
  auto file = Hdf5File::create(path);
  file.write_vector("model/mass", numbers);
  file.write_vector("/model/empty", {});
  file.close();
  const auto back = Hdf5File::open(path);
  const auto read = back.read_vector("model/mass");
  ASSERT_EQ(read.size(), numbers.size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_TRUE(same_bits(read[i], numbers[i])) << numbers[i];
  EXPECT_TRUE(back.read_vector("model/empty").empty());
}

TEST(Hdf5File, TextAndAttributesComeBack) {
  const auto path = scratch_h5();
  const std::string model = "bar:\n  λ: [1, 2]\n" + std::string(100000, 'x');
  auto file = Hdf5File::create(path);
  file.write_text("model", model);
  file.write_text("empty", "");
  file.append_value("energy/kinetic", 1.0);
  file.write_attribute("/", "version", "0.1");
  file.write_attribute("energy/kinetic", "unit", "J");
  file.write_attribute("energy", "h", 0.1);
  file.write_attribute("energy", "steps", std::numeric_limits<std::int64_t>::max());
  file.write_attribute("energy", "bodies", 3);
  file.write_attribute("energy", "bodies", std::size_t{4});  // the later one holds
  file.write_attribute("energy", "note", "");
  file.close();
  const auto back = Hdf5File::open(path);
  EXPECT_EQ(back.read_text("model"), model);
  EXPECT_EQ(back.read_text("empty"), "");
  EXPECT_EQ(back.read_attribute_text("/", "version"), "0.1");
  EXPECT_EQ(back.read_attribute_text("", "version"), "0.1");
  EXPECT_EQ(back.read_attribute_text("energy/kinetic", "unit"), "J");
  EXPECT_EQ(back.read_attribute_text("energy", "note"), "");
  EXPECT_EQ(back.read_attribute_number("energy", "h"), 0.1);
  EXPECT_EQ(back.read_attribute_integer("energy", "steps"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(back.read_attribute_integer("energy", "bodies"), 4);
}

/// Rows of the whole numbers 0, 1, 2, ... : the k-th number of the dataset is k.
class SeriesOfRows : public ::testing::TestWithParam<std::pair<std::size_t, std::size_t>> {};

TEST_P(SeriesOfRows, ComesBackWholeAndInOrder) {
  const auto [rows, cols] = GetParam();
  const auto path = scratch_h5();
  {
    auto file = Hdf5File::create(path);
    file.declare_rows("run/q", cols);
    std::vector<double> row(cols);
    for (std::size_t i = 0; i < rows; ++i) {
      std::iota(row.begin(), row.end(), double(i * cols));
      file.append_row("run/q", row);
      if (i == 5 || i == rows / 2) file.flush();  // in the middle of a chunk
    }
  }
  const auto q = Hdf5File::open(path).read_matrix("run/q");
  EXPECT_EQ(q.rows, rows);
  EXPECT_EQ(q.cols, cols);
  ASSERT_EQ(q.data.size(), rows * cols);
  for (std::size_t k = 0; k < q.data.size(); ++k) ASSERT_EQ(q.data[k], double(k));
  std::filesystem::remove(path);
}

// One column is one-dimensional; 3 does not divide a chunk; 8192 fills one per row; 200000 is wider than a chunk.
INSTANTIATE_TEST_SUITE_P(Hdf5File, SeriesOfRows,
                         ::testing::Values(std::pair{20001ul, 1ul}, std::pair{9000ul, 3ul}, std::pair{7ul, 8192ul},
                                           std::pair{3ul, 200000ul}, std::pair{9ul, 0ul}, std::pair{0ul, 4ul},
                                           std::pair{0ul, 0ul}));

TEST(Hdf5File, OneColumnIsReadAsAVectorAndAsAMatrix) {
  const auto path = scratch_h5();
  auto file = Hdf5File::create(path);
  for (int i = 0; i < 3; ++i) file.append_value("t", 0.5 * i);
  EXPECT_EQ(file.read_vector("t"), (std::vector{0.0, 0.5, 1.0}));  // before anything was flushed
  file.append_value("/t", 1.5);                                    // the same dataset
  EXPECT_EQ(file.read_matrix("t").row(3)[0], 1.5);
}

TEST(Hdf5File, ListNamesEveryDatasetWithItsShape) {
  const auto path = scratch_h5();
  auto file = Hdf5File::create(path);
  file.append_row("states/q", std::vector{1.0, 2.0});
  file.append_value("t", 0.0);
  file.append_value("t", 1.0);
  file.write_text("model", "bar");
  const auto entries = file.list();
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].path, "model");
  EXPECT_TRUE(entries[0].shape.empty());
  EXPECT_EQ(entries[1].path, "states/q");
  EXPECT_EQ(entries[1].shape, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(entries[2].shape, (std::vector<std::size_t>{2}));
}

TEST(Hdf5File, FileLeftByAnExceptionHoldsTheRowsSoFar) {
  const auto path = scratch_h5();
  try {
    auto file = Hdf5File::create(path);
    auto moved = std::move(file);
    moved.append_value("t", 2.5);
    throw std::logic_error("the run failed");
  } catch (const std::logic_error&) {
  }
  EXPECT_EQ(Hdf5File::open(path).read_vector("t"), std::vector{2.5});
}

TEST(Hdf5File, FlushedFileSurvivesTheDeathOfTheProcess) {
  const auto path = scratch_h5();
  EXPECT_EXIT(
      {
        auto file = Hdf5File::create(path);
        for (int i = 0; i < 10; ++i) file.append_value("t", i);
        file.flush();
        std::raise(SIGKILL);
      },
      ::testing::KilledBySignal(SIGKILL), "");
  EXPECT_EQ(Hdf5File::open(path).read_vector("t").size(), 10u);
}

// 1 us a value is the promise of the brief; the bound is the promise tenfold, for slow machines and unoptimised builds.
TEST(Hdf5File, AppendingSingleValuesIsCheap) {
  auto file = Hdf5File::create(scratch_h5());
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 200000; ++i) file.append_value("contacts/wall/lambda", i);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  RecordProperty("nanoseconds_per_value", static_cast<int>(seconds.count() / 200000 * 1e9));
  EXPECT_LT(seconds.count() / 200000, 1e-5);
}

TEST(Hdf5Writing, ErrorsNameFileDatasetAndReason) {
  const auto path = scratch_h5();
  auto file = Hdf5File::create(path);
  file.append_row("q", std::vector{1.0, 2.0});
  EXPECT_EQ(error_of([&] { file.append_row("q", std::vector{1.0}); }), path + ": q: a row of 1 numbers for 2 columns");
  const auto twice = error_of([&] { file.write_vector("q", std::vector{1.0}); });
  EXPECT_TRUE(twice.starts_with(path + ": q: cannot create the dataset: ")) << twice;
  EXPECT_NE(twice.find("already exists"), std::string::npos) << twice;
  const auto nowhere = error_of([&] { file.write_attribute("p", "unit", "m"); });
  EXPECT_TRUE(nowhere.starts_with(path + ": p@unit: cannot write the attribute: ")) << nowhere;
  EXPECT_EQ(error_of([&] { file.write_text("a", std::string_view("a\0b", 3)); }),
            path + ": a: cannot write text with a NUL character");
  file.close();
  EXPECT_EQ(error_of([&] { file.append_value("t", 1.0); }), path + ": the file is closed");
  EXPECT_EQ(error_of([&] { Hdf5File::open(path).append_value("t", 1.0); }),
            path + ": the file is open for reading only");
  EXPECT_EQ(error_of([] { Hdf5File::create("/nowhere/at/all.h5"); }),
            "/nowhere/at/all.h5: cannot create the file: unable to create file: No such file or directory");
}

/// Ends the process as `percuss` would. HDF5 leaks the chunk that it could not write: not our leak to be judged by.
[[noreturn]] void end_process(int code) {
#if PERCUSS_UNDER_SANITIZER
  std::_Exit(code);
#else
  std::exit(code);
#endif
}

/// Writes until the file may grow no further, then ends the process.
[[noreturn]] void run_out_of_space(const std::string& path) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{200000, 200000};
  setrlimit(RLIMIT_FSIZE, &limit);
  const auto error = error_of([&] {
    auto file = Hdf5File::create(path);
    file.write_vector("small", std::vector(10, 1.0));
    for (int i = 0; i < 100000; ++i) file.append_value("t", i);
    file.close();
  });
  std::fprintf(stderr, "%s\n", error.c_str());
  auto next = Hdf5File::create(path + ".next");  // what failed must not stand in the way of the next file
  next.append_value("t", 1.0);
  next.close();
  end_process(Hdf5File::open(path + ".next").read_vector("t") == std::vector{1.0} ? 4 : 5);
}

TEST(Hdf5Writing, FullDiskIsReportedAndNothingCrashesAfterwards) {
  const auto path = scratch_h5();
  EXPECT_EXIT(run_out_of_space(path), ::testing::ExitedWithCode(4), "t: cannot write: .*File too large");
}

TEST(Hdf5Opening, MissingForeignAndCutOffFilesAreToldApart) {
  const auto path = scratch_h5();
  EXPECT_EQ(fault_of([] { Hdf5File::open("/nowhere/at/all.h5"); }).message, "no such file");
  std::ofstream(path) << "t,q\n0,1\n";
  EXPECT_EQ(fault_of([&] { Hdf5File::open(path); }).message, "not an HDF5 file");
  std::ofstream(path, std::ios::trunc).close();
  EXPECT_EQ(fault_of([&] { Hdf5File::open(path); }).message, "not an HDF5 file");
  EXPECT_TRUE(fault_of([] { Hdf5File::open(::testing::TempDir()); }).message.starts_with("cannot read: "));
  {
    auto file = Hdf5File::create(path);
    file.write_vector("x", std::vector(1000, 1.0));
  }
  std::filesystem::resize_file(path, 5000);
  const auto fault = fault_of([&] { Hdf5File::open(path); });
  EXPECT_TRUE(fault.message.starts_with("the file is cut off: ")) << fault.message;
  EXPECT_EQ(fault.place.file, path);
  EXPECT_EQ(fault.remedy, "the run that wrote it was stopped or its copy is incomplete: run, or copy, again");
}

TEST(Hdf5Reading, WrongNamesAndKindsAreExplained) {
  auto file = Hdf5File::create(scratch_h5());
  file.append_row("energy/kinetic", std::vector{1.0, 2.0});
  file.write_text("model", "bar");
  const auto unknown = fault_of([&] { file.read_vector("energy/kinteic"); });
  EXPECT_EQ(unknown.message, "no such dataset");
  EXPECT_EQ(unknown.key, "energy/kinteic");
  EXPECT_EQ(unknown.remedy, "did you mean `energy/kinetic`?  available datasets: energy/kinetic, model");
  EXPECT_EQ(fault_of([&] { file.read_vector("energy"); }).message, "no such dataset");  // a group
  EXPECT_EQ(fault_of([&] { file.read_vector("energy/kinetic"); }).message, "holds a matrix (1 x 2)");
  EXPECT_EQ(fault_of([&] { file.read_matrix("model"); }).message, "holds no numbers");
  EXPECT_EQ(fault_of([&] { file.read_text("energy/kinetic"); }).message, "holds no text");
  EXPECT_EQ(fault_of([&] { file.read_attribute_text("model", "unit"); }).message, "no such attribute");
}

TEST(Hdf5File, CanBeReadUpToItsLastFlushWhateverComesAfter) {
  const auto path = testing::TempDir() + "flushed.h5", copy = testing::TempDir() + "killed.h5";
  auto file = Hdf5File::create(path);
  const std::vector<double> row(100, 1.0);
  for (int i = 0; i < 10'000; ++i) file.append_row("states/q", row);
  file.append_value("history/t", 1.0);
  file.flush();
  for (int i = 0; i < 50'000; ++i) file.append_row("states/q", row);  // 40 MB, far more than a cache of metadata holds
  for (int i = 0; i < 300; ++i) file.append_value("more/series_" + std::to_string(i), 1.0);
  // What is on the disk now is what a process that is killed leaves.
  std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing);
  file.abandon();
  EXPECT_GT(std::filesystem::file_size(copy), 40'000'000u);
  const auto read = Hdf5File::open(copy);
  ASSERT_EQ(read.list().size(), 2u);
  EXPECT_EQ(read.read_vector("history/t"), std::vector<double>{1.0});
  const auto q = read.read_matrix("states/q");
  EXPECT_EQ(q.rows, 10'000u);
  EXPECT_EQ(q.data.back(), 1.0);
  std::filesystem::remove(path);
  std::filesystem::remove(copy);
}

}  // namespace hdf5_file_test
}  // namespace percuss
