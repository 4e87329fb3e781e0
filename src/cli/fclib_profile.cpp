// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>

#include "cli/fclib_verbs.hpp"
#include "cli/verbs.hpp"
#include "io/child_process.hpp"
#include "io/growth.hpp"
#include "io/performance_profile.hpp"

namespace percuss::cli {

namespace {

struct ProfileArguments {
  std::vector<std::string> paths, solvers;
  FclibSolveOptions options;
  double time_limit = 60.0;
  std::string csv, svg, growth;
};

/// One solver on one problem.
struct Trial {
  bool solved = false;
  int iterations = 0;
  double error = std::numeric_limits<double>::infinity(), seconds = std::numeric_limits<double>::infinity();
  std::string message;  ///< who finished, or why nobody did
};

/// Short solves are repeated: the least time is the one that others disturbed least.
std::string timed(const FclibProblem& problem, const FclibSolveOptions& options) {
  auto answer = solve(problem, options);
  double spent = answer.seconds;
  for (int repeat = 1; repeat < 7 && spent < 0.5; ++repeat) {
    const double again = solve(problem, options).seconds;
    spent += again;
    answer.seconds = std::min(answer.seconds, again);
  }
  const auto& report = answer.report;
  return fmt::format("{} {} {:.17g} {:.17g} {}", report.ok() ? 1 : 0, report.iterations, answer.error, answer.seconds,
                     report.message);
}

/// In a child process, which is the one way to end a solver when its time is over.
Trial run_trial(const FclibProblem& problem, const FclibSolveOptions& options, double time_limit) {
  Trial trial;
  const auto child = run_in_child([&] { return timed(problem, options); },
                                  {.seconds = time_limit, .gigabytes = 0.0, .keeps_memory = true});
  if (child.end != ChildResult::End::done) {
    trial.message = why_it_ended(child.end, time_limit);
    return trial;
  }
  std::istringstream words(child.output);
  int solved = 0;
  words >> solved >> trial.iterations >> trial.error >> trial.seconds;
  words.get();
  std::getline(words, trial.message);
  trial.solved = solved == 1;
  return trial;
}

void write_file(const std::string& option, const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw input_error("", fmt::format("cannot write `{}`", path), "name a file that can be written", {option});
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char letter : cell) text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return text + "\"";
}

std::string csv_line(const LocalProblem& local, const std::string& solver, const Trial& trial) {
  return fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{}\n", quoted(short_name(local.path)),
                     local.problem.num_contacts(), local.problem.dimension, solver, trial.solved ? "solved" : "failed",
                     trial.iterations, trial.error, trial.seconds, quoted(trial.message));
}

void print_shares(const std::vector<std::string>& solvers, const std::vector<std::vector<double>>& times) {
  fmt::print("\n{:<16}  solved  fastest  within 2 x  within 10 x  time of the solved [s]\n", "solver");
  for (std::size_t s = 0; s < solvers.size(); ++s) {
    std::size_t solved = 0, fastest = 0, twice = 0, ten = 0;
    double sum = 0.0;
    for (std::size_t k = 0; k < times[s].size(); ++k) {
      double best = std::numeric_limits<double>::infinity();
      for (const auto& other : times) best = std::min(best, other[k]);
      const double time = times[s][k];
      if (time == std::numeric_limits<double>::infinity()) continue;
      ++solved;
      sum += time;
      fastest += time <= best ? 1 : 0;
      twice += time <= 2.0 * best ? 1 : 0;
      ten += time <= 10.0 * best ? 1 : 0;
    }
    fmt::print("{:<16}  {:>6}  {:>7}  {:>10}  {:>11}  {:>22.4g}\n", solvers[s], solved, fastest, twice, ten, sum);
  }
}

void print_growth(const std::vector<std::string>& solvers, const std::vector<double>& contacts,
                  const std::vector<std::vector<double>>& times, const std::vector<std::vector<double>>& iterations) {
  const auto exponent = [&](const std::vector<double>& costs) {
    const double seen = growth_of(contacts, costs).exponent;
    return std::isnan(seen) ? std::string("-") : fmt::format("{:.2f}", seen);
  };
  fmt::print("\n{:<16}  solved  time ~ contacts^  iterations ~ contacts^\n", "solver");
  for (std::size_t s = 0; s < solvers.size(); ++s)
    fmt::print("{:<16}  {:>6}  {:>16}  {:>22}\n", solvers[s], growth_of(contacts, times[s]).problems,
               exponent(times[s]), exponent(iterations[s]));
}

