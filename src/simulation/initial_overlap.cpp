// SPDX-License-Identifier: Apache-2.0
#include "simulation/initial_overlap.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace percuss {

void check_initial_overlap(Model& model, const SimulationSettings& settings) {
  auto& contacts = model.contacts;
  const auto& [t, q, v] = model.initial;
  try {
    contacts.prepare(t, q, v, settings.step);
  } catch (const std::runtime_error& problem) {  // a broad phase that cannot keep what may meet
    throw input_error("simulation.step", problem.what(), "choose a smaller step");
  }
  Vector gap(contacts.size());
  contacts.gaps(t, q, gap);
  constexpr Index most_told = 10;
  std::vector<Fault> faults;
  Index overlaps = 0;
  for (Index k = 0; k < gap.size(); ++k) {
    if (gap[k] >= -settings.initial_overlap || contacts.is_joint(k)) continue;
    if (++overlaps > most_told) continue;
    const auto& name = contacts.name(k);  // `NAME.2` is the second contact of `NAME`
    faults.push_back(
        {{},
         "contacts." + name.substr(0, name.find('.')),
         fmt::format("`{}` initially overlaps by {:.6g} m", name, -gap[k]),
         fmt::format(
             "move the bodies apart; `simulation.initial_overlap: {:.3g}` accepts the overlap as a closed contact",
             -1.01 * gap[k])});
  }
  if (overlaps > most_told) faults.back().message += fmt::format("; so do {} more contacts", overlaps - most_told);
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace percuss
