// SPDX-License-Identifier: Apache-2.0
#include "model/modal_options.hpp"

#include <fmt/format.h>

#include <string>

namespace percuss {

void ModalOptions::check(double length, Index mesh_unknowns, std::vector<Fault>& faults) const {
  const auto complain = [&faults](const char* key, std::string message, std::string remedy) {
    faults.push_back({{}, key, std::move(message), std::move(remedy)});
  };
  const int ways = (count > 0) + (below_frequency > 0.0) + !shapes.empty();
  if (ways > 1)
    complain("modes", "the modes are chosen in two ways", "give one of `count`, `below_frequency` and `shapes`");
  if (!damping_ratios.empty() && !reduces())
    complain("modes.damping_ratios", "the body is not reduced to modes", "give `modes.count` too");
  if (mesh_unknowns > 0 && static_cast<Index>(shapes.size()) % mesh_unknowns != 0)
    complain("modes.shapes", fmt::format("{} numbers", shapes.size()),
             fmt::format("give {} numbers for each shape: the displacement of all nodes", mesh_unknowns));
  const auto check_places = [&](const char* key, const std::vector<double>& places) {
    for (const double x : places)
      if (x > length) complain(key, fmt::format("{} m is off the body", x), fmt::format("it is {} m long", length));
  };
  check_places("modes.static_points", static_points);
  check_places("modes.static_moments", static_moments);
}

}  // namespace percuss
