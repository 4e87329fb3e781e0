// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace percuss::cli {

/// Writes `text` to the file `out`, or to standard output where that is empty. Throws InputError when it cannot.
void put_text(const std::string& text, const std::string& out);

/// The option --out of a verb that uses it.
void add_text_output(CLI::App& verb, std::string& out);

}  // namespace percuss::cli
