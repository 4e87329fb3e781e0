// SPDX-License-Identifier: Apache-2.0
#include "contact/disc_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "core/memory_walk.hpp"

namespace percuss {

namespace {

Index num_slots(Index discs) { return std::min(discs * (discs - 1) / 2, 3 * discs); }

}  // namespace

DiscGroup::DiscGroup(const std::string& name, std::vector<Disc> discs, const SurfaceLaw& law)
    : discs_(std::move(discs)),
      law_(law),
      radius_(static_cast<Index>(discs_.size())),
      slots_(num_slots(static_cast<Index>(discs_.size()))) {
  for (Index i = 0; i < radius_.size(); ++i) radius_[i] = disc(i).radius;
  if (!(radius_.array() > 0.0).all()) throw std::invalid_argument("DiscGroup: a radius is not positive");
  for (Index k = 0; k < size(); ++k) names_.push_back(size() == 1 ? name : fmt::format("{}.{}", name, k + 1));
  all_listed_ = size() == radius_.size() * (radius_.size() - 1) / 2;
  if (all_listed_) list_all_pairs();
  if (!all_listed_) standard_skin_ = 0.5 * radius_.minCoeff();
}

void DiscGroup::list_all_pairs() {
  for (Index i = 0; i < radius_.size(); ++i)
    for (Index j = i + 1; j < radius_.size(); ++j) near_.push_back({i, j, 0.0});
  slots_.assign(near_);
  skin_ = far;
}

void DiscGroup::restart() {
  if (all_listed_) return;
  slots_.clear();
  listed_at_.resize(0);
  skin_ = 0.0;
}

void DiscGroup::walk_memory(MemoryWalk& walk) {
  walk("slots", slots_);
  walk("listed_at", listed_at_);
  walk("skin", skin_);
  walk("lists_made", lists_made_);
}

void DiscGroup::prepare(double, VecRef q, VecRef v, double h) {
  if (all_listed_) return;
  // Twice the way at the present velocity: forces and impacts of the step may make discs faster.
  double travel = 0.0, travelled = 0.0;
  for (Index i = 0; i < radius_.size(); ++i) {
    const double way = 2.0 * h * std::hypot(v[disc(i).v], v[disc(i).v + 1]);
    travel = std::max(travel, way);
    if (listed_at_.size() == 0) continue;
    travelled = std::max(travelled,
                         way + std::hypot(q[disc(i).q] - listed_at_[2 * i], q[disc(i).q + 1] - listed_at_[2 * i + 1]));
  }
  if (listed_at_.size() == 0 || !(travelled < 0.5 * skin_)) list_near_pairs(q, v, h, travel);
}

/// Lists the pairs that can meet in the step, and as many of those that can meet soon as there is room for.
void DiscGroup::list_near_pairs(VecRef q, VecRef v, double h, double travel) {
  listed_at_.resize(2 * radius_.size());
  for (Index i = 0; i < radius_.size(); ++i) listed_at_.segment<2>(2 * i) = q.segment<2>(disc(i).q);
  skin_ = std::max(standard_skin_, 2.0 * travel);
  const std::size_t most = 1000 * static_cast<std::size_t>(radius_.size());
  if (!grid_.find_pairs(listed_at_, radius_, skin_, most, near_)) {
    listed_at_.resize(0);
    throw std::runtime_error(
        fmt::format("more than {} pairs of {} discs may meet in one step: the step is too large for "
                    "discs that move so fast",
                    most, radius_.size()));
  }
  if (static_cast<Index>(near_.size()) > size()) {
    skin_ = keep_smallest();
    if (!(skin_ > 1.5 * travel)) list_for_one_step(v, h);  // the rest is room for what forces and impacts add
    near_.resize(static_cast<std::size_t>(size()));
  }
  slots_.assign(near_);
  ++lists_made_;
}

/// Puts the pairs with the smallest gaps first, as many as there are slots; returns the smallest gap of the others.
double DiscGroup::keep_smallest() {
  const auto first_left_out = near_.begin() + static_cast<std::ptrdiff_t>(size());
  std::nth_element(near_.begin(), first_left_out, near_.end(), [](const DiscPair& a, const DiscPair& b) {
    return std::tie(a.gap, a.i, a.j) < std::tie(b.gap, b.i, b.j);
  });
  return first_left_out->gap;
}

/// Discs that fly fast side by side seem near each other by their way alone. What counts is how fast they approach: the
/// gap less twice the relative way. Such a list holds for the coming step only.
void DiscGroup::list_for_one_step(VecRef v, double h) {
  for (auto& pair : near_)
    if (h > 0.0) pair.gap -= 2.0 * h * relative_velocity({pair.i, pair.j}, v).norm();
  skin_ = 0.0;
  if (keep_smallest() > 0.0) return;
  const auto can_meet = std::count_if(near_.begin(), near_.end(), [](const DiscPair& pair) { return pair.gap <= 0.0; });
  listed_at_.resize(0);
  throw std::runtime_error(
      fmt::format("{} pairs of {} discs overlap or may meet in one step, more than the {} that contacts are kept for: "
                  "the step is too large for discs that move so fast",
                  can_meet, radius_.size(), size()));
}

double DiscGroup::gap(const PairSlots::Slot& slot, VecRef q) const {
  if (slot.is_free()) return far;
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
  if (!all_listed_ && listed_at_.size() == 0) throw std::logic_error("DiscGroup: `prepare` comes first");
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
