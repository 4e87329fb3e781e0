// SPDX-License-Identifier: Apache-2.0
#include "io/expansion.hpp"

#include <gtest/gtest.h>

#include "core/sanitizer.hpp"
#include "io/yaml_text.hpp"
#include "tests/io/expanded.hpp"
#include "tests/io/faults_of.hpp"

namespace percuss {
namespace expansion_test {

Lines faults(const std::string& text) {
  return faults_of([&] { expanded(text); });
}

TEST(Expansion, LeavesAPlainModelAsItIs) {
  const std::string plain = "percuss: 1\ntitle: a $ and {b}\nlist: [1, x]\n";
  EXPECT_EQ(expanded(plain), yaml_text(parse_yaml(plain, "m.yaml")));
}

TEST(Expansion, ParametersMayReferToLaterOnes) {
  EXPECT_EQ(expanded("parameters:\n  area: ${width^2}\n  width: ${2 * n}\n  n: 3\na: ${area}\nb: {c: [\"${n}\"]}\n"),
            "a: 36\nb: {c: [3]}\n");
}

TEST(Expansion, ValuesFromElsewhereKnowTheParameters) {
  auto tree = parse_yaml("parameters: {n: 3}\na: 1\n", "m.yaml");
  Expansion expansion(tree);
  auto value = parse_yaml("[\"${n + 1}\", b]", "--set");
  expansion.expand(value, "a");
  EXPECT_EQ(yaml_text(value), "[4, b]\n");
  auto wrong = parse_yaml("${kappa}", "--set");
  EXPECT_EQ(faults_of([&] { expansion.expand(wrong, "a"); }),
            Lines{"--set:1:1: a: there is no parameter `kappa`\n  given here: n"});
}

TEST(Expansion, EveryFaultHasItsPlace) {
  EXPECT_EQ(faults("parameters: {n: 0}\na: ${1 / n}\nb:\n- ${kappa}\n- x_${n\n"),
            (Lines{"m.yaml:2:4: a: is inf, not a finite number",
                   "m.yaml:4:3: b.0: there is no parameter `kappa`\n  given here: n",
                   "m.yaml:5:3: b.1: `${` is never closed\n  close it with `}`; `$${` is a plain `${`"}));
}

TEST(Expansion, ParametersThatNeedEachOtherAreRefused) {
  EXPECT_EQ(faults("parameters:\n  a: ${b}\n  b: ${2 * c}\n  c: ${a}\n"),
            Lines{"m.yaml:2:6: parameters.a: needs itself: a -> b -> c -> a\n  break the circle"});
  EXPECT_EQ(faults("parameters: {a: \"${a}\"}\n").size(), 1U);
}

TEST(Expansion, ParametersAreNamedValues) {
  EXPECT_EQ(faults("parameters: 3\n").size(), 1U);
  EXPECT_EQ(faults("parameters: {sin: 1, 2n: 1, a: , b: {c: 1}}\n").size(), 4U);
  EXPECT_EQ(faults("parameters: {a: \"${b}\", b: \"${m}\"}\n").size(), 1U);  // what needs b does not repeat it
}

/// What stands in the file itself has no such limit.
TEST(Expansion, LongListsAreLeftAlone) {
  if (PERCUSS_UNDER_SANITIZER) GTEST_SKIP() << "a million values take them too long";
  ValueNode list{ValueNode::Type::list, "", false, {}, {}, {}, {}};
  list.items.resize(most_expanded_values + 1);
  ValueNode tree{ValueNode::Type::map, "", false, {std::move(list)}, {"a"}, {{}}, {}};
  EXPECT_NO_THROW(Expansion{tree});
}

/// A text that only looks like an expression is none wherever its parameter is used.
TEST(Expansion, ValuesAreNotExpandedAgain) {
  EXPECT_EQ(expanded("parameters: {a: ['$${b}', 1]}\nx: ${a}\ny: ${[a]}\n"), "x: [\"${b}\", 1]\ny: [[\"${b}\", 1]]\n");
}

TEST(Expansion, TextsAndListsThatDoubleEnd) {
  std::string texts = "parameters:\n  t0: ab\n", lists = "parameters:\n  t0: [1, 2]\n";
  for (int k = 0; k < 40; ++k) {
    const auto next = std::to_string(k + 1), last = std::to_string(k);
    texts += "  t" + next + ": ${t" + last + "}${t" + last + "}\n";
    lists += "  t" + next + ": ${[t" + last + ", t" + last + "]}\n";
  }
  EXPECT_EQ(faults(texts).size(), 1U);
  if (PERCUSS_UNDER_SANITIZER) return;  // a million values
  EXPECT_EQ(faults(lists).size(), 1U);
}

TEST(Expansion, GivesUpOnFilesFullOfFaults) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "k" + std::to_string(i) + ": ${m}\n";
  EXPECT_EQ(faults(text).size(), 20U);
}

}  // namespace expansion_test
}  // namespace percuss
