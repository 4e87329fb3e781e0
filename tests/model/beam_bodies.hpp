// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/floating_beam.hpp"
#include "model/floating_beam_planar.hpp"

namespace percuss {

/// The pendulum rod of docs/verification.md: L = 1 m, 20 mm square, rho = 7800 kg/m^3 (rho A = 3.12), E = 5e9 Pa.
BeamMeshOptions rod_mesh(Index elements, double youngs_modulus = 5e9);
FloatingBeamPlanarOptions floating_rod(Index elements, FloatingBeamPlanarOptions::Frame frame);

const std::vector<FloatingBeamPlanarOptions::Frame>& all_frames();

/// The beam in space of docs/verification.md: L = 1 m, 30 mm along y, 20 mm along z, rho = 7800 kg/m^3 (rho A = 4.68,
/// rho Ip = 5.07e-4), E = 5e9 Pa (EA = 3e6, EIy = 100, EIz = 225), GJ = 90.
BeamMeshSpatialOptions spatial_mesh(Index elements);
FloatingBeamOptions floating_in_space(Index elements, FloatingBeamOptions::Frame frame);

const std::vector<FloatingBeamOptions::Frame>& all_spatial_frames();

}  // namespace percuss
