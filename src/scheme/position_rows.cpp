// SPDX-License-Identifier: Apache-2.0
#include "scheme/position_rows.hpp"

#include <algorithm>

namespace percuss {

bool penetrations_join(VecRef gap, double together, std::vector<Index>& closed) {
  const auto join = [&](Index k) {
    const auto place = std::lower_bound(closed.begin(), closed.end(), k);
    if (place != closed.end() && *place == k) return false;
    closed.insert(place, k);
    return true;
  };
  bool some = false;
  for (Index k = 0; k < gap.size(); ++k)
    if (gap[k] < 0.0 && join(k)) some = true;
  for (Index k = 0; some && k < gap.size(); ++k)
    if (gap[k] <= together) join(k);
  return some;
}

void PositionRows::select(const ContactSet& set) {
  rows_.clear();
  joints_.clear();
  Index joint_rows = 0;
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (set.cone[i] != Cone::bilateral) {
      rows_.push_back({set.first_row(k), set.id[i], false});
      continue;
    }
    joints_.push_back(set.id[i]);
    joint_rows += set.num_rows(k);
    for (Index r = 0; r < set.num_rows(k); ++r) rows_.push_back({set.first_row(k) + r, set.id[i], true});
  }
  if (joint_gaps_.size() != joint_rows) joint_gaps_.resize(joint_rows);
}

void PositionRows::gaps(double t, VecRef q, VecRef gap, VecOut value) {
  if (!joints_.empty()) model_.row_gaps(t, q, joints_, 0, joint_gaps_);
  Index joint_row = 0;
  for (Index i = 0; i < size(); ++i) value[i] = is_joint(i) ? joint_gaps_[joint_row++] : gap[contact(i)];
}

}  // namespace percuss
