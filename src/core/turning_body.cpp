// SPDX-License-Identifier: Apache-2.0
#include "core/turning_body.hpp"

#include "core/mechanical_system.hpp"

namespace percuss {

std::vector<TurningPart> turning_parts(const MechanicalSystem& system) {
  std::vector<TurningPart> parts;
  for (Index i = 0; i < system.num_bodies(); ++i)
    if (const auto* body = dynamic_cast<const TurningBody*>(&system.body(i)); body != nullptr)
      parts.push_back({body, system.v_offset(i), system.body(i).num_v()});
  return parts;
}

}  // namespace percuss
