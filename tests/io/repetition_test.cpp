// SPDX-License-Identifier: Apache-2.0
#include "io/repetition.hpp"

#include <gtest/gtest.h>

#include "core/sanitizer.hpp"
#include "tests/io/expanded.hpp"
#include "tests/io/faults_of.hpp"

namespace percuss {
namespace repetition_test {

/// With one loop, and a parameter n = 3.
std::string with_for(const std::string& range) {
  return expanded("parameters: {n: 3}\nrepeat:\n- for: {" + range + "}\n  bodies: {\"b_${i}\": 0}\n");
}

Lines faults(const std::string& block) {
  return faults_of([&] { expanded("parameters: {n: 3}\nrepeat:\n- " + block + "\n"); });
}

TEST(Repetition, CountsListsAndRanges) {
  EXPECT_EQ(with_for("i: 3"), "bodies: {b_0: 0, b_1: 0, b_2: 0}\n");
  EXPECT_EQ(with_for("i: \"${n - 1}\""), "bodies: {b_0: 0, b_1: 0}\n");
  EXPECT_EQ(with_for("i: [left, right]"), "bodies: {b_left: 0, b_right: 0}\n");
  EXPECT_EQ(with_for("i: {from: 1, to: \"${n}\"}"), "bodies: {b_1: 0, b_2: 0, b_3: 0}\n");
  EXPECT_EQ(with_for("i: {from: 3, to: 1, step: -1}"), "bodies: {b_3: 0, b_2: 0, b_1: 0}\n");
  EXPECT_EQ(with_for("i: {from: 0, to: 0.3, step: 0.1}"), "bodies: {b_0: 0, b_0.1: 0, b_0.2: 0, b_0.3: 0}\n");
}

TEST(Repetition, MayBeEmpty) {
  for (const auto* range : {"i: 0", "i: []", "i: {from: 1, to: 0}"})
    EXPECT_EQ(expanded("a: 1\nrepeat:\n- for: {" + std::string(range) + "}\n  bodies: {\"b_${i}\": 0}\n"), "a: 1\n");
}

TEST(Repetition, TheLastVariableChangesFastestAndRangesMayUseTheOthers) {
  EXPECT_EQ(expanded("repeat:\n- for: {i: 3, j: \"${i}\"}\n  loads: {\"${i}${j}\": 0}\n"),
            "loads: {10: 0, 20: 0, 21: 0}\n");
}

TEST(Repetition, RoundsMayBeLeftOutAndHaveValuesOfTheirOwn) {
  EXPECT_EQ(expanded("parameters: {d: 10}\nrepeat:\n- for: {i: 4}\n  where: ${i % 2 == 1}\n"
                     "  parameters: {x: \"${y + 1}\", y: \"${i * d}\"}\n  joints: {\"j_${i}\": \"${x}\"}\n"),
            "joints: {j_1: 11, j_3: 31}\n");
}

TEST(Repetition, FollowsWhatIsThere) {
  EXPECT_EQ(expanded("contacts: {a: 1}\nrepeat:\n- for: {i: 1}\n  contacts: {\"b_${i}\": 2}\n- for: {i: 1}\n"
                     "  contacts: {c: 3}\n"),
            "contacts: {a: 1, b_0: 2, c: 3}\n");
}

TEST(Repetition, NamesDifferInEveryRound) {
  EXPECT_EQ(faults("for: {i: 3}\n  bodies: {b: 0}"),
            Lines{"m.yaml:4:12: repeat.0.bodies.b: `bodies.b` is there already\n"
                  "  let its name depend on all variables of `for`, e.g. a_${i}_${j}"});
  EXPECT_EQ(faults_of([] { expanded("bodies: {b_0: 0}\nrepeat: [{for: {i: 1}, bodies: {\"b_${i}\": 0}}]\n"); }).size(),
            1U);
}

TEST(Repetition, RefusesWhatIsNoRepetition) {
  EXPECT_EQ(faults_of([] { expanded("repeat: 3\n"); }).size(), 1U);
  EXPECT_EQ(faults_of([] { expanded("repeat:\n"); }).size(), 1U);
  for (const auto* block : {"3",
                            "bodies: {b: 0}",
                            "for: 3",
                            "for: {}",
                            "for: {i: }",
                            "for: {i: 1.5}",
                            "for: {i: -1}",
                            "for: {i: many}",
                            "for: {n: 3}",
                            "for: {sin: 3}",
                            "for: {i: 2}\n  bodeis: {a: 0}",
                            "for: {i: 2}\n  bodies: 3",
                            "for: {i: {from: 1}}",
                            "for: {i: {from: 1, to: 2, setp: 1}}",
                            "for: {i: {from: 1, to: 2, step: 0}}",
                            "for: {i: {from: 1, to: x}}",
                            "for: {i: 2}\n  where: yes",
                            "for: {i: 2}\n  where: ${m}",
                            "for: {i: 2}\n  parameters: {n: 1}",
                            "for: {i: 2}\n  parameters: {a: \"${a}\"}",
                            "for: {i: 2}\n  bodies: {\"b_${j}\": 0}",
                            "for: {j: \"${i}\", i: 2}"})
    EXPECT_EQ(faults(block).size(), 1U) << block;
  EXPECT_EQ(faults("for: {i: 2}\n  parameters: {i: 1}\n  bodies: {\"b_${i}\": 0}").size(), 1U);
}

TEST(Repetition, IsNotEndless) {
  EXPECT_EQ(faults("for: {i: 1.0e12}").size(), 1U);
  EXPECT_EQ(faults("for: {i: {from: 0, to: 1, step: 1e-12}}").size(), 1U);
  if (PERCUSS_UNDER_SANITIZER) return;  // which take a minute for what follows
  EXPECT_EQ(faults("for: {i: 10000, j: 10000}\n  where: ${1 < 0}").size(), 1U);
  EXPECT_EQ(faults("for: {i: 3000, j: 3000}\n  bodies: {\"b_${i}_${j}\": 0}").size(), 1U);
}

TEST(Repetition, FaultsOfCopiesAreToldOnce) {
  const Place here{"m.yaml", 3, 4}, there{"m.yaml", 4, 4}, nowhere{"--set a=1", 0, 0};
  const auto told = each_once({{here, "a", "1 is wrong", "r"},
                               {there, "b", "2 is wrong", "r"},
                               {here, "c", "3 is wrong", "r"},
                               {here, "d", "4 is wrong", "s"},
                               {here, "e", "5 is wrong", "r"},
                               {nowhere, "f", "6 is wrong", ""},
                               {nowhere, "g", "7 is wrong", ""}});
  EXPECT_EQ(texts_of(told),
            (Lines{"m.yaml:3:4: a: 1 is wrong; so 2 more from here\n  r", "m.yaml:4:4: b: 2 is wrong\n  r",
                   "m.yaml:3:4: d: 4 is wrong\n  s", "--set a=1: f: 6 is wrong", "--set a=1: g: 7 is wrong"}));
}

}  // namespace repetition_test
}  // namespace percuss
