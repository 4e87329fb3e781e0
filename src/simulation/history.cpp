// SPDX-License-Identifier: Apache-2.0
#include "simulation/history.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/fault.hpp"
#include "io/csv_heading.hpp"
#include "simulation/contact_quantity.hpp"
#include "simulation/quantity_pattern.hpp"
#include "simulation/unit.hpp"

namespace percuss {

namespace {

/// Headings become dataset names and cells of a CSV header.
bool can_head_a_column(const std::string& name) {
  return !name.empty() && name != "t" && name != "." && name != ".." &&
         name.find_first_of("/,\"\n\r\t") == std::string::npos && heading_of(name).unit.empty();
}

/// What is wrong with a column over the time between rows, and the remedy.
std::optional<std::pair<std::string, std::string>> fault_of_over(const OutputColumn& column) {
  if (column.over == Over::end) return std::nullopt;
  if (unit_of(column.quantity).ends_with("N s") || unit_of(column.quantity).ends_with("N m s"))
    return std::pair{"a percussion is a sum over the time since the row before already",
                     "leave `over` out, or take the force"};
  if (column.quantity.starts_with("solver."))
    return std::pair{"certificates are the worst of the time since the row before already", "leave `over` out"};
  if (column.name == column.quantity)
    return std::pair{fmt::format("`{}` is the name of what the column does not show", column.name),
                     "choose another name, or leave it out"};
  return std::nullopt;
}

std::string key_of(const OutputColumn& column) { return fmt::format("outputs.history.{}", column.entry); }

/// Faults of a column's quantity, where it stands.
std::vector<Fault> placed(const InputError& error, const OutputColumn& column) {
  auto faults = error.faults();
  for (auto& fault : faults) {
    fault.place = column.place;
    fault.key = key_of(column);
  }
  return faults;
}

void append(OutputColumn column, std::vector<OutputColumn>& columns) {
  const auto is_same = [&](const OutputColumn& other) { return other.name == column.name; };
  if (std::none_of(columns.begin(), columns.end(), is_same)) columns.push_back(std::move(column));
}

/// What a pattern matches and is no column yet. The heading of a pattern is that of its only match, or none.
void expand(const OutputColumn& pattern, const Model& model, std::vector<OutputColumn>& columns) {
  std::vector<std::string> found;
  try {
    found = matching_quantities(model, pattern.quantity);
  } catch (const InputError& error) {
    throw InputError(placed(error, pattern));
  }
  const auto heading = [&](const std::string& word) {
    auto name = pattern.name;
    const auto at = name.find(pattern.quantity);  // NAME is PATTERN, or max(PATTERN)
    return at == std::string::npos ? name : name.replace(at, pattern.quantity.size(), word);
  };
  if (found.size() > 1 && heading(found[0]) == pattern.name)
    throw input_error(key_of(pattern),
                      fmt::format("`{}` matches {} quantities, which cannot all be called `{}`", pattern.quantity,
                                  found.size(), pattern.name),
                      "leave the name out, and they have their own", pattern.place);
  for (const auto& word : found) {
    auto column = pattern;
    column.name = heading(word);
    column.quantity = word;
    append(std::move(column), columns);
  }
}

void append_contacts(const ModelFile& file, std::vector<OutputColumn>& columns) {
  const auto words = all_contact_quantities(file.model->contacts);
  if (words.size() > most_matches)
    throw input_error("outputs.contacts", fmt::format("`all` makes {} columns", words.size()),
                      fmt::format("up to {}: name those of interest in outputs.history, e.g. '*.gap'; the list of "
                                  "events and the pictures have every contact",
                                  most_matches));
  for (const auto& word : words)
    append({word, word, {}, Over::end, file.outputs.history.size() + columns.size()}, columns);
}

}  // namespace

std::vector<OutputColumn> history_columns(const ModelFile& file) {
  std::vector<OutputColumn> columns;
  for (const auto& column : file.outputs.history) {
    if (is_pattern(column.quantity))
      expand(column, *file.model, columns);
    else
      columns.push_back(column);
  }
  if (file.outputs.history.empty())
    for (const auto& name : standard_quantities(*file.model))
      append({name, name, {}, Over::end, columns.size()}, columns);
  if (file.outputs.contacts == ContactColumns::all) append_contacts(file, columns);
  return columns;
}

std::string meaning_of(const OutputColumn& column) {
  for (const auto& [word, over] : words_of_over())
    if (over == column.over && over != Over::end) return fmt::format("{}({})", word, column.quantity);
  return column.quantity;
}

std::string unit_of_column(const OutputColumn& column) {
  const auto unit = unit_of(column.quantity);
  return column.over == Over::impulse ? unit_of_integral(unit) : unit;
}

History make_history(const ModelFile& file) {
  History history;
  std::vector<Fault> faults;
  for (const auto& column : history_columns(file)) {
    const auto key = key_of(column);
    if (!can_head_a_column(column.name))
      faults.push_back(
          {column.place, key, fmt::format("`{}` cannot be a column's name", column.name),
           "a name is not empty, not `t`, `.` or `..`, has no slash, comma, quote or line break, and does not "
           "end in a unit in brackets, which the heading has anyway"});
    if (auto fault = fault_of_over(column)) faults.push_back({column.place, key, fault->first, fault->second});
    try {
      history.quantities.push_back(find_quantity(*file.model, column.quantity));
      history.names.push_back(column.name);
      history.words.push_back(meaning_of(column));
      history.units.push_back(unit_of_column(column));
      history.overs.push_back(column.over);
    } catch (const InputError& error) {
      for (auto& fault : placed(error, column)) faults.push_back(std::move(fault));
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return history;
}

}  // namespace percuss
