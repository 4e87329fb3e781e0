// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_snapshot.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fclib_problems.hpp"
#include "io/hdf5_file.hpp"

namespace percuss {
namespace hdf5_snapshot_test {

const std::vector<std::string> group_a{"a"};

std::string written() {
  const auto path = scratch_file();
  auto file = Hdf5File::create(path);
  file.write_vector("a/numbers", std::vector{1.0, 2.5});
  file.write_vector("a/empty", {});
  file.write_integers("a/b/integers", std::vector<std::int32_t>{-2147483647, 2147483647});
  file.write_integer("a/one", 7);
  file.write_fixed_text("a/text", "two\nlines");
  file.write_text("a/long", "held by HDF5");
  file.append_row("a/matrix", std::vector{1.0, 2.0});
  file.write_vector("other/numbers", std::vector{1.0});
  file.close();
  return path;
}

TEST(Hdf5Snapshot, HoldsTheDatasetsOfTheGroupsAskedFor) {
  const auto snapshot = Hdf5Snapshot::read(written(), group_a);
  EXPECT_EQ(snapshot.vector("a/numbers"), (std::vector{1.0, 2.5}));
  EXPECT_TRUE(snapshot.vector("a/empty").empty());
  EXPECT_EQ(snapshot.integers("a/b/integers"), (std::vector{-2147483647, 2147483647}));
  EXPECT_EQ(snapshot.integer("a/one"), 7);
  EXPECT_EQ(snapshot.text("a/text"), "two\nlines");
  EXPECT_EQ(snapshot.text("a/long"), "held by HDF5");
  EXPECT_EQ(snapshot.text("a/missing"), "");
  EXPECT_TRUE(snapshot.has("a/one"));
  EXPECT_FALSE(snapshot.has("other/numbers"));
  EXPECT_TRUE(snapshot.has_group("a/b"));
  EXPECT_FALSE(snapshot.has_group("a/one"));
  EXPECT_EQ(snapshot.top_level(), (std::vector<std::string>{"other", "a"}));
}

TEST(Hdf5Snapshot, WhatIsOfAnotherKindIsRefusedByName) {
  const auto snapshot = Hdf5Snapshot::read(written(), group_a);
  const auto says = [](const std::string& text, const char* words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  says(fault_text([&] { snapshot.vector("a/none"); }), "a/none: no such dataset");
  says(fault_text([&] { snapshot.vector("a/text"); }), "a/text: holds text");
  says(fault_text([&] { snapshot.vector("a/matrix"); }), "a/matrix: holds a matrix");
  says(fault_text([&] { snapshot.integers("a/numbers"); }), "a/numbers: entry 1 is 2.5");
  says(fault_text([&] { snapshot.integer("a/b/integers"); }), "a/b/integers: holds 2 numbers");
}

TEST(Hdf5Snapshot, MissingFilesFoldersAndOtherFilesAreTold) {
  const auto fault = [](const std::string& path) { return fault_text([&] { Hdf5Snapshot::read(path, group_a); }); };
  EXPECT_NE(fault("/no/such/file").find("no such file"), std::string::npos);
  EXPECT_NE(fault("/tmp").find("not a file"), std::string::npos);
  EXPECT_NE(fault("/dev/zero").find("not a file"), std::string::npos);
  const auto path = scratch_file("text.txt");
  std::ofstream(path) << "words";
  EXPECT_NE(fault(path).find("not an HDF5 file"), std::string::npos);
}

TEST(Hdf5Snapshot, AFileCutOffAnywhereIsReadOrRefused) {
  const auto path = written();
  const auto size = std::filesystem::file_size(path);
  for (const double share : {0.01, 0.3, 0.6, 0.9, 0.999}) {
    const auto cut = scratch_file("cut.hdf5");
    std::filesystem::copy_file(path, cut, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(cut, static_cast<std::uintmax_t>(share * static_cast<double>(size)));
    EXPECT_NE(fault_text([&] { Hdf5Snapshot::read(cut, group_a); }), "nothing was wrong") << share;
  }
}

TEST(Hdf5Snapshot, AFileOnWhichTheLibraryCrashesOrHangsIsToldOf) {
  const auto folder = std::string(PERCUSS_SOURCE_DIR) + "/tests/io/data/fclib/";
  const std::vector<std::string> groups{"fclib_local"};
  // What the library does depends on its version: a later one may refuse the first file or read the second.
  EXPECT_NE(fault_text([&] { Hdf5Snapshot::read(folder + "damaged/hdf5_crashes.hdf5", groups); }), "nothing was wrong");
  const auto text = fault_text([&] { Hdf5Snapshot::read(folder + "hanging/hdf5_hangs.hdf5", groups, 0.3); });
  EXPECT_TRUE(text == "nothing was wrong" || text.find("hdf5_hangs.hdf5: ") != std::string::npos) << text;
}

}  // namespace hdf5_snapshot_test
}  // namespace percuss
