// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel_tasks.hpp"
#include "core/rank_link.hpp"
#include "core/types.hpp"

namespace percuss {

/// Bodies dealt out to ranks in the order of the model, in pieces of about equal cost: each rank works out the rows of
/// its own bodies, and all gather them. Every rank then has the same bits, those of one process.
class Shares {
 public:
  /// Below so many rows messages take longer than what they save.
  static constexpr Index least_rows = 16384;

  /// Nobody shares.
  Shares() = default;
  /// Deals out items with these costs [any unit, above 0]; `offset` (items + 1): where their rows begin. Nothing is
  /// dealt out without a link, on one rank, of too few rows, and where one item is most of the cost: `is_dealt` tells.
  /// Keeps the link.
  Shares(RankLink* link, const std::vector<double>& costs, const std::vector<Index>& offset);

  bool is_dealt() const { return !start_.empty(); }
  /// This rank's items are first() .. last() - 1.
  Index first() const { return first_; }
  Index last() const { return last_; }
  /// f(i), which writes the rows of item i in x, for this rank's items, and x gathered; for all items where nothing is
  /// dealt out, on threads by their `work` (core/parallel_tasks.hpp).
  template <class F>
  void work_out(Index items, double work, VecOut x, F&& f) const {
    if (!is_dealt()) return for_each_body(items, x.size(), work, f);
    for (Index i = first_; i < last_; ++i) f(i);
    gather(x);
  }
  /// x, of all rows: those of this rank's items are taken by all others, whose rows come here. All ranks call it.
  void gather(VecOut x) const;

 private:
  RankLink* link_ = nullptr;
  Index first_ = 0, last_ = 0;
  std::vector<std::int64_t> start_;  // (ranks + 1) rows
};

}  // namespace percuss
