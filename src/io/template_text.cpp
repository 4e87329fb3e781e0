// SPDX-License-Identifier: Apache-2.0
#include "io/template_text.hpp"

#include <fmt/format.h>

#include "io/scalars.hpp"
#include "io/text_file.hpp"

namespace percuss {

namespace {

using Type = ValueNode::Type;

constexpr std::size_t longest_text = 1'000'000;

/// Parts between commas that are in no brackets.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (text[i] != ',' || depth > 0) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

double number_of(const std::string& name, const ValueNode& value) {
  const auto reading = read_number(value);
  if (!reading.value) throw ExpressionError(fmt::format("`{}` is {}, and no number", name, excerpt(value)), "");
  return *reading.value;
}

const ValueNode& scalar(const ValueNode& value) {
  if (value.type != Type::scalar)
    throw ExpressionError(fmt::format("{} cannot be part of a text", excerpt(value)), "let `${...}` stand alone");
  return value;
}

}  // namespace

TemplateText::TemplateText(const std::string& text) {
  const auto add_literal = [&](std::string_view literal) {
    if (literal.empty()) return;
    if (pieces_.empty() || pieces_.back().term) pieces_.emplace_back();
    pieces_.back().literal += literal;
  };
  std::string_view rest = text;
  for (auto at = rest.find("${"); at != std::string_view::npos; at = rest.find("${")) {
    if (at > 0 && rest[at - 1] == '$') {
      add_literal(rest.substr(0, at - 1));
      add_literal("${");
      rest.remove_prefix(at + 2);
      continue;
    }
    add_literal(rest.substr(0, at));
    const auto end = rest.find('}', at);
    if (end == std::string_view::npos)
      throw ExpressionError("`${` is never closed", "close it with `}`; `$${` is a plain `${`");
    pieces_.push_back({"", read_term(trimmed(rest.substr(at + 2, end - at - 2)))});
    rest.remove_prefix(end + 1);
  }
  add_literal(rest);
}

std::string TemplateText::escaped(std::string text) {
  for (auto at = text.find("${"); at != std::string::npos; at = text.find("${", at + 3)) text.insert(at, 1, '$');
  return text;
}

TemplateText::Term TemplateText::read_term(std::string_view text) {
  Term term;
  if (text.starts_with('[') && text.ends_with(']')) {
    const auto inner = trimmed(text.substr(1, text.size() - 2));
    if (inner.empty()) throw ExpressionError("the list is empty", "expected values between the brackets");
    for (const auto part : parts_of(inner)) term.entries.push_back(read_term(trimmed(part)));
  } else if (Expression::is_free_name(text)) {
    term.name = text;
  } else {
    term.expression.emplace(std::string(text));
  }
  return term;
}

void TemplateText::collect_names(const Term& term, std::vector<std::string>& names) {
  if (!term.name.empty()) names.push_back(term.name);
  if (term.expression) names.insert(names.end(), term.expression->names().begin(), term.expression->names().end());
  for (const auto& entry : term.entries) collect_names(entry, names);
}

std::vector<std::string> TemplateText::names() const {
  std::vector<std::string> names;
  for (const auto& piece : pieces_)
    if (piece.term) collect_names(*piece.term, names);
  return names;
}

ValueNode TemplateText::value_of(const Term& term, const ParameterScope& parameters, const Place& place) {
  ValueNode node{Type::scalar, "", false, {}, {}, {}, place};
  if (!term.name.empty()) {
    node = parameters.value(term.name);
    put_everywhere(node, place);
  } else if (term.expression) {
    std::vector<double> values;
    for (const auto& name : term.expression->names()) values.push_back(number_of(name, parameters.value(name)));
    node.text = fmt::format("{}", term.expression->value(values));
  } else {
    node.type = Type::list;
    for (const auto& entry : term.entries) node.items.push_back(value_of(entry, parameters, place));
  }
  return node;
}

ValueNode TemplateText::value(const ParameterScope& parameters, const Place& place, bool quoted) const {
  if (pieces_.size() == 1 && pieces_[0].term) return value_of(*pieces_[0].term, parameters, place);
  return {Type::scalar, text(parameters), quoted, {}, {}, {}, place};
}

std::string TemplateText::text(const ParameterScope& parameters) const {
  std::string text;
  for (const auto& piece : pieces_) {
    text += piece.term ? scalar(value_of(*piece.term, parameters, {})).text : piece.literal;
    if (text.size() > longest_text)
      throw ExpressionError(fmt::format("a text of more than {} characters", longest_text), "let it grow less");
  }
  return text;
}

}  // namespace percuss
