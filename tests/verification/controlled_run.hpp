// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "simulation/simulation.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::verification {

/// How a run ended, and where.
struct ControlledEnd {
  RunResult result;
  State state;
};

/// Runs a model file to its end, which must be a good one.
ControlledEnd end_of_file(const std::string& path, const std::vector<std::string>& overrides);
/// The same of the text of a model file.
ControlledEnd end_of_text(const std::string& text, const std::vector<std::string>& overrides);

/// A ball without weight flies to and fro between two walls 1 m apart, at 1 m/s to begin with, restitution 0.8: its
/// place and velocity are known, and every error is that of the times of impact. They are 0.7 (right, then 0.8 m/s),
/// 1.95 (left, then 0.64), 3.5125 (right, then 0.512) and 5.465625 s (left, then 0.4096 m/s); the run ends at 6 s.
std::string ball_between_walls(const test::NamedScheme& scheme, double step);
inline constexpr double ball_velocity = 0.4096;                            // at the end [m/s]
inline constexpr double ball_position = ball_velocity * (6.0 - 5.465625);  // [m]

}  // namespace percuss::verification
