// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_columns.hpp"

#include <algorithm>
#include <cmath>

#include "core/at.hpp"
#include "core/joint_places.hpp"

namespace percuss {

JointColumns::JointColumns(const ContactModel& contacts, Index nv, std::span<const Index> joints, double t, VecRef q) {
  ContactSet set;
  contacts.evaluate(t, q, nv, joints, set);
  rows = set.rows();
  const auto& W = set.W;
  for (Index e = 0; e < W.non_zeros(); ++e) touched.push_back(W.row(e));
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  const JointPlaces places(contacts, nv, joints, q);
  if (const double longest = places.size(); longest > 0.0) size = longest;
  lever = places.levers();
  std::vector<Eigen::Triplet<double>> entries;
  for (Index k = 0; k < set.size(); ++k)
    for (Index j = set.first_row(k); j < set.first_row(k + 1); ++j) {
      double squared = 0.0;
      for (Index e = W.begin(j); e < W.end(j); ++e) squared += std::pow(W.value(e) / lever[W.row(e)], 2);
      if (squared == 0.0) continue;
      for (Index e = W.begin(j); e < W.end(j); ++e) {
        const auto row = std::lower_bound(touched.begin(), touched.end(), W.row(e)) - touched.begin();
        entries.emplace_back(static_cast<int>(row), static_cast<int>(cols()),
                             W.value(e) / (lever[W.row(e)] * std::sqrt(squared)));
      }
      of.push_back({set.id[at(k)], j - set.first_row(k)});
      place.push_back(j);
      length.push_back(std::sqrt(squared));
    }
  unit.resize(static_cast<Index>(touched.size()), cols());
  unit.setFromTriplets(entries.begin(), entries.end());
}

}  // namespace percuss
