// SPDX-License-Identifier: Apache-2.0
#include "simulation/sweep_runs.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "core/fault.hpp"
#include "core/version.hpp"
#include "io/child_program.hpp"
#include "io/csv_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/model_file.hpp"
#include "io/output_folder.hpp"
#include "simulation/history.hpp"

namespace percuss {

namespace {

namespace fs = std::filesystem;

/// What stands in the overrides of one run, and what of it must be as it was for its results to count.
struct Plan {
  std::string text, history;  // of the model; assignment of the columns
  std::vector<std::string> overrides;
};

std::vector<SweepAxis> axes_of(const SweepOptions& options) {
  std::vector<SweepAxis> axes;
  for (const auto& text : options.vary) {
    axes.push_back(read_axis(text));
    const auto& key = axes.back().key;
    if (key == "outputs.history" || key.starts_with("outputs.history."))
      throw input_error("", "the columns of the history cannot be varied",
                        "name what to take from the runs by --collect", {"--vary", 0, 0});
    for (const auto& set : options.overrides)
      if (set.substr(0, set.find('=')) == key)
        throw input_error("", fmt::format("`{}` is set and varied", key), "leave out one of the two", {"--set", 0, 0});
    for (std::size_t i = 0; i + 1 < axes.size(); ++i)
      if (axes[i].key == axes.back().key)
        throw input_error("", fmt::format("`{}` is varied twice", axes[i].key), "give all its values at once",
                          {"--vary", 0, 0});
  }
  if (axes.empty())
    throw input_error("", "nothing is varied", "e.g. --vary contacts.wall.restitution=0:0.1:1", {"--vary", 0, 0});
  return axes;
}

/// The model with one value of one key.
ModelFile model_with(const SweepOptions& options, const SweepAxis& axis, const std::string& value) {
  auto overrides = options.overrides;
  overrides.push_back(axis.key + "=" + value);
  return read_model(options.model, overrides);
}

/// Some value of each key makes a model, whatever the others do: else the key is wrong, not a value.
void check_keys(const SweepOptions& options, const std::vector<SweepAxis>& axes) {
  for (const auto& axis : axes) {
    std::optional<InputError> first;
    bool good = false;
    for (const auto& value : axis.values) {
      try {
        model_with(options, axis, value);
        good = true;
        break;
      } catch (const InputError& error) {
        if (!first) first = error;
      }
    }
    if (!good) throw InputError(*first);
  }
}

/// The table has one heading for all runs: the columns of the history must not follow from what is varied.
void check_columns(const ModelFile& base, const SweepOptions& options, const std::vector<SweepAxis>& axes) {
  const auto same = [](const OutputColumn& a, const OutputColumn& b) {
    return a.name == b.name && a.quantity == b.quantity && a.over == b.over;
  };
  const auto columns_of_model = [](const ModelFile& file) {
    return file.outputs.history.empty() ? history_columns(file) : file.outputs.history;
  };
  const auto expected = columns_of_model(base);
  for (const auto& axis : axes) {
    if (!axis.key.starts_with("parameters.")) continue;
    for (const auto& value : axis.values) {
      std::vector<OutputColumn> columns;
      try {
        columns = columns_of_model(model_with(options, axis, value));
      } catch (const InputError&) {  // told by its own run
        continue;
      }
      if (!std::equal(columns.begin(), columns.end(), expected.begin(), expected.end(), same))
        throw input_error("", fmt::format("with {}={} the history has other columns than without", axis.key, value),
                          "name columns in `outputs.history` that do not follow from it", {"--vary", 0, 0});
    }
  }
}

std::string yaml_of(const OutputColumn& column) {
  const auto words = words_of_over();
  const auto over =
      std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.second == column.over; });
  return fmt::format("{{name: \"{}\", quantity: \"{}\", over: {}}}", column.name, column.quantity, over->first);
}

/// The columns of the history, and what is collected besides: which entries of `outputs.history` they become.
struct Collection {
  std::string assignment;            // of outputs.history
  std::vector<std::size_t> entries;  // of each word of --collect; `there`: a column of the history has that heading
  static constexpr std::size_t there = static_cast<std::size_t>(-1);
};

Collection collection_of(const ModelFile& file, const SweepOptions& options) {
  const auto headings = history_columns(file);
  auto columns = file.outputs.history.empty() ? headings : file.outputs.history;
  Collection collection;
  for (const auto& text : options.collect) {
    const bool is_there =
        std::any_of(headings.begin(), headings.end(), [&](const auto& column) { return column.name == text; });
    collection.entries.push_back(is_there ? Collection::there : columns.size());
    if (!is_there) columns.push_back(column_of(text, {}));
  }
  for (const auto& column : columns)
    collection.assignment += (collection.assignment.empty() ? "" : ", ") + yaml_of(column);
  collection.assignment = "outputs.history=[" + collection.assignment + "]";
  return collection;
}

/// The model with these columns, which it must know.
ModelFile read_with(const Collection& collection, const SweepOptions& options) {
  auto overrides = options.overrides;
  overrides.push_back(collection.assignment);
  try {
    auto file = read_model(options.model, overrides);
    make_history(file);
    return file;
  } catch (const InputError& error) {
    auto faults = error.faults();
    for (auto& fault : faults) {
      fault.place = {"--collect", 0, 0};
      fault.key.clear();
    }
    throw InputError(std::move(faults));
  }
}

