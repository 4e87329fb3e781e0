// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace percuss {

/// Units of the columns of a history.csv by their headings, from the summary.json beside it (also of a run that is
/// under way: summary.json.part). Empty when there is none, or it does not tell.
std::map<std::string, std::string> column_units(const std::string& csv_path);

/// The unit of one column: what `units` says; of a heading that is not there, what its name says (`unit_of`).
std::string unit_of_column(const std::map<std::string, std::string>& units, const std::string& heading);

}  // namespace percuss
