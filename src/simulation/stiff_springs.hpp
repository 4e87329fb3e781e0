// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "io/model_file.hpp"

namespace percuss {

/// Reads a model that is to be run. Where its step is beyond what its explicit springs and torsion springs bear at the
/// start, all of them become implicit (`simulation.stiff_springs: implicit`), if the scheme serves stiff rows that
/// turn, and `explicit_spring_limit` is set; else the simulation refuses the step. Throws InputError as read_model
/// does.
ModelFile read_for_run(const std::string& path, std::span<const std::string> overrides = {});

/// "springs implicit: ..." where they became so, else "".
std::string text_of_stiff_springs(const ModelFile& file);

}  // namespace percuss
