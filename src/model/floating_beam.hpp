// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/beam_mesh_spatial.hpp"
#include "model/model.hpp"

namespace percuss {

/// A flexible beam in space with a floating frame (floating_body_spatial.hpp): R and the orientation of the frame,
/// small deformation in it. Reference conditions, with x = 0 the first node and x = L the last:
///
///   tangential   all six unknowns of node 0 are 0                  the frame is fixed to the first section
///   pinned       u_0 = v_0 = w_0 = phi_x0 = 0, v_n = w_n = 0       x axis through both ends
///   articulated  u_0 = v_0 = w_0 = 0, int x v dm = int x w dm = 0, int phi_x dJ = 0    first node, no mean rotation
///   free         int (u, v, w) dm = 0, int x v dm = int x w dm = 0, int phi_x dJ = 0      mean axes
///
/// A linear beam in two frames is two models, which differ at second order of the deflection; with `stiffening:
/// mean_strain` they agree.
struct FloatingBeamOptions {
  enum class Frame { tangential, pinned, articulated, free };
  enum class Stiffening { none, mean_strain };
  BeamMeshSpatialOptions mesh;
  Frame frame = Frame::free;
  Stiffening stiffening = Stiffening::none;
  std::vector<double> position{0.0, 0.0, 0.0};          ///< R at the start [m]
  std::vector<double> orientation{1.0, 0.0, 0.0, 0.0};  ///< quaternion w, x, y, z, or rotation vector [rad]
  std::vector<double> velocity{0.0, 0.0, 0.0};          ///< R' at the start [m/s]
  std::vector<double> angular_velocity{0.0, 0.0, 0.0};  ///< omega in the axes of the frame at the start [1/s]

  static const ParameterTable<FloatingBeamOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// The conditions of a frame on a mesh.
FrameConditions frame_conditions(const BeamMeshSpatial& mesh, FloatingBeamOptions::Frame frame);

/// Throws InputError with every fault of the options.
BuiltBody make_floating_beam(const FloatingBeamOptions& options);

}  // namespace percuss
