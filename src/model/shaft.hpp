// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/beam_mesh_spatial.hpp"
#include "model/model.hpp"
#include "model/shaft_body.hpp"

namespace percuss {

/// A flexible shaft that turns about its own fixed axis (shaft_body.hpp), with discs anywhere on it. Nothing supports
/// it but the joints, bushings and contacts that act on it; along its axis it does not move.
struct ShaftOptions {
  BeamMeshSpatialOptions mesh;  ///< length, nodes, section and material; the rest of it is not for shafts
  ShaftDamping damping;
  struct {
    std::vector<double> positions;           ///< x of rigid discs along the shaft [m]
    std::vector<double> mass;                ///< of each, >= 0 [kg]
    std::vector<double> spin_inertia;        ///< of each about the shaft, >= 0 [kg m^2]; none: 0
    std::vector<double> transverse_inertia;  ///< of each across the shaft, >= 0 [kg m^2]; none: 0
  } attach;
  std::vector<double> origin{0.0, 0.0, 0.0};  ///< of the line, its first node [m]
  std::vector<double> axis{1.0, 0.0, 0.0};    ///< of the line, any length
  double angular_velocity = 0.0;              ///< of all sections about the axis at the start [1/s]

  static const ParameterTable<ShaftOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// The axes of a standing shaft along `axis`, of unit length: x along it, y and z by the shortest turn of the absolute
/// axes that does so; where `axis` points to negative x, half a turn about z comes first.
Matrix3 shaft_axes(const Vector3& axis);

/// Throws InputError with every fault of the options.
BuiltBody make_shaft(const ShaftOptions& options);

}  // namespace percuss
