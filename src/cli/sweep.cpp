// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "cli/child_runs.hpp"
#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/text_file.hpp"
#include "report/sweep_page.hpp"
#include "simulation/sweep_runs.hpp"

namespace percuss::cli {

namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  SweepOptions options;
  int jobs = 0;
  bool quiet = false;
};

/// Plots of this sweep alone.
void write_plots(const fs::path& folder, const std::vector<std::string>& plots) {
  std::error_code error;
  for (std::size_t i = 1; fs::remove(folder / fmt::format("sweep_{}.svg", i), error); ++i) {
  }
  for (std::size_t i = 0; i < plots.size(); ++i)
    write_text_file((folder / fmt::format("sweep_{}.svg", i + 1)).string(), plots[i]);
}

int sweep_model(const SweepArguments& arguments) {
  auto options = arguments.options;
  if (options.folder.empty()) options.folder = fs::path(options.model).stem().string() + ".sweep";
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  options.jobs = arguments.jobs > 0 ? arguments.jobs : std::max(1, cores / options.threads);
  Progress progress(isatty(STDERR_FILENO) != 0);
  watch_runs(options, progress, arguments.quiet);
  const auto sweep = run_sweep(options);
  progress.finish();
  const fs::path folder(options.folder);
  const auto markdown = markdown_table(sweep);
  const auto write = [&](const char* name, const std::string& text) {
    write_text_file((folder / name).string(), text);
  };
  write("sweep.csv", csv_table(sweep));
  write("sweep.md", markdown);
  write("sweep.html", sweep_page(sweep, options.model));
  write_plots(folder, sweep_plots(sweep));
  const auto failed = sweep.num_failed();
  fmt::print("{}\n{} runs, {} {}; table in {}, page in {}\n", markdown, sweep.runs.size(), failed,
             stop_has_come() ? "not done, interrupted" : "failed", (folder / "sweep.csv").string(),
             (folder / "sweep.html").string());
  if (stop_has_come()) return interrupted;
  return failed > 0 ? numerical_failure : done;
}

}  // namespace

void add_sweep(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<SweepArguments>();
  auto& options = arguments->options;
  auto* verb = app.add_subcommand("sweep", "run a model for all combinations of values of some keys");
  verb->add_option("MODEL", options.model, "model file (YAML)")->required();
  verb->add_option("--vary", options.vary,
                   "key and values, FIRST:STEP:LAST or VALUE,VALUE,..., e.g. contacts.wall.restitution=0:0.1:1; may be "
                   "repeated: all combinations")
      ->required()
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option("--collect", options.collect,
                   "what to take from every run: a quantity at its end, or over it as \"max(wall.force)\"; may be "
                   "repeated (default: all columns of the history)")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option("--set", options.overrides, "override a key for all runs; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option(
      "--out", options.folder,
      "folder for sweep.html, sweep.csv, sweep.md, the plots sweep_1.svg, ..., and a folder for each run (default: "
      "MODEL.sweep)");
  verb->add_option("--jobs", arguments->jobs, "runs at once (default: as many as the cores bear)")
      ->check(CLI::Range(1, 4096));
  verb->add_option("--threads", options.threads, "threads of each run")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  verb->add_flag("--quiet", arguments->quiet, "show no progress");
  verb->callback([arguments, &exit_code] { exit_code = sweep_model(*arguments); });
}

}  // namespace percuss::cli
