// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>

namespace percuss {

/// The folder of a run's results. What a run writes is called NAME.part until the run has ended; then the files get
/// their names, and only then those of an earlier run go. A run that is killed, or finds the disk full, leaves the
/// results that were there as they were, and its own under the names with .part.
class ResultFolder {
 public:
  /// Creates the folder. Results that are there may be replaced when they are of the same model file, whose path
  /// summary.json tells, or when `overwrite` says so. Throws InputError naming `--out`: results of another model, or of
  /// unknown origin; another run writes into the folder; it cannot be created.
  ResultFolder(std::string path, const std::string& model_path, bool overwrite);

  /// Files that not every run writes.
  static constexpr std::array<const char*, 5> optional_names{"events.csv", "steps.csv", "dense.csv", "result.xmf",
                                                             "result.vtkhdf"};

  const std::string& path() const { return path_; }
  /// Where the file (or folder) of this name is written.
  std::string part(const std::string& name) const { return path_ + "/" + name + ".part"; }
  /// Gives these files their names, the last one last: without it a folder holds no results of a run that has ended.
  /// Problems, events, steps, dense rows and pictures of an earlier run go, those of this run take their place. Throws
  /// std::runtime_error.
  void publish(std::span<const std::string> names) const;
  /// Whether the folder held results before.
  bool held_results() const { return held_results_; }

 private:
  std::string path_;
  bool held_results_ = false;
};

/// A model file's path as summary.json tells it: absolute, without links.
std::string identity_of_model(const std::string& path);

[[noreturn]] void refuse_result_folder(const std::string& folder, const std::string& why);

}  // namespace percuss
