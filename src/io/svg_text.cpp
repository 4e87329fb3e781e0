// SPDX-License-Identifier: Apache-2.0
#include "io/svg_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace percuss {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// Bytes of the UTF-8 character that begins `text`, 0 when there is none or XML does not allow it.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 || lead == '\t' || lead == '\n' ? 1 : 0;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  std::uint32_t code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool forbidden = (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF || code == 0xFFFE || code == 0xFFFF;
  return overlong || forbidden ? 0 : length;
}

}  // namespace

std::string escaped_for_xml(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const auto length = length_of_character(text);
    const auto character = text.substr(0, length);
    if (length == 0)
      safe += replacement;
    else if (character == "&")
      safe += "&amp;";
    else if (character == "<")
      safe += "&lt;";
    else if (character == ">")
      safe += "&gt;";
    else if (character == "\"")
      safe += "&quot;";
    else if (character == "'")
      safe += "&apos;";
    else
      safe += character;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return safe;
}

std::string power_of_ten(int exponent, std::string_view rest) {
  // dy counts in the size of its own tspan: 0.75 * 0.48 up, 0.36 down again. Every viewer knows dy, few know "super".
  // A blank where a tspan begins is dropped by some of them, hence dx.
  const bool blank = rest.starts_with(' ');
  rest.remove_prefix(blank ? 1 : 0);
  return fmt::format(
      "10<tspan dy=\"-0.48em\" font-size=\"75%\">{}{}</tspan>{}", exponent < 0 ? minus_sign : "", std::abs(exponent),
      rest.empty() ? "" : fmt::format("<tspan{} dy=\"0.36em\">{}</tspan>", blank ? " dx=\"0.25em\"" : "", rest));
}

double width_of_markup(std::string_view markup, double font_size) {
  constexpr double narrow = 0.32, usual = 0.6;  // [em], a little more than Helvetica's and DejaVu's averages
  double ems = 0.0;
  for (std::size_t i = 0; i < markup.size(); ++i) {
    const char c = markup[i];
    const bool first_byte = (c & 0xC0) != 0x80;
    if (c == '<') {
      i = std::min(markup.find('>', i), markup.size());
    } else if (c == '&') {
      i = std::min(markup.find(';', i), markup.size());
      ems += usual;
    } else if (first_byte) {
      ems += std::string_view(".,: il|'").find(c) != std::string_view::npos ? narrow : usual;
    }
  }
  return ems * font_size;
}

}  // namespace percuss
