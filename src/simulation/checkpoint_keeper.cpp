// SPDX-License-Identifier: Apache-2.0
#include "simulation/checkpoint_keeper.hpp"

#include <algorithm>
#include <utility>

namespace percuss {

CheckpointKeeper::CheckpointKeeper(const std::string& folder, const ModelFile& file, CheckpointInterval interval,
                                   Index dump_every, std::function<void(MemoryWalk&)> walk)
    : files_(folder), interval_(interval), walk_(std::move(walk)), checkpoint_(checkpoint_of(file)) {
  checkpoint_.every = interval;
  checkpoint_.dump_every = dump_every;
  checkpoint_.run = new_run();
}

void CheckpointKeeper::keep_log(ResultWriter& writer) {
  if (!interval_.asked_for()) return;
  if (is_first_) files_.remove_logs();
  checkpoint_.log = files_.new_log();
  writer.keep_log(RowLog::create(files_.path(checkpoint_.log)));
}

void CheckpointKeeper::keep_log(ResultWriter& writer, const std::string& log, RowLog::Mark mark) {
  checkpoint_.log = log;
  writer.keep_log(RowLog::go_on(files_.path(log), mark));
}

/// By time without a look at the clock in every short step.
bool CheckpointKeeper::due(Index steps) {
  if (interval_.steps > 0 && steps % interval_.steps == 0) return true;
  if (!(interval_.seconds > 0.0) || steps < next_look_) return false;
  const std::chrono::duration<double> passed = Clock::now() - last_;
  const auto done = std::max<Index>(steps - last_steps_, 1);
  const double a_step = passed.count() / static_cast<double>(done);
  const double stride = 0.01 * interval_.seconds / std::max(a_step, 1e-9);
  next_look_ = steps + static_cast<Index>(std::clamp(stride, 1.0, 65536.0));
  return passed.count() >= interval_.seconds;
}

void CheckpointKeeper::between_steps(Index steps, Index of, bool ends, double t, ResultWriter& writer) {
  const bool last = steps == of && interval_.asked_for();
  if (!ends && !last && !due(steps)) return;
  auto walk = MemoryWalk::saving(checkpoint_.memory);
  walk_(walk);
  checkpoint_.t = t;
  checkpoint_.steps = steps;
  checkpoint_.of = of;
  checkpoint_.written = writer.written();
  checkpoint_.log_mark = writer.synchronise_log();
  if (std::exchange(is_first_, false)) files_.remove();
  files_.write(checkpoint_);
  last_ = Clock::now();
  last_steps_ = steps;
  next_look_ = 0;
}

void CheckpointKeeper::before_publishing(bool done) const {
  if (is_first_ || (done && !interval_.asked_for()))
    files_.remove();
  else if (done)
    files_.remove_older();
}

}  // namespace percuss
