// SPDX-License-Identifier: Apache-2.0
#include "io/scalars.hpp"

#include <gtest/gtest.h>

#include <clocale>

namespace percuss {
namespace scalars_test {

ValueNode scalar(const std::string& text, bool quoted = false) {
  ValueNode node;
  node.type = ValueNode::Type::scalar;
  node.text = text;
  node.quoted = quoted;
  return node;
}
std::string fault_of_number(const std::string& text, const std::string& unit = "") {
  const auto reading = read_number(scalar(text), unit);
  return reading.message + (reading.remedy.empty() ? "" : " | " + reading.remedy);
}
std::string fault_of_integer(const std::string& text) {
  const auto reading = read_integer(scalar(text));
  return reading.message + (reading.remedy.empty() ? "" : " | " + reading.remedy);
}

TEST(Number, IsReadAsYaml12WritesIt) {
  const std::vector<std::pair<std::string, double>> cases{
      {"1", 1},        {"-3", -3},         {"+3", 3},
      {"0", 0},        {"-0.0", 0},        {".5", 0.5},
      {"1.", 1},       {"1e-7", 1e-7},     {"1.0e-7", 1.0e-7},
      {"+.5E+3", 500}, {"007.5", 7.5},     {"0e999", 0},
      {"0.1", 0.1},    {"5e-324", 5e-324}, {"1.7976931348623157e308", 1.7976931348623157e308}};
  for (const auto& [text, value] : cases) {
    const auto reading = read_number(scalar(text));
    ASSERT_TRUE(reading.value) << text;
    EXPECT_EQ(*reading.value, value) << text;
  }
}

TEST(Number, DoesNotDependOnTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* comma : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"})
    if (std::setlocale(LC_ALL, comma) != nullptr) break;
  EXPECT_EQ(read_number(scalar("1.5")).value, 1.5);
  std::setlocale(LC_ALL, before.c_str());
}

TEST(Number, IsFinite) {
  for (const std::string text : {".nan", "nan", ".NaN", "NAN", "-nan"})
    EXPECT_EQ(fault_of_number(text), "nan is not a finite number") << text;
  for (const std::string text : {".inf", "inf", "+.Inf", "Infinity"})
    EXPECT_EQ(fault_of_number(text), "inf is not a finite number") << text;
  EXPECT_EQ(fault_of_number("-.inf"), "-inf is not a finite number");
}

TEST(Number, FitsIntoADouble) {
  EXPECT_EQ(fault_of_number("1e999"), "`1e999` is not a finite number | the largest number is 1.797e308");
  EXPECT_EQ(fault_of_number("-0.0001e99999999999999999999"),
            "`-0.0001e99999999999999999999` is not a finite number | the largest number is 1.797e308");
  EXPECT_EQ(fault_of_number("1e-400"),
            "`1e-400` is too small for double precision | write 0, or a number above 1e-307");
  const std::string zeros(400, '0');
  EXPECT_NE(fault_of_number("1" + zeros).find("is not a finite number"), std::string::npos);
  EXPECT_NE(fault_of_number("1" + zeros + "e-5").find("is not a finite number"), std::string::npos);
  EXPECT_NE(fault_of_number("0." + zeros + "1").find("is too small"), std::string::npos);
}

TEST(Number, WithItsUnitIsAskedToStandAlone) {
  EXPECT_EQ(fault_of_number("5 mm", "m"), "`5 mm` is not a number | write the number alone, in SI units [m]");
  EXPECT_EQ(fault_of_number("2.1e11 N/m^2", "Pa"),
            "`2.1e11 N/m^2` is not a number | write the number alone, in SI units [Pa]");
  EXPECT_EQ(fault_of_number("5\xC2\xB5m", "m"),
            "`5\xC2\xB5m` is not a number | write the number alone, in SI units [m]");
  EXPECT_EQ(fault_of_number("50 %"), "`50 %` is not a number | write the number alone: it has no unit");
}

TEST(Number, OfAnotherNotationIsToldHowToWriteIt) {
  EXPECT_EQ(fault_of_number("1,5"), "`1,5` is not a number | write a decimal point, and nothing between thousands");
  EXPECT_EQ(fault_of_number("1_000"), "`1_000` is not a number | write the digits without `_`");
  EXPECT_EQ(fault_of_number("0x10"), "`0x10` is not a number | write the number in decimal");
  EXPECT_EQ(fault_of_number("-0o17"), "`-0o17` is not a number | write the number in decimal");
  EXPECT_EQ(fault_of_number("010"), "`010` could be octal | write the number without leading zeros");
  EXPECT_EQ(fault_of_number("1 area:5"),
            "`1 area:5` is not a number | a `:` between key and value needs a space after it");
  for (const std::string text : {"abc", "", "1 2", "1/2", "1-2", "1.2.3", "e5", ".", "+", "-", "--1", "1e+-5"})
    EXPECT_EQ(fault_of_number(text), "`" + text + "` is not a number") << text;
}

TEST(Number, IsNotQuoted) {
  const auto number = read_number(scalar("5", true));
  EXPECT_EQ(number.message, "the quoted text `5` is not a number");
  EXPECT_EQ(number.remedy, "remove the quotes");
  EXPECT_EQ(read_number(scalar("abc", true)).remedy, "");
  EXPECT_EQ(read_integer(scalar("5", true)).remedy, "remove the quotes");
  EXPECT_EQ(read_boolean(scalar("true", true)).remedy, "remove the quotes");
}

TEST(Number, IsNeitherNothingNorAListNorAMap) {
  ValueNode node;
  EXPECT_EQ(read_number(node).message, "has no value");
  EXPECT_EQ(read_boolean(node).message, "has no value");
  node.type = ValueNode::Type::list;
  EXPECT_EQ(read_number(node).message, "a list is not a number");
  node.type = ValueNode::Type::map;
  EXPECT_EQ(read_integer(node).message, "a map is not an integer");
  EXPECT_EQ(read_text(node).message, "a map is not a text");
  EXPECT_EQ(read_boolean(node).message, "a map is not true or false");
}

TEST(Integer, MayBeWrittenLikeANumberWhenItIsWhole) {
  const std::vector<std::pair<std::string, std::int64_t>> cases{
      {"1000", 1000},   {"+5", 5},     {"-7", -7}, {"0", 0},
      {"1e6", 1000000}, {"2.5e1", 25}, {"3.0", 3}, {"9223372036854775807", 9223372036854775807}};
  for (const auto& [text, value] : cases) EXPECT_EQ(read_integer(scalar(text)).value, value) << text;
}

TEST(Integer, IsWholeAndInRange) {
  EXPECT_EQ(fault_of_integer("1.5"), "`1.5` is not an integer");
  EXPECT_EQ(fault_of_integer("1e-3"), "`1e-3` is not an integer");
  EXPECT_EQ(fault_of_integer("abc"), "`abc` is not an integer");
  EXPECT_EQ(fault_of_integer("10 pieces"), "`10 pieces` is not an integer | write the number alone: it has no unit");
  EXPECT_EQ(fault_of_integer("1_000"), "`1_000` is not an integer | write the digits without `_`");
  EXPECT_EQ(fault_of_integer("012"), "`012` could be octal | write the number without leading zeros");
  EXPECT_EQ(fault_of_integer("9223372036854775808"), "`9223372036854775808` is too large for an integer");
  EXPECT_EQ(fault_of_integer("1e300"), "`1e300` is too large for an integer");
  EXPECT_EQ(fault_of_integer(".nan"), "nan is not a finite number");
}

TEST(Boolean, IsTrueOrFalseInTheseLetters) {
  EXPECT_EQ(read_boolean(scalar("true")).value, true);
  EXPECT_EQ(read_boolean(scalar("false")).value, false);
  for (const std::string text : {"yes", "on", "True", "TRUE", "1"})
    EXPECT_EQ(read_boolean(scalar(text)).remedy, "write true") << text;
  for (const std::string text : {"no", "Off", "False", "0"})
    EXPECT_EQ(read_boolean(scalar(text)).remedy, "write false") << text;
  EXPECT_EQ(read_boolean(scalar("maybe")).message, "`maybe` is not true or false");
  EXPECT_EQ(read_boolean(scalar("maybe")).remedy, "");
}

TEST(Text, IsTakenAsItStands) {
  EXPECT_EQ(read_text(scalar("0x10")).value, "0x10");
  EXPECT_EQ(read_text(scalar("", true)).value, "");
  EXPECT_EQ(read_text(ValueNode{}).message, "has no value");
}

TEST(Excerpt, IsShortAndOneLineAndWholeCharacters) {
  EXPECT_EQ(excerpt(scalar("abc")), "`abc`");
  EXPECT_EQ(excerpt(scalar("a\nb")), "`a...`");
  EXPECT_EQ(excerpt(scalar(std::string(39, 'x') + "\xC2\xB5")), "`" + std::string(39, 'x') + "...`");
}

}  // namespace scalars_test
}  // namespace percuss
