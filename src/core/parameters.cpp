// SPDX-License-Identifier: Apache-2.0
#include "core/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace percuss {

namespace {

std::optional<std::string> fault_of_number(const ParameterInfo& info, double x) {
  if (!std::isfinite(x)) return fmt::format("{} is not a finite number", x);
  if (!info.range.contains(x)) return fmt::format("{} is not {}", x, info.range.text());
  return std::nullopt;
}

bool is_node(const std::string& text) {
  return text == "first" || text == "last" ||
         (!text.empty() && text.size() < 18 &&
          std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; }));
}

}  // namespace

bool Range::contains(double x) const { return (open_low ? x > low : x >= low) && (open_high ? x < high : x <= high); }

std::string Range::text() const {
  const bool below = std::isfinite(low), above = std::isfinite(high);
  if (below && above) return fmt::format("in {}{}, {}{}", open_low ? '(' : '[', low, high, open_high ? ')' : ']');
  if (below) return fmt::format("{} {}", open_low ? ">" : ">=", low);
  if (above) return fmt::format("{} {}", open_high ? "<" : "<=", high);
  return "";
}

std::string describe(const ParameterInfo& info) {
  const auto range = info.range.text();
  const auto unit = info.unit.empty() ? "" : " [" + info.unit + "]";
  const auto suffix = (range.empty() ? "" : " " + range) + unit;
  switch (info.kind) {
    case Kind::number:
      return "a number" + suffix;
    case Kind::integer:
      return "an integer" + suffix;
    case Kind::boolean:
      return "true or false";
    case Kind::text:
      return "a text";
    case Kind::choice:
      return "one of " + join(info.choices);
    case Kind::numbers:
      return "a number or a list of numbers" + suffix;
    case Kind::table:
      return "a list of [x, y] pairs with increasing x" + unit;
    case Kind::node:
      return "a node's index counted from 0, or `first` or `last`";
  }
  return "";
}

std::string to_string(const Value& value) {
  struct Print {
    std::string operator()(double x) const { return fmt::format("{}", x); }
    std::string operator()(std::int64_t x) const { return fmt::format("{}", x); }
    std::string operator()(bool x) const { return x ? "true" : "false"; }
    std::string operator()(const std::string& x) const { return x; }
    std::string operator()(const std::vector<double>& x) const { return fmt::format("[{}]", fmt::join(x, ", ")); }
    std::string operator()(const Table& x) const {
      std::string text = "[";
      for (const auto& [a, b] : x) text += fmt::format("{}[{}, {}]", text.size() > 1 ? ", " : "", a, b);
      return text + "]";
    }
  };
  return std::visit(Print{}, value);
}

std::optional<std::string> fault_of(const ParameterInfo& info, const Value& value) {
  if (const auto* x = std::get_if<double>(&value)) return fault_of_number(info, *x);
  if (const auto* n = std::get_if<std::int64_t>(&value)) return fault_of_number(info, static_cast<double>(*n));
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    for (const double x : *list)
      if (auto fault = fault_of_number(info, x)) return fault;
  }
  if (const auto* table = std::get_if<Table>(&value)) {
    for (std::size_t i = 0; i < table->size(); ++i) {
      if (!std::isfinite((*table)[i].first)) return fmt::format("{} is not a finite number", (*table)[i].first);
      if (auto fault = fault_of_number(info, (*table)[i].second)) return fault;
      if (i > 0 && (*table)[i].first <= (*table)[i - 1].first)
        return fmt::format("{} does not exceed the entry before it, {}", (*table)[i].first, (*table)[i - 1].first);
    }
  }
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (info.kind == Kind::choice && std::find(info.choices.begin(), info.choices.end(), *text) == info.choices.end())
      return fmt::format("`{}` is not an allowed value", *text);
    if (info.kind == Kind::node && !is_node(*text)) return fmt::format("`{}` is not a node", *text);
  }
  return std::nullopt;
}

}  // namespace percuss
