// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "contact/joint_rank.hpp"

namespace percuss::cli {

/// "joints: 8 rows of rank 8", and what is to be known when some are redundant.
inline std::string text_of(const JointRank& joints) {
  auto text = fmt::format("joints: {} rows of rank {}", joints.rows, joints.rank);
  if (joints.redundant() > 0)
    text +=
        fmt::format("; {} redundant: the motion is right, the joint forces are one choice of many", joints.redundant());
  return text;
}

}  // namespace percuss::cli
