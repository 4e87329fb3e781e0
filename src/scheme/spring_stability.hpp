// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/scheme_registry.hpp"
#include "scheme/spring_modes.hpp"

namespace percuss {

/// Which steps of a scheme explicit springs and dampers bear, got by running the scheme on their oscillations. Keeps
/// references to scheme and options.
class SpringStability {
 public:
  SpringStability(const SchemeType& scheme, const Values& options);
  /// The largest step at which none of `modes` grows: infinity without any, 0 when one grows at any step.
  double stable_step(const SpringModes& modes) const;
  /// Some of them grows at this step.
  bool grows_at(double h, const SpringModes& modes) const;

 private:
  bool grows(double h, const SpringMode& mode) const;

  const SchemeType& scheme_;
  const Values& options_;
  /// Damping alone keeps an oscillation from growing (moreau_jean with theta < 1/2): the system's own modes tell then,
  /// exactly so of the explicit Euler method. The extreme ones may pair a fast motion with the damping of another.
  bool lives_on_damping_;
};

}  // namespace percuss
