// SPDX-License-Identifier: Apache-2.0
#include "contact/independent_joints.hpp"

#include <algorithm>
#include <utility>

#include "core/at.hpp"
#include "core/memory_walk.hpp"

namespace percuss {

IndependentJoints::IndependentJoints(ContactModel& all, const MechanicalSystem& system,
                                     const std::vector<JointRowId>& repeated, double t, VecRef q)
    : all_(all), system_(system), mixture_(all, system, repeated, t, q), mixture_at_start_(mixture_) {}

void IndependentJoints::prepare(double t, VecRef q, VecRef v, double h) {
  all_.prepare(t, q, v, h);
  if (mixes() && mixture_.is_due(v, h)) mixture_.look(all_, system_, t, q);
}

void IndependentJoints::restart() {
  all_.restart();
  mixture_ = mixture_at_start_;
}

void IndependentJoints::walk_memory(MemoryWalk& walk) {
  all_.walk_memory(walk);
  if (mixes()) walk("mixture", mixture_);
}

bool IndependentJoints::touches_mixtures(std::span<const Index> closed) const {
  return mixes() && std::any_of(closed.begin(), closed.end(), [this](Index k) { return mixture_.is_linked(k); });
}

void IndependentJoints::append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  if (!touches_mixtures(closed)) return all_.append(t, q, closed, first, set);
  const Index nv = system_.num_v();
  all_.evaluate(t, q, nv, closed, asked_);
  all_.evaluate(t, q, nv, mixture_.linked(), linked_);
  if (column_.size() != nv) column_.setZero(nv);
  const auto copy = [&](Index j) {
    for (Index e = asked_.W.begin(j); e < asked_.W.end(j); ++e) set.W.push(asked_.W.row(e), asked_.W.value(e));
  };
  const auto push_mixture = [&](Index mixture) {
    const auto& W = linked_.W;
    for (Index row = 0; row < linked_.rows(); ++row) W.add_column(row, mixture_.share(row, mixture), column_);
    for (Index e = 0; e < W.non_zeros(); ++e)
      if (const double value = std::exchange(column_[W.row(e)], 0.0); value != 0.0) set.W.push(W.row(e), value);
  };
  for (Index i = 0; i < asked_.size(); ++i) {
    const Index k = asked_.id[at(i)], rows = asked_.num_rows(i), begin = asked_.first_row(i);
    const Index first_linked = mixture_.is_linked(k) ? mixture_.first_row(k) : -1;
    for (Index r = 0; r < rows; ++r) {
      const Index slot = first_linked < 0 ? JointMixture::unmixed : mixture_.slot(first_linked + r);
      if (slot == JointMixture::unmixed) copy(begin + r);
      if (slot >= 0) push_mixture(slot);
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
    for (Index r = 0; mixture_.is_linked(k) && r < all_.num_rows(k); ++r)
      if (const Index slot = mixture_.slot(mixture_.first_row(k) + r); slot != JointMixture::unmixed)
        call(begin + r, slot);
    begin += all_.num_rows(k);
  }
}

template <class Evaluate>
void IndependentJoints::mix(std::span<const Index> closed, VecOut values, Evaluate&& evaluate) const {
  if (!touches_mixtures(closed)) return;
  auto of_linked = workspace(of_linked_, mixture_.num_rows());
  evaluate(mixture_.linked(), of_linked);
  for_each_mixed_row(closed, [&](Index row, Index slot) {
    values[row] = 0.0;
    for (Index j = 0; slot >= 0 && j < of_linked.size(); ++j) values[row] += mixture_.share(j, slot) * of_linked[j];
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
  if (!touches_mixtures(closed)) return all_.curvature(system, t, q, closed, first, lambda, entries);
  auto forces = workspace(forces_, lambda.size()), of_linked = workspace(of_linked_, mixture_.num_rows());
  forces = lambda;
  of_linked.setZero();
  for_each_mixed_row(closed, [&](Index row, Index slot) {
    for (Index j = 0; slot >= 0 && j < of_linked.size(); ++j) of_linked[j] += mixture_.share(j, slot) * lambda[row];
    forces[row] = 0.0;
  });
  all_.curvature(system, t, q, closed, first, forces, entries);
  all_.curvature(system, t, q, mixture_.linked(), 0, of_linked, entries);
}

}  // namespace percuss
