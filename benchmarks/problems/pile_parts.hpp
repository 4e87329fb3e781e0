// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "problems/pile.hpp"

namespace percuss::problems {

constexpr double diameter = 0.02;  // what a sphere or brick of the mean size is across [m]

PileBody sphere(double radius, const Vector3& centre);
void make_heavier(PileBody& body, double ratio);
/// Gravity over a step and random velocities.
void set_in_motion(Pile& pile, const PileOptions& options);

}  // namespace percuss::problems
