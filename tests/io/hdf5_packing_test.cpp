// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_packing.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>

namespace percuss {
namespace {

std::vector<double> numbers_to_pack() {
  std::vector<double> values;
  for (int i = 0; i < 3000; ++i) values.push_back(std::sin(0.01 * i) * (i % 7 == 0 ? -1e20 : 1.0));
  return values;
}

/// What HDF5's filters undo: bytes by their place in a number, deflated.
template <class Stored>
std::vector<double> unpacked(const std::vector<unsigned char>& bytes, std::size_t count) {
  std::vector<unsigned char> shuffled(count * sizeof(Stored));
  auto size = static_cast<uLongf>(shuffled.size());
  EXPECT_EQ(uncompress(shuffled.data(), &size, bytes.data(), static_cast<uLong>(bytes.size())), Z_OK);
  EXPECT_EQ(size, shuffled.size());
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<unsigned char, sizeof(Stored)> parts{};
    for (std::size_t part = 0; part < parts.size(); ++part) parts[part] = shuffled[part * count + i];
    values.push_back(static_cast<double>(std::bit_cast<Stored>(parts)));
  }
  return values;
}

TEST(Hdf5Packing, IsShuffledAndDeflated) {
  const auto values = numbers_to_pack();
  EXPECT_EQ(unpacked<double>(hdf5::packed(values, Hdf5Number::float64), values.size()), values);
  const auto rounded = unpacked<float>(hdf5::packed(values, Hdf5Number::float32), values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(rounded[i], static_cast<double>(static_cast<float>(values[i])));
  EXPECT_EQ(unpacked<std::int64_t>(hdf5::packed(std::array{3.0, -4.0}, Hdf5Number::int64), 2),
            (std::vector<double>{3.0, -4.0}));
  EXPECT_LT(hdf5::packed(std::vector<double>(10000, 1.5), Hdf5Number::float32).size(), 1000U);
}

/// Chunks that are packed here are read by HDF5's own filters, those that are not whole are packed by them.
TEST(Hdf5Packing, IsWhatHdf5Reads) {
  const auto path = testing::TempDir() + "percuss_packing.h5";
  const auto values = numbers_to_pack();
  for (const auto number : {Hdf5Number::float64, Hdf5Number::float32}) {
    {
      auto file = Hdf5File::create(path);
      file.declare_rows("x", 3, {.number = number, .compressed_rows = 300});
      file.append_rows("x", values);  // three chunks and a third
      file.close();
    }
    const auto read = Hdf5File::open(path).read_matrix("x").data;
    ASSERT_EQ(read.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(read[i],
                number == Hdf5Number::float64 ? values[i] : static_cast<double>(static_cast<float>(values[i])));
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace percuss
