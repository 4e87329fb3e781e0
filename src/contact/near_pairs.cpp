// SPDX-License-Identifier: Apache-2.0
#include "contact/near_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "core/memory_walk.hpp"

namespace percuss {

void NearPairs::hold(std::vector<NearPair> all) {
  holds_all_ = true;
  slots_.assign(all);
  skin_ = far;
}

void NearPairs::restart() {
  if (holds_all_) return;
  slots_.clear();
  listed_at_.resize(0);
  skin_ = 0.0;
}

void NearPairs::walk_memory(MemoryWalk& walk) {
  walk("slots", slots_);
  walk("listed_at", listed_at_);
  walk("skin", skin_);
  walk("lists_made", lists_made_);
}

bool NearPairs::needs_list() {
  double travelled = 0.0;
  travel_ = 0.0;
  for (Index i = 0; i < start_.size(); i += dimension_) {
    // Twice the way at the present velocity: forces and impacts of the step may make things faster.
    const double way = 2.0 * move_.segment(i, dimension_).norm();
    travel_ = std::max(travel_, way);
    if (listed_at_.size() > 0)
      travelled = std::max(travelled, way + (start_.segment(i, dimension_) - listed_at_.segment(i, dimension_)).norm());
  }
  return listed_at_.size() == 0 || !(travelled < 0.5 * skin_);
}

double NearPairs::longest(VecRef moves) const {
  double squared = 0.0;
  for (Index i = 0; i < moves.size(); i += dimension_)
    squared = std::max(squared, moves.segment(i, dimension_).squaredNorm());
  return std::sqrt(squared);
}

/// The points have come no further than the list allows for, but for half of its standard skin.
bool NearPairs::holds_at(VecRef x) const {
  if (holds_all_) return true;
  // Lists for one step go by how fast pairs approach: only all together is known how far points may have come.
  const double most = 0.5 * (skin_ > 0.0 ? skin_ : 2.0 * travel_) + 0.5 * standard_skin_;
  for (Index i = 0; i < x.size(); i += dimension_)
    if (!((x.segment(i, dimension_) - listed_at_.segment(i, dimension_)).norm() <= most)) return false;
  return true;
}

void NearPairs::refuse_what_was_found() {
  throw std::runtime_error(
      fmt::format("more than {} pairs of {} {} may meet in one step: the step is too large for {} that move so fast",
                  most_found(), count_, things_, things_));
}

/// Puts the pairs with the smallest gaps first, as many as there are slots; returns the smallest gap of the others.
double NearPairs::keep_smallest() {
  const auto first_left_out = near_.begin() + static_cast<std::ptrdiff_t>(size());
  std::nth_element(near_.begin(), first_left_out, near_.end(), [](const NearPair& a, const NearPair& b) {
    return std::tie(a.gap, a.i, a.j) < std::tie(b.gap, b.i, b.j);
  });
  return first_left_out->gap;
}

/// Things that fly fast side by side seem near each other by their way alone. What counts is how fast they approach:
/// the gap less twice the relative way. Such a list holds for the coming step only: its skin is 0.
double NearPairs::keep_for_one_step() {
  if (keep_smallest() > 0.0) return 0.0;
  const auto can_meet = std::count_if(near_.begin(), near_.end(), [](const NearPair& pair) { return pair.gap <= 0.0; });
  throw std::runtime_error(
      fmt::format("{} pairs of {} {} overlap or may meet in one step, more than the {} that contacts are kept for: "
                  "the step is too large for {} that move so fast",
                  can_meet, count_, things_, size(), things_));
}

}  // namespace percuss
