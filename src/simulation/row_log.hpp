// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "io/checksum.hpp"

namespace percuss {

/// Rows, states and all the rest of a run's results once more, end to end in a file of numbers that only ever
/// grows: what stands in front of a length that is known stays readable, whenever the process is killed, as a file that
/// is rewritten in places (HDF5) does not. A run with checkpoints keeps one, and its results are made anew from it.
class RowLog {
 public:
  /// Creates the file. Throws std::runtime_error when it cannot.
  static RowLog create(const std::string& path);
  /// Where a log stands: its length and the checksum of what it holds.
  struct Mark {
    std::uint64_t bytes = 0;
    std::uint64_t checksum = Checksum().value();
  };
  /// Goes on behind a mark of an existing file, what comes after it being cut off.
  static RowLog go_on(const std::string& path, Mark mark);

  /// What the numbers are of: a row or a state, an event, a step that was passed, a row of the dense output, a
  /// picture.
  enum class Kind : std::uint64_t { row = 1, state = 2, event = 3, step = 4, dense = 5, frame = 6 };
  /// Throws std::runtime_error when the disk is full.
  void write(Kind kind, std::span<const double> numbers);
  /// Brings all to the disk.
  Mark synchronise();

  using Take = std::function<void(Kind, std::span<const double>)>;
  /// Reads up to a mark. Throws InputError when the file is missing, shorter, damaged or of another run.
  static void read(const std::string& path, Mark mark, const Take& take);
  /// The file holds what the mark says.
  static bool holds(const std::string& path, Mark mark);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  RowLog(std::string path, std::FILE* file, Mark mark)
      : path_(std::move(path)), file_(file), bytes_(mark.bytes), sum_(mark.checksum) {}
  [[noreturn]] void refuse() const;

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t bytes_;
  Checksum sum_;
};

}  // namespace percuss
