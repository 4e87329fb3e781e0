// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/parameters.hpp"

namespace percuss {

/// In which metric positions are moved as little as possible onto their constraints, and along which directions:
/// M^-1 W, which leaves the centre of mass of bodies that only meet each other where it is, and does not depend on
/// units; or W, as in [GGL (34)], which moves a heavy body as far as a light one.
enum class ProjectionMetric { kinetic, euclidean };

template <class Options>
ParameterTable<Options> with_metric(ParameterTable<Options> table) {
  return std::move(table.choice(
      "metric", [](auto& o) -> auto& { return o.metric; },
      std::vector<std::pair<std::string, ProjectionMetric>>{{"kinetic", ProjectionMetric::kinetic},
                                                            {"euclidean", ProjectionMetric::euclidean}},
      "metric in which positions are moved as little as possible: by the mass matrix, or, as in [GGL (34)], without "
      "it: a heavy body moves as far as a light one"));
}

}  // namespace percuss
