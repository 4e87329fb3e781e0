// SPDX-License-Identifier: Apache-2.0
#include "contact/disc_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact/passage.hpp"

namespace percuss {

namespace {

Index num_slots(Index discs) { return std::min(discs * (discs - 1) / 2, 3 * discs); }

Vector radii_of(const std::vector<Disc>& discs) {
  Vector radius(static_cast<Index>(discs.size()));
  for (Index i = 0; i < radius.size(); ++i) radius[i] = discs[static_cast<std::size_t>(i)].radius;
  if (!(radius.array() > 0.0).all()) throw std::invalid_argument("DiscGroup: a radius is not positive");
  return radius;
}

}  // namespace

DiscGroup::DiscGroup(const std::string& name, std::vector<Disc> discs, const SurfaceLaw& law)
    : discs_(std::move(discs)),
      law_(law),
      radius_(radii_of(discs_)),
      centre_(2 * radius_.size()),
      velocity_(2 * radius_.size()),
      smallest_radius_(radius_.size() > 0 ? radius_.minCoeff() : 0.0),
      pairs_(num_slots(radius_.size()), 2, radius_.size(), 0.5 * smallest_radius_, radius_.size(), "discs") {
  for (Index k = 0; k < size(); ++k) names_.push_back(size() == 1 ? name : fmt::format("{}.{}", name, k + 1));
  const Index n = radius_.size();
  if (size() < n * (n - 1) / 2) return;
  std::vector<NearPair> all;
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) all.push_back({i, j, 0.0});
  pairs_.hold(std::move(all));
}

void DiscGroup::restart() { pairs_.restart(); }

void DiscGroup::walk_memory(MemoryWalk& walk) { pairs_.walk_memory(walk); }

void DiscGroup::prepare(double, VecRef q, VecRef v, double h) {
  for (Index i = 0; i < radius_.size(); ++i) {
    centre_.segment<2>(2 * i) = q.segment<2>(disc(i).q);
    velocity_.segment<2>(2 * i) = v.segment<2>(disc(i).v);
  }
  pairs_.prepare(
      centre_, velocity_, h,
      [this](VecRef x, double reach, std::size_t most, std::vector<NearPair>& near) {
        return grid_.find_pairs(2, x, radius_, reach, most, near);
      },
      [this](const NearPair& pair) {
        return (velocity_.segment<2>(2 * pair.j) - velocity_.segment<2>(2 * pair.i)).norm();
      });
}

template <class Visit>
bool DiscGroup::some_passage(VecRef moves, Visit&& visit) const {
  const double least = Passage::least_way * smallest_radius_;  // half of the shortest way of a pair that matters
  return pairs_.some_pair(moves, least, [&](Index k) {
    const auto& slot = pair(k);
    const double R = disc(slot.i).radius + disc(slot.j).radius;
    const Eigen::Vector2d move = moves.segment<2>(2 * slot.j) - moves.segment<2>(2 * slot.i);
    if (move.squaredNorm() <= std::pow(Passage::least_way * R, 2)) return false;
    const Eigen::Vector2d d = pairs_.start().segment<2>(2 * slot.j) - pairs_.start().segment<2>(2 * slot.i);
    return visit(k, Passage(d, move), R);
  });
}

void DiscGroup::check_forecast() const {
  const auto &x = pairs_.start(), &moves = pairs_.moves();
  some_passage(moves, [&](Index k, const Passage& passage, double R) {
    const bool goes_through = passage.goes_through(R);
    if (!goes_through && !passage.turns_normal(R)) return false;
    const auto& slot = pair(k);
    const Index i = 2 * slot.i, j = 2 * slot.j;
    throw std::runtime_error(fmt::format(
        "contact `{}`: discs at ({:.6g}, {:.6g}) and ({:.6g}, {:.6g}) m move by {:.3g} m against each other in one "
        "step, which {}; their radii are {:.3g} m together: the step is too large",
        name(k), x[i], x[i + 1], x[j], x[j + 1], (moves.segment<2>(j) - moves.segment<2>(i)).norm(),
        goes_through ? "would take them through each other"
                     : "turns their normal too far for the contact to be foreseen",
        R));
  });
}

bool DiscGroup::may_have_passed(VecRef q) const {
  for (Index i = 0; i < radius_.size(); ++i) centre_.segment<2>(2 * i) = q.segment<2>(disc(i).q);
  return pairs_.may_have_passed(centre_, [this](VecRef moves) {
    return some_passage(moves, [](Index, const Passage& of, double R) { return of.goes_through(R); });
  });
}

double DiscGroup::gap(const PairSlots::Slot& slot, VecRef q) const {
  if (slot.is_free()) return NearPairs::far;
  const auto &a = disc(slot.i), &b = disc(slot.j);
  const double dx = q[b.q] - q[a.q], dy = q[b.q + 1] - q[a.q + 1];
  return std::sqrt(dx * dx + dy * dy) - (a.radius + b.radius);
}

