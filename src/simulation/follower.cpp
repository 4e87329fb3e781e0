// SPDX-License-Identifier: Apache-2.0
#include "simulation/follower.hpp"

#include "simulation/early_end.hpp"
#include "simulation/run_hooks.hpp"

namespace percuss {

RunResult follow(const ModelFile& file, const RunOptions& options, const History& history, Simulation& simulation) {
  auto hooks = hooks_for(file, history);
  EarlyEnd end(options, simulation);
  hooks.stop = [&end] { return end.is_due(); };
  options.ranks->meet(RankPlace::folder, 0);
  const auto restore = [&] { options.from->restore([&](MemoryWalk& walk) { walk("simulation", simulation); }); };
  auto result = options.from == nullptr ? simulation.run(hooks) : simulation.go_on(restore, hooks);
  end.close(result);
  return result;
}

}  // namespace percuss
