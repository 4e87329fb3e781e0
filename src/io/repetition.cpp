// SPDX-License-Identifier: Apache-2.0
#include "io/repetition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "io/model_document.hpp"
#include "io/scalars.hpp"

namespace percuss {

namespace {

using Type = ValueNode::Type;

const std::vector<std::string> keys_of_block{"for", "where", "parameters", "bodies", "contacts", "joints", "loads"};

ValueNode scalar_node(std::string text, const Place& place) {
  return {Type::scalar, std::move(text), false, {}, {}, {}, place};
}

class Repetition {
 public:
  Repetition(ValueNode& tree, const ParameterScope& parameters, Expander& expander)
      : tree_(tree), parameters_(parameters), expander_(expander) {}

  void run(const ValueNode& block, std::string path) {
    block_ = &block;
    path_ = std::move(path);
    rounds_ = 0;
    if (!is_sound()) return;
    ParameterScope loops(&parameters_);
    const auto* own = block.find("parameters");
    order_ = own != nullptr ? expander_.order_of(*own, parameters_, path_ + ".parameters") : std::vector<std::size_t>{};
    expander_.throw_faults();
    loop(0, loops);
  }

 private:
  bool is_map(const ValueNode& node, const std::string& path, const char* expected) {
    if (node.type == Type::map && !node.keys.empty()) return true;
    expander_.fault(node.place, path, node.type == Type::null ? "has no value" : excerpt(node) + " is no map of values",
                    expected);
    return false;
  }

  bool is_sound() {
    const char* expected =
        "expected `for: {i: 10}` and `bodies:`, `contacts:`, `joints:` or `loads:` with names like a_${i}";
    if (!is_map(*block_, path_, expected)) return false;
    bool sound = true;
    for (std::size_t i = 0; i < block_->keys.size(); ++i) {
      const auto& key = block_->keys[i];
      if (std::find(keys_of_block.begin(), keys_of_block.end(), key) == keys_of_block.end()) {
        expander_.fault(block_->key_places[i], path_ + "." + key, "unknown key",
                        remedy_for_unknown(key, keys_of_block, "An entry of `repeat`"));
        sound = false;
      } else if (key != "where") {
        sound = is_map(block_->items[i], path_ + "." + key, "expected values by name") && sound;
      }
    }
    const auto* variables = block_->find("for");
    if (variables == nullptr) expander_.fault(block_->place, path_, "missing key `for`", "e.g. for: {i: 10}");
    if (!sound || variables == nullptr) return false;
    for (std::size_t i = 0; i < variables->keys.size(); ++i)
      expander_.check_name(variables->keys[i], variables->key_places[i], parameters_,
                           path_ + ".for." + variables->keys[i]);
    return !expander_.has_faults();
  }

  void loop(std::size_t level, ParameterScope& loops) {
    const auto& variables = *block_->find("for");
    if (level == variables.keys.size()) return round(loops);
    for (auto& value : values_of(variables.items[level], path_ + ".for." + variables.keys[level], loops)) {
      loops.set(variables.keys[level], std::move(value));
      loop(level + 1, loops);
    }
  }

  /// A count, a list, or {from, to, step}.
  std::vector<ValueNode> values_of(ValueNode range, const std::string& path, const ParameterScope& loops) {
    expander_.expand(range, loops, path);
    expander_.throw_faults();
    if (range.type == Type::list) return std::move(range.items);
    if (range.type == Type::map) return values_between(range, path);
    std::vector<ValueNode> values;
    const auto count = read_integer(range);
    if (!count.value || *count.value < 0 || static_cast<std::size_t>(*count.value) > most_rounds)
      refuse(range.place, path, range.type == Type::null ? "has no value" : excerpt(range) + " is no number of rounds",
             fmt::format("expected an integer from 0 to {}, a list of values, or {{from: 1, to: 9, step: 2}}",
                         most_rounds));
    for (std::int64_t i = 0; i < *count.value; ++i) values.push_back(scalar_node(std::to_string(i), range.place));
    return values;
  }

  std::vector<ValueNode> values_between(const ValueNode& range, const std::string& path) {
    static const std::vector<std::string> known{"from", "to", "step"};
    for (std::size_t i = 0; i < range.keys.size(); ++i)
      if (std::find(known.begin(), known.end(), range.keys[i]) == known.end())
        refuse(range.key_places[i], path + "." + range.keys[i], "unknown key",
               remedy_for_unknown(range.keys[i], known, "A range"));
    const auto number = [&](const char* key, double standard) {
      const auto* node = range.find(key);
      if (node == nullptr && std::string_view(key) == "step") return standard;
      if (node == nullptr)
        refuse(range.place, path, fmt::format("missing key `{}`", key), "e.g. {from: 1, to: 9, step: 2}");
      const auto reading = read_number(*node);
      if (!reading.value) refuse(node->place, path + "." + key, reading.message, "expected a number");
      return *reading.value;
    };
    const double from = number("from", 0.0), to = number("to", 0.0), step = number("step", 1.0);
    const double steps = (to - from) / step;
    if (step == 0.0 || steps > static_cast<double>(most_rounds))
      refuse(range.place, path, step == 0.0 ? "a step of 0 leads nowhere" : fmt::format("{:.3g} values", steps),
             fmt::format("at most {} rounds", most_rounds));
    std::vector<ValueNode> values;
    for (auto& text : range_of_numbers(from, step, to)) values.push_back(scalar_node(std::move(text), range.place));
    return values;
  }