DiscGroup::Frame DiscGroup::frame(const PairSlots::Slot& slot, VecRef q) const {
  const auto &a = disc(slot.i), &b = disc(slot.j);
  const Eigen::Vector2d d = q.segment<2>(b.q) - q.segment<2>(a.q);
  const double distance = d.norm();
  if (distance <= 1e-12 * (a.radius + b.radius)) return {{1.0, 0.0}, {0.0, 1.0}, distance, 0.0};
  const Eigen::Vector2d n = d / distance;
  return {n, {-n[1], n[0]}, distance, 1.0 / distance};
}

Eigen::Vector2d DiscGroup::relative_velocity(const PairSlots::Slot& slot, VecRef v) const {
  return v.segment<2>(disc(slot.j).v) - v.segment<2>(disc(slot.i).v);
}

void DiscGroup::gaps(double, VecRef q, VecOut value) const {
  if (!pairs_.is_listed()) throw std::logic_error("DiscGroup: `prepare` comes first");
  for (Index k = 0; k < size(); ++k) value[k] = gap(pair(k), q);
}

void DiscGroup::normal_velocities(double, VecRef q, VecRef v, VecOut rate) const {
  for (Index k = 0; k < size(); ++k)
    rate[k] = pair(k).is_free() ? 0.0 : frame(pair(k), q).n.dot(relative_velocity(pair(k), v));
}

void DiscGroup::append(double, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  const Index rows = num_rows(0);
  for (const Index k : closed) {
    const auto& slot = pair(k - first);
    if (!slot.is_free()) {  // a free slot gets empty columns: it acts on nobody
      const auto &a = disc(slot.i), &b = disc(slot.j);
      const auto f = frame(slot, q);
      const auto push_translation = [&](const Eigen::Vector2d& direction) {
        for (Index axis = 0; axis < 2; ++axis) {
          set.W.push(a.v + axis, -direction[axis]);
          set.W.push(b.v + axis, direction[axis]);
        }
      };
      push_translation(f.n);
      set.W.finish_column();
      if (rows > 1) {
        push_translation(f.t);
        set.W.push(a.v + 2, -a.radius);
        set.W.push(b.v + 2, -b.radius);
        set.W.finish_column();
      }
    } else {
      for (Index row = 0; row < rows; ++row) set.W.finish_column();
    }
    set.finish_contact(k, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, law_.friction, law_.restitution,
                       law_.tangential_restitution);
  }
}

void DiscGroup::row_gaps(double, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  value.setZero();
  Index row = 0;
  for (const Index k : closed) {
    value[row] = gap(pair(k - first), q);
    row += num_rows(0);
  }
}

void DiscGroup::velocity_bias(const MechanicalSystem&, double, VecRef q, VecRef v, std::span<const Index> closed,
                              Index first, VecOut bias) const {
  bias.setZero();
  Index row = 0;
  for (const Index k : closed) {
    const auto& slot = pair(k - first);
    if (!slot.is_free()) {
      const auto f = frame(slot, q);
      const Eigen::Vector2d u = relative_velocity(slot, v);
      const double turning = f.curvature * f.t.dot(u);  // n' = turning t,  t' = -turning n
      bias[row] = turning * f.t.dot(u);
      if (num_rows(0) > 1) bias[row + 1] = -turning * f.n.dot(u);
    }
    row += num_rows(0);
  }
}

/// The force on the later disc, F = n lambda_N + t lambda_T, turns with d: its derivative along d is the block
/// (t lambda_N - n lambda_T) t' / |d|. The torques -r lambda_T do not change.
void DiscGroup::curvature(const MechanicalSystem&, double, VecRef q, std::span<const Index> closed, Index first,
                          VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const {
  Index row = 0;
  for (const Index k : closed) {
    const auto& slot = pair(k - first);
    if (!slot.is_free()) {
      const auto f = frame(slot, q);
      const double tangential = num_rows(0) > 1 ? lambda[row + 1] : 0.0;
      const Eigen::Matrix2d block = f.curvature * (f.t * lambda[row] - f.n * tangential) * f.t.transpose();
      for (const auto& [of, of_sign] : {std::pair{disc(slot.i).v, -1.0}, std::pair{disc(slot.j).v, 1.0}})
        for (const auto& [by, by_sign] : {std::pair{disc(slot.i).v, -1.0}, std::pair{disc(slot.j).v, 1.0}})
          for (Index r = 0; r < 2; ++r)
            for (Index c = 0; c < 2; ++c)
              entries.emplace_back(static_cast<int>(of + r), static_cast<int>(by + c), of_sign * by_sign * block(r, c));
    }
    row += num_rows(0);
  }
}

/// The point of the later disc; where the pair just touches it is the other's, too.
std::optional<ContactPlace> DiscGroup::place(double, VecRef q, Index k) const {
  const auto& slot = pair(k);
  if (slot.is_free()) return std::nullopt;
  const auto f = frame(slot, q);
  const auto& b = disc(slot.j);
  ContactPlace place;
  place.point << q.segment<2>(b.q) - b.radius * f.n, 0.0;
  place.direction[0] << f.n, 0.0;
  if (num_rows(k) > 1) place.direction[1] << f.t, 0.0;
  return place;
}

}  // namespace percuss
