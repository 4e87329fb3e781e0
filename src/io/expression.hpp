// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace percuss {

/// What is wrong with an expression; `what()` is a message for its user, `remedy` what would be right.
struct ExpressionError : std::runtime_error {
  ExpressionError(const std::string& message, std::string expected)
      : std::runtime_error(message), remedy(std::move(expected)) {}
  std::string remedy;
};

/// An arithmetic expression of a model file, such as `10 * n + 1`, compiled once (muParser) and evaluated for any
/// values of its names. Operators: + - * / ^ %, comparisons (1 or 0), && ||, `c ? a : b`. `names_of_functions()` lists
/// the functions; angles are in rad, `log` is the natural logarithm, `random(i, ...)` in [0, 1) depends on its
/// arguments alone. The constant `pi` is known.
class Expression {
 public:
  /// Throws ExpressionError when it cannot be read.
  explicit Expression(const std::string& text);
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;

  /// The names that it refers to, each once, in alphabetical order.
  const std::vector<std::string>& names() const;
  /// With one value for each of `names()`. Throws ExpressionError when the result is not a finite number.
  double value(std::span<const double> values) const;

  static const std::vector<std::string>& names_of_functions();
  /// Whether parameters may bear it: letters, digits and _, no digit first, and no name of a function or `pi`.
  static bool is_free_name(std::string_view name);

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace percuss
