// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "core/denormals.hpp"
#include "core/fault.hpp"
#include "scheme/stability.hpp"
#include "simulation/initial_overlap.hpp"

namespace percuss {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Steps from start to end; a duration that is a whole number of steps but for round-off counts as that.
Index count_steps(const SimulationSettings& settings) {
  const double steps = (settings.end_time - settings.start_time) / settings.step;
  if (!(steps < 9e15))
    throw input_error("simulation.step", fmt::format("{} s makes more steps than can be counted", settings.step),
                      "choose a larger step or an earlier end_time");
  const double whole = std::round(steps);
  const double round_off = std::min(1e-3, 1e-9 * std::max(1.0, whole));
  return static_cast<Index>(std::abs(steps - whole) <= round_off ? std::max(1.0, whole) : std::ceil(steps));
}

/// Calls `progress` some ten times a second, without a look at the clock in every short step.
class Pacer {
 public:
  bool due(Index steps) {
    if (steps < next_) return false;
    const double now = seconds_since(start_);
    if (now - last_look_ < 0.02) stride_ = std::min<Index>(2 * stride_, 1 << 16);
    if (now - last_look_ > 0.1) stride_ = std::max<Index>(stride_ / 2, 1);
    last_look_ = now;
    next_ = steps + stride_;
    if (now - last_call_ < 0.1) return false;
    last_call_ = now;
    return true;
  }

 private:
  Clock::time_point start_ = Clock::now();
  double last_look_ = 0.0, last_call_ = 0.0;
  Index stride_ = 1, next_ = 0;
};

}  // namespace

std::string rounded_down(double x) {
  const auto nearest = fmt::format("{:.6g}", x);
  const double digit = std::pow(10.0, std::floor(std::log10(x)) - 5.0);  // one in the sixth place
  return std::strtod(nearest.c_str(), nullptr) > x ? fmt::format("{:.6g}", x - digit) : nearest;
}

Simulation::Simulation(const Model& model, const SimulationSettings& settings)
    : model_(model),
      settings_(settings),
      stability_limit_(0.0),
      state_(model.initial),
      num_steps_(count_steps(settings)),
      joints_(joint_rank(model.contacts, model.system.num_v(), model.initial.t, model.initial.q)),
      percussions_(static_cast<std::size_t>(model.contacts.size())),
      certificates_(model.contacts) {
  const auto* type = find_scheme(settings.scheme);
  if (type == nullptr)
    throw input_error("simulation.scheme.name", fmt::format("there is no scheme `{}`", settings.scheme), "");
  refuse_incapable(*type, model.system, model.contacts);
  stability_limit_ = stable_step(*type, settings.scheme_options, model.system);
  check_step();
  check_initial_overlap(model, settings);
  try_linear_solver(*type);
  scheme_ = type->make(model.system, model.contacts, settings.solvers, settings.scheme_options);
}

/// A linear solver that was asked for by name may not fit the matrices, which only a step forms: a step is made, and
/// thrown away. `auto` fits always.
void Simulation::try_linear_solver(const SchemeType& type) const {
  if (settings_.solvers.linear == LinearSolverKind::automatic) return;
  State state = state_;
  auto solvers = settings_.solvers;
  solvers.tell = nullptr;
  type.make(model_.system, model_.contacts, solvers, settings_.scheme_options)->step(settings_.step, state);
}

void Simulation::check_step() const {
  if (settings_.allow_unstable_step || settings_.step <= settings_.stability_fraction * stability_limit_) return;
  const auto limit =
      stability_limit_ > 0.0
          ? fmt::format(
                "{}the stability limit of {} for this model, {} s",
                settings_.stability_fraction < 1.0 ? fmt::format("{} times ", settings_.stability_fraction) : "",
                settings_.scheme, rounded_down(stability_limit_))
          : fmt::format("what is stable: with {} some oscillation of this model grows at any step", settings_.scheme);
  const auto remedy =
      stability_limit_ > 0.0
          ? fmt::format("choose step <= {} s, a coarser mesh, or an implicit scheme (moreau_jean with theta >= 0.5)",
                        rounded_down(settings_.stability_fraction * stability_limit_))
          : std::string("choose an implicit scheme (moreau_jean with theta >= 0.5)");
  throw input_error("simulation.step", fmt::format("{:.6g} s exceeds {}", settings_.step, limit),
                    remedy + "; `simulation.allow_unstable_step: true` runs it all the same");
}

