// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"
#include "model/shape_options.hpp"

namespace percuss {

/// A rigid body in the plane:  q = (x, y, phi) of its centre of mass,  M = diag(m, m, J),  v = q'. phi counts
/// counter-clockwise, in rad. Its node is the centre; points of it are given in axes that turn with the body.
struct RigidBodyPlanarOptions {
  double mass = 0.0;                       ///< m > 0 [kg]
  double inertia = 0.0;                    ///< J > 0 about the centre [kg m^2]
  std::vector<double> position{0.0, 0.0};  ///< of the centre at the start [m]
  double angle = 0.0;                      ///< phi at the start [rad]
  std::vector<double> velocity{0.0, 0.0};  ///< of the centre at the start [m/s]
  double angular_velocity = 0.0;           ///< phi' at the start [1/s]
  ShapeOptions shape;                      ///< drawn only

  static const ParameterTable<RigidBodyPlanarOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_rigid_body_planar(const RigidBodyPlanarOptions& options);

}  // namespace percuss
