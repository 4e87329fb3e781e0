// SPDX-License-Identifier: Apache-2.0
#include "io/checksum.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <vector>

namespace percuss {

namespace {

constexpr std::array<char, 8> mark{'p', 'e', 'r', 'c', 'u', 's', 's', '\n'};
constexpr std::size_t seal_size = mark.size() + sizeof(std::uint64_t);

/// Of all but the last `but` bytes; nothing when the file is shorter or cannot be read.
std::optional<std::uint64_t> checksum_of(const std::string& path, std::size_t but) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const auto size = static_cast<std::size_t>(file.tellg());
  if (size < but) return std::nullopt;
  file.seekg(0);
  std::vector<char> block(1 << 20);
  Checksum sum;
  for (auto left = size - but; left > 0;) {
    const auto count = std::min(left, block.size());
    if (!file.read(block.data(), static_cast<std::streamsize>(count))) return std::nullopt;
    sum.add(block.data(), count);
    left -= count;
  }
  return sum.value();
}

}  // namespace

void Checksum::add(const void* bytes, std::size_t count) {
  const auto* from = static_cast<const char*>(bytes);
  for (std::size_t i = 0; i < count; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, from + i, std::min<std::size_t>(8, count - i));
    hash_ = (hash_ ^ word) * 1099511628211ULL;
    hash_ ^= hash_ >> 29;  // FNV carries no bit down
  }
}

void synchronise(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = file >= 0 && ::fsync(file) == 0;
  const int reason = errno;
  if (file >= 0) ::close(file);
  if (!done) throw std::runtime_error(fmt::format("{}: cannot write: {}", path, std::strerror(reason)));
}

void seal_file(const std::string& path) {
  const auto sum = checksum_of(path, 0);
  std::ofstream file(path, std::ios::binary | std::ios::app);
  if (sum) {
    file.write(mark.data(), mark.size());
    file.write(reinterpret_cast<const char*>(&*sum), sizeof *sum);
  }
  file.close();
  if (!sum || !file) throw std::runtime_error(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
  synchronise(path);
}

bool is_sealed(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || file.tellg() < static_cast<std::streamoff>(seal_size)) return false;
  file.seekg(-static_cast<std::streamoff>(seal_size), std::ios::end);
  std::array<char, 8> found{};
  std::uint64_t sum = 0;
  if (!file.read(found.data(), found.size()) || !file.read(reinterpret_cast<char*>(&sum), sizeof sum)) return false;
  return found == mark && checksum_of(path, seal_size) == sum;
}

}  // namespace percuss
