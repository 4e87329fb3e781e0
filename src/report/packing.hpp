// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace percuss {

using Bytes = std::vector<std::uint8_t>;

/// Numbers as bytes that deflate well, bit for bit: differences of neighbours' bit patterns, then all first bytes, all
/// second bytes and so on. The page undoes it (src/report/page/binary.js).
Bytes pack_numbers(std::span<const double> values);
std::vector<double> unpack_numbers(std::span<const std::uint8_t> bytes);

/// The same for 16-bit levels, by second differences: smooth curves leave almost nothing.
Bytes pack_levels(std::span<const std::uint16_t> levels);
std::vector<std::uint16_t> unpack_levels(std::span<const std::uint8_t> bytes);

/// Many short curves, each as levels between its own smallest and largest value: exact to 1/131070 of the difference. A
/// constant curve has no levels. Values that are not finite become the smallest.
struct PackedCurves {
  std::vector<double> ranges;  ///< smallest, largest of each curve
  std::vector<std::uint16_t> levels;
  void add(std::span<const float> curve);
};

/// zlib's deflate, and base64 with padding.
Bytes deflated(std::span<const std::uint8_t> bytes);
std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace percuss
