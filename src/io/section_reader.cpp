// SPDX-License-Identifier: Apache-2.0
#include "io/section_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "io/scalars.hpp"
#include "io/value_reader.hpp"

namespace percuss {

namespace {

using Type = ValueNode::Type;

std::string below(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

/// One section under way: what it may hold, and what has been found.
struct SectionReader {
  std::string_view what;
  std::span<const ParameterInfo> infos;
  std::span<const std::string> also_allowed;
  std::vector<Fault>& faults;
  Values values;

  /// Names that may stand directly below `prefix` ("" or "damping."): those of others first, then in their order.
  std::vector<std::string> names_below(std::string_view prefix) const {
    std::vector<std::string> names;
    const auto add = [&](std::string_view full) {
      if (!full.starts_with(prefix)) return;
      auto name = full.substr(prefix.size());
      name = name.substr(0, name.find('.'));
      if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
    };
    for (const auto& name : also_allowed) add(name);
    for (const auto& info : infos) add(info.name);
    return names;
  }

  const ParameterInfo* find(std::string_view name) const {
    const auto at = std::find_if(infos.begin(), infos.end(), [&](const auto& info) { return info.name == name; });
    return at == infos.end() ? nullptr : &*at;
  }

  bool has_names_below(const std::string& prefix) const {
    const auto is_below = [&](std::string_view name) { return name.starts_with(prefix); };
    return std::any_of(also_allowed.begin(), also_allowed.end(), is_below) ||
           std::any_of(infos.begin(), infos.end(), [&](const auto& info) { return is_below(info.name); });
  }

  void complain_unknown(const Place& place, const std::string& path, std::string_view prefix, std::string_view key) {
    if (key.find('.') != std::string_view::npos && find(fmt::format("{}{}", prefix, key)) != nullptr) {
      const auto dot = key.find('.');
      faults.push_back(
          {place, below(path, key), "unknown key",
           fmt::format("write `{}:` with `{}:` indented below it", key.substr(0, dot), key.substr(dot + 1))});
      return;
    }
    const auto outer = prefix.empty() ? std::string(what) : fmt::format("`{}`", prefix.substr(0, prefix.size() - 1));
    faults.push_back({place, below(path, key), "unknown key", remedy_for_unknown(key, names_below(prefix), outer)});
  }

  /// Whether `node` is a map; says what it is instead.
  bool is_map(const ValueNode& node, const std::string& path, std::string_view prefix) {
    if (node.type == Type::map) return true;
    const auto names = names_below(prefix);
    const bool colon = node.type == Type::scalar && node.text.find(':') != std::string::npos;
    faults.push_back(
        {node.place, path,
         node.type == Type::null ? "has no value" : excerpt(node) + " is not a map of keys and values",
         colon ? "a `:` between key and value needs a space after it" : "expected a map with the keys " + join(names)});
    return false;
  }

  void read_map(const ValueNode& map, const std::string& path, const std::string& prefix) {
    if (!is_map(map, path, prefix)) return;
    for (std::size_t i = 0; i < map.keys.size(); ++i) {
      const auto full = prefix + map.keys[i];
      const bool flat = map.keys[i].find('.') != std::string::npos;  // `damping.mass: 1` is no map in a map
      if (const auto* info = flat ? nullptr : find(full)) {
        if (auto value = read_value(map.items[i], below(path, map.keys[i]), *info, faults))
          values.emplace_back(full, std::move(*value));
      } else if (std::find(also_allowed.begin(), also_allowed.end(), full) != also_allowed.end()) {
        continue;
      } else if (!flat && has_names_below(full + ".")) {
        read_map(map.items[i], below(path, map.keys[i]), full + ".");
      } else {
        complain_unknown(map.key_places[i], path, prefix, map.keys[i]);
      }
    }
    complain_missing(map, path, prefix);
  }

  /// Whether some unknown key of `map` is `name` misspelt: telling that it is missing too would tell one fault twice.
  bool is_misspelt(const ValueNode& map, std::string_view name, std::string_view prefix) const {
    const auto names = names_below(prefix);
    return std::any_of(map.keys.begin(), map.keys.end(), [&](const std::string& key) {
      return std::find(names.begin(), names.end(), key) == names.end() && nearest_name(key, names) == name;
    });
  }

  void complain_missing(const ValueNode& map, const std::string& path, const std::string& prefix) {
    for (const auto& info : infos) {
      if (!info.required || !info.name.starts_with(prefix)) continue;
      const auto name = info.name.substr(prefix.size());
      const auto first = name.substr(0, name.find('.'));
      if (map.find(first) != nullptr || is_misspelt(map, first, prefix)) continue;  // or missed one map further in
      faults.push_back({map.place, path, fmt::format("missing key `{}`", name), "expected " + describe(info)});
    }
  }
};

}  // namespace

ReadSection read_section(const ValueNode& map, const std::string& path, std::string_view what,
                         std::span<const ParameterInfo> infos, std::span<const std::string> also_allowed,
                         std::vector<Fault>& faults) {
  const auto faults_before = faults.size();
  SectionReader reader{what, infos, also_allowed, faults, {}};
  reader.read_map(map, path, "");
  return {std::move(reader.values), faults.size() == faults_before};
}

Place place_of(const ValueNode& node, std::string_view dotted_key) {
  const auto dot = dotted_key.find('.');
  const auto segment = dotted_key.substr(0, dot);
  const auto* next = node.find(segment);
  if (node.type == Type::list) {
    std::size_t index = node.items.size();
    std::from_chars(segment.data(), segment.data() + segment.size(), index);
    if (index < node.items.size()) next = &node.items[index];
  }
  if (next == nullptr) return node.place;
  return dot == std::string_view::npos ? next->place : place_of(*next, dotted_key.substr(dot + 1));
}

}  // namespace percuss
