// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "io/parameter_scope.hpp"
#include "io/template_text.hpp"
#include "io/value_tree.hpp"

namespace percuss {

/// Values that repetitions and lists of parameters may add to a model.
inline constexpr std::size_t most_expanded_values = 1'500'000;

/// Puts values for expressions, and collects what is wrong on the way: each fault once, however often its text is used.
/// Texts are read once.
class Expander {
 public:
  /// All expressions in the node and below it. `path` is its key, for faults.
  void expand(ValueNode& node, const ParameterScope& scope, std::string path);
  /// A key or another text.
  std::string expanded(const std::string& text, const Place& place, const ParameterScope& scope,
                       const std::string& path);

  /// The entries of a map of parameters, each behind those of them that it refers to. Faults: names that cannot be one
  /// or are taken in `around`, entries that need each other.
  std::vector<std::size_t> order_of(const ValueNode& parameters, const ParameterScope& around, const std::string& path);
  /// Gives `scope` the parameters, in this order.
  void evaluate(const ValueNode& parameters, const std::vector<std::size_t>& order, ParameterScope& scope,
                const std::string& path);
  void check_name(const std::string& name, const Place& place, const ParameterScope& around, const std::string& path);

  /// Counts the values of what is added to the model; throws InputError when they become too many.
  void count(const ValueNode& node, const std::string& path);

  void fault(const Place& place, const std::string& key, std::string message, std::string remedy);
  bool has_faults() const { return !faults_.empty(); }
  /// Throws InputError with the faults so far, if any.
  void throw_faults();

 private:
  void expand_node(ValueNode& node, const ParameterScope& scope, std::string& path);
  const TemplateText& template_of(const std::string& text);
  std::vector<std::string> names_in(const ValueNode& node, const std::string& path);
  /// Runs `work`; what it throws becomes a fault.
  bool attempt(const Place& place, const std::string& path, const std::function<void()>& work);

  std::map<std::string, TemplateText> templates_;
  std::vector<Fault> faults_;
  std::set<std::tuple<std::string, int, int, std::string>> told_;
  std::size_t values_ = 0;
};

}  // namespace percuss
