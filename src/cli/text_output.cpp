// SPDX-License-Identifier: Apache-2.0
#include "cli/text_output.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "core/fault.hpp"
#include "io/text_file.hpp"

namespace percuss::cli {

void put_text(const std::string& text, const std::string& out) {
  if (out.empty()) {
    fmt::print("{}", text);
    return;
  }
  try {
    write_text_file(out, text);
  } catch (const std::runtime_error& error) {
    throw input_error("", error.what(), "name a file that can be written", {"--out", 0, 0});
  }
}

void add_text_output(CLI::App& verb, std::string& out) {
  verb.add_option("--out", out, "file to write (default: standard output)")->check([](const std::string& file) {
    return std::string(file.empty() ? "is not the name of a file" : "");
  });
}

}  // namespace percuss::cli
