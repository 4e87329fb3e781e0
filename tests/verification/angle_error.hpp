// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "io/csv_file.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

/// Where theta1, theta2 and theta3 stand in q.
using AngleRows = std::array<Index, 3>;

/// Largest error of any angle of a slider-crank on the reference's grid of 1 ms, up to 0.05 s; theta3 stays 0.
inline double largest_angle_error(const std::string& scheme_name, const Values& options, const MechanicalSystem& system,
                                  const ContactModel& contacts, State state, const AngleRows& angle,
                                  const std::string& reference, double h) {
  const auto table = read_csv(std::string(PERCUSS_SOURCE_DIR) + "/tests/verification/data/" + reference);
  SolverSet solvers;
  solvers.contact.max_iterations = 100000;
  const auto scheme = find_scheme(scheme_name)->make(system, contacts, solvers, options);
  const auto stride = static_cast<int>(std::lround(1e-3 / h));
  double worst = 0.0;
  for (std::size_t k = 0; k + 1 < table.num_rows(); ++k) {
    for (int i = 0; i < stride; ++i) {
      const auto report = scheme->step(h, state);
      EXPECT_TRUE(report.ok()) << report.report.message << " at t = " << state.t;
      if (!report.ok()) return INFINITY;
    }
    worst = std::max({worst, std::abs(state.q[angle[0]] - table.column("theta1")[k + 1]),
                      std::abs(state.q[angle[1]] - table.column("theta2")[k + 1]), std::abs(state.q[angle[2]])});
  }
  return worst;
}

/// The reference for the slider-crank with this guide.
inline std::string exact_angles(SliderGuide::Kind kind) {
  return kind == SliderGuide::Kind::joint ? "slider_crank_bilateral.csv" : "slider_crank_unilateral.csv";
}

/// Of the slider-crank in its three angles.
inline double largest_angle_error(const std::string& scheme_name, const Values& options, SliderGuide::Kind kind,
                                  double h) {
  return largest_angle_error(scheme_name, options, slider_crank(), slider_guide(kind), slider_crank_start(), {0, 1, 2},
                             exact_angles(kind), h);
}

}  // namespace percuss::verification
