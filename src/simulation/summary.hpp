// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/model_file.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// The text of summary.json.
std::string summary_json(const RunResult& result, const ModelFile& file);

}  // namespace percuss
