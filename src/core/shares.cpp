// SPDX-License-Identifier: Apache-2.0
#include "core/shares.hpp"

#include <algorithm>
#include <numeric>

#include "core/at.hpp"

namespace percuss {

namespace {

/// (ranks + 1) items: a rank takes those whose middle lies in its part of the cost.
std::vector<Index> pieces(const std::vector<double>& costs, int ranks) {
  const double total = std::accumulate(costs.begin(), costs.end(), 0.0);
  std::vector<Index> begin{0};
  double before = 0.0;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    while ((before + 0.5 * costs[i]) * ranks >= total * static_cast<double>(begin.size()))
      begin.push_back(static_cast<Index>(i));
    before += costs[i];
  }
  begin.resize(at(ranks) + 1, static_cast<Index>(costs.size()));
  return begin;
}

double largest_piece(const std::vector<double>& costs, const std::vector<Index>& begin) {
  double largest = 0.0;
  for (std::size_t r = 0; r + 1 < begin.size(); ++r)
    largest = std::max(largest, std::accumulate(costs.begin() + begin[r], costs.begin() + begin[r + 1], 0.0));
  return largest;
}

}  // namespace

Shares::Shares(RankLink* link, const std::vector<double>& costs, const std::vector<Index>& offset) : link_(link) {
  constexpr double least_gain = 1.25;
  if (link == nullptr || link->size() < 2 || offset.back() < least_rows) return;
  const auto begin = pieces(costs, link->size());
  if (least_gain * largest_piece(costs, begin) > std::accumulate(costs.begin(), costs.end(), 0.0)) return;
  first_ = begin[at(link->rank())];
  last_ = begin[at(link->rank()) + 1];
  for (const Index item : begin) start_.push_back(offset[at(item)]);
}

void Shares::gather(VecOut x) const { link_->gather(x.data(), start_.data()); }

}  // namespace percuss
