// SPDX-License-Identifier: Apache-2.0
#include "io/parameter_scope.hpp"

#include <gtest/gtest.h>

#include "io/expression.hpp"

namespace percuss {
namespace parameter_scope_test {

ValueNode number(const std::string& text) { return {ValueNode::Type::scalar, text, false, {}, {}, {}, {}}; }

TEST(ParameterScope, NamesHoldWithinAndNotWithout) {
  ParameterScope outer;
  outer.set("n", number("1"));
  ParameterScope inner(&outer);
  inner.set("i", number("2"));
  inner.set("i", number("3"));
  outer.set("m", number("4"));
  EXPECT_EQ(inner.value("n").text, "1");
  EXPECT_EQ(inner.value("i").text, "3");
  EXPECT_EQ(inner.value("m").text, "4");
  EXPECT_EQ(outer.find("i"), nullptr);
}

TEST(ParameterScope, AnUnknownNameIsToldWithTheNearest) {
  const auto remedy_of = [](const ParameterScope& scope, const std::string& name) {
    try {
      scope.value(name);
      return std::string();
    } catch (const ExpressionError& error) {
      return error.remedy;
    }
  };
  ParameterScope scope;
  EXPECT_EQ(remedy_of(scope, "n"), "none are given: `parameters:` holds them by name");
  scope.set("length", number("1"));
  EXPECT_EQ(remedy_of(ParameterScope(&scope), "lenght"), "did you mean `length`?  given here: length");
}

}  // namespace parameter_scope_test
}  // namespace percuss
