// SPDX-License-Identifier: Apache-2.0
// Internal to hdf5_file.cpp and hdf5_file_read.cpp.
#pragma once

#include <map>
#include <optional>

#include "io/hdf5_file.hpp"
#include "io/hdf5_handle.hpp"

namespace percuss {

/// The open file and its growing datasets. Members close in reverse order: datasets before their file.
struct Hdf5File::Content {
  /// An extensible dataset with the rows that wait to be written.
  struct Series {
    hdf5::Handle dataset;
    std::size_t cols = 0, chunk_rows = 1;
    std::optional<Hdf5Number> packed_as;  ///< of compressed series
    std::size_t written = 0, held = 0;    ///< rows in the file, rows in the buffer
    std::vector<double> buffer;
  };

  std::string path;
  bool writable = false;
  hdf5::Handle file;
  std::map<std::string, Series, std::less<>> series;

  /// Throws std::runtime_error "FILE: OBJECT: WHAT".
  [[noreturn]] void refuse(std::string_view object, std::string_view what) const;
  /// Throws std::runtime_error unless the file is open (and was created by us, where `to_write`).
  void require_open(bool to_write) const;
  /// Throws std::runtime_error "FILE: OBJECT: cannot ACTION: HDF5's reason" where an HDF5 call has failed.
  void check(bool succeeded, std::string_view object, std::string_view action) const;
  /// A new dataset, with its groups; open for writing.
  hdf5::Handle new_dataset(std::string_view name, const hdf5::Handle& type, const hdf5::Handle& space,
                           hid_t creation = H5P_DEFAULT, hid_t access = H5P_DEFAULT) const;
  Series new_series(std::string_view name, std::size_t cols, Hdf5Storage storage) const;
  /// The series of this name, made when it is new; throws when it has another number of columns.
  Series& series_of(std::string_view name, std::size_t cols, Hdf5Storage storage = {});
  void write_held_rows(std::string_view name, Series& series) const;
  void write_rows(std::string_view name, const Series& series) const;
  /// All held rows as one chunk.
  void write_chunk(std::string_view name, const Series& series) const;
  void write_all_held_rows();
  /// A single value, or a list of `count`.
  void set_attribute(std::string_view object, std::string_view name, const hdf5::Handle& type, const void* value,
                     std::optional<std::size_t> count = {}) const;
};

}  // namespace percuss
