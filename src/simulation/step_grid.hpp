// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/types.hpp"

namespace percuss {

/// The times at which a run has a state: start, start + h, ..., end; the last step may be shorter than h.
struct StepGrid {
  double start = 0.0, end = 0.0, step = 0.0;  // [s]
  Index num_steps = 0;

  double time(Index i) const { return i >= num_steps ? end : start + static_cast<double>(i) * step; }
  /// The number of the step that ends at `t`, 0 for the start; none when `t` differs from all of them by more than
  /// round-off: 1e-6 h, as numbers in a file may have been cut to a few digits.
  std::optional<Index> index_at(double t) const;
};

}  // namespace percuss
