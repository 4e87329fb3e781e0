// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "solvers/contact/anderson_history.hpp"
#include "solvers/contact/kokkos/device_problem.hpp"

namespace percuss::device {

/// Anderson's acceleration (solvers/contact/anderson.hpp) of sweeps in scaled units, whose weights are one. The vectors
/// stay on the device; the sums over them come to the processor by runs of rows and are added up there, so that they
/// are the same in every run. Views only grow.
class Anderson {
 public:
  /// Begins anew, for vectors of `rows` and a history of `depth` differences.
  void start(Index rows, int depth);
  void forget() { history_.forget(); }
  /// A sweep has made `swept` of `from`. Returns |swept - from|.
  double add(const Numbers& from, const Numbers& swept);
  /// Goes on to y_next, each contact brought back to its cone; false, and y as it was, where there is nothing of use
  /// yet.
  bool extrapolate(const ProblemView& problem, const Numbers& y);

 private:
  int rows_ = 0;
  AndersonHistory history_;
  Numbers f_, g_, dF_, dg_, parts_;  // the differences one after the other
  std::vector<double> on_host_;
};

}  // namespace percuss::device
