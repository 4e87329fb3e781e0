// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/beam_mesh_planar.hpp"
#include "model/model.hpp"

namespace percuss {

/// A flexible beam in the plane with a floating frame (floating_body_planar.hpp): R and theta of the frame, small
/// deformation in it. Reference conditions, with x = 0 the first node and x = L the last:
///
///   tangential   u_0 = w_0 = phi_0 = 0                   the frame is fixed to the first section (clamped-free)
///   pinned       u_0 = w_0 = w_n = 0                     x axis through both ends
///   articulated  u_0 = w_0 = 0, int x w dm = 0           origin in the first node, no mean rotation
///   free         int u dm = int w dm = int x w dm = 0    mean axes
///
/// A linear beam in two frames is two models, which differ at second order of the deflection; with `stiffening:
/// mean_strain` they agree.
struct FloatingBeamPlanarOptions {
  enum class Frame { tangential, pinned, articulated, free };
  enum class Stiffening { none, mean_strain };
  BeamMeshOptions mesh;
  Frame frame = Frame::free;
  Stiffening stiffening = Stiffening::none;
  std::vector<double> position{0.0, 0.0};  ///< R at the start [m]
  double angle = 0.0;                      ///< theta at the start [rad]
  std::vector<double> velocity{0.0, 0.0};  ///< R' at the start [m/s]
  double angular_velocity = 0.0;           ///< theta' at the start [1/s]

  static const ParameterTable<FloatingBeamPlanarOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// The conditions of a frame on a mesh.
FrameConditions frame_conditions(const BeamMeshPlanar& mesh, FloatingBeamPlanarOptions::Frame frame);

/// Throws InputError with every fault of the options.
BuiltBody make_floating_beam_planar(const FloatingBeamPlanarOptions& options);

}  // namespace percuss
