// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/parameters.hpp"

namespace percuss {

/// The JSON Schema (draft 2020-12) of a map with these keys, for editors that check a model while it is typed: types,
/// ranges, words, defaults, units in the descriptions, maps within the map for dotted names, and no other key.
/// It accepts a model as a YAML 1.2 parser loads it. Python's yaml.safe_load is a YAML 1.1 parser and takes 1e-7 for a
/// text (1.0e-7 is its number); tools built on it need a loader that resolves such numbers.
/// What JSON Schema cannot say stays with `read_section`: increasing x in tables.
/// Every value may be an expression instead (`expression_schema`).
nlohmann::ordered_json schema_of(std::span<const ParameterInfo> infos);

/// A reference to what stands for values: a text with `${...}`, at "#/$defs/expression" of the schema that holds this.
nlohmann::ordered_json expression_schema();
/// What `schema` is, or an expression.
nlohmann::ordered_json or_expression(nlohmann::ordered_json schema);

}  // namespace percuss
