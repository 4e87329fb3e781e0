// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/linear/elimination.hpp"

namespace percuss {

/// How block rows with nearly the same pattern of U are eliminated together, in dense matrices (Duff and Reid 1983): a
/// front holds its pivots, places one after the other, and the `rest` of later places that these couple to. Eliminated,
/// it leaves its Schur complement to the front of its first rest, its parent. Children come before their parents.
class FrontTree {
 public:
  struct Front {
    std::int32_t first, pivots;  ///< places
    std::int32_t parent;         ///< -1: none
    std::int32_t rest, size;     ///< where its rest begins in the elimination's `col`; pivots and rest together
    std::int64_t left;           ///< where its Schur complement is kept until the parent takes it, in blocks
    double work;                 ///< products of blocks, those of its descendants included
  };
  struct Entry {
    std::int32_t number, row, col;  ///< of the pattern, and its place in the front
  };

  /// Keeps a reference to the elimination, which is in postorder.
  void find(const BlockPattern& pattern, const Elimination& elimination);

  const std::vector<Front>& fronts() const { return fronts_; }
  /// The later places that the pivots couple to, ascending; and where these are in the parent.
  std::span<const std::int32_t> rest(const Front& front) const;
  std::span<const std::int32_t> places_in_parent(std::size_t front) const;
  std::span<const std::int32_t> children(std::size_t front) const;
  /// What the matrix itself puts into a front.
  std::span<const Entry> entries(std::size_t front) const;

  /// Roots of subtrees that know nothing of each other, the most work first, and the fronts above them, in order. Both
  /// depend on the pattern alone. What stays of fronts takes `kept_blocks`.
  const std::vector<std::int32_t>& subtrees() const { return subtrees_; }
  const std::vector<std::int32_t>& above() const { return above_; }
  /// The first front of the subtree of a root.
  std::int32_t begin_of(std::int32_t root) const { return first_descendant_[static_cast<std::size_t>(root)]; }
  std::int64_t kept_blocks() const { return kept_; }
  /// Places of the largest front, and of the largest one in a subtree.
  std::int32_t largest() const { return largest_; }
  std::int32_t largest_in_subtrees() const { return largest_in_subtrees_; }

 private:
  void find_fronts();
  void find_children();
  void find_entries(const BlockPattern& pattern);
  void find_places_in_fronts();
  std::vector<std::int32_t> find_work();
  void find_subtrees();
  void place_what_is_left();
  std::int64_t push_what_is_left(std::int32_t front, std::int64_t top);

  const Elimination* elimination_ = nullptr;
  std::vector<Front> fronts_;
  std::vector<std::int32_t> front_of_, in_parent_, in_parent_start_, child_, child_start_, entry_start_;
  std::vector<Entry> entry_;
  std::vector<std::int32_t> subtrees_, above_, first_descendant_;
  std::int64_t kept_ = 0;
  std::int32_t largest_ = 0, largest_in_subtrees_ = 0;
};

}  // namespace percuss
