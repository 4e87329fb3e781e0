// SPDX-License-Identifier: Apache-2.0
#include "core/contact_list.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/memory_walk.hpp"

namespace percuss {

ContactList::Own ContactList::own(Index k) const {
  for (const auto& part : parts_) {
    if (k < part->size()) return {*part, k};
    k -= part->size();
  }
  throw std::out_of_range("ContactList: no such contact");
}

Index ContactList::size() const {
  Index sum = 0;
  for (const auto& part : parts_) sum += part->size();
  return sum;
}

Index ContactList::num_rows(Index k) const {
  const auto [part, i] = own(k);
  return part.num_rows(i);
}

const std::string& ContactList::name(Index k) const {
  const auto [part, i] = own(k);
  return part.name(i);
}

bool ContactList::is_joint(Index k) const {
  const auto [part, i] = own(k);
  return part.is_joint(i);
}

bool ContactList::is_driven(Index k) const {
  const auto [part, i] = own(k);
  return part.is_driven(i);
}

double ContactList::drive_rate(Index k, double t) const {
  const auto [part, i] = own(k);
  return part.drive_rate(i, t);
}

JointLaw ContactList::law(Index k, Index row) const {
  const auto [part, i] = own(k);
  return part.law(i, row);
}

double ContactList::own_extent(VecRef q) const {
  double largest = 0.0;
  for (const auto& part : parts_) largest = std::max(largest, part->own_extent(q));
  return largest;
}

bool ContactList::has_constant_jacobian() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->has_constant_jacobian(); });
}

void ContactList::prepare(double t, VecRef q, VecRef v, double h) {
  const TimedCost timed(profile_, StepCost::detection);
  for (const auto& part : parts_) part->prepare(t, q, v, h);
}

void ContactList::check_forecast() const {
  const TimedCost timed(profile_, StepCost::detection);
  for (const auto& part : parts_) part->check_forecast();
}

bool ContactList::may_have_passed(VecRef q) const {
  const TimedCost timed(profile_, StepCost::detection);
  return std::any_of(parts_.begin(), parts_.end(), [&](const auto& part) { return part->may_have_passed(q); });
}

void ContactList::restart() {
  for (const auto& part : parts_) part->restart();
}

void ContactList::walk_memory(MemoryWalk& walk) {
  for (std::size_t i = 0; i < parts_.size(); ++i) walk("part" + std::to_string(i), *parts_[i]);
}

void ContactList::gaps(double t, VecRef q, VecOut gap) const {
  const TimedCost timed(profile_, StepCost::detection);
  Index first = 0;
  for (const auto& part : parts_) {
    part->gaps(t, q, gap.segment(first, part->size()));
    first += part->size();
  }
}

void ContactList::normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const {
  const TimedCost timed(profile_, StepCost::detection);
  Index first = 0;
  for (const auto& part : parts_) {
    part->normal_velocities(t, q, v, rate.segment(first, part->size()));
    first += part->size();
  }
}

template <class Call>
void ContactList::for_each_part(std::span<const Index> closed, Index first, Call&& call) const {
  const TimedCost timed(profile_, StepCost::detection);
  Index row = 0;
  for (const auto& part : parts_) {
    const Index next = first + part->size();
    std::size_t count = 0;
    Index rows = 0;
    for (; count < closed.size() && closed[count] < next; ++count) rows += part->num_rows(closed[count] - first);
    if (count > 0) call(*part, closed.first(count), first, row, rows);
    closed = closed.subspan(count);
    row += rows;
    first = next;
  }
}

void ContactList::append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  for_each_part(closed, first,
                [&](const ContactModel& part, std::span<const Index> its, Index its_first, Index, Index) {
                  part.append(t, q, its, its_first, set);
                });
}

std::optional<ContactPlace> ContactList::place(double t, VecRef q, Index k) const {
  const auto [part, i] = own(k);
  return part.place(t, q, i);
}

void ContactList::row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  for_each_part(closed, first,
                [&](const ContactModel& part, std::span<const Index> its, Index its_first, Index row, Index rows) {
                  part.row_gaps(t, q, its, its_first, value.segment(row, rows));
                });
}

void ContactList::row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed, Index first,
                           VecOut way) const {
  for_each_part(closed, first,
                [&](const ContactModel& part, std::span<const Index> its, Index its_first, Index row, Index rows) {
                  part.row_ways(t, q, t_next, q_next, its, its_first, way.segment(row, rows));
                });
}

void ContactList::velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v,
                                std::span<const Index> closed, Index first, VecOut bias) const {
  for_each_part(closed, first,
                [&](const ContactModel& part, std::span<const Index> its, Index its_first, Index row, Index rows) {
                  part.velocity_bias(system, t, q, v, its, its_first, bias.segment(row, rows));
                });
}

void ContactList::curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed,
                            Index first, VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const {
  for_each_part(closed, first,
                [&](const ContactModel& part, std::span<const Index> its, Index its_first, Index row, Index rows) {
                  part.curvature(system, t, q, its, its_first, lambda.segment(row, rows), entries);
                });
}

}  // namespace percuss
