// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

/// Assignments to a model file, KEY=VALUE, each with the words of the command line that it stands for.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// Those of a scheme as the command line names it,
///   NAME[:KEY=VALUE[:KEY=VALUE ...]]    e.g. moreau_jean:theta=0
/// whose keys are those of `simulation.scheme` in the model file; `control=NAME` and `control.KEY=VALUE` are those of
/// `simulation.control`. They stand for `words`. Throws InputError at that place.
Assignments scheme_assignments(const std::string& scheme, const std::string& words);

/// Faults of an assignment are faults of the words that it stands for.
std::vector<Fault> with_places(std::vector<Fault> faults, const Assignments& assignments);

}  // namespace percuss
