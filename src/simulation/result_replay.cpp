// SPDX-License-Identifier: Apache-2.0
// ResultWriter: what an earlier process of a run has written, once more.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "simulation/result_writer.hpp"

namespace percuss {

void ResultWriter::put(RowLog::Kind kind, std::span<const double> numbers) {
  const auto fits = [&](std::size_t expected) { return numbers.size() == expected; };
  const auto columns_of = [](const std::unique_ptr<NumberTable>& table) {
    return table != nullptr ? table->datasets().size() : 0;
  };
  switch (kind) {
    case RowLog::Kind::row:
      if (fits(row_.size())) return put_row(numbers);
      break;
    case RowLog::Kind::state:
      if (fits(state_.size())) return put_state(numbers);
      break;
    case RowLog::Kind::event:
      if (EventNumbers event{}; events_ != nullptr && fits(event.size())) {
        std::copy(numbers.begin(), numbers.end(), event.begin());
        return put_event(event);
      }
      break;
    case RowLog::Kind::step:
      if (steps_ != nullptr && fits(columns_of(steps_))) return put_step(numbers);
      break;
    case RowLog::Kind::dense:
      if (dense_ != nullptr && fits(columns_of(dense_))) return put_dense(numbers);
      break;
    case RowLog::Kind::frame:
      if (geometry_ != nullptr && geometry_->fits(numbers)) return put_frame(numbers);
      break;
  }
  throw input_error("", "what the run has written so far is not what this model writes",
                    "resume with the model and the outputs that wrote it, or name another folder by --out");
}

void ResultWriter::replay_log(const std::string& path, RowLog::Mark mark) {
  try {
    RowLog::read(path, mark, [&](RowLog::Kind kind, std::span<const double> numbers) { put(kind, numbers); });
  } catch (const InputError& error) {
    auto faults = error.faults();
    for (auto& fault : faults)
      if (fault.place.file.empty()) fault.place = {path, 0, 0};
    throw InputError(std::move(faults));
  }
}

void ResultWriter::replay_results(const std::string& path, const std::string& pictures, const Checkpoint& of) {
  const auto file = Hdf5File::open(path);
  if (file.read_attribute_text("/", "run") != of.run)
    throw input_error("", "the results are not those of the run of the checkpoint", "run the model again", {path});
  const auto replay = [&](RowLog::Kind kind, std::span<const std::string> datasets, Index length) {
    std::vector<Hdf5Matrix> parts;
    for (const auto& dataset : datasets) {
      parts.push_back(file.read_matrix(dataset));
      if (static_cast<Index>(parts.back().rows) < length)
        throw input_error(dataset, fmt::format("{} rows, but the checkpoint is of {}", parts.back().rows, length),
                          "the results are of another run: run the model again", {path});
    }
    std::vector<double> row;
    for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
      row.clear();
      for (const auto& part : parts) {
        const auto first = part.data.begin() + static_cast<std::ptrdiff_t>(i * part.cols);
        row.insert(row.end(), first, first + static_cast<std::ptrdiff_t>(part.cols));
      }
      put(kind, row);
    }
  };
  const std::vector<std::string> states{"states/t", "states/q", "states/v"};
  replay(RowLog::Kind::row, datasets_, of.written.rows);
  replay(RowLog::Kind::state, states, of.written.states);
  if (events_ != nullptr) replay(RowLog::Kind::event, event_datasets(), of.written.events);
  if (steps_ != nullptr) replay(RowLog::Kind::step, steps_->datasets(), of.written.steps);
  if (dense_ != nullptr) replay(RowLog::Kind::dense, dense_->datasets(), of.written.dense);
  if (geometry_ == nullptr) return;
  geometry_->copy(pictures, of.written.frames);
  written_.frames = of.written.frames;
}

}  // namespace percuss
