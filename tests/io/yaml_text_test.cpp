// SPDX-License-Identifier: Apache-2.0
#include "io/yaml_text.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace yaml_text_test {

bool same(const ValueNode& a, const ValueNode& b) {
  if (a.type != b.type || a.text != b.text || a.quoted != b.quoted || a.keys != b.keys ||
      a.items.size() != b.items.size())
    return false;
  for (std::size_t i = 0; i < a.items.size(); ++i)
    if (!same(a.items[i], b.items[i])) return false;
  return true;
}

TEST(YamlText, ReadsBackToTheSameValues) {
  const auto tree = parse_yaml(
      "percuss: 1\ntitle: \"5\"\nempty:\nbodies:\n  a: {type: disc, position: [0, -1.0e-3], x: {y: [[1, 2], []]}}\n"
      "  'b c': {}\nlist:\n- 'two: words # and \"quotes\"'\n- {k: 'line\n\n    break'}\n- [a, {b: c}]\n",
      "m.yaml");
  EXPECT_TRUE(same(tree, parse_yaml(yaml_text(tree), "back.yaml"))) << yaml_text(tree);
}

TEST(YamlText, WritesFlatMapsInOneLine) {
  EXPECT_EQ(yaml_text(parse_yaml("a:\n  b:\n    c: 1\n    d: [2, x]\n", "m.yaml")), "a:\n  b: {c: 1, d: [2, x]}\n");
}

/// A text without quotes that another context would take for something else gets them.
TEST(YamlText, KeepsTextsTexts) {
  ValueNode map{ValueNode::Type::map, "", false, {}, {"t"}, {{}}, {}};
  for (const auto* text : {"a: b", "# a", "[a", "*a", "", "a, b", "- a", "~"}) {
    map.items = {{ValueNode::Type::scalar, text, false, {}, {}, {}, {}}};
    EXPECT_EQ(parse_yaml(yaml_text(map), "m.yaml").items[0].text, text);
    EXPECT_EQ(parse_yaml(yaml_text(map), "m.yaml").items[0].type, ValueNode::Type::scalar) << text;
  }
}

}  // namespace yaml_text_test
}  // namespace percuss
