// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// A particle on a line, in the plane or in space: its coordinates are its displacements from the origin.
struct PointMassOptions {
  double mass = 0.0;                  ///< m > 0 [kg]
  std::vector<double> position{0.0};  ///< 1, 2 or 3 coordinates at the start: this sets the dimension [m]
  std::vector<double> velocity{};     ///< as many, or none for rest [m/s]
  struct {
    double mass = 0.0;  ///< a in C = a M, >= 0 [1/s]
  } damping;

  static const ParameterTable<PointMassOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_point_mass(const PointMassOptions& options);

}  // namespace percuss
