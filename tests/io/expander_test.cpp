// SPDX-License-Identifier: Apache-2.0
#include "io/expander.hpp"

#include <gtest/gtest.h>

#include "tests/io/faults_of.hpp"

namespace percuss {
namespace expander_test {

TEST(Expander, TellsAFaultOnceHoweverOftenItsTextIsUsed) {
  Expander expander;
  const auto text = parse_yaml("a: ${m}\n", "m.yaml");
  for (int i = 0; i < 3; ++i) {
    auto copy = text;
    expander.expand(copy, ParameterScope(), "b");
  }
  EXPECT_TRUE(expander.has_faults());
  EXPECT_EQ(faults_of([&] { expander.throw_faults(); }).size(), 1U);
  EXPECT_FALSE(expander.has_faults());
}

TEST(Expander, OrdersParametersBehindWhatTheyNeed) {
  Expander expander;
  const auto map = parse_yaml("a: ${c}\nb: 1\nc: [\"${b}\", \"${d}\"]\nd: 2\n", "m.yaml");
  EXPECT_EQ(expander.order_of(map, ParameterScope(), "parameters"), (std::vector<std::size_t>{1, 3, 2, 0}));
  EXPECT_FALSE(expander.has_faults());
}

TEST(Expander, ANameIsTakenOnce) {
  Expander expander;
  ParameterScope around;
  around.set("n", {});
  expander.check_name("n", {"m.yaml", 1, 1}, around, "for.n");
  expander.check_name("max", {"m.yaml", 2, 1}, around, "for.max");
  expander.check_name("i", {"m.yaml", 3, 1}, around, "for.i");
  EXPECT_EQ(faults_of([&] { expander.throw_faults(); }).size(), 2U);
}

TEST(Expander, KeysArePartsOfTexts) {
  Expander expander;
  ParameterScope scope;
  scope.set("i", {ValueNode::Type::scalar, "7", false, {}, {}, {}, {}});
  EXPECT_EQ(expander.expanded("disc_${i}", {}, scope, ""), "disc_7");
  EXPECT_EQ(expander.expanded("disc", {}, scope, ""), "disc");
}

}  // namespace expander_test
}  // namespace percuss
