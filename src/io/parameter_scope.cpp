// SPDX-License-Identifier: Apache-2.0
#include "io/parameter_scope.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/expression.hpp"

namespace percuss {

void ParameterScope::set(const std::string& name, ValueNode value) {
  const auto at = std::find_if(values_.begin(), values_.end(), [&](const auto& entry) { return entry.first == name; });
  if (at != values_.end())
    at->second = std::move(value);
  else
    values_.emplace_back(name, std::move(value));
}

const ValueNode* ParameterScope::find(const std::string& name) const {
  for (const auto* scope = this; scope != nullptr; scope = scope->outer_)
    for (const auto& [known, value] : scope->values_)
      if (known == name) return &value;
  return nullptr;
}

const ValueNode& ParameterScope::value(const std::string& name) const {
  if (const auto* found = find(name)) return *found;
  const auto known = names();
  throw ExpressionError(fmt::format("there is no parameter `{}`", name),
                        guess_of(name, known) + (known.empty() ? "none are given: `parameters:` holds them by name"
                                                               : "given here: " + join(known)));
}

std::vector<std::string> ParameterScope::names() const {
  std::vector<std::string> all;
  for (const auto* scope = this; scope != nullptr; scope = scope->outer_)
    for (const auto& [name, value] : scope->values_) all.push_back(name);
  return all;
}

}  // namespace percuss
