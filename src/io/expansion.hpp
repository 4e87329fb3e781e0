// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/expander.hpp"

namespace percuss {

/// Makes a plain model of one with `parameters`, expressions (`${10 * n}`) and `repeat`: those sections are taken out,
/// every expression becomes its value, and what is repeated follows the entries of `bodies`, `contacts`, `joints` and
/// `loads`. Every value keeps the place of the text that it came from.
class Expansion {
 public:
  /// Works on `tree`. Throws InputError with the faults: expressions that cannot be read or have no finite value, names
  /// that are not there, parameters that need each other, entries of one name, loops without an end.
  explicit Expansion(ValueNode& tree);

  /// A value from elsewhere, such as that of `--set`, with the parameters of the model. Throws InputError.
  void expand(ValueNode& value, const std::string& key);

 private:
  Expander expander_;
  ParameterScope parameters_;
};

}  // namespace percuss
