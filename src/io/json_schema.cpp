// SPDX-License-Identifier: Apache-2.0
#include "io/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <variant>

namespace percuss {

namespace {

using Json = nlohmann::ordered_json;

Json bounded(const char* type, const Range& range) {
  Json schema{{"type", type}};
  if (std::isfinite(range.low)) schema[range.open_low ? "exclusiveMinimum" : "minimum"] = range.low;
  if (std::isfinite(range.high)) schema[range.open_high ? "exclusiveMaximum" : "maximum"] = range.high;
  return schema;
}

Json pair_schema(const Range& range) {
  return {{"type", "array"},
          {"prefixItems", Json::array({or_expression({{"type", "number"}}), or_expression(bounded("number", range))})},
          {"items", false},
          {"minItems", 2}};
}

/// What a value of this kind may be, without its documentation.
Json type_schema(const ParameterInfo& info) {
  switch (info.kind) {
    case Kind::number:
      return bounded("number", info.range);
    case Kind::integer:
      return bounded("integer", info.range);
    case Kind::boolean:
      return {{"type", "boolean"}};
    // An unquoted 2024 or true is a text to read_section, and no string to a schema.
    case Kind::text:
      return {{"type", {"string", "number", "boolean"}}};
    case Kind::choice:
      return {{"enum", info.choices}};
    case Kind::node:
      return {{"anyOf", Json::array({Json{{"type", "integer"}, {"minimum", 0}},
                                     Json{{"type", "string"}, {"pattern", "^(first|last|[0-9]+)$"}}})}};
    case Kind::numbers:
      return {
          {"anyOf", Json::array({bounded("number", info.range),
                                 Json{{"type", "array"}, {"items", or_expression(bounded("number", info.range))}}})}};
    case Kind::table:
      return {{"type", "array"}, {"items", or_expression(pair_schema(info.range))}};
  }
  return {};
}

bool is_finite(const Value& value) {
  if (const auto* x = std::get_if<double>(&value)) return std::isfinite(*x);
  if (const auto* list = std::get_if<std::vector<double>>(&value))
    return std::all_of(list->begin(), list->end(), [](double x) { return std::isfinite(x); });
  if (const auto* table = std::get_if<Table>(&value))
    return std::all_of(table->begin(), table->end(),
                       [](const auto& pair) { return std::isfinite(pair.first) && std::isfinite(pair.second); });
  return true;
}

Json schema_of_key(const ParameterInfo& info) {
  auto schema = type_schema(info);
  if (info.kind != Kind::text) schema = or_expression(std::move(schema));  // any text may hold expressions
  schema["description"] = info.unit.empty() ? info.doc : fmt::format("{} [{}]", info.doc, info.unit);
  if (info.standard && is_finite(*info.standard))  // JSON has no infinity
    std::visit([&](const auto& value) { schema["default"] = value; }, *info.standard);
  return schema;
}

Json empty_map() {
  return {
      {"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}, {"additionalProperties", false}};
}

void require(Json& map, const std::string& name) {
  auto& required = map["required"];
  if (std::find(required.begin(), required.end(), name) == required.end()) required.push_back(name);
}

/// Puts a key below `map`; `name` is what is left of its dotted name.
void add(Json& map, const std::string& name, const ParameterInfo& info) {
  const auto dot = name.find('.');
  const auto key = name.substr(0, dot);
  if (info.required) require(map, key);
  auto& properties = map["properties"];
  if (dot == std::string::npos) {
    properties[key] = schema_of_key(info);
    return;
  }
  if (!properties.contains(key)) properties[key] = empty_map();
  add(properties[key], name.substr(dot + 1), info);
}

}  // namespace

nlohmann::ordered_json expression_schema() { return {{"$ref", "#/$defs/expression"}}; }

nlohmann::ordered_json or_expression(nlohmann::ordered_json schema) {
  return {{"anyOf", Json::array({std::move(schema), expression_schema()})}};
}

nlohmann::ordered_json schema_of(std::span<const ParameterInfo> infos) {
  auto schema = empty_map();
  for (const auto& info : infos) add(schema, info.name, info);
  return schema;
}

}  // namespace percuss
