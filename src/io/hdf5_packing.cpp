// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_packing.hpp"

#include <zlib.h>

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>

namespace percuss::hdf5 {

namespace {

/// The first bytes of all numbers, then the second ones, ...
template <class Stored>
std::vector<unsigned char> shuffled(std::span<const double> values) {
  const auto n = values.size();
  std::vector<unsigned char> bytes(n * sizeof(Stored));
  for (std::size_t i = 0; i < n; ++i) {
    const auto parts = std::bit_cast<std::array<unsigned char, sizeof(Stored)>>(static_cast<Stored>(values[i]));
    for (std::size_t part = 0; part < parts.size(); ++part) bytes[part * n + i] = parts[part];
  }
  return bytes;
}

std::vector<unsigned char> shuffled(std::span<const double> values, Hdf5Number number) {
  switch (number) {
    case Hdf5Number::float32:
      return shuffled<float>(values);
    case Hdf5Number::int64:
      return shuffled<std::int64_t>(values);
    case Hdf5Number::float64:
      break;
  }
  return shuffled<double>(values);
}

}  // namespace

std::vector<unsigned char> packed(std::span<const double> values, Hdf5Number number) {
  const auto bytes = shuffled(values, number);
  auto size = compressBound(static_cast<uLong>(bytes.size()));
  std::vector<unsigned char> result(size);
  if (compress2(result.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()), Z_BEST_SPEED) != Z_OK)
    throw std::runtime_error("zlib cannot compress a chunk of numbers");
  result.resize(size);
  return result;
}

}  // namespace percuss::hdf5
