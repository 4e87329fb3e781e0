// SPDX-License-Identifier: Apache-2.0
#include "io/yaml_text.hpp"

#include <yaml-cpp/emitter.h>

#include <algorithm>

namespace percuss {

namespace {

using Type = ValueNode::Type;

bool is_flat(const ValueNode& node) {
  return std::all_of(node.items.begin(), node.items.end(), [](const ValueNode& item) {
    return item.type != Type::map && (item.type != Type::list || is_flat(item));
  });
}

void emit(YAML::Emitter& out, const ValueNode& node, bool at_top) {
  if (node.type == Type::null) {
    out << YAML::Null;
  } else if (node.type == Type::scalar) {
    if (node.quoted) out << YAML::DoubleQuoted;
    out << node.text;
  } else if (node.type == Type::list) {
    if (is_flat(node)) out << YAML::Flow;
    out << YAML::BeginSeq;
    for (const auto& item : node.items) emit(out, item, false);
    out << YAML::EndSeq;
  } else {
    if (!at_top && is_flat(node)) out << YAML::Flow;
    out << YAML::BeginMap;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      out << YAML::Key << node.keys[i] << YAML::Value;
      emit(out, node.items[i], false);
    }
    out << YAML::EndMap;
  }
}

}  // namespace

std::string yaml_text(const ValueNode& root) {
  YAML::Emitter out;
  emit(out, root, true);
  return std::string(out.c_str(), out.size()) + "\n";
}

}  // namespace percuss
