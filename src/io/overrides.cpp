// SPDX-License-Identifier: Apache-2.0
#include "io/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "io/model_document.hpp"
#include "io/text_file.hpp"

namespace percuss {

namespace {

/// The two sides of an assignment, and how faults name it.
struct Assignment {
  Place place;
  std::string path;
  std::vector<std::string> segments;
  ValueNode value;
};

[[noreturn]] void refuse(const Place& place, std::string key, std::string message, std::string remedy) {
  throw input_error(std::move(key), std::move(message), std::move(remedy), place);
}

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> segments;
  for (;;) {
    const auto dot = path.find('.');
    segments.emplace_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return segments;
    path.remove_prefix(dot + 1);
  }
}

ValueNode parse_value(const std::string& text, const Place& place, const std::string& path) {
  try {
    auto value = parse_yaml(text, place.file);
    put_everywhere(value, place);  // lines and columns mean nothing to somebody who looks at a command line
    return value;
  } catch (const InputError& error) {
    auto faults = error.faults();
    for (auto& fault : faults) {
      fault.place = place;
      fault.key = fault.key.empty() ? path : path + "." + fault.key;
      if (fault.message == "is empty") {
        fault.message = "no value after `=`";
        fault.remedy = "write KEY=VALUE";
      }
    }
    throw InputError(std::move(faults));
  }
}

Assignment parse_assignment(const std::string& text) {
  const Place place{"--set " + text, 0, 0};
  const auto equals = text.find('=');
  if (equals == std::string::npos) refuse(place, "", "has no `=`", "write KEY=VALUE, e.g. bodies.bar.elements=1000");
  std::string path(trimmed(std::string_view(text).substr(0, equals), " \t"));
  auto segments = split_path(path);
  if (path.empty()) refuse(place, "", "no key before `=`", "write KEY=VALUE, e.g. bodies.bar.elements=1000");
  if (std::any_of(segments.begin(), segments.end(), [](const auto& s) { return s.empty(); }))
    refuse(place, path, "a name between the dots is missing", "write KEY=VALUE, e.g. bodies.bar.elements=1000");
  if (segments.size() > deepest_nesting)
    refuse(place, "", fmt::format("is nested deeper than {}", deepest_nesting), "use fewer dots");
  auto value = parse_value(text.substr(equals + 1), place, path);
  return {place, std::move(path), std::move(segments), std::move(value)};
}

/// The entry of `list` that `segment` counts from 0. Throws InputError when there is none.
ValueNode& entry_of(ValueNode& list, const std::string& segment, const std::string& path, const Place& place) {
  std::size_t index = 0;
  const auto* end = segment.data() + segment.size();
  const auto [stop, error] = std::from_chars(segment.data(), end, index);
  const auto entries =
      list.items.empty()
          ? std::string("none")
          : fmt::format("0{}", list.items.size() > 1 ? fmt::format(" to {}", list.items.size() - 1) : std::string());
  if (error == std::errc::invalid_argument || stop != end)
    refuse(place, path, fmt::format("is a list, and `{}` is not an index", segment),
           "its entries, counted from 0: " + entries);
  if (error != std::errc() || index >= list.items.size())
    refuse(place, path, fmt::format("has no entry {}", segment), "its entries, counted from 0: " + entries);
  return list.items[index];
}

/// The keys of the map that a single value at `path` stands for: `scheme: NAME` is short for `scheme: {name: NAME}`.
std::vector<std::string> keys_of_short_form(const std::string& path) {
  if (is_chosen_by_name(path)) return {"name"};
  constexpr std::string_view columns = "outputs.history.";
  if (path.starts_with(columns) && path.find('.', columns.size()) == std::string::npos) return {"name", "quantity"};
  return {};
}

/// Writes the map out that a scalar stands for; false when it stands for none.
bool write_out(ValueNode& node, const std::string& path) {
  const auto keys = keys_of_short_form(path);
  if (keys.empty()) return false;
  ValueNode map{ValueNode::Type::map, "", false, {}, {}, {}, node.place};
  for (const auto& key : keys) {
    map.keys.push_back(key);
    map.key_places.push_back(node.place);
    map.items.push_back(node);
  }
  node = std::move(map);
  return true;
}

/// Puts what `segments` lead to, all of it missing so far, into a map that is there or a null about to become one.
void create(ValueNode& map, std::span<const std::string> segments, ValueNode value, const Place& place) {
  for (auto s = segments.rbegin(); s + 1 != segments.rend(); ++s) {
    ValueNode outer{ValueNode::Type::map, "", false, {}, {*s}, {place}, place};
    outer.items.push_back(std::move(value));
    value = std::move(outer);
  }
  if (map.type == ValueNode::Type::null) {
    map.type = ValueNode::Type::map;
    map.place = place;
  }
  map.keys.push_back(segments.front());
  map.key_places.push_back(place);
  map.items.push_back(std::move(value));
}

}  // namespace

std::string section_of_override(const std::string& assignment) {
  return std::string(trimmed(std::string_view(assignment).substr(0, assignment.find_first_of(".=")), " \t"));
}

void apply_override(ValueNode& root, const std::string& assignment,
                    const std::function<void(ValueNode& value, const std::string& key)>& expand) {
  auto set = parse_assignment(assignment);
  if (expand) expand(set.value, set.path);
  auto* node = &root;
  std::string path;
  for (std::size_t i = 0; i < set.segments.size(); ++i) {
    const auto& segment = set.segments[i];
    const bool last = i + 1 == set.segments.size();
    if (node->type == ValueNode::Type::scalar && !(last && write_out(*node, path)))
      refuse(set.place, path, fmt::format("is the value `{}`: there is no `{}` in it", node->text, segment),
             "leave out what follows " + (path.empty() ? "it" : "`" + path + "`"));
    auto* next = node->type == ValueNode::Type::list ? &entry_of(*node, segment, path, set.place) : node->find(segment);
    if (next == nullptr) return create(*node, std::span(set.segments).subspan(i), std::move(set.value), set.place);
    if (node->type == ValueNode::Type::map) {
      if (last) node->key_places[static_cast<std::size_t>(next - node->items.data())] = set.place;
    }
    path += (path.empty() ? "" : ".") + segment;
    node = next;
  }
  *node = std::move(set.value);
}

}  // namespace percuss
