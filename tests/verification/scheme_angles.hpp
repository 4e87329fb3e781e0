// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "scheme/scheme_registry.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

/// A scheme of a paper's table, with its options.
struct TableScheme {
  std::string name;
  Values options;
};

/// The angles of the slider-crank at t = every, 2 every, .. T, one column each (3 x n).
inline Eigen::MatrixXd angles(const TableScheme& row, const SliderGuide& guide, double h, double T, double every) {
  const auto system = slider_crank();
  SolverSet solvers;
  solvers.contact.max_iterations = 100000;
  const auto scheme = find_scheme(row.name)->make(system, guide, solvers, row.options);
  State state = slider_crank_start();
  const auto stride = static_cast<int>(std::lround(every / h));
  Eigen::MatrixXd seen(3, std::lround(T / every));
  for (Index k = 0; k < seen.cols(); ++k) {
    for (int i = 0; i < stride; ++i) {
      const auto report = scheme->step(h, state);
      EXPECT_TRUE(report.ok()) << report.report.message << " at t = " << state.t;
      if (!report.ok()) return Eigen::MatrixXd::Constant(3, seen.cols(), NAN);
    }
    seen.col(k) = state.q;
  }
  return seen;
}

/// Every `stride`-th column.
inline Eigen::MatrixXd thinned(const Eigen::MatrixXd& all, Index stride) {
  Eigen::MatrixXd some(all.rows(), all.cols() / stride);
  for (Index k = 0; k < some.cols(); ++k) some.col(k) = all.col((k + 1) * stride - 1);
  return some;
}

}  // namespace percuss::verification
