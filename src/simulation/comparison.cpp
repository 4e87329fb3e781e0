// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/parallel.hpp"
#include "io/csv_file.hpp"

namespace percuss {

namespace {

std::string list_of(std::span<const double> numbers) {
  std::vector<std::string> words;
  for (const double x : numbers) words.push_back(fmt::format("{}", x));
  return join(words);
}

Place option(const std::string& name) { return {name, 0, 0}; }

double slope(double x_1, double y_1, double x_2, double y_2) {
  return (std::log(y_2) - std::log(y_1)) / (std::log(x_2) - std::log(x_1));
}

/// Slope of the least-squares line through (log x, log y).
std::optional<double> mean_slope(std::span<const double> x, std::span<const double> y) {
  if (x.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(x.size());
  double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = std::log(x[i]), b = std::log(y[i]);
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/// At which steps a case is looked at, and the rows of the reference that belong to them.
struct Sampling {
  std::vector<Index> steps, reference_rows;
  std::vector<double> times;
};

struct Case {
  CaseRequest request;
  StepGrid grid;
  Sampling sampling;
  Recording recording;
  CaseResult result;
  bool runs() const { return result.message.empty(); }
};

/// One comparison, from the words of its options to the table.
class Study {
 public:
  explicit Study(const ComparisonOptions& options) : options_(options) {
    std::sort(options_.steps.rbegin(), options_.steps.rend());
  }

  Comparison run() {
    make_cases();
    check_cases();
    make_reference();
    choose_times();
    if (options_.before_running) options_.before_running();
    compute();
    judge();
    measure_time();
    find_time_to_target();
    for (auto& one : cases_) told_.cases.push_back(one.result);
    return std::move(told_);
  }

 private:
  bool is_computed() const { return options_.reference.empty(); }

  CaseRequest request(const std::string& scheme, double step) const {
    return {options_.model, options_.overrides, options_.until, options_.columns, scheme, step, "--schemes", "--steps"};
  }

  void make_cases() {
    for (const auto& scheme : options_.schemes)
      for (const double step : options_.steps) {
        Case one;
        one.request = request(scheme, step);
        one.result.scheme = scheme;
        one.result.step = step;
        cases_.push_back(std::move(one));
      }
    if (!is_computed()) return;
    reference_.request =
        request(options_.reference_scheme, options_.reference_step.value_or(options_.steps.back() / 10.0));
    reference_.request.scheme_option = "--reference-scheme";
    reference_.request.step_option = "--reference-step";
  }

  /// Builds every case once, so that nothing runs when one of them cannot be read. A fault of the model file would show
  /// in all of them, and is told once.
  void check_cases() {
    std::vector<Fault> faults;
    const auto add = [&](const Fault& fault) {
      const auto same = [&](const Fault& other) { return to_string(other) == to_string(fault); };
      if (std::none_of(faults.begin(), faults.end(), same)) faults.push_back(fault);
    };
    const auto check = [&](Case& one) {
      try {
        const auto read = read_case(one.request);
        std::vector<Fault> refusal;
        one.grid = grid_of(read, one.request, refusal);
        if (&one == &reference_)
          std::for_each(refusal.begin(), refusal.end(), add);
        else if (!refusal.empty())
          refuse(one, refusal.front());
        told_.columns = read.history.names;
      } catch (const InputError& error) {
        std::for_each(error.faults().begin(), error.faults().end(), add);
      }
    };
    for (auto& one : cases_) check(one);
    if (is_computed()) check(reference_);
    if (!faults.empty()) throw InputError(std::move(faults));
    told_.norm = options_.norm;
    told_.model = options_.model;
    told_.start = cases_.front().grid.start;
    told_.end = cases_.front().grid.end;
  }

  static void refuse(Case& one, const Fault& fault) {
    one.result.outcome = Outcome::failed;
    one.result.message = fault.message;
  }

  void make_reference() {
    if (is_computed()) {
      told_.reference = fmt::format("{} at h = {} s", reference_.request.scheme, reference_.request.step);
      return;
    }
    const auto table = read_csv(options_.reference);
    file_times_ = table.column("t");
    file_values_.resize(static_cast<Index>(file_times_.size()), static_cast<Index>(told_.columns.size()));
    std::vector<Fault> faults;
    for (std::size_t j = 0; j < told_.columns.size(); ++j) try {
        file_values_.col(static_cast<Index>(j)) = VecView(table.column(told_.columns[j]).data(), file_values_.rows());
      } catch (const InputError& error) {
        faults.push_back(error.faults().front());
        faults.back().remedy += "; --columns names what is to be compared";
      }
    if (!faults.empty()) throw InputError(std::move(faults));
    if (!std::is_sorted(file_times_.begin(), file_times_.end(), std::less_equal<>()))
      throw input_error("t", "the times do not ascend", "expected one row for each time", option(options_.reference));
    const double last = file_times_.empty() ? told_.start : file_times_.back();
    if (last < told_.end - 1e-6 * options_.steps.back())
      throw input_error("t", fmt::format("the reference ends at {} s, the runs at {} s", last, told_.end),
                        fmt::format("end the runs there: --until {}", last), option(options_.reference));
    told_.reference = options_.reference;
  }

  void choose_times() {
    if (options_.norm == ErrorNorm::spectral)
      choose_all_steps();
    else
      choose_common_times();
    if (!is_computed()) return;
    for (const auto& one : cases_)
      reference_.sampling.steps.insert(reference_.sampling.steps.end(), one.sampling.reference_rows.begin(),
                                       one.sampling.reference_rows.end());
    auto& steps = reference_.sampling.steps;  // so far rows were steps; now each is the place of its step among those kept
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    for (auto& one : cases_)
      for (auto& row : one.sampling.reference_rows)
        row = std::lower_bound(steps.begin(), steps.end(), row) - steps.begin();
  }

  void choose_common_times() {
    std::vector<StepGrid> grids;
    for (const auto& one : cases_)
      if (one.runs()) grids.push_back(one.grid);
    if (grids.empty()) return;
    if (is_computed()) grids.push_back(reference_.grid);
    auto times = is_computed() ? common_times(grids) : file_times_;
    std::vector<Index> rows;
    std::vector<double> kept;
    for (std::size_t k = 0; k < times.size(); ++k) {
      const auto on_grid = [&](const StepGrid& grid) { return grid.index_at(times[k]).has_value(); };
      if (!std::all_of(grids.begin(), grids.end(), on_grid)) continue;
      if (options_.norm == ErrorNorm::eq92 && *grids.front().index_at(times[k]) == 0) continue;
      kept.push_back(times[k]);
      rows.push_back(is_computed() ? *reference_.grid.index_at(times[k]) : static_cast<Index>(k));
    }
    if (kept.empty() || *grids.front().index_at(kept.back()) == 0)
      throw input_error(
          "", fmt::format("the steps {} s have no time after the start in common with the reference", list_of(options_.steps)),
          "choose steps that divide one another and the times of the reference", option("--steps"));
    told_.times = is_computed() ? fmt::format("at {} times that all have in common", kept.size())
                                : fmt::format("at {} of the {} times of the reference, which all steps meet",
                                              kept.size(), file_times_.size());
    for (auto& one : cases_) {
      if (!one.runs()) continue;
      one.sampling.times = kept;
      one.sampling.reference_rows = rows;
      for (const double t : kept) one.sampling.steps.push_back(*one.grid.index_at(t));
    }
  }

  void choose_all_steps() {
    told_.times = "at all steps of each run";
    for (auto& one : cases_) {
      if (!one.runs()) continue;
      std::vector<Index> row_at(static_cast<std::size_t>(one.grid.num_steps) + 1, -1);
      for (std::size_t k = 0; k < file_times_.size(); ++k)
        if (const auto i = one.grid.index_at(file_times_[k])) row_at[static_cast<std::size_t>(*i)] = static_cast<Index>(k);
      for (Index i = 0; i <= one.grid.num_steps; ++i) {
        const double t = one.grid.time(i);
        const Index row = is_computed() ? reference_.grid.index_at(t).value_or(-1) : row_at[static_cast<std::size_t>(i)];
        if (row < 0)
          throw input_error("",
                            fmt::format("the spectral norm is taken over all steps, and the reference has no t = {} s, "
                                        "a step of h = {} s",
                                        t, one.request.step),
                            "choose steps that are multiples of the reference's, or another norm", option("--norm"));
        one.sampling.steps.push_back(i);
        one.sampling.times.push_back(t);
        one.sampling.reference_rows.push_back(row);
      }
    }
  }

  /// The reference first, which is the longest; a failure of it ends the others, whose errors it would have shown.
  void compute() {
    std::vector<Case*> jobs;
    if (is_computed()) jobs.push_back(&reference_);
    for (auto& one : cases_)
      if (one.runs()) jobs.push_back(&one);
    std::stable_sort(jobs.begin(), jobs.end(), [](const Case* a, const Case* b) {
      return a->grid.num_steps > b->grid.num_steps;
    });
    if (jobs.size() == (is_computed() ? 1U : 0U)) return;
    const int threads = set_threads(options_.threads);
    const auto count = static_cast<Index>(jobs.size());
    std::atomic<bool> stop = false;
    Index finished = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (Index k = 0; k < count; ++k) {
      set_threads(1);  // of this job
      run_case(*jobs[static_cast<std::size_t>(k)], stop);
#pragma omp critical(percuss_comparison)
      {
        ++finished;
        if (options_.progress) options_.progress(finished, count);
      }
    }
    set_threads(options_.threads);
  }

  void run_case(Case& one, std::atomic<bool>& stop) const {
    try {
      one.recording = record(read_case(one.request), one.sampling.steps, stop);
    } catch (const std::exception& error) {  // out of memory, a model file that has changed meanwhile
      one.recording.outcome = Outcome::failed;
      one.recording.message = error.what();
    }
    one.result.outcome = one.recording.outcome;
    one.result.message = one.recording.message;
    one.result.num_steps = one.recording.num_steps;
    if (&one == &reference_ && one.recording.outcome == Outcome::failed) stop = true;
  }

  void judge() {
    if (is_computed() && reference_.recording.outcome == Outcome::failed) {
      told_.reference_failure = reference_.recording.message;
      return;
    }
    const auto& rows = is_computed() ? reference_.recording.values : file_values_;
    for (std::size_t k = 0; k < cases_.size(); ++k) {
      auto& one = cases_[k];
      if (one.result.outcome == Outcome::failed) continue;
      Matrix reference(one.recording.values.rows(), rows.cols());
      for (Index i = 0; i < reference.rows(); ++i)
        reference.row(i) = rows.row(one.sampling.reference_rows[static_cast<std::size_t>(i)]);
      check_reference(options_.norm, told_.columns, one.sampling.times, reference);
      const double error = error_of(options_.norm, one.sampling.times, one.recording.values, reference);
      one.recording.values.resize(0, 0);
      if (std::isfinite(error)) {
        one.result.error = error;
      } else {
        one.result.outcome = Outcome::failed;
        one.result.message = "the error is not finite";
      }
    }
    find_orders();
  }

  void find_orders() {
    const auto per_scheme = options_.steps.size();
    for (std::size_t s = 0; s < options_.schemes.size(); ++s) {
      std::vector<double> steps, errors;
      const CaseResult* larger = nullptr;
      for (std::size_t k = 0; k < per_scheme; ++k) {
        auto& one = cases_[s * per_scheme + k].result;
        const bool has_error = one.error.has_value() && *one.error > 0.0;
        if (has_error && larger != nullptr) one.order = slope(larger->step, *larger->error, one.step, *one.error);
        larger = has_error ? &one : nullptr;
        if (!has_error) continue;
        steps.push_back(one.step);
        errors.push_back(*one.error);
      }
      told_.schemes.push_back({options_.schemes[s], mean_slope(steps, errors), {}});
    }
  }

  /// One step size after the other: the schemes take turns, so that what else the machine does falls on all of them.
  void measure_time() {
    if (options_.timing_rounds == 0 || !told_.reference_failure.empty()) return;
    set_threads(1);
    bool whole = true;
    const auto per_scheme = options_.steps.size();
    for (std::size_t k = 0; k < per_scheme; ++k) {
      std::vector<Case*> group;
      for (std::size_t s = 0; s < options_.schemes.size(); ++s)
        if (cases_[s * per_scheme + k].result.outcome != Outcome::failed) group.push_back(&cases_[s * per_scheme + k]);
      if (!group.empty()) whole = time_together(group) && whole;
    }
    set_threads(options_.threads);
    told_.timing = fmt::format("{}, one after the other on one thread, the least of {} rounds",
                               whole ? "whole runs" : fmt::format("the first steps of each run, some {} s", stretch_seconds),
                               options_.timing_rounds);
  }

  /// True when the runs were timed as a whole.
  bool time_together(std::vector<Case*>& group) const {
    double slowest = 0.0;
    Index num_steps = group.front()->grid.num_steps;
    const auto whole = num_steps;
    for (const auto* one : group)
      slowest = std::max(slowest, one->recording.seconds / static_cast<double>(std::max<Index>(one->result.num_steps, 1)));
    if (slowest * static_cast<double>(num_steps) > stretch_seconds)
      num_steps = std::clamp<Index>(static_cast<Index>(stretch_seconds / slowest), 1, num_steps);
    std::vector<std::unique_ptr<StepTimer>> timers;
    for (const auto* one : group)
      timers.push_back(std::make_unique<StepTimer>(read_case(one->request), one->grid, num_steps));
    for (int round = 0; round < options_.timing_rounds; ++round)
      for (auto& timer : timers) timer->round();
    for (std::size_t i = 0; i < group.size(); ++i) group[i]->result.seconds_per_step = timers[i]->seconds_per_step();
    const auto& first = *group.front();
    if (first.result.scheme == options_.schemes.front())
      for (auto* one : group) one->result.relative_time = *one->result.seconds_per_step / *first.result.seconds_per_step;
    return num_steps == whole;
  }

  void find_time_to_target() {
    const auto per_scheme = options_.steps.size();
    told_.target = options_.target;
    if (!told_.target)
      for (std::size_t s = 0; s < told_.schemes.size(); ++s) {
        std::optional<double> least;
        for (std::size_t k = 0; k < per_scheme; ++k)
          if (const auto& error = cases_[s * per_scheme + k].result.error)
            least = least ? std::min(*least, *error) : *error;
        if (least) told_.target = std::max(told_.target.value_or(0.0), *least);
      }
    if (!told_.target || !(*told_.target > 0.0)) return;
    for (std::size_t s = 0; s < told_.schemes.size(); ++s)
      for (std::size_t k = 1; k < per_scheme; ++k)  // the last pair counts: beyond it the error stays below
        if (const auto seconds = time_between(cases_[s * per_scheme + k - 1].result, cases_[s * per_scheme + k].result))
          told_.schemes[s].seconds_to_target = seconds;
  }

  /// Of a run with the target's error, which must lie between the errors of these two.
  std::optional<double> time_between(const CaseResult& coarse, const CaseResult& fine) const {
    if (!coarse.order && !fine.order) return std::nullopt;
    if (!fine.order || !coarse.seconds_per_step || !fine.seconds_per_step) return std::nullopt;
    const double a = std::log(*coarse.error), b = std::log(*fine.error), target = std::log(*told_.target);
    if ((a - target) * (b - target) > 0.0 || a == b) return std::nullopt;
    const double coarse_time = std::log(*coarse.seconds_per_step * static_cast<double>(coarse.num_steps));
    const double fine_time = std::log(*fine.seconds_per_step * static_cast<double>(fine.num_steps));
    return std::exp(coarse_time + (target - a) / (b - a) * (fine_time - coarse_time));
  }

  static constexpr double stretch_seconds = 0.5;  // longer runs are timed on their first steps

  ComparisonOptions options_;
  std::vector<Case> cases_;
  Case reference_;
  std::vector<double> file_times_;  // of a reference from a file
  Matrix file_values_;              // (times, columns)
  Comparison told_;
};

}  // namespace

std::vector<Fault> ComparisonOptions::validate() const {
  std::vector<Fault> faults;
  const auto fault = [&](const std::string& name, std::string message, std::string remedy) {
    faults.push_back({option(name), "", std::move(message), std::move(remedy)});
  };
  const auto check_step = [&](const std::string& name, double step) {
    if (!(step > 0.0 && std::isfinite(step)))
      fault(name, fmt::format("{} is not a step size", step), "expected a number > 0 [s], e.g. 1e-3");
  };
  if (schemes.empty()) fault("--schemes", "there is no scheme", "name one or more, e.g. moreau_jean:theta=0");
  if (steps.empty()) fault("--steps", "there is no step", "give one or more [s], e.g. 1e-3,1e-4");
  for (const double step : steps) check_step("--steps", step);
  for (std::size_t i = 0; i < schemes.size(); ++i)
    if (std::count(schemes.begin(), schemes.begin() + static_cast<std::ptrdiff_t>(i), schemes[i]) > 0)
      fault("--schemes", fmt::format("`{}` is there twice", schemes[i]), "name every scheme once");
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (std::count(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i), steps[i]) > 0)
      fault("--steps", fmt::format("{} is there twice", steps[i]), "give every step once");
  if (!reference.empty() && reference_step)
    fault("--reference-step", "the reference is a file", "leave out --reference or --reference-step");
  if (reference_step) {
    check_step("--reference-step", *reference_step);
    const bool below = std::all_of(steps.begin(), steps.end(), [&](double step) { return *reference_step < step; });
    if (*reference_step > 0.0 && !below)
      fault("--reference-step", fmt::format("{} s is not below the steps compared", *reference_step),
            "choose a tenth of the smallest or less");
  }
  if (until && !std::isfinite(*until)) fault("--until", fmt::format("{} is not a time", *until), "expected a time [s]");
  if (target && !(*target > 0.0 && std::isfinite(*target)))
    fault("--target", fmt::format("{} is not an error to reach", *target), "expected a number > 0");
  if (threads < 0) fault("--threads", fmt::format("{} is not a number of threads", threads), "expected 0 or more");
  if (timing_rounds < 0) fault("--timing", fmt::format("{} rounds cannot be run", timing_rounds), "expected 0 or more");
  return faults;
}

std::string Comparison::error_heading() const {
  if (norm == ErrorNorm::eq92) return "error [1]";
  if (norm == ErrorNorm::l1) return unit.empty() ? "error" : fmt::format("error [{} s]", unit);
  return unit.empty() ? "error" : fmt::format("error [{}]", unit);
}

bool Comparison::all_done() const {
  return reference_failure.empty() &&
         std::none_of(cases.begin(), cases.end(), [](const CaseResult& one) { return one.outcome == Outcome::failed; });
}

Comparison compare(const ComparisonOptions& options) {
  auto faults = options.validate();
  if (!faults.empty()) throw InputError(std::move(faults));
  return Study(options).run();
}

}  // namespace percuss
