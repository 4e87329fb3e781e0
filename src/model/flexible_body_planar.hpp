// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/model.hpp"
#include "model/shape_integrals_planar.hpp"

namespace percuss {

/// A flexible body in the plane with a floating frame (floating_body_planar.hpp), given by its shape integrals instead
/// of a mesh. Its deformation is a sum of shapes, (u, w)(x, y) = sum_i (u_i, w_i)(x, y) e_i, whose coefficients e are
/// its unknowns. The shapes themselves are known at its nodes alone: there joints, contacts, loads and outputs find it.
struct FlexibleBodyPlanarOptions {
  ShapeIntegralsPlanarOptions integrals;
  std::vector<double> nodes;                          ///< x and y of each, undeformed, in the frame [m]
  std::vector<double> shapes;                         ///< shape by shape: u, w, phi of all nodes
  std::vector<double> coordinates, coordinate_rates;  ///< e and e' at the start; empty: zero
  std::vector<double> position{0.0, 0.0};             ///< R at the start [m]
  double angle = 0.0;                                 ///< theta at the start [rad]
  std::vector<double> velocity{0.0, 0.0};             ///< R' at the start [m/s]
  double angular_velocity = 0.0;                      ///< theta' at the start [1/s]

  static const ParameterTable<FlexibleBodyPlanarOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with the faults of the options, or those of the matrices.
BuiltBody make_flexible_body_planar(const FlexibleBodyPlanarOptions& options);

}  // namespace percuss
