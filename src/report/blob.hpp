// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>

#include "report/packing.hpp"

namespace percuss {

/// The binary part of a page: blocks one after the other. Each call adds a block and returns what the page needs to
/// find and read it: {"at": offset in bytes, "bytes": length, "code": how it is packed}.
class Blob {
 public:
  using Json = nlohmann::ordered_json;
  Json add_numbers(std::span<const double> values) { return add(pack_numbers(values), "f64"); }
  Json add_levels(std::span<const std::uint16_t> levels) { return add(pack_levels(levels), "u16"); }
  Json add_floats(std::span<const float> values);
  Json add_integers(std::span<const std::uint32_t> values);
  /// {"ranges": block, "levels": block}
  Json add_curves(const PackedCurves& curves);
  const Bytes& bytes() const { return bytes_; }

 private:
  Json add(const Bytes& block, const char* code);
  Bytes bytes_;
};

}  // namespace percuss
