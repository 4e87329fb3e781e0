// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/output_folder.hpp"
#include "io/text_file.hpp"
#include "simulation/comparison.hpp"
#include "simulation/comparison_plots.hpp"
#include "simulation/comparison_table.hpp"

namespace percuss::cli {

namespace {

namespace fs = std::filesystem;

struct CompareArguments {
  ComparisonOptions options;
  std::vector<std::string> steps, tolerances;
  std::optional<std::string> until, target, reference_step;
  std::string norm = "max", out;
  bool quiet = false;
};

/// The number in a word of the command line; a fault when there is none.
double number_in(const std::string& word, const std::string& option, const std::string& example,
                 std::vector<Fault>& faults) {
  double value = 0.0;
  const auto* last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, value);
  if (end != last || error != std::errc() || word.empty())
    faults.push_back(
        {{option, 0, 0}, "", fmt::format("`{}` is not a number", word), "expected numbers, e.g. " + example});
  return value;
}

ComparisonOptions options_of(const CompareArguments& arguments) {
  auto options = arguments.options;
  std::vector<Fault> faults;
  for (const auto& word : arguments.steps) options.steps.push_back(number_in(word, "--steps", "1e-3,1e-4", faults));
  for (const auto& word : arguments.tolerances)
    options.tolerances.push_back(number_in(word, "--tolerances", "1e-4,1e-6", faults));
  if (arguments.until) options.until = number_in(*arguments.until, "--until", "0.1", faults);
  if (arguments.target) options.target = number_in(*arguments.target, "--target", "1e-2", faults);
  if (arguments.reference_step)
    options.reference_step = number_in(*arguments.reference_step, "--reference-step", "1e-7", faults);
  try {
    options.norm = error_norm(arguments.norm);
  } catch (const InputError& error) {
    faults.insert(faults.end(), error.faults().begin(), error.faults().end());
  }
  if (faults.empty()) faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  return options;
}

void write(const std::string& folder, const std::string& name, const std::string& text) {
  try {
    write_text_file((fs::path(folder) / name).string(), text);
  } catch (const std::runtime_error& error) {
    refuse_output(folder, error.what());
  }
}

/// Hears of a folder without permission before hours of computing.
void prepare(const std::string& folder) {
  make_output_folder(folder);
  write(folder, "compare.part", "");
  std::error_code error;
  fs::remove(fs::path(folder) / "compare.part", error);
}

int compare_schemes(const CompareArguments& arguments) {
  auto options = options_of(arguments);
  Progress progress(isatty(STDERR_FILENO) != 0);
  if (!arguments.quiet) options.progress = [&](Index steps, Index of) { progress.show(steps, of); };
  if (!arguments.out.empty()) options.before_running = [&] { prepare(arguments.out); };
  const auto by_unit = compare(options);
  progress.finish();
  fmt::print("{}", text_table(by_unit));
  if (!arguments.out.empty()) {
    write(arguments.out, "compare.csv", csv_table(by_unit));
    write(arguments.out, "compare.md", markdown_table(by_unit));
    for (const auto& plot : comparison_plots(by_unit)) write(arguments.out, plot.file, plot.svg);
  }
  int exit_code = done;
  for (const auto& comparison : by_unit) {
    if (!comparison.all_done()) return numerical_failure;
    if (std::any_of(comparison.cases.begin(), comparison.cases.end(),
                    [](const CaseResult& one) { return one.outcome == Outcome::certificate_broken; }))
      exit_code = certificate_broken;
  }
  return exit_code;
}

}  // namespace

void add_compare(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<CompareArguments>();
  auto& options = arguments->options;
  auto* verb =
      app.add_subcommand("compare", "measure errors, orders and times of schemes on a model, against a reference");
  verb->add_option("MODEL", options.model, "model file (YAML)")->required();
  verb->add_option("--schemes", options.schemes, "schemes with their options, e.g. moreau_jean:theta=0,moreau_midpoint")
      ->required()
      ->delimiter(',');
  verb->add_option("--steps", arguments->steps, "step sizes [s], e.g. 1e-3,1e-4,1e-5")->required()->delimiter(',');
  verb->add_option(
          "--tolerances", arguments->tolerances,
          "tolerances of schemes whose step control has some, e.g. 1e-4,1e-6: they run at the largest step with "
          "each (default: those of the scheme's word, at every step)")
      ->delimiter(',');
  verb->add_option("--columns", options.columns,
                   "columns or quantities to compare (default: those of outputs.history; forces only where all schemes "
                   "have them)")
      ->delimiter(',');
  verb->add_option("--norm", arguments->norm, "max (default), spectral, l1 or eq92");
  verb->add_option("--until", arguments->until, "end time [s] (default: that of the model)");
  verb->add_option("--reference", options.reference, "CSV file with t and the columns (default: computed)");
  verb->add_option("--reference-scheme", options.reference_scheme, "scheme of a computed reference")
      ->capture_default_str();
  verb->add_option("--reference-step", arguments->reference_step, "its step [s] (default: a tenth of the smallest)");
  verb->add_option("--target", arguments->target,
                   "error for which the run time is reported (default: the smallest that all schemes reach)");
  verb->add_option("--timing", options.timing_rounds, "number of timing rounds; 0: no timing")->capture_default_str();
  verb->add_option("--set", options.overrides, "override a key, e.g. bodies.bar.elements=1000; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option(
          "--out", arguments->out,
          "folder for compare.csv, compare.md and the plots compare.svg, compare_evaluations.svg, compare_time.svg "
          "(compare_2.svg, ... for further units)")
      ->check(
          [](const std::string& folder) { return std::string(folder.empty() ? "is not the name of a folder" : ""); });
  verb->add_option("--threads", options.threads, "cases at once; 0: OMP_NUM_THREADS when set, else all cores")
      ->check(CLI::Range(0, 4096));
  verb->add_flag("--quiet", arguments->quiet, "show no progress");
  verb->callback([arguments, &exit_code] { exit_code = compare_schemes(*arguments); });
}

}  // namespace percuss::cli
