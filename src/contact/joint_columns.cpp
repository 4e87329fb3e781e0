// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_columns.hpp"

#include <algorithm>
#include <cmath>

#include "core/at.hpp"
#include "core/joint_model.hpp"

namespace percuss {

std::vector<Index> rigid_joints(const ContactModel& contacts) {
  std::vector<Index> joints;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k) && !contacts.gives_way(k)) joints.push_back(k);
  return joints;
}

double joint_size(const ContactModel& contacts, std::span<const Index> joints, VecRef q) {
  JointMotions joint;
  std::vector<Eigen::Vector3d> held;
  double longest = 0.0;
  for (const Index k : joints) {
    const auto part = find_joint(contacts, k);
    if (part.model == nullptr) continue;
    joint.points.clear();
    part.model->append_motions(part.k, q, joint);
    for (const auto& point : joint.points) longest = std::max(longest, (point - joint.points.front()).norm());
    held.push_back(joint.points.front());
  }
  const double noise = 1e-9 * contacts.extent(q);
  if (longest > noise) return longest;
  for (const auto& point : held) longest = std::max(longest, (point - held.front()).norm());
  return longest > noise ? longest : 1.0;
}

namespace {

/// Of each velocity [m, or 1]; 1 where nothing moves.
Vector levers(const ContactModel& contacts, Index nv, std::span<const Index> joints, VecRef q) {
  JointMotions places;
  for (const Index k : joints)
    if (const auto part = find_joint(contacts, k); part.model != nullptr) part.model->append_motions(part.k, q, places);
  Vector lever = Vector::Zero(nv), squares = Vector::Zero(nv);
  const auto take = [&](const SparseColumns& motions, double scale) {
    for (Index j = 0; j < motions.cols(); j += 3) {
      const Index begin = motions.begin(j), end = motions.end(j + 2);
      for (Index e = begin; e < end; ++e) squares[motions.row(e)] = 0.0;
      for (Index e = begin; e < end; ++e) squares[motions.row(e)] += std::pow(scale * motions.value(e), 2);
      for (Index e = begin; e < end; ++e)
        lever[motions.row(e)] = std::max(lever[motions.row(e)], std::sqrt(squares[motions.row(e)]));
    }
  };
  take(places.moves, 1.0);
  take(places.turns, joint_size(contacts, joints, q));
  return (lever.array() > 0.0).select(lever, 1.0);
}

}  // namespace

JointColumns::JointColumns(const ContactModel& contacts, Index nv, std::span<const Index> joints, double t, VecRef q) {
  ContactSet set;
  contacts.evaluate(t, q, nv, joints, set);
  rows = set.rows();
  const auto& W = set.W;
  for (Index e = 0; e < W.non_zeros(); ++e) touched.push_back(W.row(e));
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  lever = levers(contacts, nv, joints, q);
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
