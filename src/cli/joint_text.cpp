// SPDX-License-Identifier: Apache-2.0
#include "cli/joint_text.hpp"

#include <fmt/format.h>

#include "cli/counted.hpp"

namespace percuss::cli {

bool is_weak(const JointRank& joints) { return joints.weakest < 1e-4; }

std::string text_of(const JointRedundancy& joints) {
  auto text = fmt::format("joints: {} of rank {}", counted(joints.rows, "row"), joints.rank);
  if (joints.redundant() > 0)
    text += fmt::format("; {} redundant: {}", joints.redundant(),
                        joints.repeated.empty() ? "the joint forces are not unique"
                                                : "of the joint forces that do the same, the smallest are told");
  if (is_weak(joints))
    text += fmt::format(
        "; one row stands off the others by {:.1e} of its length only: if it is meant to repeat them, give positions "
        "and axes to 1e-9 of the lengths",
        joints.weakest);
  return text;
}

}  // namespace percuss::cli
