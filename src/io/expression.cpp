// SPDX-License-Identifier: Apache-2.0
#include "io/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "core/fault.hpp"

namespace percuss {

namespace {

using MathFunction = double (*)(double);

const std::vector<std::pair<const char*, MathFunction>> functions_of_one{
    {"abs", [](double x) { return std::abs(x); }},     {"acos", [](double x) { return std::acos(x); }},
    {"asin", [](double x) { return std::asin(x); }},   {"atan", [](double x) { return std::atan(x); }},
    {"ceil", [](double x) { return std::ceil(x); }},   {"cos", [](double x) { return std::cos(x); }},
    {"cosh", [](double x) { return std::cosh(x); }},   {"exp", [](double x) { return std::exp(x); }},
    {"floor", [](double x) { return std::floor(x); }}, {"log", [](double x) { return std::log(x); }},
    {"log10", [](double x) { return std::log10(x); }}, {"round", [](double x) { return std::round(x); }},
    {"sin", [](double x) { return std::sin(x); }},     {"sinh", [](double x) { return std::sinh(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},   {"tan", [](double x) { return std::tan(x); }},
    {"tanh", [](double x) { return std::tanh(x); }}};

/// Steele, Lea and Flood's mixing of 64 bits (SplitMix64).
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

double random(const double* values, int count) {
  std::uint64_t state = 0;
  for (int i = 0; i < count; ++i) state = mixed(state ^ std::bit_cast<std::uint64_t>(values[i] + 0.0));  // -0 is 0
  return static_cast<double>(state >> 11) * 0x1p-53;
}

double smallest(const double* values, int count) { return *std::min_element(values, values + count); }
double largest(const double* values, int count) { return *std::max_element(values, values + count); }

/// Of the divisor's sign, exact.
double remainder_of(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0.0 && (rest < 0.0) != (b < 0.0) ? rest + b : rest;
}

void define_language(mu::Parser& parser) {
  parser.EnableOptimizer(false);  // it rearranges products and powers: other digits than as they are written
  parser.ClearFun();
  parser.ClearConst();
  for (const auto& [name, function] : functions_of_one) parser.DefineFun(name, function);
  parser.DefineFun("atan2", static_cast<double (*)(double, double)>(std::atan2));
  parser.DefineFun("hypot", static_cast<double (*)(double, double)>(std::hypot));
  parser.DefineFun("max", largest);
  parser.DefineFun("min", smallest);
  parser.DefineFun("random", random);
  parser.DefineConst("pi", std::numbers::pi);
  parser.DefineOprt("%", remainder_of, mu::prMUL_DIV);
}

std::string language() {
  return fmt::format("operators: + - * / ^ %, == != < <= > >=, && ||, c ? a : b; functions: {}; constant: pi",
                     join(Expression::names_of_functions()));
}

/// muParser would take `n = 3` for an assignment.
void refuse_assignment(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    if (i + 1 < text.size() && text[i + 1] == '=') {
      ++i;
    } else if (i == 0 || std::string_view("<>!").find(text[i - 1]) == std::string_view::npos) {
      throw ExpressionError("`=` is no operator", "`==` compares two values");
    }
  }
}

[[noreturn]] void refuse(const mu::ParserError& error) {
  auto message = error.GetMsg();
  while (message.ends_with('.') || message.ends_with('\n')) message.pop_back();
  if (message.size() > 1 && std::islower(static_cast<unsigned char>(message[1])) != 0)
    message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
  throw ExpressionError(message, language());
}

}  // namespace

struct Expression::Compiled {
  mu::Parser parser;
  std::vector<std::string> names;
  std::vector<double> slots;  ///< of the names; the parser knows their addresses
};

Expression::Expression(const std::string& text) : compiled_(std::make_unique<Compiled>()) {
  refuse_assignment(text);
  auto& [parser, names, slots] = *compiled_;
  try {
    define_language(parser);
    parser.SetExpr(text);
    for (const auto& [name, address] : parser.GetUsedVar()) names.push_back(name);
    slots.assign(names.size(), 1.0);
    for (std::size_t i = 0; i < names.size(); ++i) parser.DefineVar(names[i], &slots[i]);
    int results = 0;
    parser.Eval(results);
    if (results != 1) throw ExpressionError(fmt::format("{} values where one is expected", results), language());
  } catch (const mu::ParserError& error) {
    refuse(error);
  }
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

const std::vector<std::string>& Expression::names() const { return compiled_->names; }

double Expression::value(std::span<const double> values) const {
  std::copy(values.begin(), values.end(), compiled_->slots.begin());
  double result = 0.0;
  try {
    result = compiled_->parser.Eval();
  } catch (const mu::ParserError& error) {
    refuse(error);
  }
  if (!std::isfinite(result)) throw ExpressionError(fmt::format("is {}, not a finite number", result), "");
  return result + 0.0;  // -0 is 0
}

const std::vector<std::string>& Expression::names_of_functions() {
  static const auto names = [] {
    std::vector<std::string> all{"atan2", "hypot", "max", "min", "random"};
    for (const auto& [name, function] : functions_of_one) all.emplace_back(name);
    std::sort(all.begin(), all.end());
    return all;
  }();
  return names;
}

bool Expression::is_free_name(std::string_view name) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
  if (name.empty() || !is_letter(static_cast<unsigned char>(name[0]))) return false;
  if (!std::all_of(name.begin(), name.end(), [&](unsigned char c) { return is_letter(c) || std::isdigit(c) != 0; }))
    return false;
  const auto& functions = names_of_functions();
  return name != "pi" && std::find(functions.begin(), functions.end(), name) == functions.end();
}

}  // namespace percuss
