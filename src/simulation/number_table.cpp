// SPDX-License-Identifier: Apache-2.0
#include "simulation/number_table.hpp"

#include "io/csv_heading.hpp"

namespace percuss {

namespace {

std::vector<std::string> headings_of(const std::vector<NumberColumn>& columns) {
  std::vector<std::string> headings;
  for (const auto& column : columns) headings.push_back(heading_text(column.name, column.unit));
  return headings;
}

}  // namespace

NumberTable::NumberTable(const ResultFolder& folder, Hdf5File& h5, const std::string& name,
                         const std::vector<NumberColumn>& columns)
    : h5_(h5), csv_(folder.part(name + ".csv"), headings_of(columns)) {
  for (const auto& column : columns) {
    datasets_.push_back(name + "/" + column.name);
    h5_.declare_rows(datasets_.back(), 1);
    h5_.write_attribute(datasets_.back(), "quantity", column.meaning);
    h5_.write_attribute(datasets_.back(), "units", column.unit);
  }
}

void NumberTable::write(std::span<const double> row) {
  csv_.write_row(row);
  for (std::size_t i = 0; i < row.size(); ++i) h5_.append_value(datasets_[i], row[i]);
}

}  // namespace percuss
