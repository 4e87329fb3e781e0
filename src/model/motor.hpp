// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "model/model.hpp"
#include "model/time_function.hpp"

namespace percuss {

/// What a motor moves: the rotation of a body about an axis of the other, or the displacement of a point along one.
enum class MotorKind { rotation, translation };

/// A motor prescribes the velocity of a body relative to another, or to ground, along or about one axis:
///   rotation     (omega_a - omega_b) . n = s'(t)         n fixed in `to`; the body's other rotations are for other
///   joints translation  d/dt (n . (x_a - x_b)) = s'(t)
/// One rigid row whose value is the angle or displacement since the start less s(t), s' being the `LoadValue` [rad/s,
/// m/s]. Its force or moment is what it takes, and its work counts as applied. Kinks of a table are kinks of the model.
struct MotorOptions : LoadValue {
  std::string body, node = "first";
  std::vector<double> point{};
  std::string to = "ground", to_node = "first";
  std::vector<double> to_point{};
  std::vector<double> axis{};  ///< in the axes of `to`, any length; z for rotations in the plane

  static const ParameterTable<MotorOptions>& parameters(MotorKind kind);
};

/// Adds the motor as the joint `name`. Throws InputError with every fault; also when the velocities of the start are
/// not those of the motor, which would otherwise be an impact that nobody asked for, and when another motor moves the
/// same already.
void add_motor(Model& model, const std::string& name, MotorKind kind, const MotorOptions& options);

}  // namespace percuss
