// SPDX-License-Identifier: Apache-2.0
#include "contact/independent_joints.hpp"

#include <utility>

#include "core/memory_walk.hpp"

namespace percuss {

IndependentJoints::IndependentJoints(ContactModel& all, std::vector<JointRowId> left_out)
    : all_(all), left_out_(std::move(left_out)) {}

void IndependentJoints::walk_memory(MemoryWalk& walk) { all_.walk_memory(walk); }

template <class Call>
void IndependentJoints::for_each_left_out(std::span<const Index> closed, Index first, Call&& call) const {
  auto next = left_out_.begin();
  Index row = 0;
  for (const Index k : closed) {
    while (next != left_out_.end() && next->joint < k - first) ++next;
    for (; next != left_out_.end() && next->joint == k - first; ++next) call(row + next->row);
    if (next == left_out_.end()) return;
    row += all_.num_rows(k - first);
  }
}

void IndependentJoints::silence(std::span<const Index> closed, Index first, VecOut value) const {
  for_each_left_out(closed, first, [&](Index row) { value[row] = 0.0; });
}

void IndependentJoints::append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  const Index before = set.rows();
  all_.append(t, q, closed, first, set);
  for_each_left_out(closed, first, [&](Index row) { set.W.clear_column(before + row); });
}

void IndependentJoints::row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  all_.row_gaps(t, q, closed, first, value);
  silence(closed, first, value);
}

void IndependentJoints::row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed,
                                 Index first, VecOut way) const {
  all_.row_ways(t, q, t_next, q_next, closed, first, way);
  silence(closed, first, way);
}

void IndependentJoints::velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v,
                                      std::span<const Index> closed, Index first, VecOut bias) const {
  all_.velocity_bias(system, t, q, v, closed, first, bias);
  silence(closed, first, bias);
}

void IndependentJoints::curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed,
                                  Index first, VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const {
  auto pushing = workspace(pushing_, lambda.size());
  pushing = lambda;
  silence(closed, first, pushing);
  all_.curvature(system, t, q, closed, first, pushing, entries);
}

}  // namespace percuss
