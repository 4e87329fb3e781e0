// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/value_tree.hpp"

namespace percuss {

/// Names with values that hold in a part of the model file, and all that hold around it. Keeps a reference to `outer`.
class ParameterScope {
 public:
  explicit ParameterScope(const ParameterScope* outer = nullptr) : outer_(outer) {}

  /// Gives the name this value here, whatever it had before.
  void set(const std::string& name, ValueNode value);
  /// Null when there is none of this name, here or around.
  const ValueNode* find(const std::string& name) const;
  /// Throws ExpressionError, with the nearest name, when there is none.
  const ValueNode& value(const std::string& name) const;

 private:
  std::vector<std::string> names() const;

  const ParameterScope* outer_;
  std::vector<std::pair<std::string, ValueNode>> values_;  // few
};

}  // namespace percuss
