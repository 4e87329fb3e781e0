// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/blob.hpp"

namespace percuss {

/// One HTML file that holds everything and asks nothing of a network: the scripts and styles of src/report/page, the
/// libraries, this description of what is shown, and the blocks of numbers that it refers to.
std::string html_page(Blob::Json json, const Blob& blob);

/// Writes it, first under the name `path`.part, so that no half of it is ever there. Throws InputError naming `--out`
/// when `path` cannot be written.
void write_html_page(const std::string& path, const std::string& text);

/// Throws InputError naming `--out` when `path` is a folder, or does not end in .html.
void check_html_path(const std::string& path);

}  // namespace percuss
