// SPDX-License-Identifier: Apache-2.0
#include "io/scalars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace percuss {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Length of the longest start of `text` that is a decimal number: [-+]? (.d+ | d+ (.d*)?) ([eE] [-+]? d+)?
std::size_t length_of_number(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const auto from = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - from;
  };
  const auto sign = [&] {
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  };
  sign();
  auto mantissa = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    mantissa += digits();
  }
  if (mantissa == 0) return 0;
  const auto end = at;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    sign();
    if (digits() > 0) return at;
  }
  return end;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// "nan", "inf", "-inf" for the words that YAML, C and Python have for them, else "".
std::string non_finite(std::string_view text) {
  auto word = lower(text);
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.erase(0, 1);
  if (word.starts_with('.')) word.erase(0, 1);
  if (word == "nan") return "nan";
  if (word == "inf" || word == "infinity") return negative ? "-inf" : "inf";
  return "";
}

bool has_unit(std::string_view rest) {
  const auto is_letter = [](char c) {  // the second half takes the bytes of a mu, an exponent or a degree sign
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  const auto in_unit = [&](char c) {
    return is_letter(c) || is_digit(c) || std::string_view(" */^-.()").find(c) != std::string_view::npos;
  };
  const auto first = rest.find_first_not_of(' ');
  return first != std::string_view::npos && is_letter(rest[first]) && std::all_of(rest.begin(), rest.end(), in_unit);
}

/// What a scalar that is not a decimal number was probably meant to be.
std::string guess(std::string_view text, std::string_view unit) {
  const auto digits = text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
  if (digits.starts_with("0x") || digits.starts_with("0X") || digits.starts_with("0o") || digits.starts_with("0b"))
    return "write the number in decimal";
  const auto length = length_of_number(text);
  if (length == 0) return "";
  const auto rest = text.substr(length);
  if (rest.find(':') != std::string_view::npos) return "a `:` between key and value needs a space after it";
  if (rest.starts_with('_')) return "write the digits without `_`";
  if (rest.starts_with(',')) return "write a decimal point, and nothing between thousands";
  if (!has_unit(rest)) return "";
  return unit.empty() ? "write the number alone: it has no unit"
                      : fmt::format("write the number alone, in SI units [{}]", unit);
}

/// Whether YAML 1.1 and 1.2 disagree about it: 010 is 8 to the one and 10 to the other.
bool has_leading_zeros(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && std::all_of(text.begin(), text.end(), is_digit);
}

/// The fault of a node that cannot be a number, boolean or text: "" for an unquoted scalar, and any scalar when
/// quotes are allowed.
template <class T>
std::optional<Reading<T>> misfit(const ValueNode& node, std::string_view what, bool quotes_allowed) {
  if (node.type == ValueNode::Type::null) return Reading<T>{{}, "has no value", ""};
  if (node.type != ValueNode::Type::scalar) return Reading<T>{{}, fmt::format("{} is not {}", excerpt(node), what), ""};
  if (node.quoted && !quotes_allowed) {
    auto unquoted = node;
    unquoted.quoted = false;
    const bool quotes_only = read_number(unquoted).value.has_value() || read_boolean(unquoted).value.has_value();
    return Reading<T>{
        {}, fmt::format("the quoted text {} is not {}", excerpt(node), what), quotes_only ? "remove the quotes" : ""};
  }
  return std::nullopt;
}

/// Whether a nonzero decimal number lies below 1 in magnitude; its exponent may be of any length.
bool is_below_one(std::string_view text) {
  const auto end = std::min(text.find_first_of("eE"), text.size());
  const auto dot = std::min(text.find('.'), end);
  const auto first = text.find_first_of("123456789");
  const auto before_dot = first < dot ? static_cast<double>(dot - first - 1) : -static_cast<double>(first - dot);
  double exponent = 0.0;
  for (auto i = end; i < text.size(); ++i)
    if (is_digit(text[i])) exponent = 10.0 * exponent + (text[i] - '0');
  const bool negative = end + 1 < text.size() && text[end + 1] == '-';
  return before_dot + (negative ? -exponent : exponent) < 0.0;
}

Reading<double> read_decimal(std::string_view text, const std::string& shown) {
  const auto* begin = text.data() + (text.starts_with('+') ? 1 : 0);  // from_chars takes no plus sign
  double value = 0.0;
  const auto error = std::from_chars(begin, text.data() + text.size(), value).ec;
  if (error == std::errc()) return {value, "", ""};
  if (is_below_one(text))
    return {{}, shown + " is too small for double precision", "write 0, or a number above 1e-307"};
  return {{}, shown + " is not a finite number", "the largest number is 1.797e308"};
}

}  // namespace

