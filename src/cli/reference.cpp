// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/running.hpp"
#include "cli/verbs.hpp"
#include "simulation/reference_run.hpp"
#include "simulation/stiff_springs.hpp"

namespace percuss::cli {

namespace {

struct ReferenceArguments {
  std::string model, out;
  std::vector<std::string> assignments;
  double tolerance = 1e-10;
  RunFlags flags;
};

int make_reference(const ReferenceArguments& arguments) {
  RunOptions options;
  const auto start = std::chrono::steady_clock::now();
  auto file = read_for_run(arguments.model, arguments.assignments);
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - start;
  options.folder =
      !arguments.out.empty() ? arguments.out : std::filesystem::path(arguments.model).stem().string() + ".reference";
  const double tolerance = arguments.tolerance;
  return run_and_tell(file, options, arguments.flags, reading.count(),
                      [tolerance](ModelFile& model, RunOptions with) { return run_reference(model, tolerance, with); });
}

}  // namespace

void add_reference(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ReferenceArguments>();
  auto* verb = app.add_subcommand("reference", "solve a model with few contacts from event to event, for `compare`");
  verb->add_option("MODEL", arguments->model, "model file (YAML); its scheme and step control are not used")
      ->required();
  verb->add_option("--tolerance", arguments->tolerance, "largest error of a coordinate [m, rad] (default: 1e-10)");
  verb->add_option("--set", arguments->assignments, "override a key, e.g. simulation.end_time=0.1; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option("--out", arguments->out, "folder for the results (default: MODEL's name with .reference, here)")
      ->check(
          [](const std::string& folder) { return std::string(folder.empty() ? "is not the name of a folder" : ""); });
  add_result_flags(*verb, arguments->flags);
  verb->callback([arguments, &exit_code] { exit_code = make_reference(*arguments); });
}

}  // namespace percuss::cli
