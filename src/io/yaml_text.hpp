// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/value_tree.hpp"

namespace percuss {

/// A document as YAML that `parse_yaml` reads back to the same values: maps in blocks, but those without lists or maps
/// in them, below the top, in one line.
std::string yaml_text(const ValueNode& root);

}  // namespace percuss
