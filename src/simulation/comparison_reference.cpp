// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "core/fault.hpp"
#include "io/csv_file.hpp"
#include "io/csv_heading.hpp"

namespace percuss {

namespace {

/// `theta (deg)`, but not `y (theta=omega=0)`.
bool may_tell_a_unit(const std::string& heading) {
  return heading.ends_with(')') && heading.find('=') == std::string::npos;
}

}  // namespace

ReferenceTable read_reference_table(const std::string& path, std::span<const std::string> names,
                                    std::span<const std::string> units) {
  const auto csv = read_csv(path);
  if (!csv.left_out.empty()) throw input_error("", csv.left_out, "the run has not ended: a reference must be whole");
  ReferenceTable table{path, {}, Matrix(static_cast<Index>(csv.num_rows()), static_cast<Index>(names.size()))};
  std::vector<Fault> faults;
  const auto read = [&](const std::string& name, const std::string& unit, auto&& take) {
    try {
      take(csv.column(name));
      if (const auto& told = csv.unit(name); !told.empty() && told != unit)
        faults.push_back(
            {{path, 1, 1},
             name,
             fmt::format("its unit is {}, but that of what is compared is {}", told, unit.empty() ? "none" : unit),
             "expected SI units"});
      if (const auto& heading = csv.heading(name); may_tell_a_unit(heading))
        faults.push_back({{path, 1, 1},
                          name,
                          fmt::format("the heading `{}` tells more than a name", heading),
                          fmt::format("a unit stands in brackets: `{}`", heading_text(name, unit))});
    } catch (const InputError& error) {
      faults.push_back(error.faults().front());
      if (name != "t") faults.back().remedy += "; --columns selects what is compared";
    }
  };
  read("t", "s", [&](const std::vector<double>& column) { table.times = column; });
  for (std::size_t j = 0; j < names.size(); ++j)
    read(names[j], units[j], [&](const std::vector<double>& column) {
      table.values.col(static_cast<Index>(j)) = VecView(column.data(), table.values.rows());
    });
  if (!faults.empty()) throw InputError(std::move(faults));
  for (Index k = 0; k < table.values.rows(); ++k)
    for (Index j = 0; j < table.values.cols(); ++j)
      if (!std::isfinite(table.values(k, j)))
        throw input_error(names[static_cast<std::size_t>(j)],
                          fmt::format("{} is not a reference value", table.values(k, j)), "expected finite numbers",
                          {path, static_cast<int>(k) + 2, 0});
  for (std::size_t k = 1; k < table.times.size(); ++k)
    if (!(table.times[k - 1] < table.times[k]))
      throw input_error("t", fmt::format("{} s does not come after {} s", table.times[k], table.times[k - 1]),
                        "expected one row for each time, ascending", {path, 0, 0});
  if (table.times.empty())
    throw input_error("t", "there is no row below the header", "expected one row for each time", {path, 0, 0});
  return table;
}

void check_reaches(const ReferenceTable& table, double end) {
  constexpr double round_off = 1e-9;  // digits that a file leaves out
  const double last = table.times.back();
  if (last >= end - round_off * (end - table.times.front())) return;
  throw input_error("t", fmt::format("the reference ends at {} s, before the runs at {} s", last, end),
                    fmt::format("end the runs there: --until {}", last), {table.file, 0, 0});
}

}  // namespace percuss
