// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "cli/child_runs.hpp"
#include "cli/counted.hpp"
#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/output_folder.hpp"
#include "io/text_file.hpp"
#include "simulation/bench.hpp"

namespace percuss::cli {

namespace {

namespace fs = std::filesystem;

struct BenchArguments {
  BenchOptions options;
  std::vector<std::string> threads, ranks;
  bool overwrite = false, quiet = false;
};

const std::vector<std::string> files{"bench.csv", "bench.md", "bench_time.svg", "bench_memory.svg"};

/// What is run where no model is named: a bar that is at its wall from the start, as fine as one likes.
constexpr const char* model_of_its_own = R"(# An elastic bar pressed against a wall.
percuss: 1
parameters: {elements: 1000}
simulation:
  scheme: {name: moreau_jean, theta: 0.5}
  step: ${1e-4 / elements}
  end_time: ${0.2 / elements}
bodies:
  bar: {type: bar, length: 1.0, elements: "${elements}", area: 3.0e-4, youngs_modulus: 2.1e11, density: 7800.0,
        position: 0.0, velocity: -0.1}
contacts:
  wall: {type: node_wall, body: bar, node: 0, restitution: 0.0}
outputs: {every: 100}
)";

[[noreturn]] void refuse_folder(const std::string& why, const char* remedy) {
  throw input_error("", why, remedy, {"--out", 0, 0});
}

/// A folder in which something else stands than an earlier bench is somebody else's.
void check_folder(const BenchArguments& arguments, const std::string& folder) {
  std::error_code error;
  const bool is_there = fs::exists(folder, error);
  if (is_there && !fs::is_directory(folder, error))
    refuse_folder(fmt::format("`{}` is not a folder", folder), "name a folder that can be created or written");
  if (!is_there || arguments.overwrite || fs::is_regular_file(fs::path(folder) / files[0], error)) return;
  if (!fs::is_empty(folder, error))
    refuse_folder(fmt::format("`{}` holds files that are no bench's", folder), "name another folder, or --overwrite");
}

void use_model_of_its_own(BenchOptions& options) {
  make_output_folder(options.folder);
  options.model = (fs::path(options.folder) / "bench.yaml").string();
  write_text_file(options.model, model_of_its_own);
  if (!options.sizes) options.sizes = "parameters.elements=1000,10000,100000";
  if (options.schemes.empty())
    options.schemes = {"moreau_jean:theta=0.5", "half_explicit_velocity", "mixed_generalized_alpha"};
}

void check(const BenchOptions& options) {
  if (!std::isfinite(options.seconds) || !(options.seconds > 0.0))
    throw input_error("", fmt::format("{} is not a time", options.seconds), "expected a positive number of seconds",
                      {"--seconds", 0, 0});
  if (options.until && !std::isfinite(*options.until))
    throw input_error("", fmt::format("{} is not a time", *options.until), "expected the end time in seconds",
                      {"--until", 0, 0});
}

int exit_code_of(const Bench& bench) {
  if (stop_has_come()) return interrupted;
  if (bench.count("failed") > 0) return numerical_failure;
  return bench.count("certificate_broken") > 0 ? certificate_broken : done;
}

/// How it went, in a line.
std::string end_text(const Bench& bench, const fs::path& folder) {
  auto text = fmt::format("{}, {} failed", counted(static_cast<Index>(bench.runs.size()), "combination"),
                          bench.count("failed"));
  if (const auto broken = bench.count("certificate_broken"); broken > 0)
    text += fmt::format(", {} with a broken certificate", broken);
  if (stop_has_come()) text += fmt::format(", interrupted, {} not run", bench.count("not run"));
  return text + fmt::format("; table in {}", (folder / files[0]).string());
}

int bench_model(const BenchArguments& arguments) {
  auto options = arguments.options;
  if (!arguments.threads.empty()) options.threads = arguments.threads;
  if (!arguments.ranks.empty()) options.ranks = arguments.ranks;
  check(options);
  if (options.folder.empty())
    options.folder =
        (options.model.empty() ? std::string("percuss") : fs::path(options.model).stem().string()) + ".bench";
  check_folder(arguments, options.folder);
  if (options.model.empty()) use_model_of_its_own(options);
  auto bench = plan_bench(options);
  Progress progress(isatty(STDERR_FILENO) != 0);
  watch_runs(options, progress, arguments.quiet);
  run_bench(options, bench);
  progress.finish();
  const fs::path folder(options.folder);
  const auto markdown = markdown_table(bench);
  std::error_code error;
  for (const auto& name : files) fs::remove(folder / name, error);
  write_text_file((folder / "bench.csv").string(), csv_table(bench));
  write_text_file((folder / "bench.md").string(), markdown);
  for (const auto& [name, svg] : bench_plots(bench)) write_text_file((folder / name).string(), svg);
  fmt::print("{}\n{}\n", markdown, end_text(bench, folder));
  return exit_code_of(bench);
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<BenchArguments>();
  auto& options = arguments->options;
  auto* verb = app.add_subcommand(
      "bench", "time the steps of a model by what they are spent on, over sizes, schemes, solvers, threads and ranks");
  const auto not_empty = [](const std::string& word) { return std::string(word.empty() ? "is no name" : ""); };
  verb->add_option("MODEL", options.model, "model file (YAML); none: an elastic bar at a wall")->check(not_empty);
  verb->add_option("--sizes", options.sizes,
                   "key and values, FIRST:STEP:LAST or VALUE,VALUE,..., e.g. bodies.bar.elements=1000,10000");
  const auto words = [&](const char* name, std::vector<std::string>& values, const char* text) {
    verb->add_option(name, values, text)->delimiter(',');
  };
  words("--schemes", options.schemes, "schemes with their options, e.g. moreau_jean:theta=0,moreau_midpoint");
  words("--linear", options.linear, "linear solvers, e.g. auto,cholmod");
  words("--delassus", options.delassus, "ways of the Delassus operator, e.g. assembled,implicit");
  words("--contact", options.contact, "contact solvers, e.g. auto,gauss_seidel");
  words("--threads", arguments->threads, "numbers of threads, e.g. 1,2,4 (default: 1)");
  words("--ranks", arguments->ranks, "numbers of processes that share a run, e.g. 1,2,4 (default: 1)");
  verb->add_option("--launcher", options.launcher, "what starts several ranks, given `-n RANKS`")
      ->capture_default_str();
  verb->add_option("--until", options.until, "end time [s] (default: that of the model)");
  verb->add_option("--seconds", options.seconds, "wall time after which a run is cut short [s]")->capture_default_str();
  verb->add_option("--rounds", options.rounds, "runs of each combination, of which the fastest counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  verb->add_option("--set", options.overrides, "override a key for all runs; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option(
          "--out", options.folder,
          "folder for bench.csv, bench.md, bench_time.svg and bench_memory.svg (default: MODEL.bench); those of "
          "an earlier bench are replaced")
      ->check(not_empty);
  verb->add_flag("--overwrite", arguments->overwrite, "write into a folder that holds other files, too");
  verb->add_flag("--quiet", arguments->quiet, "show no progress");
  verb->callback([arguments, &exit_code] { exit_code = bench_model(*arguments); });
}

}  // namespace percuss::cli
