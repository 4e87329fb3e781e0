// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <sstream>

#include "cli/fclib_verbs.hpp"
#include "cli/verbs.hpp"
#include "io/child_process.hpp"
#include "io/fclib_file.hpp"

namespace percuss::cli {

namespace {

struct SolveArguments {
  std::vector<std::string> paths;
  std::string solver = "auto", out;
  FclibSolveOptions options;
  double time_limit = 0.0;
};

/// What is told and written of an answer.
struct FclibOutcome {
  bool solved = false;
  int iterations = 0;
  double error = 0.0, seconds = 0.0;
  std::string finished_by, message;
  Vector u, r;
};

/// The problem as it was read, with our solution in place of the one it had.
void write_solution(const std::string& in, const std::string& out, const FclibOutcome& answer) {
  auto problem = read_fclib(in);
  FclibState solution{Vector(), answer.u, answer.r};
  if (problem.global) solution.v = velocities(problem, answer.r);
  problem.solution = std::move(solution);
  write_fclib(out, problem);
}

/// Who finished and, where several worked on it, how many iterations each had.
std::string workers(const Report& report, const std::string& solver) {
  std::string text = !report.ok() ? "-" : report.message.empty() ? solver : report.message;
  const auto stages = report.stages.stages();
  if (stages.size() < 2 && report.ok()) return text;
  for (std::size_t i = 0; i < stages.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? " (" : ", ", stages[i].name, stages[i].iterations);
  return stages.empty() ? text : text + ")";
}

FclibOutcome fclib_outcome(const FclibProblem& problem, const SolveArguments& arguments) {
  auto answer = solve(problem, arguments.options);
  auto& report = answer.report;
  return {report.ok(),
          report.iterations,
          answer.error,
          answer.seconds,
          workers(report, arguments.solver),
          std::move(report.message),
          std::move(answer.u),
          std::move(answer.r)};
}

/// Numbers to the bit.
std::string as_text(const FclibOutcome& outcome) {
  std::string text = fmt::format("{} {} {:a} {:a}\n{}\n{}\n", outcome.solved ? 1 : 0, outcome.iterations, outcome.error,
                                 outcome.seconds, outcome.finished_by, outcome.message);
  for (const auto* vector : {&outcome.u, &outcome.r})
    for (const double number : *vector) text += fmt::format("{:a}\n", number);
  return text;
}

FclibOutcome from_text(const std::string& text, Index rows) {
  FclibOutcome outcome;
  std::istringstream lines(text);
  std::string word;
  const auto number = [&] {
    lines >> word;
    return std::strtod(word.c_str(), nullptr);  // streams do not read hexadecimal numbers
  };
  outcome.solved = number() != 0.0;
  outcome.iterations = static_cast<int>(number());
  outcome.error = number();
  outcome.seconds = number();
  lines.get();
  std::getline(lines, outcome.finished_by);
  std::getline(lines, outcome.message);
  for (auto* vector : {&outcome.u, &outcome.r}) *vector = Vector::NullaryExpr(rows, number);
  return outcome;
}

/// In a child process where there is a time limit, which is the one way to end a solver when its time is over.
FclibOutcome solve_in_time(const FclibProblem& problem, const SolveArguments& arguments) {
  if (!(arguments.time_limit > 0.0)) return fclib_outcome(problem, arguments);
  const auto child = run_in_child([&] { return as_text(fclib_outcome(problem, arguments)); },
                                  {.seconds = arguments.time_limit, .gigabytes = 0.0});
  if (child.end == ChildResult::End::done) return from_text(child.output, problem.rows());
  FclibOutcome outcome;
  outcome.error = std::numeric_limits<double>::infinity();
  outcome.seconds = arguments.time_limit;
  outcome.finished_by = "-";
  outcome.message = why_it_ended(child.end, arguments.time_limit);
  return outcome;
}

int solve_files(SolveArguments arguments) {
  arguments.options.solver = contact_solver_named("--solver", arguments.solver);
  if (auto faults = arguments.options.validate(); !faults.empty()) throw InputError(std::move(faults));
  if (std::isnan(arguments.time_limit))
    throw input_error("", "nan is not a time limit", "name a time in seconds", {"--time-limit", 0, 0});
  if (!arguments.out.empty() && arguments.paths.size() != 1)
    throw input_error("", "one file to write for several problems", "name a single problem", {"--out", 0, 0});
  if (const auto folder = std::filesystem::path(arguments.out).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder))
    throw input_error("", fmt::format("there is no folder `{}`", folder.string()), "make it first", {"--out", 0, 0});
  const auto problems = read_local_problems(arguments.paths);
  std::size_t width = 7, solved = 0;
  for (const auto& [path, problem] : problems) width = std::max(width, short_name(path).size());
  fmt::print("{:<{}}  contacts  status  iterations     error  time [ms]  finished by\n", "problem", width);
  double seconds = 0.0;
  for (const auto& [path, problem] : problems) {
    const auto answer = solve_in_time(problem, arguments);
    seconds += answer.seconds;
    if (answer.solved) ++solved;
    fmt::print("{:<{}}  {:>8}  {:<6}  {:>10}  {:>8.1e}  {:>9.3g}  {}\n", short_name(path), width,
               problem.num_contacts(), answer.solved ? "solved" : "failed", answer.iterations, answer.error,
               1e3 * answer.seconds, answer.finished_by);
    if (!answer.solved)
      fmt::print(stderr, "{}: not solved: {} (error {:.3g}, {:.3g} asked for)\n", path, answer.message, answer.error,
                 arguments.options.tolerance);
    if (!arguments.out.empty() && answer.r.size() == problem.rows()) write_solution(path, arguments.out, answer);
  }
  fmt::print("{} of {} solved to error {:g} by {} in {:.3g} ms\n", solved, problems.size(), arguments.options.tolerance,
             arguments.solver, 1e3 * seconds);
  return solved == problems.size() ? done : numerical_failure;
}

}  // namespace

void add_fclib_solve(CLI::App& fclib, int& exit_code) {
  auto arguments = std::make_shared<SolveArguments>();
  auto* verb = fclib.add_subcommand("solve", "solve the problems and check the answers; exit code 3 if one fails");
  verb->add_option("FILES", arguments->paths, "fclib files (HDF5)")->required();
  verb->add_option("--solver", arguments->solver, "one of `percuss list contact-solvers`")->capture_default_str();
  verb->add_option("--tolerance", arguments->options.tolerance, "tolerance on |r - P_K(r - u_hat)| / |q|")
      ->capture_default_str();
  verb->add_option("--max-iterations", arguments->options.max_iterations,
                   "maximum number of sweeps and steps of all stages together")
      ->capture_default_str();
  verb->add_option("--relaxation", arguments->options.relaxation, "relaxation factor of `gauss_seidel` and `jacobi`")
      ->capture_default_str();
  verb->add_option("--acceleration", arguments->options.acceleration,
                   "earlier sweeps that each sweep of `gauss_seidel` is combined with (Anderson)")
      ->capture_default_str();
  verb->add_option("--time-limit", arguments->time_limit, "time limit of each problem [s] (default: none)")
      ->check(CLI::Range(1e-3, 1e6));
  verb->add_option("--out", arguments->out, "write the problem with its solution to this file");
  verb->callback([arguments, &exit_code] { exit_code = solve_files(*arguments); });
}

}  // namespace percuss::cli
