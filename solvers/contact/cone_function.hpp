// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/types.hpp"

namespace percuss {

/// The Fischer-Burmeister function of one contact (fischer_burmeister.hpp) and its derivatives
/// d phi = by_force d y + by_velocity d gamma; row by row, 3 wide.
struct ConeFunction {
  std::array<double, 3> phi{};
  std::array<double, 9> by_force{}, by_velocity{};
  ConeFunction(double mu, const double* y, const double* gamma, Index rows);
};

}  // namespace percuss
