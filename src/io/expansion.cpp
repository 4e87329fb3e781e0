// SPDX-License-Identifier: Apache-2.0
#include "io/expansion.hpp"

#include "io/repetition.hpp"

namespace percuss {

Expansion::Expansion(ValueNode& tree) {
  if (tree.type != ValueNode::Type::map) return;
  if (const auto* section = tree.find("parameters")) {
    const auto parameters = *section;
    tree.erase("parameters");
    if (parameters.type != ValueNode::Type::map)
      throw input_error("parameters", "is not a map of values by name", "e.g. parameters: {n: 10}", parameters.place);
    const auto order = expander_.order_of(parameters, ParameterScope(), "parameters");
    expander_.throw_faults();
    expander_.evaluate(parameters, order, parameters_, "parameters");
  }
  for (std::size_t i = 0; i < tree.keys.size(); ++i)
    if (tree.keys[i] != "repeat") expander_.expand(tree.items[i], parameters_, tree.keys[i]);
  take_repetitions(tree, parameters_, expander_);
  expander_.throw_faults();
}

void Expansion::expand(ValueNode& value, const std::string& key) {
  expander_.expand(value, parameters_, key);
  expander_.throw_faults();
}

}  // namespace percuss
