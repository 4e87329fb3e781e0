// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace percuss {

/// Does jobs one after the other, in their order, on a thread of its own, so that who hands them in does not wait for
/// a disk. A job that throws is the last one: those behind it are dropped, and the next call throws what it threw.
class BackgroundWriter {
 public:
  /// So many jobs may wait; with more `put` waits.
  explicit BackgroundWriter(std::size_t most_waiting) : most_waiting_(most_waiting) {}
  /// Waits for the jobs; what one of them throws is lost.
  ~BackgroundWriter();
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  void put(std::function<void()> job);
  /// Returns when all are done.
  void wait();

 private:
  void work();
  void throw_failure();

  std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;  // that wait
  bool busy_ = false, ends_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // begins with the first job
};

}  // namespace percuss
