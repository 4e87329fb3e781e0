// SPDX-License-Identifier: Apache-2.0
#include "core/thread_team.hpp"

#include <bit>
#include <thread>

namespace percuss {

namespace {

thread_local ThreadTeam* led = nullptr;  // by this thread, and idle

constexpr std::uint64_t one_job = std::uint64_t{1} << ThreadTeam::most, all_pieces = one_job - 1;
constexpr std::uint64_t the_end = ~all_pieces;  // a job without pieces, of the last number there is

/// Looks again and again for some 20 us, then lets others run between two looks.
class Wait {
 public:
  void once() {
    constexpr int looks = 500;
    if (++looks_ < looks)
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#else
      std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
    else
      std::this_thread::yield();
  }

 private:
  int looks_ = 0;
};

}  // namespace

ThreadTeam* ThreadTeam::idle() { return led; }

void ThreadTeam::begin() { led = this; }

void ThreadTeam::end() {
  led = nullptr;
  job_.store(the_end, std::memory_order_release);
}

void ThreadTeam::run_pieces(Piece piece, const void* function) {
  piece_.store(piece, std::memory_order_relaxed);
  function_.store(function, std::memory_order_relaxed);
  done_.store(0, std::memory_order_relaxed);
  const auto number = (job_.load(std::memory_order_relaxed) + one_job) & ~all_pieces;
  job_.store((number == the_end ? 0 : number) | all_pieces >> (most - size_), std::memory_order_release);
  led = nullptr;  // within a piece, loops run on its thread
  while (take(job_.load(std::memory_order_acquire), 0)) {
  }
  for (Wait wait; done_.load(std::memory_order_acquire) < size_;) wait.once();
  led = this;
}

/// Its own piece of the job that has been seen, or the last one that is left; false where there is none. Taking it
/// fails unless the job is still the same with the same pieces left: what was read of it before is then whole.
bool ThreadTeam::take(std::uint64_t seen, int me) {
  const auto left = seen & all_pieces;
  if (left == 0) return false;
  const auto piece = piece_.load(std::memory_order_relaxed);
  const void* const function = function_.load(std::memory_order_relaxed);
  const int mine = (left >> me & 1) != 0 ? me : static_cast<int>(std::bit_width(left)) - 1;
  if (!job_.compare_exchange_strong(seen, seen & ~(std::uint64_t{1} << mine), std::memory_order_acq_rel)) return true;
  piece(function, mine);
  done_.fetch_add(1, std::memory_order_release);
  return true;
}

void ThreadTeam::follow(int me) {
  Wait wait;
  while (true) {
    const auto seen = job_.load(std::memory_order_acquire);
    if (seen == the_end) return;
    if (take(seen, me))
      wait = {};
    else
      wait.once();
  }
}

}  // namespace percuss
