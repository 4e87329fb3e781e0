// SPDX-License-Identifier: Apache-2.0
#include "io/vtkhdf_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace percuss {
namespace vtkhdf_file_test {

std::string scratch(const std::string& name) { return ::testing::TempDir() + "percuss_vtkhdf_" + name; }

std::vector<VtkBlock> two_blocks() {
  return {{"ball.1", 3, {{{0}}, {{0, 1}}, {{0, 1, 2}}}}, {"bar", 2, {{}, {{0, 1}}, {}}}};
}

/// Positions and a field of frame i: numbers that tell where they belong.
std::vector<double> numbers(std::size_t frame, std::size_t count) {
  std::vector<double> x;
  for (std::size_t k = 0; k < count; ++k) x.push_back(static_cast<double>(100 * frame + k));
  return x;
}

/// Every block finds its rows of the common arrays by its offsets; contacts come and go.
TEST(VtkhdfFile, GivesEachBlockItsShareOfTheFrames) {
  const auto path = scratch("share.vtkhdf");
  VtkhdfFile file(path, two_blocks(), {{"speed", 1, "m/s"}}, {{"force", 3, "N"}});
  EXPECT_EQ(file.num_points(), 5U);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto x = numbers(i, 15), speed = numbers(i, 5), at = numbers(i, 3 * i), force = numbers(i, 3 * i);
    file.append(0.5 * static_cast<double>(i), {x, {speed}}, {at, {force}});
    if (i == 1) file.flush();
  }
  file.close();
  const auto read = Hdf5File::open(path);
  EXPECT_EQ(read.read_vector("VTKHDF/bar/Steps/Values"), (std::vector<double>{0.0, 0.5, 1.0}));
  EXPECT_EQ(read.read_vector("VTKHDF/ball_1/Steps/PointOffsets"), (std::vector<double>{0.0, 5.0, 10.0}));
  EXPECT_EQ(read.read_vector("VTKHDF/bar/Steps/PointOffsets"), (std::vector<double>{3.0, 8.0, 13.0}));
  EXPECT_EQ(read.read_rows("VTKHDF/bar/Points", 8, 2), (std::vector<double>{109, 110, 111, 112, 113, 114}));
  EXPECT_EQ(read.read_rows("VTKHDF/bar/PointData/speed", 13, 2), (std::vector<double>{203, 204}));
  EXPECT_EQ(read.read_vector("VTKHDF/contacts/NumberOfPoints"), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(read.read_vector("VTKHDF/contacts/Vertices/Offsets"), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(read.read_vector("VTKHDF/contacts/Steps/PointOffsets"), (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(read.read_rows("VTKHDF/contacts/PointData/force", 1, 2), numbers(2, 6));
  EXPECT_EQ(read.read_attribute_integer("VTKHDF/contacts/Steps", "NSteps"), 3);
  EXPECT_EQ(read.read_attribute_text("VTKHDF/ball_1", "name"), "ball.1");
  EXPECT_EQ(read.read_attribute_text("VTKHDF", "Type"), "PartitionedDataSetCollection");
}

TEST(VtkhdfFile, NamesBlocksAsVtkTakesThem) {
  const VtkBlock point{"", 1, {{{0}}, {}, {}}};
  std::vector<VtkBlock> blocks(5, point);
  blocks[0].name = "a.b";
  blocks[1].name = "a/b";
  blocks[2].name = "2nd";
  blocks[3].name = "Assembly";
  blocks[4].name = "contacts";
  const VtkhdfFile file(scratch("names.vtkhdf"), blocks, {}, {});
  EXPECT_EQ(file.block_names(), (std::vector<std::string>{"a_b", "a_b_2", "_2nd", "Assembly_2", "contacts_2"}));
}

TEST(VtkhdfFile, HoldsNoFrameAtFirst) {
  const auto path = scratch("empty.vtkhdf");
  VtkhdfFile file(path, two_blocks(), {}, {{"gap", 1, "m"}});
  file.close();
  const auto read = Hdf5File::open(path);
  EXPECT_EQ(read.read_attribute_integer("VTKHDF/bar/Steps", "NSteps"), 0);
  EXPECT_TRUE(read.read_vector("steps/values").empty());
}

/// Types 1, 2, 3 (points, line, polygon), how many points, and which of all blocks together.
TEST(VtkhdfFile, TellsCellsToXdmf) {
  const auto cells = xdmf_cells(two_blocks());
  EXPECT_EQ(cells.count, 4U);
  EXPECT_EQ(cells.numbers, (std::vector<std::int64_t>{1, 1, 0, 2, 2, 0, 1, 3, 3, 0, 1, 2, 2, 2, 3, 4}));
}

TEST(VtkhdfFile, RefusesRowsOfTheWrongLength) {
  VtkhdfFile file(scratch("length.vtkhdf"), two_blocks(), {}, {});
  const std::vector<double> four(4);
  EXPECT_THROW(file.append(0.0, {four, {}}, {}), std::runtime_error);
  EXPECT_THROW(VtkhdfFile("/nowhere/at/all.vtkhdf", two_blocks(), {}, {}), std::runtime_error);
}

}  // namespace vtkhdf_file_test
}  // namespace percuss
