// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/history.hpp"

namespace percuss {

/// Throws InputError, with places, when `outputs.dense` or `outputs.steps` asks for what the run cannot tell.
void check_outputs(const ModelFile& file, const History& history);

}  // namespace percuss
