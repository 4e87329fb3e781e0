// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/verbs.hpp"
#include "io/model_file.hpp"

namespace percuss::cli {

void add_schema(CLI::App& app, int& exit_code) {
  auto* verb = app.add_subcommand("schema", "print the JSON Schema of the model file");
  verb->callback([&exit_code] {
    fmt::print("{}", model_schema());
    exit_code = done;
  });
}

}  // namespace percuss::cli
