// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

namespace percuss {

/// Cells of a block: vertices of one point, lines of two and more, closed polygons; points are numbered within the
/// block.
struct VtkCells {
  using List = std::vector<std::vector<std::int64_t>>;
  List vertices, lines, polygons;
};

/// Points that belong together and have a name, a run of those of the whole picture.
struct VtkBlock {
  std::string name;
  std::size_t num_points = 0;
  VtkCells cells;
  std::string kind = {};  ///< what it is: an attribute for who reads the file
};

/// Numbers at every point: 1 component or 3.
struct VtkField {
  std::string name;
  std::size_t components = 1;
  std::string unit;
};

/// What one frame shows: positions of points (3 each), and the fields in the order in which they were declared.
struct VtkPoints {
  std::span<const double> positions;
  std::vector<std::span<const double>> fields;
};

/// Moving pictures as VTKHDF 2.2 (a temporal PartitionedDataSetCollection of poly data), which ParaView 5.13 and later
/// opens, and in layers that XDMF describes as well (io/xdmf_file.hpp). Points of all blocks of a frame lie end to end:
///
///   /bodies/points       (frames * points, 3)   float32        /bodies/fields/NAME  (frames * points[, 3])
///   /bodies/cells        cells of all blocks as XDMF has them  /steps/values        times [s]
///   /VTKHDF/BLOCK        a block: names for its share of the above, and its cells, which are written once
///   /VTKHDF/contacts     points that come and go, with their own fields
///
/// Frames of many points are compressed, each by itself.
///
/// Names of blocks are made such that VTK takes them: letters, digits, - and _, and each once.
class VtkhdfFile {
 public:
  /// Creates the file; `contact_fields` empty: no contacts. All throw std::runtime_error when the disk does not take
  /// it.
  VtkhdfFile(const std::string& path, const std::vector<VtkBlock>& blocks, std::vector<VtkField> fields,
             std::vector<VtkField> contact_fields);
  /// `contacts` counts where there are contact fields.
  void append(double t, const VtkPoints& points, const VtkPoints& contacts);
  /// Brings all frames to the disk, and says how many there are.
  void flush();
  void close();
  void abandon() { h5_.abandon(); }
  Hdf5File& file() { return h5_; }

  std::size_t num_points() const { return num_points_; }
  const std::vector<VtkField>& fields() const { return fields_; }
  const std::vector<VtkField>& contact_fields() const { return contact_fields_; }
  const std::vector<std::string>& block_names() const { return names_; }
  std::size_t num_frames() const { return frames_; }

 private:
  void declare_steps();
  void add_block(const std::string& name, const VtkBlock& block, std::size_t first);
  void add_contacts();
  void begin_block(const std::string& group, std::size_t index);
  void append_contacts(const VtkPoints& contacts);
  void tell_frames();

  struct Share {
    std::string offsets;  // dataset
    std::size_t first;    // point of the frame
  };
  Hdf5File h5_;
  std::vector<VtkField> fields_, contact_fields_;
  std::vector<std::string> names_;
  std::vector<Share> shares_;
  std::size_t num_points_ = 0, frames_ = 0;
  std::size_t contact_points_ = 0, most_contacts_ = 0;  // in all frames together, in one
};

/// Cells of all blocks together as the array of an XDMF topology of type Mixed, and how many there are.
struct XdmfCells {
  std::vector<std::int64_t> numbers;
  std::size_t count = 0;
};
XdmfCells xdmf_cells(const std::vector<VtkBlock>& blocks);

}  // namespace percuss
