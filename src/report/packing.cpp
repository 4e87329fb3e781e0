// SPDX-License-Identifier: Apache-2.0
#include "report/packing.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace percuss {

namespace {

/// Byte k of value i is at k * n + i.
template <class Unsigned>
Bytes in_planes(std::span<const Unsigned> values) {
  const auto n = values.size();
  Bytes bytes(n * sizeof(Unsigned));
  for (std::size_t k = 0; k < sizeof(Unsigned); ++k)
    for (std::size_t i = 0; i < n; ++i) bytes[k * n + i] = static_cast<std::uint8_t>(values[i] >> (8 * k));
  return bytes;
}

template <class Unsigned>
std::vector<Unsigned> from_planes(std::span<const std::uint8_t> bytes) {
  const auto n = bytes.size() / sizeof(Unsigned);
  std::vector<Unsigned> values(n, 0);
  for (std::size_t k = 0; k < sizeof(Unsigned); ++k)
    for (std::size_t i = 0; i < n; ++i)
      values[i] = static_cast<Unsigned>(values[i] | (static_cast<std::uint64_t>(bytes[k * n + i]) << (8 * k)));
  return values;
}

/// Small differences of either sign have small codes.
template <class Unsigned>
Unsigned folded(Unsigned difference) {
  const bool negative = (difference >> (8 * sizeof(Unsigned) - 1)) != 0;
  const auto twice = static_cast<Unsigned>(difference << 1U);
  return negative ? static_cast<Unsigned>(~twice) : twice;
}

template <class Unsigned>
Unsigned unfolded(Unsigned code) {
  const auto half = static_cast<Unsigned>(code >> 1U);
  return (code & 1U) != 0 ? static_cast<Unsigned>(~half) : half;
}

}  // namespace

Bytes pack_numbers(std::span<const double> values) {
  std::vector<std::uint64_t> codes(values.size());
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(values[i]);
    codes[i] = folded(bits - last);
    last = bits;
  }
  return in_planes<std::uint64_t>(codes);
}

std::vector<double> unpack_numbers(std::span<const std::uint8_t> bytes) {
  const auto codes = from_planes<std::uint64_t>(bytes);
  std::vector<double> values(codes.size());
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    bits += unfolded(codes[i]);
    values[i] = std::bit_cast<double>(bits);
  }
  return values;
}

Bytes pack_levels(std::span<const std::uint16_t> levels) {
  std::vector<std::uint16_t> codes(levels.size());
  std::uint16_t last = 0, slope = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const auto difference = static_cast<std::uint16_t>(levels[i] - last);
    codes[i] = folded(static_cast<std::uint16_t>(difference - slope));
    last = levels[i];
    slope = difference;
  }
  return in_planes<std::uint16_t>(codes);
}

std::vector<std::uint16_t> unpack_levels(std::span<const std::uint8_t> bytes) {
  auto values = from_planes<std::uint16_t>(bytes);
  std::uint16_t last = 0, slope = 0;
  for (auto& value : values) {
    slope = static_cast<std::uint16_t>(slope + unfolded(value));
    last = static_cast<std::uint16_t>(last + slope);
    value = last;
  }
  return values;
}

void PackedCurves::add(std::span<const float> curve) {
  double low = 0.0, high = 0.0;
  bool any = false;
  for (const double x : curve) {
    if (!std::isfinite(x)) continue;
    low = any ? std::min(low, x) : x;
    high = any ? std::max(high, x) : x;
    any = true;
  }
  ranges.push_back(low);
  ranges.push_back(high);
  if (!(high > low)) return;
  const double scale = 65535.0 / (high - low);
  for (const double x : curve)
    levels.push_back(std::isfinite(x) ? static_cast<std::uint16_t>(std::lround((x - low) * scale)) : std::uint16_t{0});
}

Bytes deflated(std::span<const std::uint8_t> bytes) {
  auto size = compressBound(bytes.size());
  Bytes out(size);
  constexpr int level = 5;  // beyond it takes twice as long for a hundredth
  if (compress2(out.data(), &size, bytes.data(), bytes.size(), level) != Z_OK)
    throw std::runtime_error("zlib cannot compress the report's data");
  out.resize(size);
  return out;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = (group << 8U) | (i + k < bytes.size() ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? letters[(group >> (18U - 6U * k)) & 63U] : '=';
  }
  return text;
}

}  // namespace percuss
