// SPDX-License-Identifier: Apache-2.0
#include "simulation/problem_dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/fault.hpp"
#include "io/fclib_export.hpp"
#include "io/fclib_file.hpp"

namespace percuss {

namespace fs = std::filesystem;

bool is_problem_file(const fs::path& file) {
  const auto name = file.filename().string();
  return name.starts_with("problem_") && name.ends_with(".hdf5");
}

/// Where the files go, and how many problems have come by.
struct ProblemDump::Files {
  fs::path folder;
  Index every = 1, seen = 0, written = 0;
  std::string disk_problem;

  bool takes(const ContactProblem& problem) {
    const auto& cones = problem.contacts.cone;
    const bool has_contacts = std::any_of(cones.begin(), cones.end(), [](Cone c) { return c != Cone::bilateral; });
    if (!has_contacts || problem.c.isZero(0.0) || !disk_problem.empty()) return false;
    return seen++ % every == 0;
  }

  void write(const ContactProblem& problem, VecRef guess, VecRef solution, const Report& report) {
    auto file = fclib_problem(problem, guess, solution);
    file.title = fmt::format("contact problem {}", seen);
    file.description = "written by percuss run";
    file.math_info = report.ok() ? fmt::format("natural residual of the solution {:.3g} m/s", report.residual)
                                 : "not solved: " + report.message;
    if (!report.ok()) file.solution.reset();
    try {
      write_fclib((folder / fmt::format("problem_{:06}.hdf5", seen)).string(), file);
      ++written;
    } catch (const std::runtime_error& problem_of_disk) {
      disk_problem = problem_of_disk.what();
    }
  }
};

/// Hands every problem on and writes some of them.
class ProblemDump::WatchedSolver final : public ContactSolver {
 public:
  WatchedSolver(std::unique_ptr<ContactSolver> solver, std::shared_ptr<Files> files)
      : solver_(std::move(solver)), files_(std::move(files)) {}
  Report solve(const ContactProblem& problem, VecOut x) const override {
    if (!files_->takes(problem)) return solver_->solve(problem, x);
    guess_ = x;
    auto report = solver_->solve(problem, x);
    files_->write(problem, guess_, x, report);
    return report;
  }
  bool needs_rows() const override { return solver_->needs_rows(); }
  void reserve(Index rows) const override { solver_->reserve(rows); }

 private:
  std::unique_ptr<ContactSolver> solver_;
  std::shared_ptr<Files> files_;
  mutable Vector guess_;
};

ProblemDump::ProblemDump(Index every) : files_(std::make_shared<Files>()) { files_->every = every; }
ProblemDump::~ProblemDump() = default;

void ProblemDump::open(const std::string& folder) {
  files_->folder = folder;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw input_error("--out", fmt::format("cannot write problems into `{}`: {}", folder, error.message()),
                      "name a folder that can be created or written");
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (is_problem_file(entry.path())) old.push_back(entry.path());
  for (const auto& path : old) fs::remove(path, error);
}

void ProblemDump::open(const std::string& folder, const std::string& results) {
  if (results.empty()) return open(folder);
  std::vector<std::pair<std::string, fs::path>> kept;
  for (const char* name : {"problems", "problems.part"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(results) / name, error))
      if (is_problem_file(entry.path())) kept.emplace_back(entry.path().filename().string(), entry.path());
  }
  std::error_code error;
  fs::create_directories(folder, error);
  for (const auto& [name, path] : kept)
    if (!error && path.parent_path() != fs::path(folder))
      fs::copy_file(path, fs::path(folder) / name, fs::copy_options::overwrite_existing, error);
  if (error)
    throw input_error("--out", fmt::format("cannot write problems into `{}`: {}", folder, error.message()),
                      "name a folder that can be created or written");
  files_->folder = folder;
}

std::unique_ptr<ContactSolver> ProblemDump::watch(std::unique_ptr<ContactSolver> solver) const {
  return std::make_unique<WatchedSolver>(std::move(solver), files_);
}

const std::string& ProblemDump::disk_problem() const { return files_->disk_problem; }

void ProblemDump::walk_memory(MemoryWalk& walk) {
  walk("seen", files_->seen);
  walk("written", files_->written);
}

Index ProblemDump::written() const { return files_->written; }

}  // namespace percuss
