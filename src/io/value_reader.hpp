// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "io/value_tree.hpp"

namespace percuss {

/// The value of one key, of the kind, range and words that `info` says. Where it does not fit: nothing, and every fault
/// of it, entry by entry for lists and tables, appended to `faults`. `path` is the key's dotted name for the faults.
std::optional<Value> read_value(const ValueNode& node, const std::string& path, const ParameterInfo& info,
                                std::vector<Fault>& faults);

}  // namespace percuss
