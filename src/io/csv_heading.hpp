// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace percuss {

/// A heading of a table: a name, and the unit of the numbers below it; "" where they have none.
struct CsvHeading {
  std::string name, unit;
};

/// "wall.force [N]", or the name alone where there is no unit.
std::string heading_text(std::string_view name, std::string_view unit);

/// The reverse: what stands in brackets at the end, behind a blank, is the unit.
CsvHeading heading_of(std::string_view text);

}  // namespace percuss
