// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// A solution from a file.
struct ReferenceTable {
  std::string file;
  std::vector<double> times;  ///< ascending [s]
  Matrix values;              ///< (times, columns)
};

/// Reads the columns `t` and `names` of a CSV file. `units` are those of the names ("": none). Throws InputError for
/// every column that is missing or whose heading tells another unit, for times that do not ascend, and for all that
/// `read_csv` refuses.
ReferenceTable read_reference_table(const std::string& path, std::span<const std::string> names,
                                    std::span<const std::string> units);

/// Throws InputError when the table ends before `end` [s].
void check_reaches(const ReferenceTable& table, double end);

}  // namespace percuss