std::string growth_plot(const std::vector<std::string>& solvers, const std::vector<double>& contacts,
                        const std::vector<std::vector<double>>& times) {
  PlotOptions plot;
  plot.title = "Time by size";
  plot.x_label = "contacts";
  plot.y_label = "time [s]";
  plot.log_x = plot.log_y = plot.marks = true;
  return svg_plot(growth_curves(solvers, contacts, times), plot);
}

int profile(ProfileArguments arguments) {
  if (arguments.solvers.empty())
    for (const auto& type : contact_solver_types()) arguments.solvers.push_back(type.name);
  std::vector<ContactSolverOptions::Name> names;
  for (const auto& name : arguments.solvers) names.push_back(contact_solver_named("--solvers", name));
  if (auto faults = arguments.options.validate(); !faults.empty()) throw InputError(std::move(faults));
  const auto problems = read_local_problems(arguments.paths);
  std::size_t width = 7;
  for (const auto& local : problems) width = std::max(width, short_name(local.path).size());
  std::string csv = "problem,contacts,rows,solver,status,iterations,error,seconds,message\n";
  constexpr double never = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> times(names.size()), iterations(names.size());
  std::vector<double> contacts;
  fmt::print("time [ms] to error {:g}, - where it failed\n{:<{}}  contacts", arguments.options.tolerance, "problem",
             width);
  for (const auto& name : arguments.solvers) fmt::print("  {:>{}}", name, std::max<std::size_t>(9, name.size()));
  fmt::print("\n");
  for (const auto& local : problems) {
    contacts.push_back(static_cast<double>(local.problem.num_contacts()));
    fmt::print("{:<{}}  {:>8}", short_name(local.path), width, local.problem.num_contacts());
    for (std::size_t s = 0; s < names.size(); ++s) {
      arguments.options.solver = names[s];
      const auto trial = run_trial(local.problem, arguments.options, arguments.time_limit);
      times[s].push_back(trial.solved ? trial.seconds : never);
      iterations[s].push_back(trial.solved ? trial.iterations : never);
      csv += csv_line(local, arguments.solvers[s], trial);
      fmt::print("  {:>{}}", trial.solved ? fmt::format("{:.3g}", 1e3 * trial.seconds) : "-",
                 std::max<std::size_t>(9, arguments.solvers[s].size()));
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
  print_shares(arguments.solvers, times);
  if (!arguments.growth.empty()) {
    print_growth(arguments.solvers, contacts, times, iterations);
    write_file("--growth", arguments.growth, growth_plot(arguments.solvers, contacts, times));
  }
  if (!arguments.csv.empty()) write_file("--csv", arguments.csv, csv);
  if (!arguments.svg.empty()) {
    PlotOptions plot;
    plot.title = "Performance profile";
    plot.x_label = "time / time of the fastest solver";
    plot.y_label = "share of the problems solved";
    plot.log_x = true;
    write_file("--svg", arguments.svg, svg_plot(performance_profile(arguments.solvers, times), plot));
  }
  return done;
}

}  // namespace

void add_fclib_profile(CLI::App& fclib, int& exit_code) {
  auto arguments = std::make_shared<ProfileArguments>();
  auto* verb = fclib.add_subcommand("profile", "time several solvers on the problems and draw a performance profile");
  verb->add_option("FILES", arguments->paths, "fclib files (HDF5)")->required();
  verb->add_option("--solvers", arguments->solvers, "contact solvers, e.g. auto,newton (default: all)")->delimiter(',');
  verb->add_option("--tolerance", arguments->options.tolerance, "tolerance on |r - P_K(r - u_hat)| / |q|")
      ->capture_default_str();
  verb->add_option("--max-iterations", arguments->options.max_iterations,
                   "maximum number of sweeps and steps of all stages together")
      ->capture_default_str();
  verb->add_option("--time-limit", arguments->time_limit,
                   "time limit of one solver on one problem, repetitions included [s]")
      ->check(CLI::Range(1e-3, 1e6))
      ->capture_default_str();
  verb->add_option("--csv", arguments->csv, "write all trials to this file");
  verb->add_option("--svg", arguments->svg, "draw the performance profile to this file");
  verb->add_option("--growth", arguments->growth,
                   "draw the times over the number of contacts to this file, and print fitted exponents");
  verb->callback([arguments, &exit_code] { exit_code = profile(*arguments); });
}

}  // namespace percuss::cli