std::vector<std::string> range_of_numbers(double first, double step, double last) {
  constexpr double round_off = 1e-9;  // of steps that add up to the range
  constexpr double digits = 1e-12;    // that are typed
  std::vector<std::string> texts;
  const double steps = (last - first) / step, size = std::max(std::abs(first), std::abs(last));
  for (double k = 0.0; k <= steps + round_off; ++k) {
    const double value = first + k * step;
    texts.push_back(
        fmt::format("{}", std::abs(value) < digits * size ? 0.0 : std::stod(fmt::format("{:.12g}", value))));
  }
  return texts;
}

std::string excerpt(const ValueNode& node) {
  if (node.type == ValueNode::Type::null) return "nothing";
  if (node.type == ValueNode::Type::list) return "a list";
  if (node.type == ValueNode::Type::map) return "a map";
  constexpr std::size_t longest = 40;
  auto length = std::min(node.text.find('\n'), node.text.size());
  if (length > longest) {
    length = longest;
    while (length > 0 && (static_cast<unsigned char>(node.text[length]) & 0xC0U) == 0x80U)
      --length;  // whole characters
  }
  return fmt::format("`{}{}`", node.text.substr(0, length), length < node.text.size() ? "..." : "");
}

Reading<double> read_number(const ValueNode& node, std::string_view unit) {
  if (auto fault = misfit<double>(node, "a number", false)) return *fault;
  if (const auto word = non_finite(node.text); !word.empty()) return {{}, word + " is not a finite number", ""};
  if (length_of_number(node.text) != node.text.size() || node.text.empty())
    return {{}, excerpt(node) + " is not a number", guess(node.text, unit)};
  if (has_leading_zeros(node.text))
    return {{}, excerpt(node) + " could be octal", "write the number without leading zeros"};
  return read_decimal(node.text, excerpt(node));
}

Reading<std::int64_t> read_integer(const ValueNode& node) {
  if (auto fault = misfit<std::int64_t>(node, "an integer", false)) return *fault;
  std::int64_t integer = 0;
  const auto* begin = node.text.data() + (node.text.starts_with('+') ? 1 : 0);
  const auto* end = node.text.data() + node.text.size();
  const auto [stop, error] = std::from_chars(begin, end, integer);
  if (stop == end && error == std::errc() && !has_leading_zeros(node.text)) return {integer, "", ""};
  const auto number = read_number(node);
  if (!number.value) {
    const bool word = number.message == excerpt(node) + " is not a number";
    return {{}, word ? excerpt(node) + " is not an integer" : number.message, number.remedy};
  }
  if (*number.value != std::trunc(*number.value)) return {{}, excerpt(node) + " is not an integer", ""};
  constexpr double exact = 9007199254740992.0;  // 2^53: beyond it a double no longer tells neighbours apart
  if (std::abs(*number.value) > exact) return {{}, excerpt(node) + " is too large for an integer", ""};
  return {static_cast<std::int64_t>(*number.value), "", ""};
}

Reading<bool> read_boolean(const ValueNode& node) {
  if (node.type == ValueNode::Type::scalar && !node.quoted) {
    if (node.text == "true") return {true, "", ""};
    if (node.text == "false") return {false, "", ""};
    const auto word = lower(node.text);
    const bool yes = word == "yes" || word == "on" || word == "true" || word == "y" || word == "1";
    const bool no = word == "no" || word == "off" || word == "false" || word == "n" || word == "0";
    const std::string remedy = yes ? "write true" : no ? "write false" : "";
    return {{}, excerpt(node) + " is not true or false", remedy};
  }
  return *misfit<bool>(node, "true or false", false);
}

Reading<std::string> read_text(const ValueNode& node) {
  if (auto fault = misfit<std::string>(node, "a text", true)) return *fault;
  return {node.text, "", ""};
}

}  // namespace percuss
