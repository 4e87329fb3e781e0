// SPDX-License-Identifier: Apache-2.0
// Shared by the verbs of `percuss fclib`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "io/child_process.hpp"
#include "io/fclib_problem.hpp"
#include "io/fclib_solve.hpp"

namespace percuss::cli {

void add_fclib_solve(CLI::App& fclib, int& exit_code);
void add_fclib_profile(CLI::App& fclib, int& exit_code);

/// A file and its problem in local form.
struct LocalProblem {
  std::string path;
  FclibProblem problem;
};
/// Reads all files before anything is done with them; throws one InputError with the faults of all that are no good.
std::vector<LocalProblem> read_local_problems(const std::vector<std::string>& paths);

/// `local_form`, with the file in the faults.
FclibProblem local_form_of(const std::string& path, const FclibProblem& problem);

/// Throws InputError with the nearest name.
ContactSolverOptions::Name contact_solver_named(const std::string& option, const std::string& name);

/// "NAME" of "folder/NAME.hdf5", for tables.
std::string short_name(const std::string& path);

/// Why a solver in a process of its own has come to no answer.
std::string why_it_ended(ChildResult::End end, double time_limit);

}  // namespace percuss::cli
