// SPDX-License-Identifier: Apache-2.0
#include "report/decimation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace percuss {

namespace {

std::pair<double, double> extremes_in_order(std::span<const double> values) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::size_t low = 0, high = 0;
  bool any = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    if (!any || values[i] < values[low]) low = i;
    if (!any || values[i] > values[high]) high = i;
    any = true;
  }
  if (!any) return {nan, nan};
  return low < high ? std::pair(values[low], values[high]) : std::pair(values[high], values[low]);
}

}  // namespace

Decimation::Decimation(std::size_t rows, std::size_t most) : rows_(rows) {
  most = std::max<std::size_t>(most, 4);
  if (rows <= most) return;
  const auto buckets = (most - 2) / 2;
  bucket_ = (rows - 2 + buckets - 1) / buckets;
}

template <class TwoOf>
std::vector<double> Decimation::thinned(std::span<const double> values, TwoOf&& two_of) const {
  if (keeps_all()) return {values.begin(), values.end()};
  std::vector<double> kept{values.front()};
  for (std::size_t i = 1; i + 1 < rows_; i += bucket_) {
    const auto part = values.subspan(i, std::min(bucket_, rows_ - 1 - i));
    const auto [first, second] = two_of(part);
    kept.push_back(first);
    if (part.size() > 1) kept.push_back(second);  // a last bucket of one row
  }
  kept.push_back(values.back());
  return kept;
}

std::vector<double> Decimation::times(std::span<const double> t) const {
  return thinned(t, [](std::span<const double> part) { return std::pair(part.front(), part.back()); });
}

std::vector<double> Decimation::column(std::span<const double> values) const {
  return thinned(values, extremes_in_order);
}

}  // namespace percuss
