// SPDX-License-Identifier: Apache-2.0
#include "cli/rank_session.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <utility>

#include "core/fault.hpp"
#include "solvers/linear/petsc_loader.hpp"

namespace percuss::cli {

namespace {

/// The first of the variables that is set to a number, else `otherwise`.
int number_of(std::pair<const char*, const char*> names, int otherwise) {
  for (const char* const name : {names.first, names.second}) {
    const char* const text = std::getenv(name);
    char* end = nullptr;
    const long number = text != nullptr ? std::strtol(text, &end, 10) : 0;
    if (text != nullptr && end != text && *end == '\0') return static_cast<int>(number);
  }
  return otherwise;
}

}  // namespace

RankSession::RankSession()
    : size_(number_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1)),
      rank_(number_of({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}, 0)) {
  if (!is_shared() || rank_ == 0) return;
  voice_ = fdopen(dup(STDERR_FILENO), "w");
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

RankSession::~RankSession() {
  if (voice_ != nullptr) std::fclose(voice_);
}

Ranks* RankSession::join() {
  if (!is_shared()) return nullptr;
  auto link = join_ranks();
  if (link->size() != size_)
    throw input_error("", "this program's MPI does not see the other ranks",
                      "start the program by the `mpirun` of the MPI that PETSc was built with", {"command line", 0, 0});
  ranks_ = std::make_unique<Ranks>(std::move(link), voice_ != nullptr ? voice_ : stderr);
  return ranks_.get();
}

void RankSession::answer_for_fault() {
  const bool told = ranks_ != nullptr && !ranks_->leave();
  if (voice_ == nullptr || told) return;
  if (ranks_ == nullptr) std::this_thread::sleep_for(Ranks::patience);
  std::fflush(stderr);
  dup2(fileno(voice_), STDERR_FILENO);
  fmt::print(stderr, "rank {}: ", rank_);
}

}  // namespace percuss::cli
