// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/parallel.hpp"
#include "simulation/comparison_case.hpp"
#include "simulation/comparison_reference.hpp"
#include "simulation/comparison_requests.hpp"
#include "simulation/comparison_times.hpp"
#include "simulation/comparison_timing.hpp"

namespace percuss {

namespace {

struct Case {
  CaseRequest request;
  StepGrid grid;
  CaseTimes compared;
  Recording recording;
  CaseResult result;
  std::vector<double> errors;  // by group of columns; empty without a reference
};

/// Columns of one unit.
struct Group {
  std::string unit;
  std::vector<Index> columns;
};

/// One comparison, from the words of its options to the numbers of its table.
class Study {
 public:
  explicit Study(const ComparisonOptions& options) : options_(options) {
    std::sort(options_.steps.rbegin(), options_.steps.rend());
  }

  std::vector<Comparison> run() {
    make_cases();
    check_cases();
    if (is_computed())
      describe_reference();
    else
      read_reference();
    choose_compared_times();
    if (options_.before_running) options_.before_running();
    run_cases();
    find_errors();
    measure_time();
    std::vector<Comparison> all;
    for (std::size_t g = 0; g < groups_.size(); ++g) all.push_back(comparison_of(g));
    return all;
  }

 private:
  bool is_computed() const { return options_.reference.empty(); }

  void make_cases() {
    for (auto& request : case_requests(options_)) {
      Case one;
      one.result.scheme = request.scheme;
      one.result.step = request.step;
      one.result.tolerance = request.tolerance;
      one.request = std::move(request);
      cases_.push_back(std::move(one));
    }
    if (is_computed()) reference_.request = reference_request(options_);
  }

  /// Builds every case once, so that nothing runs when one of them cannot be read. A fault of the model file shows in
  /// all of them, and is told once.
  void check_cases() {
    std::vector<Fault> faults;
    const auto add = [&](const Fault& fault) {
      const auto same = [&](const Fault& other) { return to_string(other) == to_string(fault); };
      if (std::none_of(faults.begin(), faults.end(), same)) faults.push_back(fault);
    };
    const auto check = [&](Case& one) {
      try {
        const auto refusal = check_case(one);
        if (&one == &reference_)
          std::for_each(refusal.begin(), refusal.end(), add);
        else if (!refusal.empty())
          fail(one, refusal.front().message);
      } catch (const InputError& error) {
        std::for_each(error.faults().begin(), error.faults().end(), add);
      }
    };
    for (auto& one : cases_) check(one);
    if (is_computed()) check(reference_);
    if (options_.target && groups_.size() > 1)
      faults.push_back({{"--target", 0, 0},
                        "",
                        fmt::format("{} in which unit? The columns have several: {}", *options_.target, units()),
                        "name columns of one unit with --columns"});
    if (!faults.empty()) throw InputError(std::move(faults));
  }

  /// The faults of a step that the scheme cannot take.
  std::vector<Fault> check_case(Case& one) {
    const auto read = read_case(one.request);
    std::vector<Fault> refusal;
    one.grid = grid_of(read, one.request, refusal);
    one.result.adapts_steps = has_tolerances(read.file.simulation.control);
    told_.norm = options_.norm;
    told_.model = options_.model;
    told_.target = options_.target;
    told_.start = one.grid.start;
    told_.end = one.grid.end;
    told_.columns = read.history.names;
    if (!read.left_out.empty()) {
      const auto scheme = impulse_scheme(options_);
      told_.left_out = fmt::format("not compared: {}{}; --columns compares what it names", join(read.left_out),
                                   scheme.empty() ? "" : fmt::format(" (forces: {} knows impulses only)", scheme));
    }
    units_ = read.history.units;
    group_columns(units_);
    return refusal;
  }

  void group_columns(const std::vector<std::string>& units) {
    groups_.clear();
    for (std::size_t j = 0; j < units.size(); ++j) {
      const bool any = options_.norm == ErrorNorm::eq92;  // relative errors
      auto group =
          std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return any || g.unit == units[j]; });
      if (group == groups_.end()) group = groups_.insert(groups_.end(), {units[j], {}});
      group->columns.push_back(static_cast<Index>(j));
    }
  }

