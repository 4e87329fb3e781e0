// SPDX-License-Identifier: Apache-2.0
#include "core/joint_places.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

std::vector<Index> rigid_joints(const ContactModel& contacts) {
  std::vector<Index> joints;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k) && !contacts.gives_way(k)) joints.push_back(k);
  return joints;
}

JointPlaces::JointPlaces(const ContactModel& contacts, std::span<const Index> joints, VecRef q) {
  const auto& points = motions.points;
  double of_one = 0.0, of_all = 0.0;
  for (const Index k : joints) {
    const auto joint = find_joint(contacts, k);
    if (joint.model == nullptr) continue;
    const auto first = points.size();
    joint.model->append_motions(joint.k, q, motions);
    of_all = std::max(of_all, (points[first] - points.front()).norm());
    for (std::size_t i = first; i < points.size(); ++i) of_one = std::max(of_one, (points[i] - points[first]).norm());
  }
  const double nothing = 1e-9 * contacts.extent(q);
  size = of_one > nothing ? of_one : of_all > nothing ? of_all : 0.0;
}

Vector JointPlaces::levers(Index nv, double turned) const {
  Vector lever = Vector::Zero(nv), squares = Vector::Zero(nv);
  const auto take = [&](const SparseColumns& columns, double scale) {
    for (Index j = 0; j < columns.cols(); j += 3) {
      const Index begin = columns.begin(j), end = columns.end(j + 2);
      for (Index e = begin; e < end; ++e) squares[columns.row(e)] = 0.0;
      for (Index e = begin; e < end; ++e) squares[columns.row(e)] += std::pow(scale * columns.value(e), 2);
      for (Index e = begin; e < end; ++e)
        lever[columns.row(e)] = std::max(lever[columns.row(e)], std::sqrt(squares[columns.row(e)]));
    }
  };
  take(motions.moves, 1.0);
  take(motions.turns, turned);
  return (lever.array() > 0.0).select(lever, 1.0);
}

double JointPlaces::fastest(VecRef v) const {
  double fastest = 0.0;
  for (Index j = 0; j < motions.moves.cols(); ++j)
    fastest = std::max(fastest, std::abs(motions.moves.column_dot(j, v)));
  return fastest;
}

}  // namespace percuss
