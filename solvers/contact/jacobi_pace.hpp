// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include "core/types.hpp"

namespace percuss {

/// The relaxation of Jacobi sweeps, by the residuals they come to: halved after a sweep that has not made it fall (too
/// large a step can lead to and fro between two points for ever), and recovering slowly.
class JacobiPace {
 public:
  /// `most` at most. G scaled by its diagonal has no eigenvalue above the number of rows: from 1/rows on no relaxation
  /// is too large.
  JacobiPace(double most, Index rows)
      : most_(most), least_(std::min(1.0 / static_cast<double>(rows), most)), relaxation_(most) {}
  /// For the next sweep, from a point with this natural residual [m/s].
  double next(double residual) {
    const bool fell = residual < (1.0 - rounding) * last_;
    relaxation_ = fell ? std::min(1.05 * relaxation_, most_) : std::max(0.5 * relaxation_, least_);
    last_ = residual;
    return relaxation_;
  }

 private:
  static constexpr double rounding = 1e-12;
  double most_, least_, relaxation_, last_ = std::numeric_limits<double>::infinity();
};

}  // namespace percuss