  std::string units() const {
    std::vector<std::string> words;
    for (const auto& group : groups_) words.push_back(group.unit.empty() ? "none" : group.unit);
    return join(words);
  }

  static void fail(Case& one, const std::string& why) {
    one.result.outcome = Outcome::failed;
    one.result.message = why;
  }

  void describe_reference() {
    told_.reference = fmt::format("{} at h = {} s", reference_.request.scheme, reference_.request.step);
    for (Index i = 0; i <= reference_.grid.num_steps; ++i) reference_times_.push_back(reference_.grid.time(i));
  }

  void read_reference() {
    auto table = read_reference_table(options_.reference, told_.columns, units_);
    check_reaches(table, told_.end);
    reference_times_ = std::move(table.times);
    reference_values_ = std::move(table.values);
    told_.reference = options_.reference;
  }

  void choose_compared_times() {
    std::vector<Case*> running;
    std::vector<StepGrid> grids;
    for (auto& one : cases_)
      if (!one.result.failed()) {
        running.push_back(&one);
        grids.push_back(one.grid);
      }
    auto chosen = choose_times(options_.norm, grids, reference_times_);
    for (std::size_t i = 0; i < chosen.size(); ++i) running[i]->compared = std::move(chosen[i]);
    if (options_.norm == ErrorNorm::spectral)
      told_.times = "all steps of each run";
    else if (!running.empty())
      told_.times =
          fmt::format("{} times common to all runs and the reference", running.front()->compared.times.size());
    if (is_computed()) keep_of_reference_what_is_compared();
  }

  /// The steps of a computed reference are many: only those that a case is compared with are recorded.
  void keep_of_reference_what_is_compared() {
    auto& steps = reference_.compared.steps;
    for (const auto& one : cases_)
      steps.insert(steps.end(), one.compared.reference_rows.begin(), one.compared.reference_rows.end());
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    for (auto& one : cases_)
      for (auto& row : one.compared.reference_rows)
        row = std::lower_bound(steps.begin(), steps.end(), row) - steps.begin();
  }

  /// The longest first, which is the reference mostly.
  void run_cases() {
    std::vector<Case*> jobs;
    for (auto& one : cases_)
      if (!one.result.failed()) jobs.push_back(&one);
    if (jobs.empty()) return;
    if (is_computed()) jobs.push_back(&reference_);
    std::sort(jobs.begin(), jobs.end(),
              [](const Case* a, const Case* b) { return a->grid.num_steps > b->grid.num_steps; });
    const auto count = static_cast<Index>(jobs.size());
    [[maybe_unused]] const auto threads = static_cast<int>(std::min<Index>(set_threads(options_.threads), count));
    std::vector<Index> done(jobs.size(), 0);
    Index of = 0;
    for (const auto* job : jobs) of += job->grid.num_steps;
    std::atomic<bool> stop = false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (Index k = 0; k < count; ++k) {
      set_threads(1);  // of this job
      run_case(*jobs[static_cast<std::size_t>(k)], stop, [&](Index steps) {
#pragma omp critical(percuss_comparison)
        {
          done[static_cast<std::size_t>(k)] = steps;
          if (options_.progress) options_.progress(std::accumulate(done.begin(), done.end(), Index{0}), of);
        }
      });
    }
    set_threads(options_.threads);
  }

  /// Without a reference there are no errors: when it fails, it stops the others.
  void run_case(Case& one, std::atomic<bool>& stop, const std::function<void(Index)>& progress) const {
    try {
      one.recording = record(read_case(one.request), one.compared.steps, stop, progress);
    } catch (const std::exception& error) {  // out of memory, a model file that has changed meanwhile
      one.recording.outcome = Outcome::failed;
      one.recording.message = error.what();
    }
    one.result.outcome = one.recording.outcome;
    one.result.message = one.recording.message;
    one.result.num_steps = one.recording.num_steps;
    one.result.evaluations = one.recording.evaluations;
    progress(one.grid.num_steps);
    if (&one == &reference_ && one.result.failed()) stop = true;
  }

