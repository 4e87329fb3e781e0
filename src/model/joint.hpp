// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// What a joint holds (rows in the plane, in space; see contact/joints.hpp):
///   revolute   the point; in space the axis as well          2, 5
///   prismatic  everything but motion along the axis          2, 5
///   distance   the distance of two points, a massless rod    1, 1
///   fixed      everything                                    3, 6
///   ball       the point, in space                           3
/// A node that does not turn has no turning to be held: `fixed` and `prismatic` then hold its position alone.
enum class JointKind { revolute, prismatic, distance, fixed, ball };

/// A joint between a body and another, or `ground`. Where it stands is where the bodies stand at the start: initial
/// positions are taken as exact, and the joint must fit them. Of 1 to 3 rows it is one contact, `NAME`; of more, two:
/// `NAME.1` with the forces [N] and `NAME.2` with the moments [N m]. Outputs know the joint as a whole
/// (simulation/joint_quantity.hpp).
struct JointOptions {
  std::string body;
  std::string node = "first";       ///< index, `first` or `last`
  std::vector<double> point{};      ///< of a rigid body, in its axes; its reference point when empty [m]
  std::string to = "ground";        ///< the other body
  std::string to_node = "first";    ///< index, `first` or `last`
  std::vector<double> to_point{};   ///< in the axes of `to`; empty: where the body's point is at the start [m]
  std::vector<double> axis{};       ///< in the axes of `to`, any length
  std::vector<double> body_axis{};  ///< the same axis in the body's axes; as it stands at the start when empty
  double length = 0.0;              ///< of a distance joint; 0: the distance at the start [m]
  double compliance = 0.0;          ///< >= 0: every row is a spring, g = -compliance lambda [m/N, rad/(N m)]; 0: rigid
  double damping = 0.0;             ///< >= 0, of a damper parallel to the spring of each row [N s/m, N m s/rad]

  /// The keys that a joint of this kind has.
  static const ParameterTable<JointOptions>& parameters(JointKind kind);
};

/// Positions and velocities of the start must fit a joint to this share of its lengths and speeds.
inline constexpr double joint_tolerance = 1e-9;

/// Adds the joint to the model. Throws InputError, keys relative to the joint: with every fault of the options; or when
/// the bodies cannot be assembled as they stand at the start (points apart, axes askew, relative to the joint's lengths
/// beyond joint_tolerance); or when their initial velocities break the joint. The latter would otherwise be an impact
/// that nobody asked for: velocities are the user's, as positions are.
void add_joint(Model& model, const std::string& name, JointKind kind, const JointOptions& options);

}  // namespace percuss
