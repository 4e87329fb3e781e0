// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/fault.hpp"

namespace percuss {

/// Poisson's ratio is not given.
inline constexpr double no_poisson_ratio = -1.0;

/// G [Pa], or E/(2 (1 + nu)) where Poisson's ratio is given instead.
double shear_modulus(double G, double E, double poisson_ratio);

/// That a beam in space has one of both; `has_modulus`: G is given.
void check_shear_modulus(bool has_modulus, double poisson_ratio, std::vector<Fault>& faults);

}  // namespace percuss
