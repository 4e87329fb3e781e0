// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

/// What a key of the model file may hold. `numbers` is a list of numbers, or one number standing for a list of one;
/// `table` is a list of [x, y] pairs; `choice` is one of a fixed set of words; `node` is a node's index, counted from
/// 0, or `first` or `last`.
enum class Kind { number, integer, boolean, text, choice, numbers, table, node };

using Table = std::vector<std::pair<double, double>>;
using Value = std::variant<double, std::int64_t, bool, std::string, std::vector<double>, Table>;

/// The interval a number must lie in; for `numbers` and for the y of a `table` it holds for every entry.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool open_low = false;
  bool open_high = false;
  bool contains(double x) const;
  std::string text() const;  ///< "[0, 1]", "> 0", "" for the whole line
};
inline constexpr Range any_number{};
inline constexpr Range positive{0.0, std::numeric_limits<double>::infinity(), true, false};
inline constexpr Range non_negative{0.0, std::numeric_limits<double>::infinity(), false, false};
inline constexpr Range unit_interval{0.0, 1.0, false, false};

/// One key: everything that its check, its documentation and its JSON Schema need, said once.
struct ParameterInfo {
  std::string name;  ///< dotted when nested, e.g. "damping.stiffness"
  Kind kind = Kind::number;
  std::string unit;  ///< SI, "" when dimensionless
  std::string doc;
  bool required = false;
  std::optional<Value> standard;  ///< the value that holds when the key is absent
  Range range;
  std::vector<std::string> choices;
};

/// "a number", "an integer", "one of consistent, lumped", ... for messages.
std::string describe(const ParameterInfo& info);
std::string to_string(const Value& value);
/// What is wrong with `value` for this key ("1.4 is not in [0, 1]"), or nothing.
std::optional<std::string> fault_of(const ParameterInfo& info, const Value& value);

/// Values read for some of the keys of a table, by name.
using Values = std::vector<std::pair<std::string, Value>>;

/// Keys bound to the members of a plain option struct: one declaration serves reading, defaults, checks, the
/// documentation and the JSON Schema. Defaults are those of `Options{}`.
template <class Options>
class ParameterTable {
 public:
  template <class Get>
  ParameterTable& number(std::string name, Get get, std::string unit, std::string doc, Range range = any_number) {
    return add<double>(Kind::number, std::move(name), std::move(unit), std::move(doc), range, get);
  }
  template <class Get>
  ParameterTable& integer(std::string name, Get get, std::string doc, Range range = any_number) {
    return add<std::int64_t>(Kind::integer, std::move(name), "", std::move(doc), range, get);
  }
  template <class Get>
  ParameterTable& boolean(std::string name, Get get, std::string doc) {
    return add<bool>(Kind::boolean, std::move(name), "", std::move(doc), any_number, get);
  }
  template <class Get>
  ParameterTable& text(std::string name, Get get, std::string doc) {
    return add<std::string>(Kind::text, std::move(name), "", std::move(doc), any_number, get);
  }
  /// A node of a body: index, `first` or `last`, kept as text until the body is known.
  template <class Get>
  ParameterTable& node(std::string name, Get get, std::string doc) {
    return add<std::string>(Kind::node, std::move(name), "", std::move(doc), any_number, get);
  }
  template <class Get>
  ParameterTable& numbers(std::string name, Get get, std::string unit, std::string doc, Range range = any_number) {
    return add<std::vector<double>>(Kind::numbers, std::move(name), std::move(unit), std::move(doc), range, get);
  }
  template <class Get>
  ParameterTable& table(std::string name, Get get, std::string unit, std::string doc) {
    return add<Table>(Kind::table, std::move(name), std::move(unit), std::move(doc), any_number, get);
  }
  /// `names` pairs each word with its enumerator.
  template <class Get, class Enum>
  ParameterTable& choice(std::string name, Get get, std::vector<std::pair<std::string, Enum>> names, std::string doc) {
    auto info = info_of(Kind::choice, std::move(name), "", std::move(doc), any_number);
    for (const auto& entry : names) info.choices.push_back(entry.first);
    const Options standard{};
    for (const auto& entry : names)
      if (entry.second == get(standard)) info.standard = Value(entry.first);
    entries_.push_back({std::move(info),
                        [get, names](Options& o, const Value& v) {
                          for (const auto& entry : names)
                            if (entry.first == std::get<std::string>(v)) get(o) = entry.second;
                        },
                        [get, names](const Options& o) {
                          for (const auto& entry : names)
                            if (entry.second == get(o)) return Value(entry.first);
                          return Value(std::string("?"));
                        }});
    return *this;
  }
  /// The key declared last has no default: it must be given.
  ParameterTable& required() {
    entries_.back().info.required = true;
    entries_.back().info.standard.reset();
    return *this;
  }

  /// The key declared last may be absent and then has no value worth showing (a limit that is off).
  ParameterTable& optional() {
    entries_.back().info.standard.reset();
    return *this;
  }

  std::vector<ParameterInfo> infos() const {
    std::vector<ParameterInfo> all;
    for (const auto& entry : entries_) all.push_back(entry.info);
    return all;
  }
  /// `Options{}` with the given values put in; values must have been checked with `fault_of`.
  Options make(const Values& values) const {
    Options options{};
    for (const auto& [name, value] : values)
      for (const auto& entry : entries_)
        if (entry.info.name == name) entry.set(options, value);
    return options;
  }
  /// Every fault of options that were filled in by hand (a C++ user's door); keys are those of the model file.
  std::vector<Fault> validate(const Options& options) const {
    std::vector<Fault> faults;
    const Options standard{};
    for (const auto& entry : entries_) {
      const bool left_out = !entry.info.required && entry.get(options) == entry.get(standard);
      if (left_out) continue;
      if (auto message = fault_of(entry.info, entry.get(options)))
        faults.push_back({{}, entry.info.name, *message, "expected " + describe(entry.info)});
    }
    return faults;
  }

 private:
  struct Entry {
    ParameterInfo info;
    std::function<void(Options&, const Value&)> set;
    std::function<Value(const Options&)> get;
  };
  static ParameterInfo info_of(Kind kind, std::string name, std::string unit, std::string doc, Range range) {
    return {std::move(name), kind, std::move(unit), std::move(doc), false, std::nullopt, range, {}};
  }
  template <class T, class Get>
  ParameterTable& add(Kind kind, std::string name, std::string unit, std::string doc, Range range, Get get) {
    auto info = info_of(kind, std::move(name), std::move(unit), std::move(doc), range);
    const Options standard{};
    info.standard = Value(T(get(standard)));
    entries_.push_back({std::move(info),
                        [get](Options& o, const Value& v) {
                          using Member = std::remove_cvref_t<decltype(get(o))>;
                          get(o) = static_cast<Member>(std::get<T>(v));
                        },
                        [get](const Options& o) { return Value(T(get(o))); }});
    return *this;
  }
  std::vector<Entry> entries_;
};

}  // namespace percuss
