// SPDX-License-Identifier: Apache-2.0
#include "io/value_tree.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/io/faults_of.hpp"

namespace percuss {
namespace value_tree_test {

using Type = ValueNode::Type;

ValueNode parse(const std::string& text) { return parse_yaml(text, "m.yaml"); }
Lines faults_in(const std::string& text) {
  return faults_of([&] { parse(text); });
}
std::string position(const Place& place) { return std::to_string(place.line) + ":" + std::to_string(place.column); }

TEST(ValueTree, KeepsTheOrderAndThePlacesOfTheFile) {
  const auto root = parse("bodies:\n  bar:\n    type: bar\n    length: 1.0\nangles: [0, 90]\n");
  EXPECT_EQ(root.keys, (std::vector<std::string>{"bodies", "angles"}));
  const auto* bar = root.find("bodies")->find("bar");
  ASSERT_NE(bar, nullptr);
  EXPECT_EQ(bar->keys, (std::vector<std::string>{"type", "length"}));
  EXPECT_EQ(position(bar->key_places[1]), "4:5");
  EXPECT_EQ(position(bar->find("length")->place), "4:13");
  EXPECT_EQ(position(bar->place), "3:5");  // a block map begins with its first key
  const auto* angles = root.find("angles");
  ASSERT_EQ(angles->type, Type::list);
  EXPECT_EQ(position(angles->place), "5:9");
  EXPECT_EQ(position(angles->items[1].place), "5:13");
  EXPECT_EQ(angles->place.file, "m.yaml");
}

TEST(ValueTree, KnowsQuotedTextsFromPlainOnes) {
  const auto root = parse("a: 5\nb: \"5\"\nc: '5'\nd: |\n  5\n");
  EXPECT_FALSE(root.find("a")->quoted);
  EXPECT_TRUE(root.find("b")->quoted);
  EXPECT_TRUE(root.find("c")->quoted);
  EXPECT_TRUE(root.find("d")->quoted);
  EXPECT_EQ(root.find("d")->text, "5\n");
}

TEST(ValueTree, FindsNothingWhereThereIsNothing) {
  const auto root = parse("a: [1]\n");
  EXPECT_EQ(root.find("b"), nullptr);
  EXPECT_EQ(root.find("a")->find("0"), nullptr);
}

TEST(ValueTree, AnAbsentValueIsNullAtItsKey) {
  const auto root = parse("a:\n\n\nb: ~\nc: {d, e: }\n");  // the parser itself would put the value of `a` at line 4
  EXPECT_EQ(root.find("a")->type, Type::null);
  EXPECT_EQ(position(root.find("a")->place), "1:1");
  EXPECT_EQ(position(root.find("b")->place), "4:1");
  EXPECT_EQ(position(root.find("c")->find("d")->place), "5:5");
  EXPECT_EQ(position(root.find("c")->find("e")->place), "5:8");
  const auto list = parse("- \n- ~\n");
  EXPECT_EQ(position(list.items[0].place), "1:1");
  EXPECT_EQ(position(list.items[1].place), "2:3");
}

TEST(ValueTree, CountsColumnsInCharactersAfterAByteOrderMark) {
  const auto root = parse("\xEF\xBB\xBF\xC2\xB5\xE2\x82\xAC: 1\r\nb:  2\r\n");
  EXPECT_EQ(position(root.items[0].place), "1:5");
  EXPECT_EQ(position(root.items[1].place), "2:5");
  EXPECT_EQ(root.items[0].text, "1");
}

TEST(ValueTree, AcceptsJson) {
  const auto root = parse("{\"a\": [1.5e-7, true],\n \"b\": {\"c\": \"d\"}}\n");
  EXPECT_EQ(root.find("a")->items[0].text, "1.5e-7");
  EXPECT_EQ(root.find("b")->find("c")->text, "d");
}

TEST(ValueTree, TellsEveryKeyGivenTwiceWithBothPlaces) {
  EXPECT_EQ(faults_in("bodies:\n  bar:\n    length: 1\n    area: 2\n    length: 3\nbodies: 4\n"),
            (Lines{"m.yaml:5:5: bodies.bar.length: key given twice, first at line 3, column 5\n  keep one of the two",
                   "m.yaml:6:1: bodies: key given twice, first at line 1, column 1\n  keep one of the two"}));
  EXPECT_EQ(faults_in("a: 1\na: 2\n'a': 3\n").size(), 2U);  // quotes do not make another key
  EXPECT_EQ(faults_in("l:\n - {x: 1}\n - {x: 1, x: 2}\n"),
            Lines{"m.yaml:3:11: l.1.x: key given twice, first at line 3, column 5\n  keep one of the two"});
}

TEST(ValueTree, TellsDuplicatesAlsoWhenTheSyntaxBreaksLater) {
  EXPECT_EQ(faults_in("m: {a: 1, a: 2}\nb: [1\n").size(), 2U);
}

TEST(ValueTree, IsNeverEmpty) {
  for (const std::string text : {"", "\n\n", "# nothing\n", "\xEF\xBB\xBF"})
    EXPECT_EQ(faults_in(text), Lines{"m.yaml: is empty\n  a model file is a YAML map of keys and values"});
}

TEST(ValueTree, IsOneDocument) {
  EXPECT_EQ(faults_in("a: 1\n---\nb: 2\n"),
            Lines{"m.yaml:2:1: a second YAML document starts here\n"
                  "  a file holds one document: remove `---`, or indent this line like the first key"});
  EXPECT_EQ(faults_in("  a: 1\nb: 2\n").size(), 1U);  // less indented than the first key: to YAML, a new document
  EXPECT_EQ(faults_in("%YAML 1.2\n---\na: 1\n...\n# end\n"), Lines{});
}

struct SyntaxCase {
  std::string text, fault;
};
class SyntaxError : public ::testing::TestWithParam<SyntaxCase> {};

TEST_P(SyntaxError, IsToldWithPlaceAndRemedy) { EXPECT_EQ(faults_in(GetParam().text), Lines{GetParam().fault}); }

INSTANTIATE_TEST_SUITE_P(
    ValueTree, SyntaxError,
    ::testing::Values(
        SyntaxCase{"a: 1\n\tb: 2\n",
                   "m.yaml:2:1: not YAML: illegal tab when looking for indentation\n  indent with spaces, not tabs"},
        SyntaxCase{"a:\n\tb: 1\n", "m.yaml:2:3: not YAML: illegal map value\n  indent with spaces, not tabs"},
        SyntaxCase{"a: 1\n b: 2\n",
                   "m.yaml:2:3: not YAML: illegal map value\n"
                   "  indent the keys of one map alike; a text that holds `: ` needs quotes"},
        SyntaxCase{"a: [1, 2\nb: 3\n",
                   "m.yaml:2:2: not YAML: end of sequence flow not found\n"
                   "  close the list with `]` and separate its entries with `,`"},
        SyntaxCase{"a: {b: 1\n",
                   "m.yaml:2:1: not YAML: end of map flow not found\n"
                   "  close the map with `}` and separate its entries with `,`"},
        SyntaxCase{"a: 1\n- b\n",
                   "m.yaml:2:1: not YAML: end of map not found\n"
                   "  indent the keys of one map alike; entries of a list all start with `- `"},
        SyntaxCase{"a: 1\n}",
                   "m.yaml:2:1: not YAML: illegal flow end\n"
                   "  a closing `]` or `}` has no opening one; a text that holds it needs quotes"},
        SyntaxCase{"a: @x\n", "m.yaml:1:4: not YAML: unknown token\n  a text that starts with @, ` or % needs quotes"},
        SyntaxCase{"a: \"\\q\"\n",
                   "m.yaml:1:7: not YAML: unknown escape character: q\n"
                   "  write \\\\ for a backslash, or use single quotes"},
        SyntaxCase{"a: *b\n",
                   "m.yaml:1:4: not YAML: the referenced anchor is not defined\n"
                   "  an alias `*name` needs `&name` above it; a text that starts with * needs quotes"}));

TEST(ValueTree, FileIsReadUnderItsPath) {
  const auto path = ::testing::TempDir() + "percuss_value_tree_test.yaml";
  std::ofstream(path) << "a: 1\n";
  EXPECT_EQ(read_yaml_file(path).find("a")->place.file, path);
  std::filesystem::remove(path);
  EXPECT_EQ(faults_of([&] { read_yaml_file(path); }).size(), 1U);
}

TEST(ValueTree, BinaryFileIsRefusedBeforeItIsParsed) {
  EXPECT_EQ(faults_in(std::string("\x7F"
                                  "ELF\0\0",
                                  6))
                .size(),
            1U);
}

}  // namespace value_tree_test
}  // namespace percuss
