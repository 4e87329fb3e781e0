// SPDX-License-Identifier: Apache-2.0
#include "io/value_tree.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "io/text_file.hpp"
#include "io/yaml_builder.hpp"

namespace percuss {

namespace {

/// What to do about a message of yaml-cpp, told by a part of it.
std::string remedy_for(std::string_view message) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> remedies{{
      {"end of sequence flow", "close the list with `]` and separate its entries with `,`"},
      {"end of map flow", "close the map with `}` and separate its entries with `,`"},
      {"end of map not found", "indent the keys of one map alike; entries of a list all start with `- `"},
      {"end of sequence not found", "indent the entries of one list alike, each starting with `- `"},
      {"illegal map value", "indent the keys of one map alike; a text that holds `: ` needs quotes"},
      {"illegal flow end", "a closing `]` or `}` has no opening one; a text that holds it needs quotes"},
      {"unknown token", "a text that starts with @, ` or % needs quotes"},
      {"unknown escape", "write \\\\ for a backslash, or use single quotes"},
      {"anchor is not defined", "an alias `*name` needs `&name` above it; a text that starts with * needs quotes"},
      {"illegal tab", "indent with spaces, not tabs"},
  }};
  for (const auto& [part, remedy] : remedies)
    if (message.find(part) != std::string_view::npos) return std::string(remedy);
  return "see https://yaml.org/spec/1.2.2 for the syntax";
}

Fault fault_of_syntax(const YAML::Exception& error, const YamlBuilder& builder) {
  const bool tab = builder.tab_indents(error.mark);
  return {builder.place_of(error.mark), "", "not YAML: " + error.msg, remedy_for(tab ? "illegal tab" : error.msg)};
}

/// Lets the parser run over the whole text; duplicates and what stopped the parser are thrown together.
void run_parser(const std::string& text, YamlBuilder& builder) {
  std::istringstream in(text);
  try {
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    auto faults = builder.take_duplicates();
    faults.push_back(fault_of_syntax(error, builder));
    throw InputError(std::move(faults));
  }
  auto faults = builder.take_duplicates();
  if (faults.empty()) return;
  const auto position = [](const Fault& fault) { return std::pair(fault.place.line, fault.place.column); };
  std::ranges::stable_sort(faults, {}, position);  // inner maps end first
  throw InputError(std::move(faults));
}

}  // namespace

const ValueNode* ValueNode::find(std::string_view key) const {
  if (type != Type::map) return nullptr;
  const auto at = std::find(keys.begin(), keys.end(), key);
  return at == keys.end() ? nullptr : &items[static_cast<std::size_t>(at - keys.begin())];
}

ValueNode* ValueNode::find(std::string_view key) { return const_cast<ValueNode*>(std::as_const(*this).find(key)); }

void ValueNode::erase(std::string_view key) {
  const auto at = std::find(keys.begin(), keys.end(), key) - keys.begin();
  keys.erase(keys.begin() + at);
  items.erase(items.begin() + at);
  key_places.erase(key_places.begin() + at);
}

void put_everywhere(ValueNode& node, const Place& place) {
  node.place = place;
  std::fill(node.key_places.begin(), node.key_places.end(), place);
  for (auto& item : node.items) put_everywhere(item, place);
}

ValueNode read_yaml_file(const std::string& path) { return parse_yaml(read_text_file(path), path); }

ValueNode parse_yaml(const std::string& text, const std::string& name) {
  check_text(text, name);
  const bool has_mark = text.starts_with("\xEF\xBB\xBF");  // byte order mark: no character of the first line
  const auto body = has_mark ? text.substr(3) : text;
  YamlBuilder builder(body, name);
  run_parser(body, builder);
  if (!builder.has_document())
    throw input_error("", "is empty", "a model file is a YAML map of keys and values", {name, 0, 0});
  return builder.take_root();
}

}  // namespace percuss
