// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/expression.hpp"
#include "io/parameter_scope.hpp"
#include "io/value_tree.hpp"

namespace percuss {

/// A text of the model file with expressions in it, read once: `disc_${i}`, `${10 * n}`, `${[i * pitch, 0]}`. A text
/// that is one expression and nothing else becomes its value: a number, a list, or what a parameter stands for. `$${`
/// is `${`.
class TemplateText {
 public:
  /// Throws ExpressionError: `${` without `}`, an expression that cannot be read.
  explicit TemplateText(const std::string& text);
  static bool is_one(std::string_view text) { return text.find("${") != std::string_view::npos; }

  /// What reads back as this text: `${` becomes `$${`.
  static std::string escaped(std::string text);

  /// The names that it refers to.
  std::vector<std::string> names() const;
  /// `place` is that of the value and all within it; `quoted` says whether a text made of several parts is one in
  /// quotes. Throws ExpressionError: a name without a value, a text where a number is needed, a list within a text.
  ValueNode value(const ParameterScope& parameters, const Place& place, bool quoted) const;
  /// As a text, for keys.
  std::string text(const ParameterScope& parameters) const;

 private:
  /// What stands between `${` and `}`: a name, an expression, or a list of such.
  struct Term {
    std::string name;
    std::optional<Expression> expression;
    std::vector<Term> entries;
  };
  /// A term, or the text of `literal` where there is none.
  struct Piece {
    std::string literal;
    std::optional<Term> term;
  };

  static Term read_term(std::string_view text);
  static void collect_names(const Term& term, std::vector<std::string>& names);
  static ValueNode value_of(const Term& term, const ParameterScope& parameters, const Place& place);

  std::vector<Piece> pieces_;
};

}  // namespace percuss
