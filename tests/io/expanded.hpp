// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/expansion.hpp"
#include "io/yaml_text.hpp"

namespace percuss {

/// The plain model of a text, m.yaml, as YAML.
inline std::string expanded(const std::string& text) {
  auto tree = parse_yaml(text, "m.yaml");
  Expansion expansion(tree);
  return yaml_text(tree);
}

}  // namespace percuss
