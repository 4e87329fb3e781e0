// SPDX-License-Identifier: Apache-2.0
#include "simulation/stiff_springs.hpp"

#include <fmt/format.h>

#include "core/fault.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

namespace {

/// ED-alpha holds springs O(h^2) beside the motion, so that stiff ones that turn do work; for the same reason it serves
/// no motors.
bool serves_stiff_springs(const Capabilities& can) { return can.compliance && can.drives; }

}  // namespace

ModelFile read_for_run(const std::string& path, std::span<const std::string> overrides) {
  auto file = read_model(path, overrides);
  const auto& settings = file.simulation;
  const auto* scheme = find_scheme(settings.scheme);
  if (settings.stiff_springs == SimulationSettings::StiffSprings::refuse || settings.allow_unstable_step ||
      scheme == nullptr || !serves_stiff_springs(scheme->capabilities))
    return file;
  double limit = 0.0;
  try {
    limit = SpringWatch(*file.model, settings, *scheme).limit();
  } catch (const InputError&) {  // the simulation will meet it, and tell its place
    return file;
  }
  if (settings.step <= settings.stability_fraction * limit) return file;
  file = rebuild(file, {.implicit_springs = true});
  file.explicit_spring_limit = limit;
  return file;
}

std::string text_of_stiff_springs(const ModelFile& file) {
  if (!file.explicit_spring_limit) return "";
  const double limit = *file.explicit_spring_limit;
  const double share = file.simulation.stability_fraction;
  return fmt::format(
      "springs implicit: the step of {:.6g} s exceeds {}what explicit ones bear, {}; it does not resolve their fastest "
      "oscillations",
      file.simulation.step, share < 1.0 ? fmt::format("{} times ", share) : std::string(),
      limit > 0.0 ? fmt::format("{} s", rounded_down(limit)) : std::string("no step at all"));
}

}  // namespace percuss
