// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// Springs and dampers between a point of a body and one of another, or of ground, along and about the axes of `to`
/// (inertial axes for ground):
///   F_i = -(stiffness_i r_i + damping_i r_i'),   M_i = -(rotational_stiffness_i phi_i + rotational_damping_i phi_i')
/// on the body, with r from the point of `to` to that of the body in the axes of `to`, and phi_i the rotation since the
/// start: of three rotational springs the components of the rotation vector, of two the tilt of the third axis, of one
/// the twist about its axis, up to a whole turn (model/spring_rotations.hpp); M_i acts along the gradient of phi_i, so
/// that the springs keep their energy. Dampers without a spring act against the angular velocity. Rows of joints that
/// give way (contact/joints.hpp): implicit, stable at any step. Numbers that are missing are 0; directions that have
/// neither spring nor damper are free.
struct BushingOptions {
  std::string body, node = "first";
  std::vector<double> point{};  ///< of a rigid body or beam, in its axes [m]
  std::string to = "ground", to_node = "first";
  std::vector<double> to_point{};   ///< where the springs are unstressed; empty: the body's point at the start
  std::vector<double> stiffness{};  ///< >= 0 [N/m]
  std::vector<double> damping{};    ///< >= 0 [N s/m]
  std::vector<double> rotational_stiffness{};  ///< >= 0, one about z in the plane, three in space [N m/rad]
  std::vector<double> rotational_damping{};    ///< >= 0 [N m s/rad]

  static const ParameterTable<BushingOptions>& parameters();
};

/// Adds it to the model as a joint: its forces are contact `NAME`, or `NAME.1` with the moments in `NAME.2` where there
/// are both in space. Throws InputError with every fault.
void add_bushing(Model& model, const std::string& name, const BushingOptions& options);

}  // namespace percuss
