// SPDX-License-Identifier: Apache-2.0
#include "io/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace percuss {
namespace expression_test {

double value(const std::string& text, const std::vector<double>& values = {}) { return Expression(text).value(values); }

std::string message(const std::string& text, const std::vector<double>& values = {}) {
  try {
    value(text, values);
    return "";
  } catch (const ExpressionError& error) {
    return error.what();
  }
}

TEST(Expression, FollowsTheUsualRules) {
  EXPECT_EQ(value("1 + 2 * 3"), 7.0);
  EXPECT_EQ(value("(1 + 2) * 3"), 9.0);
  EXPECT_EQ(value("-2^2"), -4.0);
  EXPECT_EQ(value("2^3^2"), 512.0);
  EXPECT_EQ(value("8 - 3 - 2"), 3.0);
  EXPECT_EQ(value("8 / 4 / 2"), 1.0);
  EXPECT_EQ(value("1e-3 * 4"), 4e-3);
  EXPECT_EQ(value("7 % 3"), 1.0);
  EXPECT_EQ(value("-7 % 3"), 2.0);  // of the sign of the divisor: indices go round
  EXPECT_EQ(value("7 % -3"), -2.0);
  EXPECT_EQ(value("6 % -3"), 0.0);
  EXPECT_EQ(value("1 % 0.1"), std::fmod(1.0, 0.1));
  EXPECT_EQ(value("-3 * 0"), 0.0);
  EXPECT_FALSE(std::signbit(value("-3 * 0")));
}

TEST(Expression, ComparesAndChooses) {
  EXPECT_EQ(value("1 < 2 && 3 >= 4 || 5 != 6"), 1.0);
  EXPECT_EQ(value("2 == 3"), 0.0);
  EXPECT_EQ(value("n > 1 ? 10 : 20", {2.0}), 10.0);
  EXPECT_EQ(value("n > 1 ? 10 : 20", {1.0}), 20.0);
}

TEST(Expression, KnowsFunctionsAndPi) {
  EXPECT_EQ(value("sin(pi / 2)"), 1.0);
  EXPECT_EQ(value("cos(0) + exp(0) + log(1) + log10(100)"), 4.0);
  EXPECT_EQ(value("sqrt(9) + abs(-2) + floor(1.9) + ceil(1.1) + round(2.5)"), 11.0);
  EXPECT_EQ(value("min(3, 1, 2) + 10 * max(3, 1, 2)"), 31.0);
  EXPECT_EQ(value("hypot(3, 4)"), 5.0);
  EXPECT_EQ(value("atan2(1, 0)"), std::numbers::pi / 2.0);
}

TEST(Expression, TakesItsNamesInAlphabeticalOrder) {
  const Expression expression("b - a * b");
  EXPECT_EQ(expression.names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(expression.value(std::vector{2.0, 5.0}), -5.0);
  EXPECT_EQ(expression.value(std::vector{0.0, 5.0}), 5.0);
}

/// Numbers that depend on their arguments alone, spread evenly: the mean of n has a deviation of 1 / sqrt(12 n).
TEST(Expression, RandomNumbersRepeat) {
  EXPECT_EQ(value("random(3)"), value("random(2 + 1)"));
  EXPECT_EQ(value("random(0)"), value("random(-0)"));
  EXPECT_NE(value("random(1, 2)"), value("random(2, 1)"));
  constexpr int count = 10000;
  const Expression random("random(i)");
  std::set<double> all;
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    const double x = random.value(std::vector<double>{static_cast<double>(i)});
    EXPECT_TRUE(0.0 <= x && x < 1.0);
    all.insert(x);
    sum += x;
  }
  EXPECT_EQ(all.size(), static_cast<std::size_t>(count));
  EXPECT_NEAR(sum / count, 0.5, 5.0 / std::sqrt(12.0 * count));
}

/// Products and powers are taken as they are written.
TEST(Expression, HasTheDigitsOfWhatIsWritten) {
  const double a = 1.3;
  EXPECT_EQ(value("a * 0.1 * 3", {a}), a * 0.1 * 3);
  EXPECT_EQ(value("a * 3 - a * 0.7", {a}), a * 3 - a * 0.7);
  EXPECT_EQ(value("0.1 * a + 0.2 * a", {a}), 0.1 * a + 0.2 * a);
  for (const double n : {2.0, 3.0, 4.0}) EXPECT_EQ(value("a^n", {a, n}), std::pow(a, n));
  EXPECT_EQ(value("a^3", {a}), std::pow(a, 3.0));
}

TEST(Expression, RefusesWhatHasNoValue) {
  for (const auto* text : {"", "1 +", "(1", "1 2", "2x", "n.x", "foo(2)", "max()", "atan2(1)", "\"text\"", "2 ** 3",
                           "10 // 3", "[1]", "1,2", "n = 3", "{1}"})
    EXPECT_NE(message(text, {1.0}), "") << text;
  EXPECT_EQ(message("n = 3", {1.0}), "`=` is no operator");
  EXPECT_EQ(message("1, 2"), "2 values where one is expected");
  EXPECT_EQ(message("1 / n", {0.0}), "is inf, not a finite number");
  EXPECT_EQ(message("sqrt(-1)"), message("log(-1)"));
  EXPECT_EQ(message("1 <= 2 && 2 >= 1 && 1 != 2 && 1 == 1"), "");
}

TEST(Expression, NamesOfParametersAreFree) {
  for (const auto* name : {"n", "n_2", "_x", "piston", "e", "L"}) EXPECT_TRUE(Expression::is_free_name(name)) << name;
  for (const auto* name : {"", "2n", "a-b", "a.b", "a b", "sin", "pi", "random", "\xC3\xA4"})
    EXPECT_FALSE(Expression::is_free_name(name)) << name;
}

}  // namespace expression_test
}  // namespace percuss
