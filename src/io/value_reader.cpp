// SPDX-License-Identifier: Apache-2.0
#include "io/value_reader.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "io/scalars.hpp"

namespace percuss {

namespace {

using Type = ValueNode::Type;

std::string entry_name(const std::string& path, std::size_t index) { return fmt::format("{}.{}", path, index); }

/// Reads the value of one key, entry by entry where it is a list, so that every fault has the place of its entry.
class ValueReader {
 public:
  ValueReader(const ParameterInfo& info, std::vector<Fault>& faults) : info_(info), faults_(faults) {}

  std::optional<Value> read(const ValueNode& node, const std::string& path) {
    switch (info_.kind) {
      case Kind::number:
        return checked(accept(read_number(node, info_.unit), node, path), node, path);
      case Kind::integer:
        return checked(accept(read_integer(node), node, path), node, path);
      case Kind::boolean:
        return checked(accept(read_boolean(node), node, path), node, path);
      case Kind::text:
      case Kind::choice:
      case Kind::node:
        return checked(accept(read_text(node), node, path), node, path);
      case Kind::numbers:
        return read_numbers(node, path);
      case Kind::table:
        return read_table(node, path);
    }
    return std::nullopt;
  }

 private:
  void complain(const ValueNode& node, const std::string& path, std::string message, std::string remedy = "") {
    if (remedy.empty()) remedy = "expected " + describe(info_);
    faults_.push_back({node.place, path, std::move(message), std::move(remedy)});
  }

  template <class T>
  std::optional<T> accept(Reading<T> reading, const ValueNode& node, const std::string& path) {
    if (!reading.value) complain(node, path, std::move(reading.message), std::move(reading.remedy));
    return reading.value;
  }

  /// The value when it lies in its range or is among its words.
  template <class T>
  std::optional<T> checked(std::optional<T> value, const ValueNode& node, const std::string& path) {
    if (!value) return std::nullopt;
    auto message = fault_of(info_, Value(*value));
    if (!message) return value;
    const bool unknown_word = info_.kind == Kind::choice && node.type == Type::scalar;
    const auto name = std::string_view(info_.name).substr(info_.name.rfind('.') + 1);  // npos + 1 is 0
    complain(node, path, std::move(*message),
             unknown_word ? remedy_for_unknown(node.text, info_.choices, fmt::format("`{}`", name)) : "");
    return std::nullopt;
  }

  std::optional<double> read_entry(const ValueNode& node, const std::string& path) {
    return checked(accept(read_number(node, info_.unit), node, path), node, path);
  }

  std::optional<Value> read_numbers(const ValueNode& node, const std::string& path) {
    std::vector<double> numbers;
    bool ok = true;
    const auto read_one = [&](const ValueNode& entry, const std::string& entry_path) {
      const auto number = read_entry(entry, entry_path);
      if (number) numbers.push_back(*number);
      ok = ok && number;
    };
    if (node.type == Type::list) {
      for (std::size_t i = 0; i < node.items.size(); ++i) read_one(node.items[i], entry_name(path, i));
    } else {
      read_one(node, path);
    }
    return ok ? std::optional<Value>(std::move(numbers)) : std::nullopt;
  }

  std::optional<Value> read_table(const ValueNode& node, const std::string& path) {
    if (node.type != Type::list) {
      complain(node, path, node.type == Type::null ? "has no value" : excerpt(node) + " is not a list of pairs");
      return std::nullopt;
    }
    Table table;
    bool ok = true;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const auto pair = read_pair(node.items[i], entry_name(path, i), i > 0 && ok ? &table.back() : nullptr);
      if (pair) table.push_back(*pair);
      ok = ok && pair;
    }
    return ok ? std::optional<Value>(std::move(table)) : std::nullopt;
  }

  /// One [x, y]; `before` is the pair it must exceed in x.
  std::optional<Table::value_type> read_pair(const ValueNode& node, const std::string& path,
                                             const Table::value_type* before) {
    if (node.type != Type::list || node.items.size() != 2) {
      const auto found = node.type == Type::list ? fmt::format("a list of {}", node.items.size()) : excerpt(node);
      complain(node, path, found + " is not a pair [x, y]");
      return std::nullopt;
    }
    const auto x = accept(read_number(node.items[0]), node.items[0], entry_name(path, 0));  // the unit is that of y
    const auto y = read_entry(node.items[1], entry_name(path, 1));
    if (!x || !y) return std::nullopt;
    const Table pairs = before != nullptr ? Table{*before, {*x, *y}} : Table{{*x, *y}};
    if (auto message = fault_of(info_, Value(pairs))) {
      complain(node, path, std::move(*message));
      return std::nullopt;
    }
    return pairs.back();
  }

  const ParameterInfo& info_;
  std::vector<Fault>& faults_;
};

}  // namespace

std::optional<Value> read_value(const ValueNode& node, const std::string& path, const ParameterInfo& info,
                                std::vector<Fault>& faults) {
  return ValueReader(info, faults).read(node, path);
}

}  // namespace percuss
