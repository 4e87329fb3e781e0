// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "core/ranks.hpp"

namespace percuss::cli {

/// One of the processes that `mpirun` starts, or the only one. Of several, rank 0 alone is heard.
class RankSession {
 public:
  /// Asks the environment that Open MPI and MPICH leave; silences all ranks but the first.
  RankSession();
  ~RankSession();
  RankSession(const RankSession&) = delete;
  RankSession& operator=(const RankSession&) = delete;

  bool is_shared() const { return size_ > 1; }
  /// For a verb that runs one model on all ranks: starts MPI where there are several; null where there are not. Throws
  /// InputError when this program cannot.
  Ranks* join();
  /// Null unless joined.
  Ranks* ranks() { return ranks_.get(); }
  /// To be called before a fault is told that ends this rank: it is heard where no other rank tells the same. Before
  /// the ranks have joined only time shows that: `mpirun` ends the others when the first has ended with a fault.
  void answer_for_fault();

 private:
  int size_ = 1, rank_ = 0;
  std::FILE* voice_ = nullptr;  // stderr as it was, of a rank that is silent; null: it is heard
  std::unique_ptr<Ranks> ranks_;
};

}  // namespace percuss::cli
