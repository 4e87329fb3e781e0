// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace percuss {

enum class Status { ok, not_converged, singular, not_finite };

/// Iterations of the stages of a solver that is made of several, in the order of their first turns. Allocates nothing.
class StageTally {
 public:
  struct Stage {
    std::string_view name;  ///< of a string that lives as long as the program
    int iterations = 0;
  };
  /// Stages beyond the eighth are not counted apart.
  void add(std::string_view name, int iterations) {
    std::size_t i = 0;
    while (i < size_ && stages_[i].name != name) ++i;
    if (i == stages_.size()) return;
    if (i == size_) stages_[size_++].name = name;
    stages_[i].iterations += iterations;
  }
  void add(const StageTally& other) {
    for (const auto& stage : other.stages()) add(stage.name, stage.iterations);
  }
  std::span<const Stage> stages() const { return {stages_.data(), size_}; }

 private:
  std::array<Stage, 8> stages_{};
  std::size_t size_ = 0;
};

/// What a solver says of its work. A solver never throws on numerical failure and never hides it: it returns this.
struct Report {
  Status status = Status::ok;
  int iterations = 0;
  /// Natural-map residual of a contact problem [m/s]; 0 for linear solves, infinite where nothing was solved.
  double residual = 0.0;
  std::string message;           ///< empty when all is well
  double complementarity = 0.0;  ///< max |x_N (G x + c)_N| of a contact problem [J]

  bool loose = false;    ///< a contact problem that misses its tolerance, but not by much: it counts as solved
  bool plastic = false;  ///< an impact that took place without its restitution, with which there is no solution
  StageTally stages{};   ///< of `auto`

  bool ok() const { return status == Status::ok; }
  static Report failure(Status status, std::string message) {
    return {status, 0, std::numeric_limits<double>::infinity(), std::move(message)};
  }
};

}  // namespace percuss
