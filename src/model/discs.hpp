// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// Many discs (model/disc.hpp), thrown at random into a rectangle so that none overlap, under one name: node i is
/// disc i. Radii and velocities are drawn evenly. The same seed gives the same discs everywhere, to round-off: numbers
/// come from std::mt19937_64 as (x >> 11) 2^-53, in this order: the radii, then disc by disc the velocities
/// (x, y, phi), then the places, the largest discs first.
struct DiscsOptions {
  Index count = 0;                     ///< n >= 1
  std::vector<double> radius{};        ///< of all, or [smallest, largest] [m]
  double mass = 0.0;                   ///< of each [kg]; this or `density`
  double density = 0.0;                ///< mass per area [kg/m^2]
  std::vector<double> from{0.0, 0.0};  ///< lower left corner of the rectangle that the discs lie within [m]
  std::vector<double> to{1.0, 1.0};    ///< upper right corner [m]
  std::int64_t seed = 1;
  double speed = 0.0;          ///< components of the velocities are in [-speed, speed] [m/s]
  double angular_speed = 0.0;  ///< likewise [1/s]

  static const ParameterTable<DiscsOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options, or when the discs do not find room: places are drawn until one is
/// free, which fills about half of a rectangle.
BuiltBody make_discs(const DiscsOptions& options);

}  // namespace percuss
