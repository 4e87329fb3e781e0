// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/running.hpp"
#include "cli/verbs.hpp"
#include "simulation/stiff_springs.hpp"

namespace percuss::cli {

namespace {

struct RunArguments {
  std::string model, out;
  std::vector<std::string> assignments;
  std::optional<Index> dump_every;
  RunFlags flags;
};

int run_model(const RunArguments& arguments) {
  RunOptions options;
  if (arguments.flags.checkpoint_every)
    options.checkpoint_every = checkpoint_interval(*arguments.flags.checkpoint_every);
  const auto start = std::chrono::steady_clock::now();
  auto file = read_for_run(arguments.model, arguments.assignments);
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - start;
  options.folder =
      !arguments.out.empty() ? arguments.out : std::filesystem::path(arguments.model).stem().string() + ".out";
  options.dump_every = arguments.dump_every.value_or(0);
  return run_and_tell(file, options, arguments.flags, reading.count());
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<RunArguments>();
  auto* verb = app.add_subcommand("run", "simulate a model, from model file to result files");
  verb->add_option("MODEL", arguments->model, "model file (YAML)")->required();
  verb->add_option("--set", arguments->assignments, "override a key, e.g. bodies.bar.elements=1000; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option(
          "--out", arguments->out,
          "folder for the results (default: MODEL's name with .out, here); results of the same model are replaced")
      ->check(
          [](const std::string& folder) { return std::string(folder.empty() ? "is not the name of a folder" : ""); });
  verb->add_option("--dump-problems", arguments->dump_every,
                   "write every so many-th contact problem into DIR/problems, for `percuss fclib`")
      ->check(CLI::Range(1.0, 1e15));
  add_run_flags(*verb, arguments->flags);
  verb->callback([arguments, &exit_code] { exit_code = run_model(*arguments); });
}

}  // namespace percuss::cli
