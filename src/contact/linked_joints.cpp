// SPDX-License-Identifier: Apache-2.0
#include "contact/linked_joints.hpp"

#include "core/at.hpp"
#include "core/disjoint_sets.hpp"
#include "core/joint_places.hpp"

namespace percuss {

std::vector<LinkedJoints> linked_joints(const ContactModel& contacts, const MechanicalSystem& system,
                                        const std::vector<JointRowId>& repeated, double t, VecRef q) {
  std::vector<LinkedJoints> groups;
  if (repeated.empty()) return groups;
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
  std::vector<Index> group(at(system.num_bodies()), -1);
  for (const auto& row : repeated) {
    auto& place = group[at(bodies.root(body[at(row.joint)]))];
    if (place < 0) {
      place = static_cast<Index>(groups.size());
      groups.emplace_back();
    }
    groups[at(place)].repeated.push_back(row);
  }
  for (Index k = 0; k < contacts.size(); ++k)
    if (body[at(k)] >= 0)
      if (const Index place = group[at(bodies.root(body[at(k)]))]; place >= 0) groups[at(place)].joints.push_back(k);
  return groups;
}

}  // namespace percuss
