// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/types.hpp"

namespace percuss {

/// What a body adds to its interface (core/body.hpp) when displacements do not add up, as turns in space do not:
/// schemes that follow q (+) x(t) inside a step, instead of one flow per step, ask for it.
class TurningBody {
 public:
  virtual ~TurningBody() = default;
  /// While q (+) x moves with the velocity v, x changes at the rate v + y; y = 0 where displacements add up. All
  /// vectors have the body's num_v() rows; x and y must not alias.
  virtual void displacement_rate(VecRef x, VecRef v, VecOut y) const = 0;
};

class MechanicalSystem;

/// One of them in its system.
struct TurningPart {
  const TurningBody* body;
  Index first, size;  ///< of its velocities
};
/// The bodies of the system whose displacements do not add up.
std::vector<TurningPart> turning_parts(const MechanicalSystem& system);

}  // namespace percuss
