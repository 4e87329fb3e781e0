// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/settings.hpp"
#include "io/vtkhdf_file.hpp"
#include "io/xdmf_file.hpp"
#include "model/drawing.hpp"
#include "simulation/background_writer.hpp"
#include "simulation/result_folder.hpp"
#include "simulation/sample.hpp"

namespace percuss {

/// The words of `outputs.geometry.fields`, their units, and what they are.
struct PointFieldWord {
  const char *word, *unit, *meaning;
  PointField field;
};
std::span<const PointFieldWord> point_field_words();

/// Pictures of a run: result.vtkhdf, and result.xmf that points at it. They are made and written on a thread of their
/// own, of which the callers' knows nothing but that a failure may show later. A frame is a list of numbers, which the
/// row log can keep:  t, q, v, then for each contact that touches its number, status, gap, place, normal force,
/// friction force and percussion (3 each, absolute axes, on the contact's body).
class GeometryOutput {
 public:
  /// Creates the files. Keeps a reference to `model`. All throw std::runtime_error when the disk does not take it.
  GeometryOutput(const ResultFolder& folder, const Model& model, const GeometrySettings& settings);
  static constexpr const char *data_name = "result.vtkhdf", *index_name = "result.xmf";

  /// The frame of a sample whose `percussions` are those since the frame before. Valid until the next call.
  std::span<const double> frame(const Sample& sample);
  bool fits(std::span<const double> frame) const;
  /// Takes a copy; waits where `most_waiting` frames do already.
  void write(std::span<const double> frame);
  /// The first frames of another file of the same run. Throws InputError when it does not hold them.
  void copy(const std::string& path, Index frames);
  void flush();
  void close();
  /// Frames that wait are still written, if the disk takes them.
  void abandon();

 private:
  static constexpr std::size_t most_waiting = 4;

  void add_contact(const Sample& sample, Index k);
  void draw(std::span<const double> frame);
  void append(double t);

  const Model& model_;
  Drawing drawing_;
  bool with_contacts_;
  std::vector<PointField> fields_;
  std::optional<VtkhdfFile> data_;
  std::optional<XdmfFile> index_;
  std::vector<double> frame_;
  // Of the writer's thread while it has something to do.
  std::vector<double> positions_, contact_positions_;
  std::vector<std::vector<double>> values_, contact_values_;
  BackgroundWriter writer_{most_waiting};  // goes first: its jobs use all the rest
};

}  // namespace percuss
