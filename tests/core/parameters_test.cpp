// SPDX-License-Identifier: Apache-2.0
#include "core/parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace parameters_test {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::nan("");

/// One key of every kind.
struct Options {
  enum class Colour { red, green };
  double length = 0.0;
  int count = 3;
  bool flag = false;
  std::string word = "w";
  Colour colour = Colour::green;
  std::vector<double> list{1.0};
  Table history;
  std::string node = "first";
  double limit = infinity;
};

ParameterTable<Options> table() {
  ParameterTable<Options> t;
  t.number(
       "length", [](auto& o) -> auto& { return o.length; }, "m", "a length", positive)
      .required();
  t.integer(
      "count", [](auto& o) -> auto& { return o.count; }, "a count", Range{1, 10, false, false});
  t.boolean(
      "flag", [](auto& o) -> auto& { return o.flag; }, "a flag");
  t.text(
      "word", [](auto& o) -> auto& { return o.word; }, "a word");
  t.choice(
      "colour", [](auto& o) -> auto& { return o.colour; },
      std::vector<std::pair<std::string, Options::Colour>>{{"red", Options::Colour::red},
                                                           {"green", Options::Colour::green}},
      "a colour");
  t.numbers(
      "list", [](auto& o) -> auto& { return o.list; }, "", "numbers", unit_interval);
  t.table(
      "history", [](auto& o) -> auto& { return o.history; }, "s, N", "a history");
  t.node(
      "node", [](auto& o) -> auto& { return o.node; }, "a node");
  t.number(
       "limit", [](auto& o) -> auto& { return o.limit; }, "s", "a limit", positive)
      .optional();
  return t;
}

ParameterInfo info_of(const std::string& name) {
  for (const auto& info : table().infos())
    if (info.name == name) return info;
  throw std::logic_error("no key " + name);
}

std::string fault(const std::string& name, const Value& value) { return fault_of(info_of(name), value).value_or(""); }

TEST(Range, KnowsItsEnds) {
  EXPECT_TRUE(unit_interval.contains(0.0));
  EXPECT_TRUE(unit_interval.contains(1.0));
  EXPECT_FALSE(unit_interval.contains(std::nextafter(1.0, 2.0)));
  EXPECT_FALSE(positive.contains(0.0));
  EXPECT_TRUE(positive.contains(std::numeric_limits<double>::denorm_min()));
  EXPECT_TRUE(non_negative.contains(0.0));
  EXPECT_FALSE((Range{0.0, 1.0, true, true}.contains(1.0)));
}

TEST(Range, ContainsNoNaN) {
  EXPECT_FALSE(any_number.contains(not_a_number));
  EXPECT_FALSE(unit_interval.contains(not_a_number));
}

TEST(Range, SaysWhatItIs) {
  EXPECT_EQ(unit_interval.text(), "in [0, 1]");
  EXPECT_EQ((Range{0.0, 1.0, true, false}.text()), "in (0, 1]");
  EXPECT_EQ((Range{0.0, 1.0, false, true}.text()), "in [0, 1)");
  EXPECT_EQ(positive.text(), "> 0");
  EXPECT_EQ(non_negative.text(), ">= 0");
  EXPECT_EQ((Range{-infinity, 2.0, false, false}.text()), "<= 2");
  EXPECT_EQ((Range{-infinity, 2.0, false, true}.text()), "< 2");
  EXPECT_EQ(any_number.text(), "");
}

TEST(ParameterInfo, DescribesItselfForMessages) {
  EXPECT_EQ(describe(info_of("length")), "a number > 0 [m]");
  EXPECT_EQ(describe(info_of("count")), "an integer in [1, 10]");
  EXPECT_EQ(describe(info_of("flag")), "true or false");
  EXPECT_EQ(describe(info_of("word")), "a text");
  EXPECT_EQ(describe(info_of("colour")), "one of red, green");
  EXPECT_EQ(describe(info_of("list")), "a number or a list of numbers in [0, 1]");
  EXPECT_EQ(describe(info_of("history")), "a list of [x, y] pairs with increasing x [s, N]");
  EXPECT_EQ(describe(info_of("node")), "a node's index counted from 0, or `first` or `last`");
}

TEST(Value, PrintsAsTheFileWouldHaveIt) {
  EXPECT_EQ(to_string(Value(0.1)), "0.1");
  EXPECT_EQ(to_string(Value(std::int64_t{-7})), "-7");
  EXPECT_EQ(to_string(Value(true)), "true");
  EXPECT_EQ(to_string(Value(std::string("red"))), "red");
  EXPECT_EQ(to_string(Value(std::vector<double>{1.0, 2.5})), "[1, 2.5]");
  EXPECT_EQ(to_string(Value(std::vector<double>{})), "[]");
  EXPECT_EQ(to_string(Value(Table{{0.0, 1.0}, {2.0, 3.0}})), "[[0, 1], [2, 3]]");
}

