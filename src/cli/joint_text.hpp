// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contact/joint_redundancy.hpp"

namespace percuss::cli {

/// "joints: 8 rows of rank 8", and what is to be known when some are redundant.
std::string text_of(const JointRedundancy& joints);

}  // namespace percuss::cli
