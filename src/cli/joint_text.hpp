// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "cli/counted.hpp"
#include "contact/joint_rank.hpp"

namespace percuss::cli {

/// "joints: 8 rows of rank 8", and what is to be known when some are redundant.
inline std::string text_of(const JointRank& joints) {
  auto text = fmt::format("joints: {} of rank {}", counted(joints.rows, "row"), joints.rank);
  if (joints.redundant() > 0)
    text += fmt::format("; {} redundant: the motion is unique, the joint forces are not", joints.redundant());
  return text;
}

}  // namespace percuss::cli
