// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/delassus_operator.hpp"

#include "solvers/delassus/assembled.hpp"
#include "solvers/delassus/implicit.hpp"
#include "solvers/delassus/on_demand.hpp"

namespace percuss {

std::unique_ptr<DelassusOperator> make_delassus(DelassusKind kind) {
  if (kind == DelassusKind::implicit) return std::make_unique<ImplicitDelassus>();
  if (kind == DelassusKind::automatic) return std::make_unique<OnDemandDelassus>();
  return std::make_unique<AssembledDelassus>();
}

}  // namespace percuss
