// SPDX-License-Identifier: Apache-2.0
#include "simulation/row_log.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "core/fault.hpp"

namespace percuss {
namespace {

namespace fs = std::filesystem;
using Rows = std::vector<std::vector<double>>;

class RowLogs : public ::testing::Test {
 protected:
  RowLogs() { fs::remove(path_); }
  ~RowLogs() override { fs::remove(path_); }
  Rows read(RowLog::Mark mark) const {
    Rows all;
    RowLog::read(path_, mark, [&all](RowLog::Kind kind, std::span<const double> numbers) {
      all.emplace_back(1, static_cast<double>(kind));
      all.back().insert(all.back().end(), numbers.begin(), numbers.end());
    });
    return all;
  }
  std::string path_ = (fs::temp_directory_path() / (std::string("percuss_row_log_") +
                                                    ::testing::UnitTest::GetInstance()->current_test_info()->name()))
                          .string();
};

TEST_F(RowLogs, RowsAndStatesComeBackInOrder) {
  auto log = RowLog::create(path_);
  EXPECT_EQ(log.synchronise().bytes, 0u);
  EXPECT_EQ(read({}), Rows{});
  log.write(RowLog::Kind::row, std::vector{0.1, 0.2});
  const auto first = log.synchronise();
  log.write(RowLog::Kind::state, std::vector{3.0});
  log.write(RowLog::Kind::row, {});
  log.write(RowLog::Kind::event, std::vector{0.5, 1e-9});
  log.write(RowLog::Kind::dense, std::vector{4.0});
  const auto all = log.synchronise();
  EXPECT_EQ(read(first), (Rows{{1.0, 0.1, 0.2}}));
  EXPECT_EQ(read(all), (Rows{{1.0, 0.1, 0.2}, {2.0, 3.0}, {1.0}, {3.0, 0.5, 1e-9}, {5.0, 4.0}}));
}

TEST_F(RowLogs, GoesOnBehindALength) {
  RowLog::Mark first;
  {
    auto log = RowLog::create(path_);
    log.write(RowLog::Kind::row, std::vector{1.0});
    first = log.synchronise();
    log.write(RowLog::Kind::row, std::vector{2.0});
  }
  auto log = RowLog::go_on(path_, first);
  log.write(RowLog::Kind::row, std::vector{3.0});
  EXPECT_EQ(read(log.synchronise()), (Rows{{1.0, 1.0}, {1.0, 3.0}}));
}

TEST_F(RowLogs, WhatIsMissingOrDamagedIsTold) {
  EXPECT_THROW(read({8, 1}), InputError);
  EXPECT_THROW(RowLog::go_on(path_, {}), std::runtime_error);
  RowLog::Mark all;
  {
    auto log = RowLog::create(path_);
    log.write(RowLog::Kind::row, std::vector{1.0, 2.0});
    all = log.synchronise();
  }
  EXPECT_THROW(read({all.bytes + 1, all.checksum}), InputError);
  EXPECT_THROW(read({all.bytes - 1, all.checksum}), InputError);
  EXPECT_THROW(read({all.bytes, all.checksum + 1}), InputError);  // of another run
  EXPECT_TRUE(RowLog::holds(path_, all));
  for (std::uint64_t place = 0; place < all.bytes; ++place) {
    std::fstream bytes(path_, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(static_cast<std::streamoff>(place));
    const char was = static_cast<char>(bytes.get());
    bytes.seekp(static_cast<std::streamoff>(place));
    bytes.put(static_cast<char>(was ^ 4)).flush();
    EXPECT_FALSE(RowLog::holds(path_, all)) << place;
    bytes.seekp(static_cast<std::streamoff>(place));
    bytes.put(was);
  }
  std::fstream(path_, std::ios::in | std::ios::out | std::ios::binary).put('\7');
  EXPECT_THROW(read(all), InputError);
  EXPECT_THROW(RowLog::create("/no/such/folder/log"), std::runtime_error);
}

}  // namespace
}  // namespace percuss
