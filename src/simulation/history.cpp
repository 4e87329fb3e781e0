// SPDX-License-Identifier: Apache-2.0
#include "simulation/history.hpp"

#include <fmt/format.h>

#include "core/fault.hpp"
#include "simulation/unit.hpp"

namespace percuss {

namespace {

/// Headings become dataset names and cells of a CSV header.
bool can_head_a_column(const std::string& name) {
  return !name.empty() && name != "t" && name != "." && name != ".." &&
         name.find_first_of("/,\"\n\r\t") == std::string::npos;
}

}  // namespace

std::vector<OutputColumn> history_columns(const ModelFile& file) {
  if (!file.outputs.history.empty()) return file.outputs.history;
  std::vector<OutputColumn> columns;
  for (const auto& name : standard_quantities(*file.model)) columns.push_back({name, name, {}});
  return columns;
}

History make_history(const ModelFile& file) {
  History history;
  std::vector<Fault> faults;
  const auto columns = history_columns(file);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto& column = columns[i];
    const auto key = fmt::format("outputs.history.{}", i);
    if (!can_head_a_column(column.name))
      faults.push_back({column.place, key, fmt::format("`{}` cannot be a column's name", column.name),
                        "a name is not empty, not `t`, `.` or `..`, and has no slash, comma, quote or line break"});
    try {
      history.quantities.push_back(find_quantity(*file.model, column.quantity));
      history.names.push_back(column.name);
      history.words.push_back(column.quantity);
      history.units.push_back(unit_of(column.quantity));
    } catch (const InputError& error) {
      for (auto fault : error.faults()) {
        fault.place = column.place;
        fault.key = key;
        faults.push_back(std::move(fault));
      }
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return history;
}

}  // namespace percuss
