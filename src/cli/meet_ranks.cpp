// SPDX-License-Identifier: Apache-2.0
#include "cli/meet_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/checksum.hpp"
#include "solvers/linear/petsc/petsc_module.hpp"

namespace percuss::cli {

namespace {

/// Equal on ranks that have been given the same.
std::uint64_t mark_of(const ModelFile& file, const RunOptions& options) {
  std::string all = version_text() + file.text + join(file.overrides, "\n") + options.folder;
  const auto& every = options.checkpoint_every;
  all += fmt::format(" {} {} {} {} {} {}", options.dump_every, options.overwrite, options.strict, options.profile,
                     every.seconds, every.steps);
  if (options.from != nullptr) all += fmt::format(" {}", options.from->steps);
  Checksum sum;
  sum.add(all.data(), all.size());
  return sum.value();
}

}  // namespace

void meet_ranks(spdlog::logger& log, const ModelFile& file, RunOptions& options, const RunFlags& flags) {
  if (flags.threads > 1)
    throw input_error("--threads", fmt::format("{} threads on each of {} ranks", flags.threads, options.ranks->size()),
                      "ranks work with one thread each: start more of them", {"command line", 0, 0});
  options.threads = 1;
  options.ranks->meet(RankPlace::input, mark_of(file, options));
  const auto& solver = linear_solver_type(file.simulation.solvers.linear.kind);
  const auto& system = file.model->system;
  Index largest = 0;
  for (Index i = 0; i < system.num_bodies(); ++i) largest = std::max(largest, system.body(i).num_v());
  const Index ranks = options.ranks->size(), least = ranks * petsc::least_shared_rows;
  const bool shares_a_body = solver.of_petsc && largest >= least;
  if (shares_a_body || system.deal_bodies(&options.ranks->link()).is_dealt()) return;
  log.warn(
      "each of the {} ranks does all of the work of this model; start the program once: ranks share the forces and "
      "solves of several bodies with {} unknowns together, and the solves of one body with {} or more, by PETSc's "
      "linear solvers (`petsc_cg`; this model's is `{}`)",
      ranks, Shares::least_rows, least, solver.name);
}

}  // namespace percuss::cli
