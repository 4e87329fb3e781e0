// SPDX-License-Identifier: Apache-2.0
#include "cli/running.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "cli/counted.hpp"
#include "cli/joint_text.hpp"
#include "cli/log.hpp"
#include "cli/meet_ranks.hpp"
#include "cli/progress.hpp"
#include "cli/run_report.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "scheme/scheme_registry.hpp"
#include "scheme/stability.hpp"
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
  const auto joints = joint_redundancy(model.system, model.contacts, model.initial.t, model.initial.q);
  if (joints.redundant() > 0 || is_weak(joints))
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

/// NaN and all of the text where it begins with no number.
std::pair<double, std::string> number_and_unit(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return {end == text.c_str() ? std::nan("") : number, end};
}

/// Of a unit of time; 0: it is none.
double seconds_of(const std::string& unit) {
  return unit == "s" ? 1.0 : unit == "min" ? 60.0 : unit == "h" ? 3600.0 : 0.0;
}

}  // namespace

void add_run_flags(CLI::App& verb, RunFlags& flags) {
  verb.add_option("--checkpoint-every", flags.checkpoint_every,
                  "leave a checkpoint for `percuss resume` so often: 60s, 5min, 2h of wall time, or a number of steps");
  verb.add_option("--time-limit", flags.time_limit,
                  "wall time after which the run ends as by Ctrl-C: 60s, 5min, 2h, or seconds; `percuss resume` goes "
                  "on from there");
  verb.add_flag("--profile", flags.profile,
                "tell what the time of the steps goes into: forces, factors, solves, detection, Delassus operator, "
                "contact solver, output");
  add_result_flags(verb, flags);
}

void add_result_flags(CLI::App& verb, RunFlags& flags) {
  verb.add_option("--threads", flags.threads, "threads; 0: OMP_NUM_THREADS when set, else all cores")
      ->check(CLI::Range(0, 4096));
  verb.add_flag("--overwrite", flags.overwrite, "replace results of another model, or of unknown origin, too");
  verb.add_flag("--strict", flags.strict, "warnings of the result count as broken certificates: exit code 4");
  verb.add_flag("--quiet", flags.quiet, "print nothing but faults");
  verb.add_option("--log", flags.log, "log level (stderr): off, warn (default), info, debug");
}

CheckpointInterval checkpoint_interval(const std::string& text) {
  const auto [number, unit] = number_and_unit(text);
  CheckpointInterval interval;
  interval.seconds = number * seconds_of(unit);
  if (unit.empty() && number == std::floor(number) && number < 9e15) interval.steps = static_cast<Index>(number);
  if (!std::isfinite(number) || !interval.asked_for())
    throw input_error("--checkpoint-every", fmt::format("`{}` is neither a time nor a number of steps", text),
                      "expected a positive number with `s`, `min` or `h`, or a whole number of steps",
                      {"command line", 0, 0});
  return interval;
}

double time_limit_of(const std::string& text) {
  const auto [number, unit] = number_and_unit(text);
  const double seconds = number * (unit.empty() ? 1.0 : seconds_of(unit));
  if (!std::isfinite(seconds) || !(seconds > 0.0))
    throw input_error("--time-limit", fmt::format("`{}` is not a time", text),
                      "expected a positive number of seconds, or with `s`, `min` or `h`", {"command line", 0, 0});
  return seconds;
}

void add_model_arguments(CLI::App& verb, ModelArguments& arguments, const std::string& suffix) {
  verb.add_option("MODEL", arguments.model, "model file (YAML)")->required();
  verb.add_option("--set", arguments.assignments, "override a key, e.g. bodies.bar.elements=1000; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb.add_option("--out", arguments.out,
                  fmt::format("folder for the results (default: MODEL's name with {}, here); results of the same model "
                              "are replaced",
                              suffix))
      ->check(
          [](const std::string& folder) { return std::string(folder.empty() ? "is not the name of a folder" : ""); });
}

int read_and_run(const ModelArguments& arguments, const std::string& suffix, RunOptions options, const RunFlags& flags,
                 const Runner& runner, const std::function<void(ModelFile&)>& prepare) {
  const auto start = std::chrono::steady_clock::now();
  auto file = read_for_run(arguments.model, arguments.assignments);
  if (prepare) prepare(file);
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - start;
  options.folder =
      !arguments.out.empty() ? arguments.out : std::filesystem::path(arguments.model).stem().string() + suffix;
  return run_and_tell(file, std::move(options), flags, reading.count(), runner);
}

int run_and_tell(ModelFile& file, RunOptions options, const RunFlags& flags, double reading, const Runner& runner) {
  auto log = make_logger(flags.log_level());
  options.threads = flags.threads;
  options.overwrite = flags.overwrite;
  options.strict = flags.strict;
  options.profile = flags.profile;
  if (options.ranks != nullptr) meet_ranks(log, file, options, flags);
  if (flags.time_limit) options.time_limit = time_limit_of(*flags.time_limit);
  options.stop = &stop_requested;
  log_start(log, file, options, reading);
  log_joints(log, *file.model);
  if (log.should_log(spdlog::level::debug))
    file.simulation.solvers.tell = [&log](const std::string& text) { log.debug("{}", text); };
  Progress progress(isatty(STDERR_FILENO) != 0);
  if (!flags.quiet) options.progress = [&](Index steps, Index of) { progress.show(steps, of); };
  listen_to_signals();
  const auto result = runner(file, options);
  progress.finish();
  warn_of_slow_steps(log, result, file.simulation.scheme);
  log_end(log, result);
  if (!flags.quiet) print_result(result, file, options.folder);
  print_last_line(result, options.folder, flags.quiet);
  const int code = exit_code_for(result.outcome);
  return options.ranks != nullptr ? options.ranks->settle(code) : code;
}

}  // namespace percuss::cli
