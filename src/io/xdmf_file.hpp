// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "io/vtkhdf_file.hpp"

namespace percuss {

/// XDMF 3 that points at the arrays of a VtkhdfFile: a grid for each frame, for programs that cannot read temporal
/// VTKHDF (ParaView before 5.13). After every `flush` the file is whole.
class XdmfFile {
 public:
  /// `data`: what the VTKHDF file beside this one is called for now; `cells` is the length of /bodies/cells and how
  /// many cells it holds. All throw std::runtime_error when the disk does not take it.
  XdmfFile(std::string path, std::string data, std::size_t num_points, std::size_t cell_numbers, std::size_t num_cells,
           std::vector<VtkField> fields, std::vector<VtkField> contact_fields);
  /// The next frame, which has `contacts` contact points. Goes to the disk with `flush`.
  void append(double t, std::size_t contacts);
  void flush();
  /// Names the VTKHDF file as it will be called.
  void close(const std::string& data);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void open();
  std::string slab(const std::string& dataset, std::size_t first, std::size_t rows, std::size_t columns) const;
  std::string attributes(const std::vector<VtkField>& fields, const std::string& group, std::size_t first,
                         std::size_t rows) const;
  void write(const std::string& text);
  [[noreturn]] void refuse() const;

  std::string path_, data_;
  std::size_t num_points_, cell_numbers_, num_cells_;
  std::vector<VtkField> fields_, contact_fields_;
  std::unique_ptr<std::FILE, Close> file_;
  struct Frame {
    double t;
    std::size_t contacts;
  };
  std::string grid(const Frame& frame);
  std::vector<Frame> frames_;
  std::size_t written_ = 0, contact_points_ = 0;  // frames, and points in them
  long end_ = 0;                                  // of the last grid
};

}  // namespace percuss
