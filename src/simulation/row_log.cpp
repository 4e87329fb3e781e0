// SPDX-License-Identifier: Apache-2.0
#include "simulation/row_log.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

namespace {

[[noreturn]] void refuse_log(const std::string& path) {
  throw std::runtime_error(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
}

[[noreturn]] void refuse_log_read(const std::string& path, const char* why) {
  throw input_error("", why, "remove checkpoint.h5, so that the one before it is taken, or run the model again",
                    {path});
}

}  // namespace

RowLog RowLog::create(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) refuse_log(path);
  return {path, file, {}};
}

RowLog RowLog::go_on(const std::string& path, Mark mark) {
  std::error_code error;
  std::filesystem::resize_file(path, mark.bytes, error);
  if (error) throw std::runtime_error(fmt::format("{}: cannot write: {}", path, error.message()));
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) refuse_log(path);
  return {path, file, mark};
}

void RowLog::refuse() const { refuse_log(path_); }

void RowLog::write(Kind kind, std::span<const double> numbers) {
  const std::array<std::uint64_t, 2> head{static_cast<std::uint64_t>(kind), numbers.size()};
  const bool complete = std::fwrite(head.data(), sizeof head, 1, file_.get()) == 1 &&
                        (numbers.empty() || std::fwrite(numbers.data(), numbers.size_bytes(), 1, file_.get()) == 1);
  if (!complete) refuse();
  bytes_ += sizeof head + numbers.size_bytes();
  sum_.add(head.data(), sizeof head);
  sum_.add(numbers.data(), numbers.size_bytes());
}

RowLog::Mark RowLog::synchronise() {
  if (std::fflush(file_.get()) != 0 || ::fsync(::fileno(file_.get())) != 0) refuse();
  return {bytes_, sum_.value()};
}

bool RowLog::holds(const std::string& path, Mark mark) {
  try {
    read(path, mark, [](Kind, auto) {});
    return true;
  } catch (const InputError&) {
    return false;
  }
}

void RowLog::read(const std::string& path, Mark mark, const Take& take) {
  const auto bytes = mark.bytes;
  Checksum sum;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) refuse_log_read(path, "the rows that belong to the checkpoint are missing");
  if (size < bytes) refuse_log_read(path, "the file is shorter than the checkpoint says");
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse_log_read(path, "cannot read the rows that belong to the checkpoint");
  std::vector<double> numbers;
  for (std::uint64_t left = bytes; left > 0;) {
    std::array<std::uint64_t, 2> head{};
    if (left < sizeof head || std::fread(head.data(), sizeof head, 1, file.get()) != 1)
      refuse_log_read(path, "the file is damaged");
    left -= sizeof head;
    const bool known = head[0] >= 1 && head[0] <= static_cast<std::uint64_t>(Kind::frame);
    if (!known || head[1] > left / sizeof(double)) refuse_log_read(path, "the file is damaged");
    numbers.resize(head[1]);
    if (!numbers.empty() && std::fread(numbers.data(), head[1] * sizeof(double), 1, file.get()) != 1)
      refuse_log_read(path, "the file is damaged");
    left -= head[1] * sizeof(double);
    sum.add(head.data(), sizeof head);
    sum.add(numbers.data(), head[1] * sizeof(double));
    take(static_cast<Kind>(head[0]), numbers);
  }
  if (sum.value() != mark.checksum) refuse_log_read(path, "the file is damaged, or of another run");
}

}  // namespace percuss
