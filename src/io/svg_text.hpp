// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace percuss {

/// U+2212: as wide as a plus, unlike the hyphen.
inline constexpr std::string_view minus_sign = "\xE2\x88\x92";

/// `text` as it may stand in XML: & < > " ' are escaped, bytes that are no UTF-8 and control characters become U+FFFD,
/// since a single one of them makes every viewer refuse the whole file.
std::string escaped_for_xml(std::string_view text);

/// SVG markup for "10 to the `exponent`", followed by `rest` (markup, may begin with a blank) back
/// on the base line.
std::string power_of_ten(int exponent, std::string_view rest = "");

/// About how wide markup is when drawn sans-serif at this size [px]; tags and entities are understood.
double width_of_markup(std::string_view markup, double font_size);

}  // namespace percuss
