// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "io/value_tree.hpp"

namespace percuss {

/// The registry entry that the key `key` of `map` names (`scheme: {name: ...}`, `bodies.NAME: {type: ...}`); null and a
/// fault when there is none. `what` is for messages ("a scheme"), `hint` goes before the remedy of a missing key.
template <class Entry>
const Entry* pick_type(const ValueNode& map, const std::string& path, const std::string& key, std::string_view what,
                       const std::vector<Entry>& types, std::vector<Fault>& faults, const std::string& hint = "") {
  const auto fault = [&](const Place& place, std::string at, std::string message, std::string remedy) {
    faults.push_back({place, std::move(at), std::move(message), std::move(remedy)});
  };
  std::vector<std::string> names;
  for (const auto& type : types) names.push_back(type.name);
  if (map.type != ValueNode::Type::map) {
    fault(map.place, path, "this is not a map of keys",
          fmt::format("expected {{{}: ...}}, one of {}", key, join(names)));
    return nullptr;
  }
  const auto* node = map.find(key);
  if (node == nullptr) {
    fault(map.place, path, fmt::format("missing key `{}`", key), hint + "expected one of " + join(names));
    return nullptr;
  }
  for (const auto& type : types)
    if (node->type == ValueNode::Type::scalar && type.name == node->text) return &type;
  const auto text = node->type == ValueNode::Type::scalar ? node->text : std::string();
  fault(node->place, path + "." + key, fmt::format("`{}` is not {}", text, what),
        remedy_for_unknown(text, names, fmt::format("`{}`", key)));
  return nullptr;
}

}  // namespace percuss
