// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/rank_link.hpp"

namespace percuss {

/// Where ranks meet: they come by the same places in the same order.
enum class RankPlace { input, folder, step, end };

/// Another rank has left, and told why.
class RankHasLeft : public std::exception {
 public:
  const char* what() const noexcept override { return "another rank has left the run"; }
};

/// The processes, numbered from 0, that one program was started as to run one model together. Every one of them has the
/// whole model and its state, and does every step to the same bits; they share what a linear solver shares. Rank 0
/// alone writes and talks. Between steps they meet, and compare what they have.
class Ranks {
 public:
  /// `voice`: where a rank that ends alone says why; must outlive it.
  explicit Ranks(std::unique_ptr<RankLink> link, std::FILE* voice = stderr) : link_(std::move(link)), voice_(voice) {}

  /// What a rank waits that does not lead, and has a fault to tell: the one that leads may tell the same, and end all.
  static constexpr std::chrono::seconds patience{3};

  int rank() const { return link_->rank(); }
  int size() const { return link_->size(); }
  bool leads() const { return rank() == 0; }
  /// For what ranks share within a step.
  RankLink& link() { return *link_; }

  /// Waits for all ranks. `mark`: of what has to be equal on all of them (64 bits that stand for it). Returns whether
  /// any of them `stops`. Throws std::runtime_error, all at once, when they do not have the same (InputError where that
  /// is the input), or are not at the same place; and RankHasLeft.
  bool meet(RankPlace place, std::uint64_t mark, bool stops = false);
  /// Instead of the next meeting: this rank cannot run what it was given. Returns whether it is the one to say why: the
  /// one that leads, or any if that one does not leave. Later calls do nothing but return the same.
  bool leave();
  /// The exit code of rank 0, on all ranks: the last meeting.
  int settle(int code);
  /// Ends all ranks, wherever they are, with exit code 3; with patience, where this one does not lead.
  [[noreturn]] void abort(const std::string& why);

 private:
  std::unique_ptr<RankLink> link_;
  std::FILE* voice_;
  bool has_left_ = false, tells_ = true;
};

}  // namespace percuss
