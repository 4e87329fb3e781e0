// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "simulation/history.hpp"

namespace percuss {

/// Columns of a history that are not of the instant of a row, but of the time since the row before, from the ends of
/// all steps that a control has passed, x_i behind a step of h_i:
///
///   max, min    of x_i
///   impulse     sum h_i x_i            mean    impulse / sum h_i          rms    sqrt(sum h_i x_i^2 / sum h_i)
///
/// with (x_i-1 + x_i)/2 and (x_i-1^2 + x_i^2)/2 in the sums for quantities that follow from the state; a force is that
/// of a step. In a row without a step before it, the first one, an impulse is 0, and the rest is x.
class RowStatistics {
 public:
  RowStatistics() = default;
  explicit RowStatistics(const History& history);
  bool is_empty() const { return columns_.empty(); }
  bool needs_energy() const;
  /// A step of this size has led to the sample.
  void look(const Sample& sample, double h);
  /// Of column i of the history, which is one of those.
  double value(std::size_t i, const Sample& sample) const;
  bool has(std::size_t i) const { return i < number_.size() && number_[i] >= 0; }
  /// A row has been written.
  void start_row(const Sample& sample);
  void walk_memory(MemoryWalk& walk);

 private:
  struct Column {
    Over over;
    Quantity quantity;
  };
  std::vector<Column> columns_;
  std::vector<Index> number_;  // by column of the history: number here, -1 none
  std::vector<double> sum_, extreme_, last_;
  double time_ = 0.0;  // since the row [s]
};

}  // namespace percuss
