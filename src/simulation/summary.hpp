// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/model_file.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// The text of summary.json.
std::string summary_json(const RunResult& result, const ModelFile& file);

/// The same of a run that is under way: which model it is, and what its columns show.
std::string running_summary_json(const ModelFile& file);

}  // namespace percuss
