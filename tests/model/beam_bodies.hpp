// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/floating_beam_planar.hpp"

namespace percuss {

/// The pendulum rod of docs/verification.md: L = 1 m, 20 mm square, rho = 7800 kg/m^3 (rho A = 3.12), E = 5e9 Pa.
BeamMeshOptions rod_mesh(Index elements, double youngs_modulus = 5e9);
FloatingBeamPlanarOptions floating_rod(Index elements, FloatingBeamPlanarOptions::Frame frame);

const std::vector<FloatingBeamPlanarOptions::Frame>& all_frames();

}  // namespace percuss
