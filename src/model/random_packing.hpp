// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <random>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// Even random numbers that are the same on every platform; the standard's distributions are not.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}
  /// In [low, high).
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1.0p-53);
  }

 private:
  std::mt19937_64 engine_;
};

/// Centres of discs of the given radii within the rectangle from `low` to `high`, none overlapping: random sequential
/// addition, the largest first (of equals the one with the lower number). Fewer centres than radii come back when one
/// did not find room in `tries_per_disc` tries; near half of the rectangle's area this is bound to happen.
std::vector<Eigen::Vector2d> pack_at_random(const std::vector<double>& radius, const Eigen::Vector2d& low,
                                            const Eigen::Vector2d& high, RandomNumbers& random,
                                            int tries_per_disc = 20000);

}  // namespace percuss
