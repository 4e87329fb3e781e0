// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

#include "core/types.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace percuss {

/// Threads that look for work all the time, for many small loops one after the other: within `with_team` the loops of
/// parallel.hpp hand their pieces to them. Threads between two OpenMP regions go to sleep, and take as long to wake as
/// a small loop takes; those of a team give their core to whoever else wants it, and look again.
///
/// The thread that began the team is its leader: it alone hands out pieces, and takes part in them. Each thread begins
/// with a piece of its own, the same in every loop, whose numbers its cache may still have, and then takes those that
/// nobody has begun: a thread that has no core at the moment holds nothing up.
class ThreadTeam {
 public:
  static constexpr int most = 32;  ///< threads
  /// Below this many entries a loop stays with the leader.
  static constexpr Index threshold = 8192;

  /// 1 <= size <= most.
  explicit ThreadTeam(int size) : size_(size) {}
  /// The team that the calling thread leads and that is idle; null if there is none.
  static ThreadTeam* idle();
  int size() const { return size_; }
  /// f(piece) for 0 <= piece < size(), at once. f must not throw.
  template <class F>
  void run(F&& f) {
    using Function = std::remove_reference_t<F>;
    run_pieces([](const void* function, int piece) { (*static_cast<const Function*>(function))(piece); }, &f);
  }
  /// The leader's part of a team: f(), with the team idle at its beginning. Keeps what it throws.
  template <class F>
  void lead(F&& f) {
    begin();
    try {
      f();
    } catch (...) {
      thrown_ = std::current_exception();
    }
    end();
  }
  /// The part of thread `me`, 1 <= me < size(): pieces until the leader has come to its end.
  void follow(int me);
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  using Piece = void (*)(const void* function, int piece);
  void begin();
  void end();
  void run_pieces(Piece piece, const void* function);
  bool take(std::uint64_t seen, int me);

  int size_;
  std::exception_ptr thrown_;
  // A job: its number, and a bit for each piece that nobody has begun, in one word: who takes a piece knows that the
  // job is still that which it has read.
  alignas(64) std::atomic<std::uint64_t> job_{0};
  std::atomic<Piece> piece_{nullptr};
  std::atomic<const void*> function_{nullptr};
  alignas(64) std::atomic<int> done_{0};  // pieces
};

/// f() on this thread, as the leader of at most `threads` threads. Alone where that is one, or within another parallel
/// loop. Throws what f throws.
template <class F>
void with_team([[maybe_unused]] int threads, F&& f) {
#ifdef _OPENMP
  if (threads > 1 && omp_get_max_threads() > 1 && !omp_in_parallel()) {
    ThreadTeam team(std::min({threads, omp_get_max_threads(), ThreadTeam::most}));
#pragma omp parallel num_threads(team.size())
    if (const int me = omp_get_thread_num(); me == 0)
      team.lead(f);
    else
      team.follow(me);
    return team.rethrow();
  }
#endif
  f();
}

}  // namespace percuss
