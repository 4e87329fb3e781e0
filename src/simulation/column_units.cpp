// SPDX-License-Identifier: Apache-2.0
#include "simulation/column_units.hpp"

#include <algorithm>

#include "simulation/unit.hpp"

namespace percuss {

std::string unit_of_column(const CsvTable& table, const std::string& name) {
  const auto& unit = table.unit(name);
  const bool tells_units =
      std::any_of(table.units.begin(), table.units.end(), [](const auto& u) { return !u.empty(); });
  return tells_units ? unit : unit_of(name);
}

}  // namespace percuss