RunResult Simulation::run(const Hooks& hooks) {
  const FlushDenormals no_denormals;
  RunResult result;
  state_ = model_.initial;
  scheme_->restart();
  for (auto& p : percussions_) p = {};
  const auto energy = this->energy();
  ledger_ = {};
  ledger_.start = energy.total();
  model_.contacts.prepare(state_.t, state_.q, state_.v, settings_.step);
  result.joints = joints_;
  certificates_.start(state_);
  moved_ = false;
  emit_first_row(hooks, energy);
  if (hooks.state) hooks.state(state_);
  const auto start = Clock::now();
  Pacer pacer;
  bool row_written = true, state_written = true;
  while (result.steps < num_steps_) {
    if (!step(result.steps, result)) {
      row_written = row_written && !moved_;
      state_written = state_written && !moved_;
      break;
    }
    row_written = result.steps % hooks.row_every == 0;
    if (row_written) emit_row(hooks, scheme_->contacts());
    state_written = hooks.state_every > 0 && result.steps % hooks.state_every == 0;
    if (state_written && hooks.state) hooks.state(state_);
    if (hooks.stop && hooks.stop()) {
      result.outcome = Outcome::interrupted;
      result.message = fmt::format("interrupted at t = {} s after {} of {} steps", state_.t, result.steps, num_steps_);
      break;
    }
    if (hooks.progress && pacer.due(result.steps)) hooks.progress(result.steps, num_steps_);
  }
  if (!row_written && result.outcome == Outcome::failed)
    emit_row(hooks, gaps_alone());
  else if (!row_written)
    emit_row(hooks, scheme_->contacts());
  if (!state_written && hooks.state) hooks.state(state_);
  result.loop_seconds = seconds_since(start);
  finish(result);
  return result;
}

/// One step and its book-keeping; false when the run cannot go on.
bool Simulation::step(Index i, RunResult& result) {
  const double start = settings_.start_time;
  const bool last = i + 1 == num_steps_;
  const double t_end = last ? settings_.end_time : start + static_cast<double>(i + 1) * settings_.step;
  // Only a last step that is really shorter differs: t_end - t would differ from `step` by round-off in every step and
  // make implicit schemes refactor.
  const double rest = t_end - state_.t;
  const double h = last && std::abs(rest - settings_.step) > 1e-6 * settings_.step ? rest : settings_.step;
  const auto smaller_before = result.smaller_steps;
  struck_ = false;
  if (!advance(h, 0, result)) {
    result.message = fmt::format("step {} at t = {} s failed: {}", i + 1, state_.t, result.message);
    if (settings_.retries > 0)
      result.message += fmt::format("; halving the step {} time{} did not help", settings_.retries,
                                    settings_.retries == 1 ? "" : "s");
    return false;
  }
  moved_ = false;
  state_.t = t_end;
  result.steps = i + 1;
  result.impacts += struck_ ? 1 : 0;
  result.retried_steps += result.smaller_steps > smaller_before ? 1 : 0;
  constexpr Index look_every = 256;  // a sum over all velocities, too dear for every step
  if ((i % look_every == 0 || last) && !std::isfinite(state_.v.sum())) {
    result.outcome = Outcome::failed;
    result.message = fmt::format(
        "the velocities are no longer finite at t = {} s (at or before step {}): the step is too large "
        "for this model",
        state_.t, i + 1);
    return false;
  }
  return true;
}

/// Moves the state on by h: in one step or, when that fails, by its two halves, which may be halved in turn as often as
/// the settings allow. So the times of the whole steps stay. False, with the state of the last good step and the
/// message of the last attempt, when the smallest step fails.
bool Simulation::advance(double h, Index halvings, RunResult& result) {
  if (try_step(h, result)) {
    result.smaller_steps += halvings > 0 ? 1 : 0;
    return true;
  }
  // What the scheme carries over is half that of the step that failed: it starts anew from the state.
  scheme_->restart();
  if (halvings >= settings_.retries) {
    result.outcome = Outcome::failed;
    return false;
  }
  for (int half = 0; half < 2; ++half)
    if (!advance(0.5 * h, halvings + 1, result)) return false;
  return true;
}

