// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "simulation/comparison.hpp"

namespace percuss {

/// The comparison for a terminal: what was compared with what, for each unit a table of the cases and one of the
/// schemes, and the message of every case that failed. A dash stands for a number that does not exist.
std::string text_table(const std::vector<Comparison>& by_unit);

/// The same in Markdown.
std::string markdown_table(const std::vector<Comparison>& by_unit);

/// The cases in full precision, one line for each case and unit:
///   scheme,step,tolerance,steps,evaluations,unit,error,order,seconds_per_step,relative_time,status
/// with an empty cell for a number that does not exist and done, failed or certificate_broken for the status.
std::string csv_table(const std::vector<Comparison>& by_unit);

}  // namespace percuss
