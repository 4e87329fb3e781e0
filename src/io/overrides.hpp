// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "io/value_tree.hpp"

namespace percuss {

/// Carries out one `--set` of the command line on a model that has been read: `bodies.bar.elements=1000` sets a value,
/// `outputs.history.0=tip` an entry of a list that exists. All after the first `=` is read as YAML, so that lists,
/// maps and quoted texts can be set. A name that stands for a map (`scheme: NAME`) is written out when a key of that
/// map is set. Maps that are missing on the way are made; whether their keys mean anything is found out by the reader
/// of the section. The place of all that is set is `--set ASSIGNMENT`, line 0. Throws InputError and leaves `root` as
/// it was: no `=`, an empty path or segment, a way through a value that is no map, an index outside its list, a value
/// that is not YAML. `expand`, if any, works on the value first.
void apply_override(ValueNode& root, const std::string& assignment,
                    const std::function<void(ValueNode& value, const std::string& key)>& expand = {});

/// The first name of the key that an assignment sets: "parameters" of `parameters.n=10`.
std::string section_of_override(const std::string& assignment);

}  // namespace percuss
