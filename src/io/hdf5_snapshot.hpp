// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

/// Datasets of an HDF5 file in memory, so that a file that others wrote can be looked at without the HDF5 library,
/// which crashes or hangs on some damaged files: it reads them in a process of its own.
class Hdf5Snapshot {
 public:
  struct Entry {
    std::vector<std::size_t> shape;  ///< empty for a single value or text
    std::vector<double> numbers;     ///< row by row; integers too
    std::string text;
    std::string fault;  ///< why it could not be read
  };

  /// Reads every dataset whose first group is one of `groups`; names of other top-level objects are kept. Throws
  /// InputError: no such file, no HDF5 file, cut off, or one on which the HDF5 library crashes or hangs, that is, takes
  /// `patience` seconds and another for every 10 MB.
  static Hdf5Snapshot read(const std::string& path, std::span<const std::string> groups, double patience = 10.0);

  const std::string& path() const { return path_; }
  /// Some dataset lies in this group ("a/b").
  bool has_group(std::string_view group) const;
  bool has(std::string_view dataset) const { return entries_.contains(dataset); }
  /// The names of the groups and datasets at the top of the file.
  std::vector<std::string> top_level() const;

  /// Throws InputError that names the dataset: not there, unreadable, of another type or shape.
  const std::vector<double>& vector(std::string_view dataset) const;
  int integer(std::string_view dataset) const;  ///< a single number, of rank 0 or 1
  std::vector<int> integers(std::string_view dataset) const;
  /// Empty when there is no such text.
  std::string text(std::string_view dataset) const;
  [[noreturn]] void refuse(std::string_view dataset, std::string message, std::string remedy = "") const;

 private:
  const Entry& entry(std::string_view dataset) const;

  std::string path_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::vector<std::string> other_groups_;
};

}  // namespace percuss
