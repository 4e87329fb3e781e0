// SPDX-License-Identifier: Apache-2.0
#include "io/svg_text.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace svg_text_test {

TEST(SvgText, FiveCharactersOfXmlAreEscaped) {
  EXPECT_EQ(escaped_for_xml("a < b & c > \"d\" 'e'"), "a &lt; b &amp; c &gt; &quot;d&quot; &apos;e&apos;");
  EXPECT_EQ(escaped_for_xml(""), "");
}

TEST(SvgText, Utf8PassesAndEverythingElseIsReplaced) {
  EXPECT_EQ(escaped_for_xml("λ_N, Pa·s, 梁, 🔨"), "λ_N, Pa·s, 梁, 🔨");
  EXPECT_EQ(escaped_for_xml("na\xEFve"), "na\uFFFDve");  // Latin-1
  EXPECT_EQ(escaped_for_xml("a\x01"
                            "b\tc"),
            "a\uFFFDb\tc");                                          // a control character, which XML forbids
  EXPECT_EQ(escaped_for_xml("\xCE"), "\uFFFD");                      // cut off
  EXPECT_EQ(escaped_for_xml("\xC0\xAF"), "\uFFFD\uFFFD");            // "/" in two bytes: overlong
  EXPECT_EQ(escaped_for_xml("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // half of a surrogate pair
}

TEST(SvgText, PowerOfTenRaisesItsExponentAndComesBackDown) {
  EXPECT_EQ(power_of_ten(3), "10<tspan dy=\"-0.48em\" font-size=\"75%\">3</tspan>");
  EXPECT_EQ(power_of_ten(-6, "]"),
            "10<tspan dy=\"-0.48em\" font-size=\"75%\">\u22126</tspan><tspan dy=\"0.36em\">]</tspan>");
}

TEST(SvgText, TagsHaveNoWidthAndCharactersCountOnce) {
  EXPECT_EQ(width_of_markup("", 12.0), 0.0);
  EXPECT_EQ(width_of_markup("<tspan dy=\"1em\">ab</tspan>", 12.0), width_of_markup("ab", 12.0));
  EXPECT_EQ(width_of_markup("&amp;", 12.0), width_of_markup("a", 12.0));
  EXPECT_EQ(width_of_markup("λ", 12.0), width_of_markup("a", 12.0));
  EXPECT_EQ(width_of_markup("an unclosed <tag", 12.0), width_of_markup("an unclosed ", 12.0));
}

}  // namespace svg_text_test
}  // namespace percuss