TEST(FaultOf, NumbersMustBeFiniteAndInRange) {
  EXPECT_EQ(fault("length", 1.0), "");
  EXPECT_EQ(fault("length", 0.0), "0 is not > 0");
  EXPECT_EQ(fault("length", not_a_number), "nan is not a finite number");
  EXPECT_EQ(fault("length", infinity), "inf is not a finite number");
  EXPECT_EQ(fault("count", std::int64_t{11}), "11 is not in [1, 10]");
}

TEST(FaultOf, EveryEntryOfAListCounts) {
  EXPECT_EQ(fault("list", std::vector<double>{0.0, 0.5, 1.0}), "");
  EXPECT_EQ(fault("list", std::vector<double>{0.0, 1.4}), "1.4 is not in [0, 1]");
  EXPECT_EQ(fault("list", std::vector<double>{not_a_number}), "nan is not a finite number");
}

TEST(FaultOf, TheTimesOfATableIncrease) {
  EXPECT_EQ(fault("history", Table{{0.0, 5.0}, {1.0, -5.0}}), "");
  EXPECT_EQ(fault("history", Table{}), "");
  EXPECT_EQ(fault("history", Table{{1.0, 0.0}, {1.0, 2.0}}), "1 does not exceed the entry before it, 1");
  EXPECT_EQ(fault("history", Table{{not_a_number, 0.0}}), "nan is not a finite number");
  EXPECT_EQ(fault("history", Table{{0.0, infinity}}), "inf is not a finite number");
}

TEST(FaultOf, WordsMustBeKnown) {
  EXPECT_EQ(fault("colour", std::string("red")), "");
  EXPECT_EQ(fault("colour", std::string("blue")), "`blue` is not an allowed value");
  EXPECT_EQ(fault("word", std::string("anything")), "");
}

TEST(FaultOf, ANodeIsFirstLastOrAnIndex) {
  for (const std::string good : {"first", "last", "0", "17"}) EXPECT_EQ(fault("node", good), "");
  for (const std::string bad : {"", "-1", "+1", "1.0", "second", "1 ", "123456789012345678901"})
    EXPECT_EQ(fault("node", bad), "`" + bad + "` is not a node");
}

TEST(ParameterTable, TakesItsStandardsFromTheOptions) {
  EXPECT_FALSE(info_of("length").standard.has_value());  // required
  EXPECT_TRUE(info_of("length").required);
  EXPECT_FALSE(info_of("limit").standard.has_value());  // optional
  EXPECT_FALSE(info_of("limit").required);
  EXPECT_EQ(to_string(*info_of("count").standard), "3");
  EXPECT_EQ(to_string(*info_of("colour").standard), "green");
  EXPECT_EQ(to_string(*info_of("list").standard), "[1]");
}

TEST(ParameterTable, PutsGivenValuesInAndKeepsTheOthers) {
  const auto options = table().make({{"length", 2.0},
                                     {"count", std::int64_t{7}},
                                     {"flag", true},
                                     {"colour", std::string("red")},
                                     {"list", std::vector<double>{0.5}},
                                     {"history", Table{{0.0, 1.0}}},
                                     {"node", std::string("last")}});
  EXPECT_EQ(options.length, 2.0);
  EXPECT_EQ(options.count, 7);
  EXPECT_TRUE(options.flag);
  EXPECT_EQ(options.word, "w");
  EXPECT_EQ(options.colour, Options::Colour::red);
  EXPECT_EQ(options.list, std::vector<double>{0.5});
  EXPECT_EQ(options.history.size(), 1U);
  EXPECT_EQ(options.node, "last");
}

TEST(ParameterTable, FindsEveryFaultOfOptionsFilledInByHand) {
  Options options;
  options.count = 0;
  options.list = {2.0};
  options.limit = -1.0;
  const auto faults = table().validate(options);
  std::vector<std::string> texts;
  for (const auto& f : faults) texts.push_back(to_string(f));
  EXPECT_EQ(texts, (std::vector<std::string>{"length: 0 is not > 0\n  expected a number > 0 [m]",
                                             "count: 0 is not in [1, 10]\n  expected an integer in [1, 10]",
                                             "list: 2 is not in [0, 1]\n  expected a number or a list of numbers in "
                                             "[0, 1]",
                                             "limit: -1 is not > 0\n  expected a number > 0 [s]"}));
}

TEST(ParameterTable, SoundOptionsHaveNoFault) {
  Options options;
  options.length = 1.0;  // the limit left off is infinite, and that is no fault
  EXPECT_TRUE(table().validate(options).empty());
}

TEST(ParameterTable, AnEnumeratorOutsideItsNamesIsAFault) {
  Options options;
  options.length = 1.0;
  options.colour = static_cast<Options::Colour>(9);
  ASSERT_EQ(table().validate(options).size(), 1U);
  EXPECT_EQ(table().validate(options)[0].key, "colour");
}

}  // namespace parameters_test
}  // namespace percuss
