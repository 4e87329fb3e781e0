// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "report/report_data.hpp"

namespace percuss {

/// One HTML file that shows these runs, one beside the other when there are several: it holds everything, and asks
/// nothing of a network. Histories of more rows than can be drawn are thinned out (Decimation).
std::string report_page(std::span<const ReportData> runs);

/// Writes it, first under the name `path`.part, so that no half of it is ever there. Throws InputError naming `--out`
/// when `path` cannot be written, or does not end in .html.
void write_report_page(const std::string& path, std::span<const ReportData> runs);

}  // namespace percuss
