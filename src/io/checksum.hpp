// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace percuss {

/// A hash of bytes (FNV-1a on words of 64 bits), against damage and mix-ups, not against malice. Adding bytes in
/// several calls gives that of all of them at once when all calls but the last have a multiple of 8.
class Checksum {
 public:
  Checksum() = default;
  explicit Checksum(std::uint64_t value) : hash_(value) {}
  void add(const void* bytes, std::size_t count);
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ULL;
};

/// Seals a file that is complete: appends a mark and the checksum of what stands before them, and brings all to the
/// disk. HDF5 ignores what follows its own end. Throws std::runtime_error.
void seal_file(const std::string& path);
/// The file ends with the seal of what it holds. False too when it cannot be read.
bool is_sealed(const std::string& path);
/// Brings a file, or the entries of a folder, to the disk. Throws std::runtime_error.
void synchronise(const std::string& path);

}  // namespace percuss
