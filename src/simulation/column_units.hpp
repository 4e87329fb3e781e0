// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/csv_file.hpp"

namespace percuss {

/// The unit of a column: what its heading says, or, in a table whose headings tell no units at all, what its name does
/// (`unit_of`). "": none. Throws InputError when there is no such column.
std::string unit_of_column(const CsvTable& table, const std::string& name);

}  // namespace percuss
