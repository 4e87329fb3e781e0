// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace percuss {

/// How the work of a child process ended, and what it handed back.
struct ChildResult {
  enum class End { done, crashed, out_of_memory, timed_out } end = End::done;
  std::string output;  ///< complete only when done
};

/// What the child may use up before it is ended.
struct ChildLimits {
  double seconds = 60.0;   ///< wall time
  double gigabytes = 0.0;  ///< address space; 0: no limit. Not kept in a build with a sanitizer, which needs its own
  /// What is freed serves again and does not go back to the system, whose new pages take longer than much that is timed
  /// (glibc).
  bool keeps_memory = false;
};

/// Runs `work` in a copy of this process and hands back its text: for libraries that crash or hang on damaged input,
/// and for work that must end after a time. What the child changes in memory is lost; it prints nothing and must start
/// no threads where this process has threads of its own. An exception in `work` counts as a crash, but for
/// std::bad_alloc. Throws std::runtime_error when the system gives no process.
ChildResult run_in_child(const std::function<std::string()>& work, const ChildLimits& limits);

}  // namespace percuss
