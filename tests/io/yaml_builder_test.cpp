// SPDX-License-Identifier: Apache-2.0
#include "io/yaml_builder.hpp"

#include <gtest/gtest.h>

#include "tests/core/fewer_under_sanitizers.hpp"
#include "tests/io/faults_of.hpp"

namespace percuss {
namespace yaml_builder_test {

Lines faults_in_yaml(const std::string& text) {
  return faults_of([&] { parse_yaml(text, "m.yaml"); });
}
std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(YamlBuilder, AliasIsACopyThatKeepsThePlaceOfItsOriginal) {
  const auto root = parse_yaml("steel: &steel {density: 7800}\nbar: *steel\n", "m.yaml");
  EXPECT_EQ(root.find("bar")->find("density")->text, "7800");
  EXPECT_EQ(root.find("bar")->find("density")->place.line, 1);
}

TEST(YamlBuilder, AliasWithinItsOwnAnchorIsRefused) {
  EXPECT_EQ(faults_in_yaml("a: &x [1, *x]\n"),
            Lines{"m.yaml:1:11: a.1: an alias stands within its own anchor\n  write the values out"});
}

TEST(YamlBuilder, AnchorsThatExpandWithoutBoundAreRefused) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const auto alias = "*a" + std::to_string(i - 1);
    const auto name = "a" + std::to_string(i);
    bomb += name + ": &" + name + " [" + repeated(alias + ", ", 9) + alias + "]\n";
  }
  const auto faults = faults_in_yaml(bomb);  // 10^12 values if it were expanded
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].find("anchors expand to more than 1000000 values"), std::string::npos);
}

TEST(YamlBuilder, LongTextsCountInTheExpansion) {
  const auto faults = faults_in_yaml("t: &t " + repeated("x", 1 << 20) + "\nl: [" + repeated("*t, ", 99) + "*t]\n");
  ASSERT_EQ(faults.size(), 1U);  // 100 MiB out of 1 MiB
  EXPECT_NE(faults[0].find("anchors expand"), std::string::npos);
}

TEST(YamlBuilder, NestingIsBounded) {
  EXPECT_EQ(faults_in_yaml(repeated("[", 100) + repeated("]", 100)), Lines{});
  EXPECT_EQ(
      faults_in_yaml(repeated("[", 101) + repeated("]", 101)),
      Lines{"m.yaml:1:101: " + repeated("0.", 99) + "0: lists and maps are nested deeper than 100\n  flatten them"});
  EXPECT_EQ(faults_in_yaml(repeated("[", fewer(1000000))).size(), 1U);
  EXPECT_EQ(faults_in_yaml(repeated("{a: ", fewer(100000))).size(), 1U);
  EXPECT_EQ(faults_in_yaml(repeated("- ", fewer(100000))).size(), 1U);
}

TEST(YamlBuilder, NestingByAliasesIsBoundedToo) {
  std::string chain = "a0: &a0 [1]\n";  // each line one level deeper than the one above
  for (int i = 1; i < 120; ++i)
    chain += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  const auto faults = faults_in_yaml(chain);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].find("a99.0: lists and maps are nested deeper than 100"), std::string::npos) << faults[0];
}

struct RefusedCase {
  std::string text, fault;
};
class Refused : public ::testing::TestWithParam<RefusedCase> {};

TEST_P(Refused, IsToldWithPlaceAndRemedy) { EXPECT_EQ(faults_in_yaml(GetParam().text), Lines{GetParam().fault}); }

INSTANTIATE_TEST_SUITE_P(
    YamlBuilder, Refused,
    ::testing::Values(
        RefusedCase{"a: \"x\nb: 2\n", "m.yaml:1:4: a: the quote opened here is never closed\n  close it with \""},
        RefusedCase{"a: 'it''s\n", "m.yaml:1:4: a: the quote opened here is never closed\n  close it with '"},
        RefusedCase{"a: &x \"y\n", "m.yaml:1:4: a: the quote opened here is never closed\n  close it with \""},
        RefusedCase{"a: {[1]: 2}\n",
                    "m.yaml:1:5: a: a key must be a word, not a list or a map\n"
                    "  close the `[` or `{` that stands here, or put the key in quotes"},
        RefusedCase{"? {b: 1}\n: 2\n",
                    "m.yaml:1:3: a key must be a word, not a list or a map\n"
                    "  close the `[` or `{` that stands here, or put the key in quotes"},
        RefusedCase{"null: 1\n", "m.yaml:1:1: a key must be a word\n  put the key in quotes"},
        RefusedCase{"a: &x 1\n*x : 2\n", "m.yaml:2:1: a key must be a word, not an alias\n  write the key out"},
        RefusedCase{"&x a: 1\n", "m.yaml:1:1: a key has an anchor\n  move the anchor to the value"},
        RefusedCase{"a: {b: 1}\nc:\n  <<: 2\n",
                    "m.yaml:3:3: c: merge keys `<<` are not supported\n  write the keys out"},
        RefusedCase{"a: !!int 5\n",
                    "m.yaml:1:4: a: tag `tag:yaml.org,2002:int` is not supported\n"
                    "  remove the tag; a text goes in quotes"},
        RefusedCase{"a: !foo {b: 1}\n",
                    "m.yaml:1:4: a: tag `!foo` is not supported\n  remove the tag; a text goes in quotes"},
        RefusedCase{"a: \"\\0\"\n",
                    "m.yaml:1:4: a: an escape stands for a control character\n  write the text without it"}));

TEST(YamlBuilder, QuotesThatAreClosedAreNoFault) {
  EXPECT_EQ(faults_in_yaml("a: 'it''s'\nb: \"say \\\"no\\\"\"\nc: &x \"y\"\nd: \"two\n  lines\"\ne: ''\n"), Lines{});
}

TEST(YamlBuilder, TabsInIndentationAreSeenWhereTheyStand) {
  const std::string text = "a\n \tb\n";
  const YamlBuilder builder(text, "m.yaml");
  YAML::Mark mark;
  EXPECT_FALSE(builder.tab_indents(mark));
  mark.line = 1;
  mark.column = 2;
  EXPECT_TRUE(builder.tab_indents(mark));
  EXPECT_EQ(builder.place_of(mark).line, 2);
  EXPECT_EQ(builder.place_of(mark).column, 3);
}

}  // namespace yaml_builder_test
}  // namespace percuss
