// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
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

  void gather(int rank, double* values, const std::int64_t* start) {
    auto meet = [this] {
      std::int64_t nothing = 0;
      largest(&nothing, 1);
    };
    {
      const std::lock_guard lock(mutex_);
      gathered_.resize(static_cast<std::size_t>(start[size_]));
      std::copy(values + start[rank], values + start[rank + 1], gathered_.begin() + start[rank]);
    }
    meet();
    {
      const std::lock_guard lock(mutex_);
      std::copy(gathered_.begin(), gathered_.end(), values);
    }
    meet();
  }

 private:
  const int size_;
  std::mutex mutex_;
  std::condition_variable all_are_here_;
  int arrived_ = 0;
  std::size_t meetings_ = 0;
  std::vector<double> gathered_;
  std::array<std::vector<std::int64_t>, 2> tables_;  // of this meeting and the one before, which some still read
};

class LinkInRoom final : public RankLink {
 public:
  LinkInRoom(RoomOfRanks& room, int rank) : room_(room), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return room_.size(); }
  void largest(std::int64_t* values, int count) override { room_.largest(values, count); }
  void gather(double* values, const std::int64_t* start) override { room_.gather(rank_, values, start); }
  [[noreturn]] void abort(int code) override { std::_Exit(code); }

 private:
  RoomOfRanks& room_;
  int rank_;
};

/// What `each` returns on every rank, given its link.
template <class Result, class Each>
std::vector<Result> on_all_ranks(int size, Each&& each) {
  RoomOfRanks room(size);
  std::vector<Result> results(static_cast<std::size_t>(size));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back(
        [&, rank] { results[static_cast<std::size_t>(rank)] = each(std::make_unique<LinkInRoom>(room, rank)); });
  for (auto& thread : threads) thread.join();
  return results;
}

}  // namespace percuss
