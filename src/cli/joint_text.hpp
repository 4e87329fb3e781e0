// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contact/joint_redundancy.hpp"

namespace percuss::cli {

/// The joints hold some motion by so little that it may be a matter of the digits that the model was typed with.
bool is_weak(const JointRank& joints);
/// "joints: 8 rows of rank 8", and what is to be known when some are redundant or nearly so.
std::string text_of(const JointRedundancy& joints);

}  // namespace percuss::cli
