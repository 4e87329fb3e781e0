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

#include "cli/joint_text.hpp"
#include "cli/log.hpp"
#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "scheme/scheme_registry.hpp"
#include "scheme/stability.hpp"
#include "simulation/run.hpp"

namespace percuss::cli {

namespace {

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "the signal handler may only touch lock-free data");

/// The first Ctrl-C ends the run after the current step; the second one ends the process.
void request_stop(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

struct Arguments {
  std::string model, out;
  std::optional<std::string> log;
  std::vector<std::string> assignments;
  int threads = 0;
  std::optional<Index> dump_every;
  bool quiet = false;
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

std::string certificates_text(const Certificates& worst) {
  auto text = fmt::format("worst residual {:.2e} m/s, complementarity {:.2e} J, smallest gap {:.6g} m", worst.residual,
                          worst.complementarity, worst.min_gap());
  if (worst.drift > 0.0) text += fmt::format(", drift of joints {:.2e}", worst.drift);
  return text;
}

void print_result(const RunResult& result, const ModelFile& file, const std::string& folder) {
  const auto& ledger = result.ledger;
  const double us = result.steps > 0 ? 1e6 * result.loop_seconds / static_cast<double>(result.steps) : 0.0;
  fmt::print("{}: {} unknowns, {} contacts, {}, h = {} s\n", file.path, file.model->system.num_v(),
             file.model->contacts.size(), file.simulation.scheme, file.simulation.step);
  fmt::print("{} steps in {:.3g} s ({:.3g} us each), {} impacts, {} factorisations\n", result.steps,
             result.loop_seconds, us, result.impacts, result.factorisations);
  fmt::print("{}\n", certificates_text(result.worst));
  fmt::print(
      "energy {:.9g} J -> {:.9g} J: applied {:.3g}, damping {:.3g}, friction {:.3g}, impact {:.9g}, scheme {:.3g}\n",
      ledger.start, result.energy.total(), ledger.applied, ledger.damping, ledger.friction, ledger.impact,
      result.energy_scheme());
  if (result.problems_dumped > 0) fmt::print("{} contact problems in {}/problems\n", result.problems_dumped, folder);
  fmt::print("results in {}\n", folder);
}

void log_start(spdlog::logger& log, const ModelFile& file, const RunOptions& options, double seconds) {
  const auto& simulation = file.simulation;
  if (!log.should_log(spdlog::level::info) && !simulation.allow_unstable_step) return;
  const double limit = stable_step(*find_scheme(simulation.scheme), simulation.scheme_options, file.model->system);
  const auto limit_text = std::isfinite(limit) ? fmt::format("stability limit {:.6g} s", limit) : "no stability limit";
  for (const auto& assignment : file.overrides) log.debug("--set {}", assignment);
  log.info("model read and built in {:.3g} s", seconds);
  log.info("{} unknowns, {} contacts", file.model->system.num_v(), file.model->contacts.size());
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

void log_end(spdlog::logger& log, const RunResult& result) {
  const auto& ledger = result.ledger;
  log.debug("{} steps in {:.3g} s, {} factorisations, {} impacts", result.steps, result.loop_seconds,
            result.factorisations, result.impacts);
  if (result.retried_steps > 0)
    log.warn("{} {} repeated in {} smaller ones", result.retried_steps,
             result.retried_steps == 1 ? "step was" : "steps were", result.smaller_steps);
  if (result.loose_steps > 0)
    log.warn(
        "{} {} a contact problem that misses its tolerance, but counts as solved: the worst residual is {:.2e} m/s",
        result.loose_steps, result.loose_steps == 1 ? "step has" : "steps have", result.worst.residual);
  log.debug("{}", certificates_text(result.worst));
  log.debug("energy {:.9g} J at the start, {:.9g} J at the end", ledger.start, result.energy.total());
  log.debug("applied {:.9g} J, damping {:.9g} J, friction {:.9g} J, impact {:.9g} J, scheme {:.9g} J", ledger.applied,
            ledger.damping, ledger.friction, ledger.impact, result.energy_scheme());
}

int run_model(const Arguments& arguments) {
  auto log = make_logger(arguments.log_level());
  const auto start = std::chrono::steady_clock::now();
  auto file = read_model(arguments.model, arguments.assignments);
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - start;
  RunOptions options;
  options.folder =
      !arguments.out.empty() ? arguments.out : std::filesystem::path(arguments.model).stem().string() + ".out";
  options.threads = arguments.threads;
  options.dump_every = arguments.dump_every.value_or(0);
  options.stop = &stop_requested;
  log_start(log, file, options, reading.count());
  log_joints(log, *file.model);
  if (log.should_log(spdlog::level::debug))
    file.simulation.solvers.tell = [&log](const std::string& text) { log.debug("{}", text); };
  Progress progress(isatty(STDERR_FILENO) != 0);
  if (!arguments.quiet) options.progress = [&](Index steps, Index of) { progress.show(steps, of); };
  stop_requested = false;
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  const auto result = run(file, options);
  progress.finish();
  log_end(log, result);
  if (!arguments.quiet) print_result(result, file, options.folder);
  if (!result.message.empty()) fmt::print(stderr, "{}\n", result.message);
  return exit_code_for(result.outcome);
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  auto* verb = app.add_subcommand("run", "simulate a model, from model file to result files");
  verb->add_option("MODEL", arguments->model, "model file (YAML)")->required();
  verb->add_option("--set", arguments->assignments, "override a key, e.g. bodies.bar.elements=1000; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_option("--out", arguments->out, "folder for the results (default: MODEL's name with .out, here)")
      ->check([](const std::string& folder) { return std::string(folder.empty() ? "names no folder" : ""); });
  verb->add_option("--threads", arguments->threads, "threads; 0: OMP_NUM_THREADS when set, else all cores")
      ->check(CLI::Range(0, 4096));
  verb->add_option("--dump-problems", arguments->dump_every,
                   "write every so many-th contact problem into DIR/problems, for `percuss fclib`")
      ->check(CLI::Range(1.0, 1e15));
  verb->add_flag("--quiet", arguments->quiet, "print nothing but faults");
  verb->add_option("--log", arguments->log, "tell on stderr how it goes: off, warn (default), info, debug");
  verb->callback([arguments, &exit_code] { exit_code = run_model(*arguments); });
}

}  // namespace percuss::cli
