// SPDX-License-Identifier: Apache-2.0
#include "simulation/result_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "simulation/problem_dump.hpp"

namespace percuss {

namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 3> result_names{"summary.json", "result.h5", "history.csv"};

/// The model of which the summary says the results are; nothing when it does not say.
std::optional<std::string> model_of(const fs::path& summary) {
  std::ifstream in(summary);
  const auto json = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("model") || !json["model"].is_string()) return std::nullopt;
  return json["model"].get<std::string>();
}

/// HDF5 empties a file before it finds that another process holds it.
bool is_locked(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  const bool locked = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return locked;
}

[[noreturn]] void refuse_owner(const std::string& folder, const std::string& holds) {
  throw input_error("--out", fmt::format("`{}` holds {}", folder, holds),
                    "choose another folder by --out, or replace what is there by --overwrite");
}

/// The problems of this run, if it dumped any, instead of those of an earlier one; files of others stay.
void publish_problems(const fs::path& old_folder, const fs::path& new_folder) {
  std::error_code error;
  std::vector<fs::path> stale;
  for (const auto& entry : fs::directory_iterator(old_folder, error))
    if (is_problem_file(entry.path())) stale.push_back(entry.path());
  for (const auto& file : stale) fs::remove(file);
  if (!stale.empty()) fs::remove(old_folder, error);  // fails, as it should, when something else is in it
  if (!fs::exists(new_folder)) return;
  fs::create_directories(old_folder);
  std::vector<fs::path> fresh;
  for (const auto& entry : fs::directory_iterator(new_folder)) fresh.push_back(entry.path());
  for (const auto& file : fresh) fs::rename(file, old_folder / file.filename());
  fs::remove(new_folder, error);
}

}  // namespace

std::string identity_of_model(const std::string& path) {
  std::error_code error;
  const bool file = fs::is_regular_file(path, error);
  const auto found = file ? fs::canonical(path, error) : fs::absolute(path, error);
  return error ? path : found.lexically_normal().string();
}

void refuse_result_folder(const std::string& folder, const std::string& why) {
  throw input_error("--out", fmt::format("cannot write results into `{}`: {}", folder, why),
                    "name a folder that can be created or written");
}

ResultFolder::ResultFolder(std::string path, const std::string& model_path, bool overwrite) : path_(std::move(path)) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) refuse_result_folder(path_, error.message());
  if (!fs::is_directory(path_)) refuse_result_folder(path_, "this is not a folder");
  const fs::path folder(path_);
  std::string found;
  bool begun = false;
  for (const char* name : result_names) {
    if (fs::is_directory(folder / name)) refuse_result_folder(path_, fmt::format("{} is a folder", name));
    if (fs::exists(folder / name)) found += (found.empty() ? "" : ", ") + std::string(name);
    begun = begun || fs::exists(part(name));
  }
  held_results_ = !found.empty();
  if (is_locked(part("result.h5"))) refuse_result_folder(path_, "another run is writing into it");
  if (overwrite || (found.empty() && !begun)) return;
  const auto owner = model_of(held_results_ ? (folder / "summary.json").string() : part("summary.json"));
  if (owner == identity_of_model(model_path)) return;
  if (owner) refuse_owner(path_, "results of another model, " + *owner);
  if (held_results_) refuse_owner(path_, "files of unknown origin: " + found);
}

void ResultFolder::publish(std::span<const std::string> names) const {
  const fs::path folder(path_);
  fs::remove(folder / names.back());
  publish_problems(folder / "problems", part("problems"));
  for (const char* name : optional_names) fs::remove(folder / name);
  for (const auto& name : names) fs::rename(part(name), folder / name);
}

}  // namespace percuss
