// SPDX-License-Identifier: Apache-2.0
#include "report/blob.hpp"

#include <bit>

namespace percuss {

namespace {

Bytes little_endian(std::span<const std::uint32_t> values) {
  Bytes bytes;
  bytes.reserve(4 * values.size());
  for (const auto value : values)
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  return bytes;
}

}  // namespace

Blob::Json Blob::add_floats(std::span<const float> values) {
  std::vector<std::uint32_t> bits;
  bits.reserve(values.size());
  for (const auto value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return add(little_endian(bits), "f32");
}

Blob::Json Blob::add_integers(std::span<const std::uint32_t> values) { return add(little_endian(values), "u32"); }

Blob::Json Blob::add_curves(const PackedCurves& curves) {
  Json json;
  json["ranges"] = add_numbers(curves.ranges);
  json["levels"] = add_levels(curves.levels);
  return json;
}

Blob::Json Blob::add(const Bytes& block, const char* code) {
  while (bytes_.size() % 8 != 0) bytes_.push_back(0);  // typed arrays of the page start at multiples of their size
  Json json;
  json["at"] = bytes_.size();
  json["bytes"] = block.size();
  json["code"] = code;
  bytes_.insert(bytes_.end(), block.begin(), block.end());
  return json;
}

}  // namespace percuss
