// SPDX-License-Identifier: Apache-2.0
#include "simulation/fast_dampers.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/fault.hpp"
#include "scheme/spring_rows.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

void refuse_fast_dampers(const SchemeType& type, const Model& model, const SimulationSettings& settings) {
  const auto& contacts = model.contacts;
  if (type.capabilities.relaxes_dampers || settings.allow_unstable_step) return;
  std::vector<Index> damped;
  bool has_contacts = false;
  for (Index k = 0; k < contacts.size(); ++k) {
    has_contacts = has_contacts || !contacts.is_joint(k);
    if (contacts.is_damped(k)) damped.push_back(k);
  }
  if (!has_contacts || damped.empty()) return;
  const auto& [t, q, v] = model.initial;
  BlockFactor mass(model.system, settings.solvers.linear);
  if (!mass.update(t, q, v, {}).ok()) return;  // the scheme will fail at it, and say so
  ContactSet set;
  contacts.evaluate(t, q, model.system.num_v(), damped, set);
  SpringRows rows;
  double limit = std::numeric_limits<double>::infinity();
  Index fastest = 0;
  for (Index k = 0; k < set.size(); ++k)
    for (Index row = set.first_row(k); row < set.first_row(k) + set.num_rows(k); ++row) {
      const double rate = set.law[static_cast<std::size_t>(row)].damping * rows.mobility(mass, set.W, row);
      if (!(rate * limit > 1.0)) continue;
      limit = 1.0 / rate;
      fastest = k;
    }
  if (settings.step <= limit) return;
  throw input_error("simulation.step",
                    fmt::format("{:.6g} s: {} throws bodies back from a damper as fast as that of `{}` where contacts "
                                "strike",
                                settings.step, type.name, contacts.name(set.id[static_cast<std::size_t>(fastest)])),
                    fmt::format("choose step <= {} s, or another mixed scheme or impulse scheme; "
                                "`simulation.allow_unstable_step: true` runs it anyway",
                                rounded_down(limit)));
}

}  // namespace percuss
