// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/contact_model.hpp"
#include "core/mechanical_system.hpp"

namespace percuss {

/// What a scheme can work with. Every scheme serves unilateral contacts with Newton impacts, forces that depend on time
/// and velocity, and several bodies.
struct Capabilities {
  bool friction = true;      ///< Coulomb friction
  bool joints = true;        ///< bilateral rows
  bool compliance = true;    ///< joints that give way elastically
  bool drives = true;        ///< joints that time moves
  bool varying_mass = true;  ///< M(q)
  bool kinematics = true;    ///< q' = Y(q) v with Y other than the identity (quaternions)
  bool forces = true;        ///< forces beside percussions; else a force is the mean of the step's impulse, Lambda/h
  /// Joints whose dampers are faster than the step come to rest after impacts, and throw nothing back.
  bool relaxes_dampers = true;
  /// A step follows from (q, v) alone, and its records tell the modes of the contacts.
  bool extrapolates = false;
  /// Gyroscopic forces: right to the scheme's order, or taken with the body's tangent, which rigid bodies have and
  /// shafts do not, or as they are at the start of a step, under which a wobble grows.
  enum class Gyroscopic { resolved, by_tangent, at_start };
  Gyroscopic gyroscopic = Gyroscopic::resolved;
  bool adaptive = false;  ///< takes smaller steps inside its own as it needs them: no step is unstable
  /// Most velocities of a model; schemes that work with dense matrices of the whole system have a bound, and no use
  /// for flexible bodies.
  Index most_unknowns = std::numeric_limits<Index>::max();
  bool flexible() const { return most_unknowns == std::numeric_limits<Index>::max(); }
};

/// What the model asks for and the scheme lacks, each as "friction, which contact `wall` has"; empty when it can run.
std::vector<std::string> lacking(const Capabilities& scheme, const MechanicalSystem& system,
                                 const ContactModel& contacts);

struct SchemeType;
/// Throws InputError, key `simulation.scheme`, when the scheme cannot run the model; names the schemes that can.
void refuse_incapable(const SchemeType& scheme, const MechanicalSystem& system, const ContactModel& contacts);

/// All schemes against all capabilities, as a table in Markdown.
std::string capability_matrix();

}  // namespace percuss
