// SPDX-License-Identifier: Apache-2.0
#include "contact/independent_joints.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/at.hpp"
#include "core/memory_walk.hpp"

namespace percuss {

IndependentJoints::IndependentJoints(ContactModel& all, const MechanicalSystem& system,
                                     const std::vector<JointRowId>& repeated, double t, VecRef q)
    : all_(all), system_(system), mixture_of_(at(all.size()), -1) {
  for (const auto& group : linked_joints(all, system, repeated, t, q)) {
    for (const Index k : group.joints) mixture_of_[at(k)] = static_cast<Index>(mixtures_.size());
    mixtures_.emplace_back(all, system, group, t, q);
    of_linked_.push_back(Vector::Zero(mixtures_.back().num_rows()));
  }
  at_start_ = mixtures_;
  linked_.resize(mixtures_.size());
  needed_.resize(mixtures_.size());
  if (mixes()) column_.setZero(system.num_v());
}

void IndependentJoints::prepare(double t, VecRef q, VecRef v, double h) {
  all_.prepare(t, q, v, h);
  for (auto& mixture : mixtures_)
    if (mixture.is_due(v, h)) mixture.look(all_, system_, t, q);
}

void IndependentJoints::restart() {
  all_.restart();
  mixtures_ = at_start_;
}

void IndependentJoints::walk_memory(MemoryWalk& walk) {
  all_.walk_memory(walk);
  for (std::size_t i = 0; i < mixtures_.size(); ++i) walk("mixture " + std::to_string(i), mixtures_[i]);
}

bool IndependentJoints::find_needed(std::span<const Index> closed) const {
  std::fill(needed_.begin(), needed_.end(), char{0});
  bool any = false;
  for (const Index k : closed)
    if (const Index m = mixture_of(k); m >= 0) {
      needed_[at(m)] = 1;
      any = true;
    }
  return any;
}

void IndependentJoints::append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  if (!find_needed(closed)) return all_.append(t, q, closed, first, set);
  const Index nv = system_.num_v();
  all_.evaluate(t, q, nv, closed, asked_);
  for (std::size_t m = 0; m < mixtures_.size(); ++m)
    if (needed_[m] != 0) all_.evaluate(t, q, nv, mixtures_[m].linked(), linked_[m]);
  const auto copy = [&](Index j) {
    for (Index e = asked_.W.begin(j); e < asked_.W.end(j); ++e) set.W.push(asked_.W.row(e), asked_.W.value(e));
  };
  const auto push_mixture = [&](Index m, Index slot) {
    const auto& W = linked_[at(m)].W;
    for (Index row = 0; row < of_linked_[at(m)].size(); ++row)
      W.add_column(row, mixtures_[at(m)].share(row, slot), column_);
    for (Index e = 0; e < W.non_zeros(); ++e)
      if (const double value = std::exchange(column_[W.row(e)], 0.0); value != 0.0) set.W.push(W.row(e), value);
  };
  for (Index i = 0; i < asked_.size(); ++i) {
    const Index k = asked_.id[at(i)], rows = asked_.num_rows(i), begin = asked_.first_row(i);
    const Index m = mixture_of(k), first_linked = m < 0 ? -1 : mixtures_[at(m)].first_row(k);
    for (Index r = 0; r < rows; ++r) {
      const Index slot = m < 0 ? JointMixture::unmixed : mixtures_[at(m)].slot(first_linked + r);
      if (slot == JointMixture::unmixed) copy(begin + r);
      if (slot >= 0) push_mixture(m, slot);
      set.W.finish_column();
    }
    if (asked_.cone[at(i)] == Cone::bilateral)
      set.finish_joint(k, std::span(asked_.law).subspan(at(begin), at(rows)));
    else
      set.finish_contact(k, asked_.cone[at(i)], rows, asked_.mu[at(i)], asked_.eps_n[at(i)], asked_.eps_t[at(i)]);
  }
}

template <class Call>
void IndependentJoints::for_each_mixed_row(std::span<const Index> closed, Call&& call) const {
  Index begin = 0;
  for (const Index k : closed) {
    const Index m = mixture_of(k), rows = all_.num_rows(k);
    const Index first = m < 0 ? 0 : mixtures_[at(m)].first_row(k);
    for (Index r = 0; m >= 0 && r < rows; ++r)
      if (const Index slot = mixtures_[at(m)].slot(first + r); slot != JointMixture::unmixed) call(m, begin + r, slot);
    begin += rows;
  }
}

template <class Evaluate>
void IndependentJoints::mix(std::span<const Index> closed, VecOut values, Evaluate&& evaluate) const {
  if (!find_needed(closed)) return;
  for (std::size_t m = 0; m < mixtures_.size(); ++m)
    if (needed_[m] != 0) evaluate(mixtures_[m].linked(), of_linked_[m]);
  for_each_mixed_row(closed, [&](Index m, Index row, Index slot) {
    const auto& of_linked = of_linked_[at(m)];
    values[row] = 0.0;
    for (Index j = 0; slot >= 0 && j < of_linked.size(); ++j)
      values[row] += mixtures_[at(m)].share(j, slot) * of_linked[j];
  });
}

void IndependentJoints::row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  all_.row_gaps(t, q, closed, first, value);
  mix(closed, value, [&](const auto& linked, VecOut g) { all_.row_gaps(t, q, linked, 0, g); });
}

void IndependentJoints::row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed,
                                 Index first, VecOut way) const {
  all_.row_ways(t, q, t_next, q_next, closed, first, way);
  mix(closed, way, [&](const auto& linked, VecOut w) { all_.row_ways(t, q, t_next, q_next, linked, 0, w); });
}

void IndependentJoints::velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v,
                                      std::span<const Index> closed, Index first, VecOut bias) const {
  all_.velocity_bias(system, t, q, v, closed, first, bias);
  mix(closed, bias, [&](const auto& linked, VecOut b) { all_.velocity_bias(system, t, q, v, linked, 0, b); });
}

void IndependentJoints::curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed,
                                  Index first, VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const {
  if (!find_needed(closed)) return all_.curvature(system, t, q, closed, first, lambda, entries);
  auto forces = workspace(forces_, lambda.size());
  forces = lambda;
  for (auto& of_linked : of_linked_) of_linked.setZero();
  for_each_mixed_row(closed, [&](Index m, Index row, Index slot) {
    auto& of_linked = of_linked_[at(m)];
    for (Index j = 0; slot >= 0 && j < of_linked.size(); ++j)
      of_linked[j] += mixtures_[at(m)].share(j, slot) * lambda[row];
    forces[row] = 0.0;
  });
  all_.curvature(system, t, q, closed, first, forces, entries);
  for (std::size_t m = 0; m < mixtures_.size(); ++m)
    if (needed_[m] != 0) all_.curvature(system, t, q, mixtures_[m].linked(), 0, of_linked_[m], entries);
}

}  // namespace percuss
