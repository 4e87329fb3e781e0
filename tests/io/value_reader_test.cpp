// SPDX-License-Identifier: Apache-2.0
#include "io/value_reader.hpp"

#include <gtest/gtest.h>

#include "tests/io/faults_of.hpp"

namespace percuss {
namespace value_reader_test {

ParameterInfo info_of(Kind kind, Range range = any_number, std::vector<std::string> choices = {}) {
  ParameterInfo info;
  info.name = "outer.key";
  info.kind = kind;
  info.range = range;
  info.choices = std::move(choices);
  return info;
}

struct Outcome {
  std::optional<Value> value;
  Lines faults;
};
/// Reads the value of the only key in "key: TEXT".
Outcome read(const ParameterInfo& info, const std::string& text) {
  std::vector<Fault> faults;
  const auto root = parse_yaml("key: " + text, "m.yaml");
  auto value = read_value(root.items[0], "outer.key", info, faults);
  return {std::move(value), texts_of(faults)};
}

TEST(ReadValue, GivesEveryKindItsType) {
  EXPECT_EQ(read(info_of(Kind::number), "1e-7").value, Value(1e-7));
  EXPECT_EQ(read(info_of(Kind::integer), "1e3").value, Value(std::int64_t{1000}));
  EXPECT_EQ(read(info_of(Kind::boolean), "true").value, Value(true));
  EXPECT_EQ(read(info_of(Kind::text), "some words").value, Value(std::string("some words")));
  EXPECT_EQ(read(info_of(Kind::choice, {}, {"a", "b"}), "b").value, Value(std::string("b")));
  EXPECT_EQ(read(info_of(Kind::node), "12").value, Value(std::string("12")));
  EXPECT_EQ(read(info_of(Kind::node), "last").value, Value(std::string("last")));
  EXPECT_EQ(read(info_of(Kind::numbers), "[1, 2.5]").value, Value(std::vector<double>{1, 2.5}));
  EXPECT_EQ(read(info_of(Kind::numbers), "3").value, Value(std::vector<double>{3}));
  EXPECT_EQ(read(info_of(Kind::numbers), "[]").value, Value(std::vector<double>{}));
  EXPECT_EQ(read(info_of(Kind::table), "[[0, 1], [2, 3]]").value, Value(Table{{0, 1}, {2, 3}}));
}

TEST(ReadValue, TellsWhatIsOutsideItsRange) {
  EXPECT_EQ(read(info_of(Kind::number, unit_interval), "1.4").faults,
            Lines{"m.yaml:1:6: outer.key: 1.4 is not in [0, 1]\n  expected a number in [0, 1]"});
  EXPECT_EQ(read(info_of(Kind::integer, positive), "0").faults,
            Lines{"m.yaml:1:6: outer.key: 0 is not > 0\n  expected an integer > 0"});
}

TEST(ReadValue, TellsWhatItExpectedWithTheUnit) {
  auto info = info_of(Kind::number, positive);
  info.unit = "m";
  EXPECT_EQ(read(info, "abc").faults,
            Lines{"m.yaml:1:6: outer.key: `abc` is not a number\n  expected a number > 0 [m]"});
  EXPECT_EQ(read(info, "5 mm").faults,
            Lines{"m.yaml:1:6: outer.key: `5 mm` is not a number\n  write the number alone, in SI units [m]"});
  EXPECT_EQ(read(info, "").faults, Lines{"m.yaml:1:1: outer.key: has no value\n  expected a number > 0 [m]"});
}

TEST(ReadValue, OffersTheNearestWord) {
  EXPECT_EQ(read(info_of(Kind::choice, {}, {"consistent", "lumped"}), "lumpd").faults,
            Lines{"m.yaml:1:6: outer.key: `lumpd` is not an allowed value\n"
                  "  did you mean `lumped`?  `key` accepts: consistent, lumped"});
  EXPECT_EQ(read(info_of(Kind::choice, {}, {"a", "b"}), "[a]").faults,
            Lines{"m.yaml:1:6: outer.key: a list is not a text\n  expected one of a, b"});
}

TEST(ReadValue, ANodeIsAnIndexOrAnEnd) {
  EXPECT_EQ(read(info_of(Kind::node), "-1").faults,
            Lines{"m.yaml:1:6: outer.key: `-1` is not a node\n"
                  "  expected a node's index counted from 0, or `first` or `last`"});
}

TEST(ReadValue, TellsEveryWrongEntryOfAListInItsPlace) {
  EXPECT_EQ(read(info_of(Kind::numbers, positive), "[1, x, -2, [3], \"4\", ]").faults,
            (Lines{"m.yaml:1:10: outer.key.1: `x` is not a number\n  expected a number or a list of numbers > 0",
                   "m.yaml:1:13: outer.key.2: -2 is not > 0\n  expected a number or a list of numbers > 0",
                   "m.yaml:1:17: outer.key.3: a list is not a number\n  expected a number or a list of numbers > 0",
                   "m.yaml:1:22: outer.key.4: the quoted text `4` is not a number\n  remove the quotes"}));
}

TEST(ReadValue, TellsEveryWrongPairOfATableInItsPlace) {
  const std::string hint = "\n  expected a list of [x, y] pairs with increasing x";
  EXPECT_EQ(read(info_of(Kind::table), "[[0, 1], 2, [3], [4, a], [5, .inf]]").faults,
            (Lines{"m.yaml:1:15: outer.key.1: `2` is not a pair [x, y]" + hint,
                   "m.yaml:1:18: outer.key.2: a list of 1 is not a pair [x, y]" + hint,
                   "m.yaml:1:27: outer.key.3.1: `a` is not a number" + hint,
                   "m.yaml:1:35: outer.key.4.1: inf is not a finite number" + hint}));
  EXPECT_EQ(read(info_of(Kind::table), "[[0, 1], [0, 2]]").faults,
            Lines{"m.yaml:1:15: outer.key.1: 0 does not exceed the entry before it, 0" + hint});
  EXPECT_EQ(read(info_of(Kind::table, unit_interval), "[[-5, 1], [0, 2]]").faults,
            Lines{"m.yaml:1:20: outer.key.1.1: 2 is not in [0, 1]" + hint});
  EXPECT_EQ(read(info_of(Kind::table), "5").faults, Lines{"m.yaml:1:6: outer.key: `5` is not a list of pairs" + hint});
  EXPECT_EQ(read(info_of(Kind::table), "").faults, Lines{"m.yaml:1:1: outer.key: has no value" + hint});
}

}  // namespace value_reader_test
}  // namespace percuss