/// One step of the scheme and its book-keeping; false, and the message, when it fails.
bool Simulation::try_step(double h, RunResult& result) {
  try {
    model_.contacts.prepare(state_.t, state_.q, state_.v, h);
  } catch (const std::runtime_error& problem) {  // a broad phase that cannot keep all pairs: a state out of bounds
    result.message = problem.what();
    return false;
  }
  const auto report = scheme_->step(h, state_);
  if (!report.ok()) {
    const auto& failure = report.report;
    result.message = failure.message;
    if (report.residual > 0.0) result.message += fmt::format(" (residual {:.3g} m/s)", report.residual);
    if (failure.status == Status::not_finite) result.message += "; the step may be too large";
    return false;
  }
  moved_ = true;
  struck_ = struck_ || report.impact;
  result.loose_steps += report.loose ? 1 : 0;
  ledger_.add(report);
  const auto contacts = scheme_->contacts();
  certificates_.add(report, contacts);
  for (std::size_t k = 0; k < contacts.size(); ++k)
    for (std::size_t r = 0; r < 3; ++r) percussions_[k][r] += contacts[k].percussion[r];
  return true;
}

/// Of the bodies, and what compliant joints store.
Energy Simulation::energy() const {
  auto sum = model_.system.energy(state_.t, state_.q, state_.v);
  sum.potential += model_.contacts.elastic_energy(state_.t, state_.q);
  return sum;
}

/// Before the first step and after one that failed a scheme has no records: the gaps are those of the state, forces are
/// not known.
std::vector<ContactRecord> Simulation::gaps_alone() const {
  Vector gap(model_.contacts.size());
  model_.contacts.gaps(state_.t, state_.q, gap);
  std::vector<ContactRecord> records(percussions_.size());
  for (std::size_t k = 0; k < records.size(); ++k) {
    records[k].gap = gap[static_cast<Index>(k)];
    records[k].closed = records[k].gap <= 0.0;
  }
  return records;
}

void Simulation::emit_first_row(const Hooks& hooks, Energy energy) {
  if (!hooks.row) return;
  const auto records = gaps_alone();
  hooks.row({state_, records, percussions_, ledger_, energy, certificates_.row()});
  certificates_.clear_row();
}

void Simulation::emit_row(const Hooks& hooks, std::span<const ContactRecord> records) {
  certificates_.look(state_);
  if (hooks.row) {
    Sample sample{state_, records, percussions_, ledger_, {}, certificates_.row()};
    if (hooks.rows_need_energy) sample.energy = energy();
    hooks.row(sample);
  }
  for (auto& p : percussions_) p = {};
  certificates_.clear_row();
}

void Simulation::finish(RunResult& result) const {
  result.factorisations = scheme_->factorisations();
  result.ledger = ledger_;
  result.t = state_.t;
  result.worst = certificates_.run();
  result.energy = energy();
  if (result.outcome != Outcome::done) return;
  if (!std::isfinite(result.energy_scheme())) {
    result.outcome = Outcome::failed;
    result.message = fmt::format("the energy is not finite: {} J at the start, {} J at the end", ledger_.start,
                                 result.energy.total());
    return;
  }
  std::string broken;
  const auto judge = [&](const char* name, double value, double limit, const char* unit) {
    if (!(value <= limit))
      broken +=
          fmt::format("{}{} {:.6g} {} exceeds its limit {:.6g}", broken.empty() ? "" : "; ", name, value, unit, limit);
  };
  judge("natural residual", result.worst.residual, settings_.limits.residual, "m/s");
  judge("complementarity", result.worst.complementarity, settings_.limits.complementarity, "J");
  judge("penetration", -result.worst.min_gap(), settings_.limits.penetration, "m");
  judge("drift of a joint", result.worst.drift, settings_.limits.drift, "m");
  judge("energy error", std::abs(result.energy_scheme()), settings_.limits.energy_error, "J");
  if (broken.empty()) return;
  result.outcome = Outcome::certificate_broken;
  result.message = "certificate broken: " + broken;
}

}  // namespace percuss
