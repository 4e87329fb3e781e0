// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "io/fclib_problem.hpp"

namespace percuss::problems {

using Vector3 = Eigen::Vector3d;

/// A rigid body of a pile: its inertia is diagonal in the axes of space.
struct PileBody {
  double mass = 0.0;  ///< [kg]
  Vector3 inertia = Vector3::Zero(), centre = Vector3::Zero();
  Vector3 velocity = Vector3::Zero(), spin = Vector3::Zero();  ///< before the contacts act [m/s, 1/s]
};

/// A point where body `a` touches `b`, or ground where b < 0; `normal` points into a.
struct PileContact {
  Index a = 0, b = -1;
  Vector3 point, normal;
};

/// Bodies in contact with each other and with ground.
struct Pile {
  std::vector<PileBody> bodies;
  std::vector<PileContact> contacts;
};

/// The global problem M v = H r + M v_free, u = H' v with one friction coefficient. Rows: normal, two tangents.
FclibProblem contact_problem(const Pile& pile, double mu);

/// What all families are told. Lengths are in units of 20 mm, what a sphere or a brick of the mean size is across.
struct PileOptions {
  Index contacts = 1000;    ///< to come near to
  double mass_ratio = 1.0;  ///< of the uppermost course or sphere to all others
  double step = 1e-3;       ///< gravity acts for so long before the contacts do [s]
  double speed = 0.0;       ///< of random velocities, standard deviation of each component [m/s]
  std::uint64_t seed = 1;
};

/// Spheres of radius 0.8 to 1.2 times the mean that have settled in a box.
Pile settled_spheres(const PileOptions& options);
/// Bricks 2 : 1 : 1 in running bond, square in the plane of the wall; each interface has its four corners.
Pile running_bond_wall(const PileOptions& options);
/// Cannonballs in square layers, each on four of the layer below and beside its neighbours.
Pile cannonball_heap(const PileOptions& options);
/// A column of spheres, the loads of all on the lowest contact.
Pile column(const PileOptions& options);

}  // namespace percuss::problems
