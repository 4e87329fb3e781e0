// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/fclib_verbs.hpp"
#include "cli/verbs.hpp"
#include "io/fclib_file.hpp"

namespace percuss::cli {

namespace {

struct SolveArguments {
  std::vector<std::string> paths;
  std::string solver = "auto", out;
  FclibSolveOptions options;
};

/// The problem as it was read, with our solution in place of the one it had.
void write_solution(const std::string& in, const std::string& out, const FclibAnswer& answer) {
  auto problem = read_fclib(in);
  FclibState solution{Vector(), answer.u, answer.r};
  if (problem.global) solution.v = velocities(problem, answer.r);
  problem.solution = std::move(solution);
  write_fclib(out, problem);
}

int solve_files(SolveArguments arguments) {
  arguments.options.solver = contact_solver_named("--solver", arguments.solver);
  if (auto faults = arguments.options.validate(); !faults.empty()) throw InputError(std::move(faults));
  if (!arguments.out.empty() && arguments.paths.size() != 1)
    throw input_error("", "one file to write for several problems", "name a single problem", {"--out", 0, 0});
  const auto problems = read_local_problems(arguments.paths);
  std::size_t width = 7, solved = 0;
  for (const auto& [path, problem] : problems) width = std::max(width, short_name(path).size());
  fmt::print("{:<{}}  contacts  status  iterations     error  time [ms]  finished by\n", "problem", width);
  double seconds = 0.0;
  for (const auto& [path, problem] : problems) {
    const auto answer = solve(problem, arguments.options);
    const auto& report = answer.report;
    seconds += answer.seconds;
    if (report.ok()) ++solved;
    fmt::print("{:<{}}  {:>8}  {:<6}  {:>10}  {:>8.1e}  {:>9.3g}  {}\n", short_name(path), width,
               problem.num_contacts(), report.ok() ? "solved" : "failed", report.iterations, answer.error,
               1e3 * answer.seconds, report.ok() ? (report.message.empty() ? arguments.solver : report.message) : "-");
    if (!report.ok())
      fmt::print(stderr, "{}: not solved: {} (error {:.3g}, {:.3g} asked for)\n", path, report.message, answer.error,
                 arguments.options.tolerance);
    if (!arguments.out.empty()) write_solution(path, arguments.out, answer);
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
  verb->add_option("--out", arguments->out, "write the problem with its solution to this file");
  verb->callback([arguments, &exit_code] { exit_code = solve_files(*arguments); });
}

}  // namespace percuss::cli
