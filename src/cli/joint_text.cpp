// SPDX-License-Identifier: Apache-2.0
#include "cli/joint_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "cli/counted.hpp"

namespace percuss::cli {

namespace {

/// A joint may have parts: `hinge.1`, `hinge.2`.
std::string joint_of(const ContactModel& contacts, Index k) {
  return contacts.name(k).substr(0, contacts.name(k).find('.'));
}

/// "rod", "hinge (3 of 5 rows)"
std::vector<std::string> names_of(const std::vector<JointRowId>& rows, const ContactModel& contacts) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rows.size();) {
    const auto joint = joint_of(contacts, rows[i].joint);
    Index of_joint = 0, left_out = 0;
    for (Index k = 0; k < contacts.size(); ++k)
      if (contacts.is_joint(k) && joint_of(contacts, k) == joint) of_joint += contacts.num_rows(k);
    for (; i < rows.size() && joint_of(contacts, rows[i].joint) == joint; ++i) ++left_out;
    names.push_back(left_out == of_joint ? joint : fmt::format("{} ({} of {} rows)", joint, left_out, of_joint));
  }
  return names;
}

}  // namespace

std::string text_of(const JointRedundancy& joints, const ContactModel& contacts) {
  const auto text = fmt::format("joints: {} of rank {}", counted(joints.rows, "row"), joints.rank);
  if (joints.redundant() == 0) return text;
  if (joints.left_out.empty())
    return fmt::format("{}; {} redundant: the joint forces are not unique", text, joints.redundant());
  return fmt::format("{}; {} redundant and left out, which changes no motion; their forces are 0: {}", text,
                     joints.left_out.size(), fmt::join(names_of(joints.left_out, contacts), ", "));
}

}  // namespace percuss::cli