  void round(const ParameterScope& loops) {
    if (++rounds_ > most_rounds)
      refuse(block_->place, path_, fmt::format("more than {} rounds", most_rounds), "repeat less");
    ParameterScope scope(&loops);
    if (const auto* own = block_->find("parameters")) expander_.evaluate(*own, order_, scope, path_ + ".parameters");
    if (!passes(scope)) return;
    for (const auto& section : named_sections())
      if (const auto* entries = block_->find(section)) add(*entries, section, scope);
  }

  bool passes(const ParameterScope& scope) {
    const auto* where = block_->find("where");
    if (where == nullptr) return true;
    const auto value =
        scalar_node(expander_.expanded(where->text, where->place, scope, path_ + ".where"), where->place);
    expander_.throw_faults();
    const auto number = read_number(value);
    if (!number.value)
      refuse(where->place, path_ + ".where", excerpt(value) + " is no number", "expected a comparison: ${i < 3}");
    return *number.value != 0.0;
  }

  void add(const ValueNode& entries, const std::string& section, const ParameterScope& scope) {
    auto& into = section_of(section, entries.place);
    auto& names = names_of(section, into);
    for (std::size_t i = 0; i < entries.keys.size(); ++i) {
      const auto path = path_ + "." + section + "." + entries.keys[i];
      auto name = expander_.expanded(entries.keys[i], entries.key_places[i], scope, path);
      auto value = entries.items[i];
      expander_.count(value, path);
      expander_.expand(value, scope, path);
      if (expander_.has_faults()) continue;
      if (!names.insert(name).second) {
        expander_.fault(entries.key_places[i], path, fmt::format("`{}.{}` is there already", section, name),
                        "let its name depend on all variables of `for`, e.g. a_${i}_${j}");
        continue;
      }
      into.keys.push_back(std::move(name));
      into.key_places.push_back(entries.key_places[i]);
      into.items.push_back(std::move(value));
    }
  }

  ValueNode& section_of(const std::string& section, const Place& place) {
    auto* node = tree_.find(section);
    if (node == nullptr) {
      tree_.keys.push_back(section);
      tree_.key_places.push_back(place);
      tree_.items.push_back({Type::map, "", false, {}, {}, {}, place});
      return tree_.items.back();
    }
    if (node->type == Type::null) node->type = Type::map;
    if (node->type != Type::map)
      refuse(node->place, section, excerpt(*node) + " is not a map of keys and values", "expected entries by name");
    return *node;
  }

  std::unordered_set<std::string>& names_of(const std::string& section, const ValueNode& node) {
    auto& names = names_[section];
    if (names.empty()) names.insert(node.keys.begin(), node.keys.end());
    return names;
  }

  [[noreturn]] void refuse(const Place& place, const std::string& key, std::string message, std::string remedy) {
    expander_.fault(place, key, std::move(message), std::move(remedy));
    expander_.throw_faults();
    throw InputError(std::vector<Fault>{});  // a fault that has been told
  }

  ValueNode& tree_;
  const ParameterScope& parameters_;
  Expander& expander_;
  const ValueNode* block_ = nullptr;
  std::string path_;
  std::vector<std::size_t> order_;  // of the block's own parameters
  std::size_t rounds_ = 0;
  std::map<std::string, std::unordered_set<std::string>> names_;  // of the sections
};

}  // namespace

void take_repetitions(ValueNode& tree, const ParameterScope& parameters, Expander& expander) {
  const auto* found = tree.find("repeat");
  if (found == nullptr) return;
  const auto section = *found;
  tree.erase("repeat");
  if (section.type != Type::list) {
    expander.fault(section.place, "repeat", "is not a list", "expected `- for: {i: 10}` with `bodies:`, ... below it");
    return;
  }
  Repetition repetition(tree, parameters, expander);
  for (std::size_t i = 0; i < section.items.size(); ++i) repetition.run(section.items[i], fmt::format("repeat.{}", i));
}

std::vector<Fault> each_once(std::vector<Fault> faults) {
  std::vector<Fault> told;
  std::map<std::tuple<std::string, int, int, std::string>, std::pair<std::size_t, std::size_t>> known;  // place, count
  for (auto& fault : faults) {
    const auto& [file, line, column] = fault.place;
    const auto [at, is_new] = known.try_emplace({file, line, column, fault.remedy}, told.size(), 0);
    if (is_new || line == 0)
      told.push_back(std::move(fault));
    else
      ++at->second.second;
  }
  for (const auto& [place, entry] : known)
    if (entry.second > 0) told[entry.first].message += fmt::format("; so {} more from here", entry.second);
  return told;
}

}  // namespace percuss
