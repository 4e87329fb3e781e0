// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/beam_mesh_spatial.hpp"
#include "model/model.hpp"

namespace percuss {

/// A flexible beam in space whose frame rests: small motion about the undeformed beam, which starts at `position` and
/// lies along the x axis of `orientation`. Its matrices are constant; supports hold unknowns of its nodes.
struct BeamOptions {
  /// free; roller: v, w held; pinned: u, v, w; hinged: u, v, w, phi_x; clamped: all six.
  enum class Support { free, roller, pinned, hinged, clamped };
  BeamMeshSpatialOptions mesh;
  struct {
    Support first = Support::free, last = Support::free;
    std::vector<double> pinned_nodes;  ///< further nodes with u, v and w held
  } supports;
  std::vector<double> position{0.0, 0.0, 0.0};          ///< of the first node of the undeformed beam [m]
  std::vector<double> orientation{1.0, 0.0, 0.0, 0.0};  ///< quaternion w, x, y, z, or rotation vector [rad]

  static const ParameterTable<BeamOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_beam(const BeamOptions& options);

}  // namespace percuss
