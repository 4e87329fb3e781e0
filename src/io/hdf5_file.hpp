// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace percuss {

/// A dataset of two dimensions in memory, row by row.
struct Hdf5Matrix {
  std::size_t rows = 0, cols = 0;
  std::vector<double> data;  ///< (rows * cols), row-major
  std::span<const double> row(std::size_t i) const { return std::span(data).subspan(i * cols, cols); }
};

/// One dataset of a file: its path without a leading slash, and its extents (empty for a single value or text).
struct Hdf5Entry {
  std::string path;
  std::vector<std::size_t> shape;
};

/// How numbers of a series lie in the file.
enum class Hdf5Number { float64, float32, int64 };
struct Hdf5Storage {
  Hdf5Number number = Hdf5Number::float64;
  /// Deflate, level 1, of shuffled bytes, in chunks of so many rows; 0: not compressed. Rows must come in whole chunks:
  /// one that is written again moves, and a file whose process is killed would lose what the last flush had left there.
  std::size_t compressed_rows = 0;
  /// Not compressed: rows of a chunk, of series that are likely to be short; 0: 64 KiB.
  std::size_t chunk_rows = 0;
};

/// What a result file needs from HDF5, and nothing more. Paths are "group/group/dataset"; groups are made on the way.
///
/// A series grows by append_row or append_value. Rows collect in memory and are written in chunks of 64 KiB (one row
/// each where a row is longer), so an appended value costs some tens of nanoseconds; every series takes at least one
/// chunk of the file. A file can be read up to its last flush() even if the process is killed later. Files may be
/// written by threads of their own, one file by one thread at a time: calls of the HDF5 library take turns, which
/// serves one thread at a time, and what is compressed is so before.
///
/// Writers throw std::runtime_error, readers InputError; both name the file, the dataset and HDF5's own reason.
class Hdf5File {
 public:
  /// Creates the file, or empties it when it exists.
  static Hdf5File create(const std::string& path);
  /// Opens for reading. Throws InputError with a remedy when the file is missing, no HDF5 file, cut off or in use.
  static Hdf5File open(const std::string& path);
  /// Writes what is left and swallows a failure: call close() to hear of it.
  ~Hdf5File();
  Hdf5File(Hdf5File&&) noexcept;
  Hdf5File& operator=(Hdf5File&&) = delete;

  /// UTF-8 text without NUL characters. A dataset is written once: a second time throws.
  void write_text(std::string_view dataset, std::string_view text);
  void write_vector(std::string_view dataset, std::span<const double> values);
  /// 32-bit integers and text of fixed length, as programs in C expect them.
  void write_integers(std::string_view dataset, std::span<const std::int32_t> values);
  void write_integer(std::string_view dataset, std::int32_t value) { write_integers(dataset, {&value, 1}); }
  void write_fixed_text(std::string_view dataset, std::string_view text);
  void write_numbers(std::string_view dataset, std::span<const std::int64_t> values);
  /// A group; children of an ordered one are listed as they were added. `link` gives an object that exists a second
  /// name, `soft_link` a path: what stands there when somebody follows it.
  void create_group(std::string_view name, bool ordered = false);
  void link(std::string_view target, std::string_view name);
  void soft_link(std::string_view target, std::string_view name);
  /// Attributes as VTK expects them: text of fixed length in ASCII, a list of integers.
  void write_fixed_attribute(std::string_view object, std::string_view name, std::string_view value);
  void write_attribute_list(std::string_view object, std::string_view name, std::span<const std::int64_t> values);
  /// Attribute of a dataset or group that exists, "/" for the file itself; replaces an attribute of the same name.
  /// HDF5 limits an attribute to 64 KiB: longer text belongs in write_text.
  void write_attribute(std::string_view object, std::string_view name, std::string_view value);
  void write_attribute(std::string_view object, std::string_view name, double value);
  void write_attribute(std::string_view object, std::string_view name, std::int64_t value);
  template <std::integral Integer>
  void write_attribute(std::string_view object, std::string_view name, Integer value) {
    write_attribute(object, name, static_cast<std::int64_t>(value));
  }

  /// Makes an extensible dataset of (0 x columns) doubles, so that it is in the file even if no row ever comes. One
  /// column makes it one-dimensional. Does nothing when this object made it before with the same columns.
  void declare_rows(std::string_view dataset, std::size_t columns, Hdf5Storage storage = {});
  /// Adds one row; the first makes the dataset. Throws when the length differs from that of the rows before.
  void append_row(std::string_view dataset, std::span<const double> row);
  void append_value(std::string_view dataset, double value) { append_row(dataset, {&value, 1}); }
  /// Adds rows of a series that has been declared, end to end in `rows`.
  void append_rows(std::string_view dataset, std::span<const double> rows);
  /// Writes every row that is still in memory and asks HDF5 to write what it holds back itself.
  void flush();
  /// After a failure, instead of close(): writes nothing more, so that the file stays as the last flush() left it. HDF5
  /// keeps it open until the process ends.
  void abandon();
  /// flush() and close; a second close does nothing, any other call after it throws.
  void close();

  std::vector<double> read_vector(std::string_view dataset) const;  ///< of one dimension, or a single number
  Hdf5Matrix read_matrix(std::string_view dataset) const;           ///< one dimension is read as one column
  /// Some rows of a matrix, end to end.
  std::vector<double> read_rows(std::string_view dataset, std::size_t first, std::size_t count) const;
  std::string read_text(std::string_view dataset) const;
  std::string read_attribute_text(std::string_view object, std::string_view name) const;
  double read_attribute_number(std::string_view object, std::string_view name) const;
  std::int64_t read_attribute_integer(std::string_view object, std::string_view name) const;
  /// Every dataset, in alphabetical order. Rows that are still in memory count.
  std::vector<Hdf5Entry> list() const;

 private:
  struct Content;  // keeps hdf5.h out of this header
  explicit Hdf5File(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

}  // namespace percuss
