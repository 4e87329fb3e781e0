// SPDX-License-Identifier: Apache-2.0
#include "io/csv_heading.hpp"

#include <fmt/format.h>

namespace percuss {

std::string heading_text(std::string_view name, std::string_view unit) {
  return unit.empty() ? std::string(name) : fmt::format("{} [{}]", name, unit);
}

CsvHeading heading_of(std::string_view text) {
  const auto open = text.rfind(" [");
  if (open == std::string_view::npos || !text.ends_with(']')) return {std::string(text), ""};
  const auto name = text.substr(0, open), unit = text.substr(open + 2, text.size() - open - 3);
  const auto last = name.find_last_not_of(" \t");
  if (unit.empty() || last == std::string_view::npos) return {std::string(text), ""};
  return {std::string(name.substr(0, last + 1)), std::string(unit)};
}

}  // namespace percuss
