// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/settings.hpp"
#include "model/model.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {

/// Throws InputError, key `simulation.step`, where the model has contacts and a damper of a joint is too fast for the
/// step of a scheme that does not relax dampers after impacts (Capabilities::relaxes_dampers):
/// h damping W' M^-1 W > 1  at the start.
void refuse_fast_dampers(const SchemeType& type, const Model& model, const SimulationSettings& settings);

}  // namespace percuss