/// Those that were asked for, in their order, or all.
std::vector<SweepColumn> columns_of(const ModelFile& file, const Collection& collection, const SweepOptions& options) {
  std::vector<SweepColumn> columns;
  const auto all = history_columns(file);
  const auto take = [&](auto&& wanted) {
    for (const auto& column : all)
      if (wanted(column)) columns.push_back({column, unit_of_column(column)});
  };
  if (options.collect.empty()) take([](const OutputColumn&) { return true; });
  for (std::size_t i = 0; i < options.collect.size(); ++i)
    take([&](const OutputColumn& column) {
      return collection.entries[i] == Collection::there ? column.name == options.collect[i]
                                                        : column.entry == collection.entries[i];
    });
  return columns;
}

std::vector<std::string> overrides_of(const Plan& plan, const std::vector<SweepAxis>& axes, const SweepRun& run) {
  auto overrides = plan.overrides;
  overrides.push_back(plan.history);
  for (std::size_t i = 0; i < axes.size(); ++i) overrides.push_back(axes[i].key + "=" + run.values[i]);
  return overrides;
}

/// Results of another model, other settings or another program are made anew.
bool is_there(const fs::path& folder, const Plan& plan, const std::vector<std::string>& overrides) {
  try {
    if (!fs::exists(folder / "summary.json") || !fs::exists(folder / "result.h5")) return false;
    const auto summary = nlohmann::json::parse(std::ifstream(folder / "summary.json"));
    const auto status = summary.at("status").get<std::string>();
    if (status != "done" && status != "done_with_warnings") return false;
    const auto results = Hdf5File::open((folder / "result.h5").string());
    return results.read_text("model/text") == plan.text &&
           results.read_text("model/overrides") == join(overrides, "\n") &&
           results.read_attribute_text("/", "percuss_version") == build::version &&
           results.read_attribute_text("/", "revision") == build::revision;
  } catch (const std::exception&) {  // damaged or foreign: run it
    return false;
  }
}

/// How the run ended, from what it left; `code` is that of waitpid.
void take_outcome(SweepRun& run, const fs::path& folder, int code) {
  run.status = "failed";
  const bool was_refused = WIFEXITED(code) && (WEXITSTATUS(code) == 2 || WEXITSTATUS(code) == 127);
  if (WIFSIGNALED(code) || was_refused || !fs::exists(folder / "summary.json")) {
    run.message = why_it_ended(code, (folder / "run.log").string());
    return;
  }
  const auto summary = nlohmann::json::parse(std::ifstream(folder / "summary.json"));
  run.status = summary.at("status").get<std::string>();
  run.message = summary.at("message").get<std::string>();
  if (run.message.empty()) run.message = join(summary.at("warnings").get<std::vector<std::string>>(), "; ");
}

void collect(SweepRun& run, const fs::path& folder, const std::vector<SweepColumn>& columns) {
  if (!run.is_good()) return;
  const auto table = read_csv((folder / "history.csv").string());
  for (const auto& [column, unit] : columns)
    run.collected.push_back(over_run(column.over, table.column("t"), table.column(column.name)));
}

/// Runs in turn, so many at once.
void run_all(Sweep& sweep, const SweepOptions& options, const Plan& plan) {
  std::map<pid_t, std::size_t> running;
  std::size_t next = 0, done = 0;
  const auto folder_of = [&](const SweepRun& run) { return fs::path(options.folder) / run.folder; };
  const auto ended = [&](SweepRun& run, int code) {
    take_outcome(run, folder_of(run), code);
    collect(run, folder_of(run), sweep.columns);
    if (options.progress) options.progress(++done, sweep.runs.size());
  };
  bool stopped = false;
  while (next < sweep.runs.size() || !running.empty()) {
    if (!stopped && options.stopped && options.stopped()) {
      stopped = true;
      for (const auto& [child, number] : running) kill(child, SIGTERM);
      for (auto i = next; i < sweep.runs.size(); ++i) sweep.runs[i].status = "not run";
      next = sweep.runs.size();
      continue;
    }
    if (next < sweep.runs.size() && running.size() < static_cast<std::size_t>(options.jobs)) {
      auto& run = sweep.runs[next];
      const auto folder = folder_of(run);
      const auto overrides = overrides_of(plan, sweep.axes, run);
      make_output_folder(folder.string());
      if (is_there(folder, plan, overrides)) {
        ended(run, 0);
      } else {
        std::vector<std::string> words{"percuss", "run",           options.model,
                                       "--out",   folder.string(), "--overwrite",
                                       "--quiet", "--threads",     fmt::format("{}", options.threads)};
        for (const auto& override_ : overrides) words.insert(words.end(), {"--set", override_});
        running[start_program(options.program, words, (folder / "run.log").string())] = next;
      }
      ++next;
      continue;
    }
    int code = 0;
    const pid_t child = waitpid(-1, &code, 0);
    if (child < 0 && errno == EINTR) continue;
    if (child < 0) throw std::runtime_error(fmt::format("cannot wait for a run: {}", std::strerror(errno)));
    if (const auto found = running.find(child); found != running.end()) {
      ended(sweep.runs[found->second], code);
      running.erase(found);
    }
  }
}

}  // namespace

Sweep run_sweep(const SweepOptions& options) {
  Sweep sweep;
  sweep.axes = axes_of(options);
  check_keys(options, sweep.axes);
  const auto base = read_model(options.model, options.overrides);
  check_columns(base, options, sweep.axes);
  const auto collection = collection_of(base, options);
  const Plan plan{base.text, collection.assignment, options.overrides};
  sweep.columns = columns_of(read_with(collection, options), collection, options);
  sweep.runs = runs_of(sweep.axes);
  make_output_folder(options.folder);
  run_all(sweep, options, plan);
  return sweep;
}

}  // namespace percuss