  void find_errors() {
    if (is_computed() && reference_.result.failed()) {
      told_.reference_failure = reference_.result.message;
      return;
    }
    const auto& rows = is_computed() ? reference_.recording.values : reference_values_;
    for (auto& one : cases_) {
      if (one.result.failed()) continue;
      Matrix reference(one.recording.values.rows(), rows.cols());
      for (Index i = 0; i < reference.rows(); ++i)
        reference.row(i) = rows.row(one.compared.reference_rows[static_cast<std::size_t>(i)]);
      check_reference(options_.norm, told_.columns, one.compared.times, reference);
      for (const auto& group : groups_)
        one.errors.push_back(error_of(options_.norm, one.compared.times,
                                      one.recording.values(Eigen::all, group.columns),
                                      reference(Eigen::all, group.columns)));
      one.recording.values.resize(0, 0);
    }
  }

  Comparison comparison_of(std::size_t g) const {
    auto told = told_;
    told.unit = groups_[g].unit;
    told.columns.clear();
    for (const Index j : groups_[g].columns) told.columns.push_back(told_.columns[static_cast<std::size_t>(j)]);
    for (const auto& one : cases_) {
      auto& result = told.cases.emplace_back(one.result);
      if (one.errors.empty()) continue;
      if (std::isfinite(one.errors[g])) {
        result.error = one.errors[g];
      } else {
        result.outcome = Outcome::failed;
        result.message = "the error is not finite";
      }
    }
    for (const auto& scheme : options_.schemes) told.schemes.push_back({scheme, {}, {}});
    find_orders(told);
    find_time_to_target(told);
    return told;
  }

  void measure_time() {
    if (options_.timing_rounds == 0 || !told_.reference_failure.empty()) return;
    set_threads(1);
    bool whole = true;
    for (const double step : options_.steps) {
      std::vector<Case*> group;
      for (auto& one : cases_)
        if (one.request.step == step && !one.result.failed()) group.push_back(&one);
      if (!group.empty()) whole = measure_time(group) && whole;
    }
    set_threads(options_.threads);
    told_.timing =
        fmt::format("{} on one thread, one after the other, the minimum of {} rounds",
                    whole ? "whole runs" : fmt::format("as many first steps as take {} s", longest_timed_run),
                    options_.timing_rounds);
  }

  /// Of cases with one step size; true when the runs were timed as a whole.
  bool measure_time(const std::vector<Case*>& group) const {
    const Index num_steps = group.front()->grid.num_steps;
    double slowest = 0.0;
    std::vector<CaseRequest> requests;
    for (const auto* one : group) {
      slowest = std::max(slowest, one->recording.seconds / static_cast<double>(num_steps));
      requests.push_back(one->request);
    }
    const Index timed = timed_steps(slowest, num_steps);
    const auto seconds = seconds_per_evaluation(requests, timed, options_.timing_rounds);
    const bool has_first = group.front()->result.scheme == options_.schemes.front();
    // The first steps of a controlled run may take other numbers of evaluations than those behind them.
    for (std::size_t i = 0; i < group.size(); ++i) {
      auto& result = group[i]->result;
      const double mean = static_cast<double>(result.evaluations) / static_cast<double>(result.num_steps);
      result.seconds_per_step = seconds[i] * mean;
      if (has_first) result.relative_time = *result.seconds_per_step / *group.front()->result.seconds_per_step;
    }
    return timed == num_steps;
  }

  ComparisonOptions options_;
  std::vector<Case> cases_;
  Case reference_;                       // when it is computed
  std::vector<double> reference_times_;  // [s]
  Matrix reference_values_;              // of a file (times, columns)
  std::vector<Group> groups_;
  std::vector<std::string> units_;  // of all columns, in their order
  Comparison told_;                 // what all groups share, and the columns of all
};

}  // namespace

std::vector<Comparison> compare(const ComparisonOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  return Study(options).run();
}

}  // namespace percuss
