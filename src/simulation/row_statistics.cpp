// SPDX-License-Identifier: Apache-2.0
#include "simulation/row_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

RowStatistics::RowStatistics(const History& history) : number_(history.names.size(), -1) {
  for (std::size_t i = 0; i < history.names.size(); ++i) {
    if (history.overs[i] == Over::end) continue;
    number_[i] = static_cast<Index>(columns_.size());
    columns_.push_back({history.overs[i], history.quantities[i]});
  }
  for (auto* numbers : {&sum_, &extreme_, &last_}) numbers->assign(columns_.size(), 0.0);
}

bool RowStatistics::needs_energy() const {
  return std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return c.quantity.needs_energy; });
}

void RowStatistics::look(const Sample& sample, double h) {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const auto& [over, quantity] = columns_[j];
    const double x = quantity.value(sample), before = quantity.of_state ? last_[j] : x;
    if (over == Over::rms)
      sum_[j] += 0.5 * h * (before * before + x * x);
    else
      sum_[j] += 0.5 * h * (before + x);
    if (time_ == 0.0)
      extreme_[j] = x;
    else
      extreme_[j] = over == Over::min ? std::min(extreme_[j], x) : std::max(extreme_[j], x);
    last_[j] = x;
  }
  time_ += h;
}

double RowStatistics::value(std::size_t i, const Sample& sample) const {
  const auto j = static_cast<std::size_t>(number_[i]);
  const auto& [over, quantity] = columns_[j];
  if (over == Over::impulse) return sum_[j];
  if (time_ == 0.0) return over == Over::rms ? std::abs(quantity.value(sample)) : quantity.value(sample);
  if (over == Over::mean) return sum_[j] / time_;
  if (over == Over::rms) return std::sqrt(sum_[j] / time_);
  return extreme_[j];
}

void RowStatistics::start_row(const Sample& sample) {
  time_ = 0.0;
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (std::size_t j = 0; j < columns_.size(); ++j) last_[j] = columns_[j].quantity.value(sample);
}

/// Outputs may be others now, and their history begins where it stands.
void RowStatistics::walk_memory(MemoryWalk& walk) {
  walk("time", time_);
  for (auto [name, numbers] : {std::pair{"sum", &sum_}, {"extreme", &extreme_}, {"last", &last_}}) {
    walk(name, *numbers);
    if (numbers->size() == columns_.size()) continue;
    numbers->assign(columns_.size(), 0.0);
    time_ = 0.0;
  }
}

}  // namespace percuss
