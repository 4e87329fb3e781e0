// SPDX-License-Identifier: Apache-2.0
#include "cli/joint_text.hpp"

#include <fmt/format.h>

#include "cli/counted.hpp"

namespace percuss::cli {

std::string text_of(const JointRedundancy& joints) {
  const auto text = fmt::format("joints: {} of rank {}", counted(joints.rows, "row"), joints.rank);
  if (joints.redundant() == 0) return text;
  return fmt::format("{}; {} redundant: {}", text, joints.redundant(),
                     joints.repeated.empty() ? "the joint forces are not unique"
                                             : "of the joint forces that do the same, the smallest are told");
}

}  // namespace percuss::cli
