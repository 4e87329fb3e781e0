// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <span>

#include "core/fault.hpp"
#include "io/fclib_matrix.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_snapshot.hpp"
#include "io/text_file.hpp"

namespace percuss {

namespace {

constexpr const char* local_group = "fclib_local";
constexpr const char* global_group = "fclib_global";

/// Finite numbers.
Vector read_numbers(const Hdf5Snapshot& file, const std::string& dataset) {
  const auto& numbers = file.vector(dataset);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    if (!std::isfinite(numbers[k]))
      file.refuse(dataset, fmt::format("entry {} is {}", k, numbers[k]), "expected finite numbers");
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

/// As many of them as they are to be.
Vector read_numbers(const Hdf5Snapshot& file, const std::string& dataset, Index count, const char* counted) {
  const auto found = static_cast<Index>(file.vector(dataset).size());
  if (found != count)
    file.refuse(dataset, fmt::format("holds {} numbers", found), fmt::format("expected {}, {}", count, counted));
  return read_numbers(file, dataset);
}

/// Text of others may be in any encoding: then what is not plain is shown as a question mark.
std::string plain(std::string text) {
  try {
    check_text(text, "");
  } catch (const InputError&) {
    for (char& letter : text) {
      const auto code = static_cast<unsigned char>(letter);
      if ((code < ' ' && letter != '\n' && letter != '\t') || code > '~') letter = '?';
    }
  }
  return text;
}

void refuse_equalities(const Hdf5Snapshot& file, const std::string& group, std::initializer_list<const char*> names) {
  for (const auto* name : names)
    if (file.has_group(group + "/" + name))
      file.refuse(group + "/" + name, "equality constraints are not supported",
                  "eliminate them: their percussions are a linear function of those of the contacts");
}

/// The contacts that `rows` rows make.
void read_friction(const Hdf5Snapshot& file, const std::string& group, Index rows, FclibProblem& problem) {
  const auto spacedim = group + "/spacedim", mu = group + "/vectors/mu";
  problem.dimension = file.integer(spacedim);
  if (problem.dimension != 2 && problem.dimension != 3)
    file.refuse(spacedim, fmt::format("is {}", problem.dimension), "expected 2 or 3");
  if (rows % problem.dimension != 0)
    file.refuse(spacedim, fmt::format("is {}, but there are {} rows", problem.dimension, rows),
                "expected a whole number of contacts");
  problem.mu = read_numbers(file, mu, rows / problem.dimension, "one per contact");
  for (Index k = 0; k < problem.mu.size(); ++k)
    if (problem.mu[k] < 0.0) file.refuse(mu, fmt::format("entry {} is {}", k, problem.mu[k]), "expected >= 0");
}

void read_local(const Hdf5Snapshot& file, FclibProblem& problem) {
  const std::string group = local_group;
  refuse_equalities(file, group, {"V", "R"});
  problem.q = read_numbers(file, group + "/vectors/q");
  read_friction(file, group, problem.q.size(), problem);
  problem.W = read_fclib_matrix(file, group + "/W", problem.q.size(), problem.q.size(), problem.storage);
}

void read_global(const Hdf5Snapshot& file, FclibProblem& problem) {
  const std::string group = global_group;
  refuse_equalities(file, group, {"G"});
  problem.global = true;
  problem.f = read_numbers(file, group + "/vectors/f");
  problem.w = read_numbers(file, group + "/vectors/w");
  read_friction(file, group, problem.w.size(), problem);
  problem.H = read_fclib_matrix(file, group + "/H", problem.f.size(), problem.w.size(), problem.storage);
  problem.M = read_fclib_matrix(file, group + "/M", problem.f.size(), problem.f.size(), problem.storage);
}

FclibState read_state(const Hdf5Snapshot& file, const std::string& group, const FclibProblem& problem) {
  FclibState state;
  if (problem.global) state.v = read_numbers(file, group + "/v", problem.M.rows(), "one per row of M");
  state.u = read_numbers(file, group + "/u", problem.rows(), "one per row of the contacts");
  state.r = read_numbers(file, group + "/r", problem.rows(), "one per row of the contacts");
  return state;
}

void read_states(const Hdf5Snapshot& file, FclibProblem& problem) {
  if (file.has_group("solution")) problem.solution = read_state(file, "solution", problem);
  if (!file.has_group("guesses")) return;
  const int count = file.integer("guesses/number_of_guesses");
  for (int k = 1; k <= count; ++k) problem.guesses.push_back(read_state(file, fmt::format("guesses/{}", k), problem));
}

std::span<const double> span_of(const Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

void write_state(Hdf5File& file, const std::string& group, const FclibState& state) {
  if (state.v.size() > 0) file.write_vector(group + "/v", span_of(state.v));
  file.write_vector(group + "/u", span_of(state.u));
  file.write_vector(group + "/r", span_of(state.r));
}

void write_all(Hdf5File& file, const FclibProblem& problem) {
  const std::string group = problem.global ? global_group : local_group;
  file.write_integer(group + "/spacedim", problem.dimension);
  if (problem.global) {
    write_fclib_matrix(file, group + "/M", problem.M, problem.storage);
    write_fclib_matrix(file, group + "/H", problem.H, problem.storage);
    file.write_vector(group + "/vectors/f", span_of(problem.f));
    file.write_vector(group + "/vectors/w", span_of(problem.w));
  } else {
    write_fclib_matrix(file, group + "/W", problem.W, problem.storage);
    file.write_vector(group + "/vectors/q", span_of(problem.q));
  }
  file.write_vector(group + "/vectors/mu", span_of(problem.mu));
  file.write_fixed_text(group + "/info/title", problem.title);
  file.write_fixed_text(group + "/info/description", problem.description);
  file.write_fixed_text(group + "/info/math_info", problem.math_info);
  if (problem.solution) write_state(file, "solution", *problem.solution);
  if (problem.guesses.empty()) return;
  file.write_integer("guesses/number_of_guesses", static_cast<int>(problem.guesses.size()));
  for (std::size_t k = 0; k < problem.guesses.size(); ++k)
    write_state(file, fmt::format("guesses/{}", k + 1), problem.guesses[k]);
}

}  // namespace

FclibProblem read_fclib(const std::string& path) {
  static const std::vector<std::string> groups{local_group, global_group, "solution", "guesses"};
  const auto file = Hdf5Snapshot::read(path, groups);
  const bool local = file.has_group(local_group), global = file.has_group(global_group);
  if (local && global) file.refuse("", "holds a local and a global problem", "expected one of them");
  if (!local && !global)
    file.refuse("", "holds no problem of friction and contact",
                fmt::format("expected a group fclib_local or fclib_global; there is: {}", join(file.top_level())));
  FclibProblem problem;
  local ? read_local(file, problem) : read_global(file, problem);
  read_states(file, problem);
  const std::string info = std::string(local ? local_group : global_group) + "/info/";
  problem.title = plain(file.text(info + "title"));
  problem.description = plain(file.text(info + "description"));
  problem.math_info = plain(file.text(info + "math_info"));
  return problem;
}

void write_fclib(const std::string& path, const FclibProblem& problem) {
  const auto draft = path + ".part";
  auto file = Hdf5File::create(draft);
  write_all(file, problem);
  file.close();
  std::filesystem::rename(draft, path);
}

}  // namespace percuss
