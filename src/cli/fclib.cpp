// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string_view>

#include "cli/fclib_verbs.hpp"
#include "cli/verbs.hpp"
#include "io/fclib_file.hpp"

namespace percuss::cli {

namespace {

struct Conversion {
  std::string in, out, form = "same", storage = "same";
};

const char* name_of(FclibStorage storage) {
  switch (storage) {
    case FclibStorage::triplets:
      return "triplets";
    case FclibStorage::columns:
      return "columns";
    case FclibStorage::rows:
      return "rows";
  }
  return "";
}

std::string extent_text(const char* name, const SparseMatrix& matrix) {
  return fmt::format("{} {} x {} with {} entries", name, matrix.rows(), matrix.cols(), matrix.nonZeros());
}

/// max |W - W'| / max |W|
double asymmetry(const SparseMatrix& W) {
  if (W.nonZeros() == 0) return 0.0;
  const SparseMatrix transposed = W.transpose();
  const SparseMatrix difference = W - transposed;
  const auto largest = [](const SparseMatrix& matrix) {
    return matrix.nonZeros() == 0
               ? 0.0
               : Eigen::Map<const Vector>(matrix.valuePtr(), matrix.nonZeros()).lpNorm<Eigen::Infinity>();
  };
  const double size = largest(W);
  return size > 0.0 ? largest(difference) / size : 0.0;
}

/// One line, without the blank lines that others put around their text.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char letter : text) line += letter == '\n' ? ' ' : letter;
  const auto first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(' ') - first + 1);
}

void print_info(const std::string& path) {
  const auto problem = read_fclib(path);
  const auto local = local_form_of(path, problem);
  fmt::print("{}: {} problem, {} contacts of {} rows, stored as {}\n", path, problem.global ? "global" : "local",
             problem.num_contacts(), problem.dimension, name_of(problem.storage));
  for (const auto& [key, text] :
       {std::pair{"title", problem.title}, {"description", problem.description}, {"math info", problem.math_info}})
    if (const auto line = on_one_line(text); !line.empty()) fmt::print("  {}: {}\n", key, line);
  if (problem.global) fmt::print("  {}, {}\n", extent_text("M", problem.M), extent_text("H", problem.H));
  fmt::print("  {}, asymmetry {:.2g}\n", extent_text("W", local.W), asymmetry(local.W));
  if (problem.mu.size() > 0)
    fmt::print("  mu from {:.6g} to {:.6g}, |q| = {:.6g}\n", problem.mu.minCoeff(), problem.mu.maxCoeff(),
               local.q.norm());
  for (std::size_t k = 0; k < local.guesses.size(); ++k)
    fmt::print("  guess {}: error {:.2e}\n", k + 1, fclib_error(local, local.guesses[k].r));
  if (local.solution) fmt::print("  solution: error {:.2e}\n", fclib_error(local, local.solution->r));
}

void convert(const Conversion& conversion) {
  auto problem = read_fclib(conversion.in);
  if (conversion.form == "local") problem = local_form_of(conversion.in, problem);
  if (conversion.form == "global" && !problem.global)
    throw input_error("--form", "a local problem does not contain the masses and cannot be converted to a global one",
                      "leave --form out");
  for (const auto storage : {FclibStorage::triplets, FclibStorage::columns, FclibStorage::rows})
    if (conversion.storage == name_of(storage)) problem.storage = storage;
  write_fclib(conversion.out, problem);
  fmt::print("{}\n", conversion.out);
}

void add_file_info(CLI::App& fclib, int& exit_code) {
  auto paths = std::make_shared<std::vector<std::string>>();
  auto* verb = fclib.add_subcommand("info", "show what the files hold, and the errors of their guesses and solutions");
  verb->add_option("FILES", *paths, "fclib files (HDF5)")->required();
  verb->callback([paths, &exit_code] {
    std::vector<Fault> faults;
    for (const auto& path : *paths) {
      try {
        print_info(path);
      } catch (const InputError& error) {
        faults.insert(faults.end(), error.faults().begin(), error.faults().end());
      }
    }
    if (!faults.empty()) throw InputError(std::move(faults));
    exit_code = done;
  });
}

void add_convert(CLI::App& fclib, int& exit_code) {
  auto conversion = std::make_shared<Conversion>();
  auto* verb = fclib.add_subcommand("convert", "write a problem in another storage, or a global one as a local one");
  verb->add_option("IN", conversion->in, "fclib file (HDF5)")->required();
  verb->add_option("OUT", conversion->out, "file to write; an existing one is replaced")->required();
  verb->add_option("--form", conversion->form, "same (default), local or global")
      ->check(CLI::IsMember({"same", "local", "global"}));
  verb->add_option("--storage", conversion->storage, "same (default), triplets, columns or rows")
      ->check(CLI::IsMember({"same", "triplets", "columns", "rows"}));
  verb->callback([conversion, &exit_code] {
    convert(*conversion);
    exit_code = done;
  });
}

}  // namespace

FclibProblem local_form_of(const std::string& path, const FclibProblem& problem) {
  try {
    return local_form(problem);
  } catch (const InputError& error) {
    auto faults = error.faults();
    for (auto& fault : faults) fault.place.file = path;
    throw InputError(std::move(faults));
  }
}

std::vector<LocalProblem> read_local_problems(const std::vector<std::string>& paths) {
  std::vector<LocalProblem> problems;
  std::vector<Fault> faults;
  for (const auto& path : paths) {
    try {
      problems.push_back({path, local_form_of(path, read_fclib(path))});
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return problems;
}

ContactSolverOptions::Name contact_solver_named(const std::string& option, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& type : contact_solver_types()) {
    if (type.name == name) return type.value;
    names.push_back(type.name);
  }
  throw input_error("", fmt::format("there is no contact solver `{}`", name),
                    remedy_for_unknown(name, names, "percuss"), {option, 0, 0});
}

std::string short_name(const std::string& path) { return std::filesystem::path(path).stem().string(); }

std::string why_it_ended(ChildResult::End end, double time_limit) {
  if (end == ChildResult::End::timed_out) return fmt::format("not done within {:g} s", time_limit);
  return end == ChildResult::End::out_of_memory ? "out of memory" : "the solver crashed";
}

void add_fclib(CLI::App& app, int& exit_code) {
  auto* fclib = app.add_subcommand("fclib", "work with contact problems in files of the Friction Contact Library");
  fclib->require_subcommand(1);
  add_file_info(*fclib, exit_code);
  add_fclib_solve(*fclib, exit_code);
  add_convert(*fclib, exit_code);
  add_fclib_profile(*fclib, exit_code);
}

}  // namespace percuss::cli
