// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/settings.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// Beyond this share of the energy put in, what the integrator made is all that a run shows: it has failed.
inline constexpr double hopeless_energy_share = 10.0;

/// Holds a run that has come to its end against what it certifies of itself: `outcome` becomes failed when the energy
/// is not finite or most of it was made by the integrator, certificate_broken when a limit is exceeded; `warnings`
/// tells what puts the result in doubt, of a run that ended early as well.
void judge(RunResult& result, const SimulationSettings& settings);

}  // namespace percuss
