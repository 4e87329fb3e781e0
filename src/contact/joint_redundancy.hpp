// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/joint_columns.hpp"
#include "contact/joint_rank.hpp"
#include "core/mechanical_system.hpp"

namespace percuss {

/// How many rows the joints of a model have, how many are independent, and which repeat what the others hold.
struct JointRedundancy : JointRank {
  static constexpr Index most_rows = 300;
  std::vector<JointRowId> repeated;  ///< wherever the mechanism goes; ascending
};

/// The rank of the joints at (t, q), and the rows that are redundant there and wherever the mechanism goes from there.
///
/// Rows are taken in the order of the model, driven ones first, as long as they stand well off those before; then those
/// that stand off less (contact/column_choice.hpp). The rest is redundant at (t, q), but maybe there alone (a four-bar
/// linkage that is stretched out). So the bodies are moved, by a few random motions of up to a tenth of the mechanism's
/// size, motors among them, to where the rows taken hold; if any of the rest does not hold there, none counts as
/// repeated. Nor does any where the rest has driven rows, or does not fit initially.
///
/// Of more than `JointRedundancy::most_rows` rows none are found. Allocates.
JointRedundancy joint_redundancy(const MechanicalSystem& system, const ContactModel& contacts, double t, VecRef q);

}  // namespace percuss
