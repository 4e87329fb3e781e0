// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/counted.hpp"
#include "cli/joint_text.hpp"
#include "cli/log.hpp"
#include "cli/progress.hpp"
#include "cli/run_report.hpp"
#include "cli/verbs.hpp"
#include "scheme/scheme_registry.hpp"
#include "scheme/stability.hpp"
#include "simulation/run.hpp"
#include "simulation/stiff_springs.hpp"

namespace percuss::cli {

namespace {

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "the signal handler may only touch lock-free data");

/// The first signal ends the run after the current step, the second one of its kind the process. SIGXCPU comes again
/// every second: only the hard limit, which nothing can catch, ends the process.
void request_stop(int signal) {
  stop_requested = true;
  if (signal != SIGXCPU) std::signal(signal, SIG_DFL);
}

void listen_to_signals() {
  stop_requested = false;
  for (const int signal : {SIGINT, SIGTERM, SIGXCPU}) std::signal(signal, request_stop);
  if (std::signal(SIGHUP, request_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup
}

struct RunArguments {
  std::string model, out;
  std::optional<std::string> log;
  std::vector<std::string> assignments;
  int threads = 0;
  std::optional<Index> dump_every;
  bool quiet = false, strict = false, overwrite = false;
  /// Warnings are shown unless something else was asked for.
  std::string log_level() const { return log.value_or(quiet ? "off" : "warn"); }
};

int exit_code_for(Outcome outcome) {
  switch (outcome) {
    case Outcome::done:
      return done;
    case Outcome::interrupted:
      return interrupted;
    case Outcome::failed:
      return numerical_failure;
    case Outcome::certificate_broken:
      return certificate_broken;
  }
  return done;
}

void log_start(spdlog::logger& log, const ModelFile& file, const RunOptions& options, double seconds) {
  const auto& simulation = file.simulation;
  if (!log.should_log(spdlog::level::info) && !simulation.allow_unstable_step) return;
  const double limit = stable_step(*find_scheme(simulation.scheme), simulation.scheme_options, file.model->system);
  const auto limit_text = std::isfinite(limit) ? fmt::format("stability limit {:.6g} s", limit) : "no stability limit";
  for (const auto& assignment : file.overrides) log.debug("--set {}", assignment);
  log.info("model read and built in {:.3g} s", seconds);
  log.info("{}, {}", counted(file.model->system.num_v(), "unknown"), counted(file.model->contacts.size(), "contact"));
  log.info("scheme {}, step {} s, {}", simulation.scheme, simulation.step, limit_text);
  log.info("threads asked for: {}",
           options.threads > 0 ? std::to_string(options.threads) : "0 (OMP_NUM_THREADS or all cores)");
  log.debug("results go into {}", options.folder);
  if (simulation.allow_unstable_step && simulation.step > limit)
    log.warn("step {} s is unstable and allowed: {}", simulation.step, limit_text);
}

/// Joints that hold more than they need are told of before the run.
void log_joints(spdlog::logger& log, const Model& model) {
  if (!log.should_log(spdlog::level::warn)) return;
  const auto joints = joint_rank(model.contacts, model.system.num_v(), model.initial.t, model.initial.q);
  if (joints.redundant() > 0)
    log.warn(text_of(joints));
  else if (joints.rows > 0)
    log.info(text_of(joints));
}

/// Dense schemes serve small models: who waits should know of the others.
void warn_of_slow_steps(spdlog::logger& log, const RunResult& result, const std::string& scheme) {
  const auto* type = find_scheme(scheme);
  constexpr double slow = 5e-3;  // s; other schemes step models of this size in a hundredth of it
  if (type == nullptr || type->capabilities.flexible() || result.steps == 0 ||
      !(result.loop_seconds > slow * static_cast<double>(result.steps)))
    return;
  log.warn(
      "{:.3g} ms a step: `{}` solves a dense problem of all contacts, positions included, in every Newton iteration; "
      "`nonsmooth_generalized_alpha` and `ggl_decoupled` hold positions too and are far cheaper with many contacts",
      1e3 * result.loop_seconds / static_cast<double>(result.steps), scheme);
}

int run_model(const RunArguments& arguments) {
  auto log = make_logger(arguments.log_level());
  const auto start = std::chrono::steady_clock::now();
  auto file = read_for_run(arguments.model, arguments.assignments);
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - start;
  RunOptions options;
  options.folder =
      !arguments.out.empty() ? arguments.out : std::filesystem::path(arguments.model).stem().string() + ".out";
  options.threads = arguments.threads;
  options.dump_every = arguments.dump_every.value_or(0);
  options.overwrite = arguments.overwrite;
  options.strict = arguments.strict;
  options.stop = &stop_requested;
  log_start(log, file, options, reading.count());
  log_joints(log, *file.model);
  if (log.should_log(spdlog::level::debug))
    file.simulation.solvers.tell = [&log](const std::string& text) { log.debug("{}", text); };
  Progress progress(isatty(STDERR_FILENO) != 0);
  if (!arguments.quiet) options.progress = [&](Index steps, Index of) { progress.show(steps, of); };
  listen_to_signals();
  const auto result = run(file, options);
  progress.finish();
  warn_of_slow_steps(log, result, file.simulation.scheme);
  log_end(log, result);
  if (!arguments.quiet) print_result(result, file, options.folder);
  print_last_line(result, options.folder, arguments.quiet);
  return exit_code_for(result.outcome);
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
  verb->add_option("--threads", arguments->threads, "threads; 0: OMP_NUM_THREADS when set, else all cores")
      ->check(CLI::Range(0, 4096));
  verb->add_option("--dump-problems", arguments->dump_every,
                   "write every so many-th contact problem into DIR/problems, for `percuss fclib`")
      ->check(CLI::Range(1.0, 1e15));
  verb->add_flag("--overwrite", arguments->overwrite, "replace results of another model, or of unknown origin, too");
  verb->add_flag("--strict", arguments->strict, "warnings of the result count as broken certificates: exit code 4");
  verb->add_flag("--quiet", arguments->quiet, "print nothing but faults");
  verb->add_option("--log", arguments->log, "log level (stderr): off, warn (default), info, debug");
  verb->callback([arguments, &exit_code] { exit_code = run_model(*arguments); });
}

}  // namespace percuss::cli
