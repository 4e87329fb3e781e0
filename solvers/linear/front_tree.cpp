// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/front_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/at.hpp"

namespace percuss {

namespace {

/// A child joins its parent where that fills up less than such a share of both with zeros; the fewer the pivots, the
/// more, as small fronts cost more than their products.
double most_zeros(std::int32_t pivots) { return pivots <= 4 ? 0.6 : pivots <= 16 ? 0.2 : 0.05; }

double square(double x) { return x * x; }

/// Products of blocks that eliminate the pivots.
double work_of(std::int32_t pivots, std::int32_t size) {
  double sum = 0.0;
  for (std::int32_t k = 1; k <= pivots; ++k) sum += square(static_cast<double>(size - k));
  return sum;
}

/// Subtrees hold at most such a share of all work each, where so many fronts above them do for that.
constexpr double most_of_work = 1.0 / 16.0;
constexpr std::size_t most_above = 64;

}  // namespace

std::span<const std::int32_t> FrontTree::rest(const Front& front) const {
  return {elimination_->col.data() + front.rest, at(front.size - front.pivots)};
}

std::span<const std::int32_t> FrontTree::places_in_parent(std::size_t front) const {
  return std::span(in_parent_)
      .subspan(at(in_parent_start_[front]), at(in_parent_start_[front + 1] - in_parent_start_[front]));
}

std::span<const std::int32_t> FrontTree::children(std::size_t front) const {
  return std::span(child_).subspan(at(child_start_[front]), at(child_start_[front + 1] - child_start_[front]));
}

std::span<const FrontTree::Entry> FrontTree::entries(std::size_t front) const {
  return std::span(entry_).subspan(at(entry_start_[front]), at(entry_start_[front + 1] - entry_start_[front]));
}

void FrontTree::find(const BlockPattern& pattern, const Elimination& elimination) {
  elimination_ = &elimination;
  find_fronts();
  find_children();
  find_entries(pattern);
  find_places_in_fronts();
  find_subtrees();
  place_what_is_left();
}

/// Place after place; while the last front before is a child that is much like this one, they become one.
void FrontTree::find_fronts() {
  const auto &start = elimination_->start, &col = elimination_->col;
  const auto n = static_cast<std::int32_t>(elimination_->order.size());
  fronts_.clear();
  std::vector<double> zeros;
  for (std::int32_t p = 0; p < n; ++p) {
    Front here{p, 1, -1, start[at(p)], 1 + start[at(p) + 1] - start[at(p)], 0, 0.0};
    double its_zeros = 0.0;
    while (!fronts_.empty()) {
      const Front& child = fronts_.back();
      if (child.size == child.pivots || col[at(child.rest)] >= here.first + here.pivots) break;
      const auto pivots = child.pivots + here.pivots, size = child.pivots + here.size;
      const double all = 2.0 * pivots * size - square(pivots);
      const double sum = zeros.back() + its_zeros + 2.0 * child.pivots * (here.size - (child.size - child.pivots));
      const bool is_the_same = child.size == here.size + child.pivots;
      if (!is_the_same && sum > most_zeros(pivots) * all) break;
      here = {child.first, pivots, -1, here.rest, size, 0, 0.0};
      its_zeros = sum;
      fronts_.pop_back();
      zeros.pop_back();
    }
    fronts_.push_back(here);
    zeros.push_back(its_zeros);
  }
}

void FrontTree::find_children() {
  const auto count = fronts_.size();
  front_of_.resize(elimination_->order.size());
  for (std::size_t f = 0; f < count; ++f)
    std::fill_n(front_of_.begin() + fronts_[f].first, fronts_[f].pivots, static_cast<std::int32_t>(f));
  child_start_.assign(count + 1, 0);
  for (auto& front : fronts_)
    if (front.size > front.pivots) {
      front.parent = front_of_[at(rest(front).front())];
      ++child_start_[at(front.parent) + 1];
    }
  std::partial_sum(child_start_.begin(), child_start_.end(), child_start_.begin());
  child_.resize(at(child_start_.back()));
  auto next = child_start_;
  for (std::size_t f = 0; f < count; ++f)
    if (fronts_[f].parent >= 0) child_[at(next[at(fronts_[f].parent)]++)] = static_cast<std::int32_t>(f);
}

/// An entry of the matrix belongs to the front of its earlier place. Rows and columns are places as yet.
void FrontTree::find_entries(const BlockPattern& pattern) {
  const auto n = elimination_->order.size();
  const auto& place = elimination_->place;
  const auto owner = [&](std::int32_t p, std::int32_t q) { return at(front_of_[at(std::min(p, q))]); };
  entry_start_.assign(fronts_.size() + 1, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (auto e = pattern.start[i]; e < pattern.start[i + 1]; ++e)
      ++entry_start_[owner(place[i], place[at(pattern.col[at(e)])]) + 1];
  std::partial_sum(entry_start_.begin(), entry_start_.end(), entry_start_.begin());
  entry_.resize(at(entry_start_.back()));
  auto next = entry_start_;
  for (std::size_t i = 0; i < n; ++i)
    for (auto e = pattern.start[i]; e < pattern.start[i + 1]; ++e) {
      const auto p = place[i], q = place[at(pattern.col[at(e)])];
      entry_[at(next[owner(p, q)]++)] = {e, p, q};
    }
}

/// Where entries are in their fronts, and the rests of children in their parents.
void FrontTree::find_places_in_fronts() {
  const auto count = fronts_.size();
  in_parent_start_.assign(count + 1, 0);
  for (std::size_t f = 0; f < count; ++f)
    in_parent_start_[f + 1] = in_parent_start_[f] + fronts_[f].size - fronts_[f].pivots;
  in_parent_.resize(at(in_parent_start_.back()));
  std::vector<std::int32_t> local(elimination_->order.size());
  for (std::size_t f = 0; f < count; ++f) {
    const Front& front = fronts_[f];
    std::iota(local.begin() + front.first, local.begin() + front.first + front.pivots, 0);
    auto next = front.pivots;
    for (const auto p : rest(front)) local[at(p)] = next++;
    for (auto e = entry_start_[f]; e < entry_start_[f + 1]; ++e) {
      auto& entry = entry_[at(e)];
      entry.row = local[at(entry.row)];
      entry.col = local[at(entry.col)];
    }
    for (const auto child : children(f)) {
      auto to = in_parent_.begin() + in_parent_start_[at(child)];
      for (const auto p : rest(fronts_[at(child)])) *to++ = local[at(p)];
    }
  }
}

/// The work of each front and its descendants. Returns those without a parent.
std::vector<std::int32_t> FrontTree::find_work() {
  std::vector<std::int32_t> roots;
  first_descendant_.resize(fronts_.size());
  largest_ = 0;
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    auto& front = fronts_[f];
    largest_ = std::max(largest_, front.size);
    front.work = work_of(front.pivots, front.size);
    first_descendant_[f] = static_cast<std::int32_t>(f);
    for (const auto child : children(f)) {
      front.work += fronts_[at(child)].work;
      first_descendant_[f] = std::min(first_descendant_[f], first_descendant_[at(child)]);
    }
    if (front.parent < 0) roots.push_back(static_cast<std::int32_t>(f));
  }
  return roots;
}

/// The largest subtree gives way to its children as long as it is too large.
void FrontTree::find_subtrees() {
  auto roots = find_work();
  double all = 0.0;
  for (const auto f : roots) all += fronts_[at(f)].work;
  const auto less = [&](std::int32_t a, std::int32_t b) {
    const double work_a = fronts_[at(a)].work, work_b = fronts_[at(b)].work;
    return work_a < work_b || (work_a == work_b && a < b);
  };
  std::make_heap(roots.begin(), roots.end(), less);
  above_.clear();
  while (!roots.empty() && above_.size() < most_above && fronts_[at(roots.front())].work > most_of_work * all) {
    std::pop_heap(roots.begin(), roots.end(), less);
    above_.push_back(roots.back());
    roots.pop_back();
    for (const auto child : children(at(above_.back()))) {
      roots.push_back(child);
      std::push_heap(roots.begin(), roots.end(), less);
    }
  }
  std::sort(above_.begin(), above_.end());
  std::sort(roots.begin(), roots.end(), [&](std::int32_t a, std::int32_t b) { return less(b, a); });
  subtrees_ = std::move(roots);
}

/// What subtrees do at the same time is kept apart.
void FrontTree::place_what_is_left() {
  kept_ = 0;
  largest_in_subtrees_ = 0;
  for (const auto root : subtrees_) {
    std::int64_t top = kept_;
    for (auto f = begin_of(root); f <= root; ++f) {
      top = push_what_is_left(f, top);
      largest_in_subtrees_ = std::max(largest_in_subtrees_, fronts_[at(f)].size);
    }
  }
  std::int64_t top = kept_;
  for (const auto f : above_) top = push_what_is_left(f, top);
}

/// A stack: what the children have left goes, but for subtrees, which keep theirs. Returns its new top.
std::int64_t FrontTree::push_what_is_left(std::int32_t f, std::int64_t top) {
  auto& front = fronts_[at(f)];
  const bool is_above = std::binary_search(above_.begin(), above_.end(), f);
  for (const auto child : children(at(f)))
    if (!is_above || std::binary_search(above_.begin(), above_.end(), child))
      top = std::min(top, fronts_[at(child)].left);
  front.left = top;
  const auto rest = static_cast<std::int64_t>(front.size - front.pivots);
  top += rest * rest;
  kept_ = std::max(kept_, top);
  return top;
}

}  // namespace percuss
