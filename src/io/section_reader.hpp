// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/parameters.hpp"
#include "io/value_tree.hpp"

namespace percuss {

/// What a section of the model file holds, typed, in the order of the file, for `ParameterTable::make`. Keys with a
/// fault are left out; `ok` says that there were none.
struct ReadSection {
  Values values;
  bool ok = true;
};

/// Checks one map of the model file against the keys it may hold and reads their values. Dotted names in `infos`
/// ("damping.stiffness") are maps within the map. Every fault is appended to `faults`, with its place; none is thrown.
/// `path` is the section's name, e.g. "bodies.bar"; `what` says in remedies what it is, e.g. "A body of type bar";
/// `also_allowed` are keys that somebody else reads, e.g. "type".
ReadSection read_section(const ValueNode& map, const std::string& path, std::string_view what,
                         std::span<const ParameterInfo> infos, std::span<const std::string> also_allowed,
                         std::vector<Fault>& faults);

/// The place of the value of a dotted key below `node` (entries of lists by index); where it is absent, the place of
/// the deepest value on the way to it, which is `node` at worst.
Place place_of(const ValueNode& node, std::string_view dotted_key);

}  // namespace percuss
