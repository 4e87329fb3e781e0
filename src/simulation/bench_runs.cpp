// SPDX-License-Identifier: Apache-2.0
// The runs of a bench, and what they leave.
#include <fmt/format.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "io/child_program.hpp"
#include "io/output_folder.hpp"
#include "simulation/bench.hpp"

namespace percuss {

namespace {

namespace fs = std::filesystem;

/// The words that run it, and the program that is started.
std::pair<std::string, std::vector<std::string>> command_of(const BenchOptions& options, const Bench& bench,
                                                            const BenchRun& run, const fs::path& folder) {
  std::vector<std::string> words;
  for (std::size_t axis = 0; axis < bench.axes.size(); ++axis) {
    const auto& launcher = bench.value(run, axis).launcher;
    words.insert(words.end(), launcher.begin(), launcher.end());
  }
  const auto program = words.empty() ? options.program : words.front();
  words.insert(words.end(), {options.program, "run", options.model, "--out", folder.string(), "--quiet", "--profile",
                             "--time-limit", fmt::format("{}s", options.seconds)});
  for (const auto& override_ : options.overrides) words.insert(words.end(), {"--set", override_});
  for (std::size_t axis = 0; axis < bench.axes.size(); ++axis) {
    const auto& value = bench.value(run, axis);
    words.insert(words.end(), value.words.begin(), value.words.end());
    for (const auto& [assignment, its_words] : value.assignments) words.insert(words.end(), {"--set", assignment});
  }
  for (const auto& [assignment, its_words] : until(options)) words.insert(words.end(), {"--set", assignment});
  return {program, std::move(words)};
}

/// waitpid that signals do not end; `stopped` ends the child.
int wait_for(pid_t child, const std::function<bool()>& stopped) {
  int status = 0;
  bool told = false;
  while (true) {
    if (!told && stopped && stopped()) {
      told = true;
      kill(child, SIGTERM);
    }
    const pid_t ended = waitpid(child, &status, 0);
    if (ended == child) return status;
    if (errno != EINTR) throw std::runtime_error(fmt::format("cannot wait for a run: {}", std::strerror(errno)));
  }
}

/// One that is not finite is null in a summary.
double number_of(const nlohmann::json& value) {
  return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

void take_numbers(BenchRun& run, const nlohmann::json& summary) {
  const auto number = [&summary](const char* key) { return number_of(summary.at(key)); };
  run.unknowns = number("unknowns");
  run.contacts = number("contacts");
  run.evaluations = number("attempts");
  run.seconds = number("loop_seconds");
  run.time_reached = number("time_reached");
  run.factorisations = number("factorisations");
  run.peak_memory = number("peak_memory_bytes");
  run.residual = number("worst_residual");
  run.energy_share = number_of(summary.at("certificates").at("energy_share"));
  const auto& profile = summary.at("profile");
  for (std::size_t i = 0; i < num_step_costs; ++i)
    run.parts[i] = profile.at("seconds").at(step_cost_names[i]).get<double>();
  run.parts.back() = profile.at("seconds").at("other").get<double>();
  run.problems = profile.at("contact_problems").get<double>();
  run.in_problems = profile.at("contacts_in_problems").get<double>();
  run.iterations = profile.at("contact_iterations").get<double>();
}

/// What a run of so many ranks in `folder` has left.
BenchRun outcome_of(BenchRun run, int ranks, const fs::path& folder, const std::string& log, int status) {
  run.status = "failed";
  if (WIFSIGNALED(status) || !fs::exists(folder / "summary.json")) {
    run.message = why_it_ended(status, log);
    return run;
  }
  const auto summary = nlohmann::json::parse(std::ifstream(folder / "summary.json"));
  run.status = summary.at("status").get<std::string>();
  run.message = summary.at("message").get<std::string>();
  const bool is_cut = summary.contains("time_limit");
  if (run.status == "interrupted") run.status = is_cut ? "cut short" : "failed";  // by somebody else
  if (is_cut) run.message.clear();
  if (const auto started = summary.value("ranks", 1); started != ranks) {
    run.status = "failed";
    run.message =
        fmt::format("{} of {} ranks worked together: start them by the launcher of the MPI that PETSc was built with",
                    started, ranks);
    return run;
  }
  if (run.message.empty()) run.message = join(summary.at("warnings").get<std::vector<std::string>>(), "; ");
  if (run.status != "failed") take_numbers(run, summary);
  return run;
}

void keep_faster(BenchRun& best, BenchRun&& run) {
  const bool first = best.status == "not run";
  if (first || (run.is_good() && best.is_good() && run.seconds_per_step() < best.seconds_per_step()))
    best = std::move(run);
}

/// A folder of its own within another, gone at the end.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& within) {
    auto name = (fs::path(within) / "bench.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) refuse_output(within, std::strerror(errno));
    path_ = name;
  }
  ~TemporaryFolder() { remove(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }
  /// A folder in it that is not there.
  fs::path fresh(const char* name) const {
    remove(path_ / name);
    return path_ / name;
  }

 private:
  static void remove(const fs::path& path) {
    std::error_code error;
    fs::remove_all(path, error);
  }
  fs::path path_;
};

}  // namespace

void run_bench(const BenchOptions& options, Bench& bench) {
  make_output_folder(options.folder);
  const TemporaryFolder here(options.folder);
  std::size_t done = 0;
  const std::size_t of = bench.runs.size() * static_cast<std::size_t>(options.rounds);
  for (int round = 0; round < options.rounds; ++round)
    for (auto& run : bench.runs) {
      if (options.stopped && options.stopped()) return;
      if (round == 0 || run.is_good()) {
        const auto folder = here.fresh("run");
        const auto log = (here.path() / "log").string();
        const auto [program, words] = command_of(options, bench, run, folder);
        const auto child = start_program(program, words, log);
        const int status = wait_for(child, options.stopped);
        if (options.stopped && options.stopped()) return;
        BenchRun one;
        one.values = run.values;
        const int ranks = std::stoi(bench.value(run, bench.axes.size() - 1).text);
        keep_faster(run, outcome_of(std::move(one), ranks, folder, log, status));
      }
      if (options.progress) options.progress(++done, of);
    }
}

}  // namespace percuss
