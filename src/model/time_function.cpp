// SPDX-License-Identifier: Apache-2.0
#include "model/time_function.hpp"

#include <algorithm>
#include <stdexcept>

namespace percuss {

TimeFunction::TimeFunction(Table table) : table_(std::move(table)) {
  if (table_.empty()) throw std::invalid_argument("TimeFunction: the table is empty");
  for (std::size_t i = 1; i < table_.size(); ++i)
    if (!(table_[i].first > table_[i - 1].first))
      throw std::invalid_argument("TimeFunction: the times do not increase");
}

double TimeFunction::operator()(double t) const {
  if (table_.empty()) return value_;
  const auto after = std::upper_bound(table_.begin(), table_.end(), t,
                                      [](double time, const auto& entry) { return time < entry.first; });
  if (after == table_.begin()) return after->second;
  if (after == table_.end()) return table_.back().second;
  const auto& [t0, y0] = *(after - 1);
  const auto& [t1, y1] = *after;
  return y0 + (t - t0) / (t1 - t0) * (y1 - y0);
}

}  // namespace percuss
