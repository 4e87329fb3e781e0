// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/value_tree.hpp"

namespace percuss {

/// A scalar of the model file as a typed value, or why it is none. `remedy` is empty where there is nothing better to
/// say than what was expected.
template <class T>
struct Reading {
  std::optional<T> value;
  std::string message;
  std::string remedy;
};

/// A number as YAML 1.2 writes it (core schema, decimal): 12, -3.5, .5, 1e-7. The locale plays no part.
/// Not a number: a quoted one, nan, inf, what exceeds or falls below a double's range, hexadecimal and octal, an
/// integer with leading zeros (octal to YAML 1.1), a number with its unit (`unit` is the SI unit the remedy names).
Reading<double> read_number(const ValueNode& node, std::string_view unit = "");

/// The same for an integer; 1e6 and 1000.0 are integers too, as they are in JSON Schema.
Reading<std::int64_t> read_integer(const ValueNode& node);

/// `true` or `false`, in these letters.
Reading<bool> read_boolean(const ValueNode& node);

/// Any scalar, quoted or not, as it is written.
Reading<std::string> read_text(const ValueNode& node);

/// FIRST, FIRST + STEP, ... up to LAST, the last of them included where round-off alone keeps it away, as they would be
/// typed: 0.3, not 0.30000000000000004. Empty where the steps do not lead from the first to the last; STEP is not 0.
std::vector<std::string> range_of_numbers(double first, double step, double last);

/// "`abc`" for messages: one line, at most 40 characters; "a list", "a map" for what is no scalar.
std::string excerpt(const ValueNode& node);

}  // namespace percuss
