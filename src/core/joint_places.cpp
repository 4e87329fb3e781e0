// SPDX-License-Identifier: Apache-2.0
#include "core/joint_places.hpp"

#include <algorithm>
#include <cmath>

#include "core/at.hpp"
#include "core/disjoint_sets.hpp"

namespace percuss {

std::vector<Index> rigid_joints(const ContactModel& contacts) {
  std::vector<Index> joints;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k) && !contacts.gives_way(k)) joints.push_back(k);
  return joints;
}

JointPlaces::JointPlaces(const ContactModel& contacts, Index nv, std::span<const Index> joints, VecRef q)
    : nv_(nv), nothing_(1e-9 * contacts.extent(q)) {
  for (const Index k : joints) {
    begin_.push_back(reached());
    if (const auto joint = find_joint(contacts, k); joint.model != nullptr)
      joint.model->append_motions(joint.k, q, motions_);
  }
  begin_.push_back(reached());
  find_groups(joints);
}

void JointPlaces::find_groups(std::span<const Index> joints) {
  const auto count = static_cast<Index>(joints.size());
  DisjointSets sets(count);
  constexpr Index nobody = -1;
  std::vector<Index> mover(at(nv_), nobody);  // of each velocity: a joint that it moves
  const auto link = [&](Index j, const SparseColumns& columns, Index first, Index last) {
    for (Index e = columns.begin(first); e < columns.begin(last); ++e) {
      auto& other = mover[at(columns.row(e))];
      if (other == nobody)
        other = j;
      else
        sets.join(j, other);
    }
  };
  for (Index j = 0; j < count; ++j) {
    link(j, motions_.moves, begin_[at(j)].moves, begin_[at(j) + 1].moves);
    link(j, motions_.turns, begin_[at(j)].turns, begin_[at(j) + 1].turns);
  }
  std::vector<Index> group(joints.size(), nobody);  // of each root
  std::vector<std::vector<std::size_t>> members;
  for (Index j = 0; j < count; ++j) {
    auto& g = group[at(sets.root(j))];
    if (g == nobody) {
      g = static_cast<Index>(groups_.size());
      groups_.emplace_back();
      members.emplace_back();
    }
    groups_[at(g)].joints.push_back(joints[at(j)]);
    members[at(g)].push_back(at(j));
    group_of_.push_back(at(g));
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) groups_[g].size = size_of(members[g]);
}

double JointPlaces::size_of(const std::vector<std::size_t>& members) const {
  const auto& points = motions_.points;
  const Eigen::Vector3d* start = nullptr;
  double of_one = 0.0, of_all = 0.0;
  for (const auto j : members)
    for (auto i = begin_[j].points; i < begin_[j + 1].points; ++i) {
      if (start == nullptr) start = &points[i];
      of_all = std::max(of_all, (points[i] - *start).norm());
      of_one = std::max(of_one, (points[i] - points[begin_[j].points]).norm());
    }
  return of_one > nothing_ ? of_one : of_all > nothing_ ? of_all : 0.0;
}

double JointPlaces::size() const {
  double largest = 0.0;
  for (const auto& group : groups_) largest = std::max(largest, group.size);
  return largest;
}

Vector JointPlaces::levers() const {
  Vector lever = Vector::Zero(nv_), squares = Vector::Zero(nv_);
  const auto take = [&](const SparseColumns& columns, Index first, Index last, double scale) {
    for (Index j = first; j < last; j += 3) {
      const Index begin = columns.begin(j), end = columns.end(j + 2);
      for (Index e = begin; e < end; ++e) squares[columns.row(e)] = 0.0;
      for (Index e = begin; e < end; ++e) squares[columns.row(e)] += std::pow(scale * columns.value(e), 2);
      for (Index e = begin; e < end; ++e)
        lever[columns.row(e)] = std::max(lever[columns.row(e)], std::sqrt(squares[columns.row(e)]));
    }
  };
  for (std::size_t j = 0; j < group_of_.size(); ++j) {
    const double size = groups_[group_of_[j]].size;
    take(motions_.moves, begin_[j].moves, begin_[j + 1].moves, 1.0);
    take(motions_.turns, begin_[j].turns, begin_[j + 1].turns, size > 0.0 ? size : 1.0);
  }
  return (lever.array() > 0.0).select(lever, 1.0);
}

double JointPlaces::fastest(VecRef v) const {
  double fastest = 0.0;
  for (Index j = 0; j < motions_.moves.cols(); ++j)
    fastest = std::max(fastest, std::abs(motions_.moves.column_dot(j, v)));
  return fastest;
}

}  // namespace percuss
