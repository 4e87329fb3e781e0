// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/beam_mesh_planar.hpp"
#include "model/model.hpp"

namespace percuss {

/// A flexible beam in the plane whose frame rests: small motion about the undeformed beam, which starts at `position`
/// in the direction `angle`. Its matrices are constant; supports hold unknowns of its nodes.
struct BeamPlanarOptions {
  /// free; roller: w held; pinned: u, w; clamped: u, w, phi.
  enum class Support { free, roller, pinned, clamped };
  BeamMeshOptions mesh;
  struct {
    Support first = Support::free, last = Support::free;
    std::vector<double> pinned_nodes;  ///< further nodes with u and w held
  } supports;
  std::vector<double> position{0.0, 0.0};  ///< of the first node of the undeformed beam [m]
  double angle = 0.0;                      ///< of the undeformed beam [rad]

  static const ParameterTable<BeamPlanarOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_beam_planar(const BeamPlanarOptions& options);

}  // namespace percuss
