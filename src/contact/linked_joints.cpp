// SPDX-License-Identifier: Apache-2.0
#include "contact/linked_joints.hpp"

#include <algorithm>
#include <utility>

#include "core/at.hpp"
#include "core/disjoint_sets.hpp"
#include "core/joint_places.hpp"

namespace percuss {

std::vector<std::vector<Index>> mechanisms(const ContactModel& contacts, const MechanicalSystem& system, double t,
                                           VecRef q) {
  const JointColumns columns(contacts, system.num_v(), rigid_joints(contacts), t, q);
  DisjointSets bodies(system.num_bodies());
  std::vector<Index> body(at(contacts.size()), -1);  // one of each joint
  for (Index j = 0; j < columns.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(columns.unit, j); entry; ++entry) {
      auto& of_joint = body[at(columns.of[at(j)].joint)];
      const Index b = system.body_of_row(columns.touched[at(entry.row())]);
      if (of_joint < 0)
        of_joint = b;
      else
        bodies.join(of_joint, b);
    }
  std::vector<std::vector<Index>> found;
  std::vector<Index> number(at(system.num_bodies()), -1);  // of each root
  for (Index k = 0; k < contacts.size(); ++k) {
    if (body[at(k)] < 0) continue;
    auto& place = number[at(bodies.root(body[at(k)]))];
    if (place < 0) {
      place = static_cast<Index>(found.size());
      found.emplace_back();
    }
    found[at(place)].push_back(k);
  }
  return found;
}

std::vector<LinkedJoints> linked_joints(const ContactModel& contacts, const MechanicalSystem& system,
                                        const std::vector<JointRowId>& repeated, double t, VecRef q) {
  std::vector<LinkedJoints> groups;
  if (repeated.empty()) return groups;
  for (auto& joints : mechanisms(contacts, system, t, q)) {
    LinkedJoints group{std::move(joints), {}};
    for (const auto& row : repeated)
      if (std::binary_search(group.joints.begin(), group.joints.end(), row.joint)) group.repeated.push_back(row);
    if (!group.repeated.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace percuss
