// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "core/rank_link.hpp"

namespace percuss {

/// Threads of this process that meet as ranks do.
class RoomOfRanks {
 public:
  explicit RoomOfRanks(int size) : size_(size) {}
  int size() const { return size_; }

  void largest(std::int64_t* values, int count) {
    std::unique_lock lock(mutex_);
    auto& all = tables_[meetings_ % 2];
    if (arrived_ == 0) all.assign(values, values + count);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::max(all[i], values[i]);
    if (++arrived_ == size_) {
      arrived_ = 0;
      ++meetings_;
      all_are_here_.notify_all();
    } else {
      all_are_here_.wait(lock, [this, meeting = meetings_] { return meetings_ > meeting; });
    }
    std::copy(all.begin(), all.end(), values);
  }

 private:
  const int size_;
  std::mutex mutex_;
  std::condition_variable all_are_here_;
  int arrived_ = 0;
  std::size_t meetings_ = 0;
  std::array<std::vector<std::int64_t>, 2> tables_;  // of this meeting and the one before, which some still read
};

class LinkInRoom final : public RankLink {
 public:
  LinkInRoom(RoomOfRanks& room, int rank) : room_(room), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return room_.size(); }
  void largest(std::int64_t* values, int count) override { room_.largest(values, count); }
  [[noreturn]] void abort(int code) override { std::_Exit(code); }

 private:
  RoomOfRanks& room_;
  int rank_;
};

}  // namespace percuss
