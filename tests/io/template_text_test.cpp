// SPDX-License-Identifier: Apache-2.0
#include "io/template_text.hpp"

#include <gtest/gtest.h>

#include "io/parameter_scope.hpp"
#include "io/yaml_text.hpp"

namespace percuss {
namespace template_text_test {

using Type = ValueNode::Type;

ParameterScope scope() {
  ParameterScope scope;
  const auto document = parse_yaml("n: 3\nname: rod\nquoted: '4'\nlist: [1, two]\n", "m.yaml");
  for (std::size_t i = 0; i < document.keys.size(); ++i) scope.set(document.keys[i], document.items[i]);
  return scope;
}

/// As YAML, in one line.
std::string value(const std::string& text, bool quoted = false) {
  const auto known = scope();
  const auto node = TemplateText(text).value(known, {"m.yaml", 7, 5}, quoted);
  EXPECT_EQ(node.place.line, 7);
  for (const auto& item : node.items) EXPECT_EQ(item.place.column, 5);
  ValueNode root{Type::list, "", false, {node}, {}, {}, {}};
  auto yaml = yaml_text(root);
  return yaml.substr(1, yaml.size() - 3);  // [...] and a line break
}

std::string message(const std::string& text) {
  try {
    value(text);
    return "";
  } catch (const ExpressionError& error) {
    return std::string(error.what()) + "; " + error.remedy;
  }
}

TEST(TemplateText, AloneAnExpressionIsItsValue) {
  EXPECT_EQ(value("${10 * n}"), "30");
  EXPECT_EQ(value("${10 * n}", true), "30");  // quotes that YAML needs in {a: "${n}"}
  EXPECT_EQ(value("${n}"), "3");
  EXPECT_EQ(value("${ name }"), "rod");
  EXPECT_EQ(value("${quoted}"), "\"4\"");
  EXPECT_EQ(value("${list}"), "[1, two]");
  EXPECT_EQ(value("${0.1 + 0.2}"), "0.30000000000000004");
  EXPECT_EQ(value("${1e20}"), "1e+20");
}

TEST(TemplateText, ListsHoldExpressions) {
  EXPECT_EQ(value("${[n / 2, -1, name]}"), "[1.5, -1, rod]");
  EXPECT_EQ(value("${[[0, 0], [max(1, n), 2]]}"), "[[0, 0], [3, 2]]");
}

TEST(TemplateText, WithinATextTheValueIsPartOfIt) {
  EXPECT_EQ(value("${name}_${n - 1}.x"), "rod_2.x");
  EXPECT_EQ(value("${n}.5"), "3.5");
  EXPECT_EQ(value("${n}.5", true), "\"3.5\"");
  EXPECT_EQ(value("$${n} is ${n}"), "\"${n} is 3\"");
  EXPECT_EQ(value("$ and {n}"), "\"$ and {n}\"");
}

TEST(TemplateText, WhatIsEscapedReadsBack) {
  for (const std::string text : {"${a}", "$${a}", "a $ ${", "$", "", "${${"}) {
    const auto again = TemplateText(TemplateText::escaped(text));
    EXPECT_EQ(again.value(ParameterScope(), {}, false).text, text);
  }
}

TEST(TemplateText, KnowsTheNamesThatItNeeds) {
  const TemplateText text("${a}_${b * c} ${[d, e + f]} $${g}");
  EXPECT_EQ(text.names(), (std::vector<std::string>{"a", "b", "c", "d", "e", "f"}));
}

TEST(TemplateText, RefusesWhatItCannotFill) {
  EXPECT_EQ(message("${n"), "`${` is never closed; close it with `}`; `$${` is a plain `${`");
  EXPECT_EQ(message("${kappa}"), "there is no parameter `kappa`; given here: n, name, quoted, list");
  EXPECT_EQ(message("${naem + 1}"),
            "there is no parameter `naem`; did you mean `name`?  given here: n, name, quoted, list");
  EXPECT_EQ(message("${name + 1}"), "`name` is `rod`, and no number; ");
  EXPECT_EQ(message("${quoted + 1}"), "`quoted` is `4`, and no number; ");
  EXPECT_EQ(message("${list * 2}"), "`list` is a list, and no number; ");
  EXPECT_EQ(message("a_${list}"), "a list cannot be part of a text; let `${...}` stand alone");
  EXPECT_EQ(message("${[]}"), "the list is empty; expected values between the brackets");
  EXPECT_TRUE(message("${}").starts_with("expression is empty; operators: "));
  EXPECT_TRUE(message("${[1, , 2]}").starts_with("expression is empty"));
}

}  // namespace template_text_test
}  // namespace percuss
