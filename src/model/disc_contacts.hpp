// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/disc.hpp"
#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// Two discs against each other.
struct DiscDiscOptions {
  std::string body, other;
  std::string node = "first", other_node = "first";  ///< which disc of a group
  SurfaceLaw law;

  static const ParameterTable<DiscDiscOptions>& parameters();
};

/// All pairs of discs of one or more bodies, found as they come near each other (contact/disc_group.hpp).
struct DiscGroupOptions {
  std::string bodies;  ///< names, with commas between; empty: all discs of the model
  SurfaceLaw law;

  static const ParameterTable<DiscGroupOptions>& parameters();
};

/// Discs against a straight line.
struct DiscPlaneOptions {
  std::string bodies;                    ///< names, with commas between; empty: all discs of the model
  std::vector<double> point{0.0, 0.0};   ///< of the line [m]
  std::vector<double> normal{0.0, 1.0};  ///< to the free side, of any length
  SurfaceLaw law;

  static const ParameterTable<DiscPlaneOptions>& parameters();
};

/// Discs within a rectangle.
struct DiscBoxOptions {
  std::string bodies;                  ///< names, with commas between; empty: all discs of the model
  std::vector<double> from{0.0, 0.0};  ///< lower left corner [m]
  std::vector<double> to{1.0, 1.0};    ///< upper right corner [m]
  SurfaceLaw law;

  static const ParameterTable<DiscBoxOptions>& parameters();
};

/// Each adds its contacts to the model. All throw InputError with every fault of the options, keys relative to the
/// contact. A contact of several discs is called NAME.1, NAME.2, ...; those of a box NAME.left, NAME.right,
/// NAME.bottom and NAME.top, or NAME.left.1, ...
void add_disc_disc(Model& model, const std::string& name, const DiscDiscOptions& options);
void add_disc_group(Model& model, const std::string& name, const DiscGroupOptions& options);
void add_disc_plane(Model& model, const std::string& name, const DiscPlaneOptions& options);
void add_disc_box(Model& model, const std::string& name, const DiscBoxOptions& options);

}  // namespace percuss
