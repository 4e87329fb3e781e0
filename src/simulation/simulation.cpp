// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "core/denormals.hpp"
#include "core/fault.hpp"
#include "scheme/consistent_acceleration.hpp"
#include "scheme/stability.hpp"
#include "simulation/fast_dampers.hpp"
#include "simulation/initial_overlap.hpp"
#include "simulation/judgement.hpp"
#include "simulation/velocity_scale.hpp"

namespace percuss {

namespace {

using Clock = std::chrono::steady_clock;

/// Steps between looks at the energy where rows do not need it: it takes as long as a small part of a step.
constexpr Index look_every = 256;
/// Velocities that are looked through after every step [1].
constexpr Index most_velocities = 1 << 16;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Steps from start to end. What a whole number of steps leaves over becomes a shorter last step, or lengthens the last
/// one by up to a thousandth: a sliver of a step would cost one and tell nothing but round-off.
Index count_steps(double start, const SimulationSettings& settings) {
  const double steps = (settings.end_time - start) / settings.step;
  if (!(steps < 9e15))
    throw input_error("simulation.step", fmt::format("{} s makes too many steps", settings.step),
                      "choose a larger step or an earlier end_time");
  const double whole = std::round(steps);
  constexpr double sliver = 1e-3;
  return static_cast<Index>(std::abs(steps - whole) <= sliver ? std::max(1.0, whole) : std::ceil(steps));
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

Simulation::Simulation(Model& model, const SimulationSettings& settings)
    : model_(model),
      settings_(settings),
      stability_limit_(0.0),
      state_(model.initial),
      num_steps_(count_steps(settings.start_time, settings)),
      joints_(joint_rank(model.contacts, model.system.num_v(), model.initial.t, model.initial.q)),
      percussions_(static_cast<std::size_t>(model.contacts.size())),
      certificates_(model.contacts),
      energy_(model.system),
      doubts_(model),
      turns_(model.contacts) {
  const auto* type = find_scheme(settings.scheme);
  if (type == nullptr)
    throw input_error("simulation.scheme.name", fmt::format("there is no scheme `{}`", settings.scheme), "");
  refuse_incapable(*type, model.system, model.contacts);
  if (type->capabilities.forces)
    parts_ = StepParts(model.contacts, model.kinks);  // others take a kink as they take an impact
  stability_limit_ = stable_step(*type, settings.scheme_options, model.system);
  springs_ = std::make_unique<SpringWatch>(model, settings, *type);
  springs_limit_ = springs_->limit() < stability_limit_;
  stability_limit_ = std::min(stability_limit_, springs_->limit());
  check_step();
  refuse_fast_dampers(*type, model, settings);
  check_initial_overlap(model, settings);
  try_linear_solver(*type);
  auto solvers = settings.solvers;
  solvers.contact.velocity_scale = velocity_scale(model, settings.end_time - settings.start_time);
  scheme_ = type->make(model.system, model.contacts, solvers, settings.scheme_options);
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
                "{}the stability limit of {} for {}this model, {} s",
                settings_.stability_fraction < 1.0 ? fmt::format("{} times ", settings_.stability_fraction) : "",
                settings_.scheme, springs_limit_ ? "the explicit springs and dampers of " : "",
                rounded_down(stability_limit_))
          : fmt::format("what is stable: with {} some oscillation that this model may have grows at any step",
                        settings_.scheme);
  const std::string of_springs =
      find_scheme(settings_.scheme)->capabilities.compliance
          ? "`implicit: true` for the springs and torsion springs among the loads"
          : "a scheme that takes springs implicitly (half_explicit_velocity, moreau_jean, the mixed schemes)";
  const std::string other = !springs_limit_ ? "an implicit scheme (moreau_jean with theta >= 0.5)"
                            : stability_limit_ > 0.0
                                ? of_springs
                                : "another scheme (moreau_jean with theta >= 0.5), or " + of_springs;
  const auto remedy =
      stability_limit_ > 0.0
          ? fmt::format("choose step <= {} s, {}{}", rounded_down(settings_.stability_fraction * stability_limit_),
                        springs_limit_ ? "or " : "a coarser mesh, or ", other)
          : fmt::format("choose {}", other);
  throw input_error("simulation.step", fmt::format("{:.6g} s exceeds {}", settings_.step, limit),
                    remedy + "; `simulation.allow_unstable_step: true` runs it anyway");
}

RunResult Simulation::run(const Hooks& hooks) {
  const FlushDenormals no_denormals;
  begin(hooks);
  if (!std::isfinite(ledger_.start)) {
    result_.outcome = Outcome::failed;
    finish();
    result_.message = fmt::format("the energy is not finite at the start: {} J", ledger_.start);
    return result_;
  }
  emit_first_row(hooks, energy());
  if (hooks.state) hooks.state(state_);
  return loop(hooks);
}

RunResult Simulation::go_on(const std::function<void()>& restore, const Hooks& hooks) {
  const FlushDenormals no_denormals;
  begin(hooks);
  restore();
  joint_samples_.resize(joint_parts_.size());  // the outputs may be others now
  settle_grid();
  return loop(hooks);
}

/// At the initial state, with nothing done.
void Simulation::begin(const Hooks& hooks) {
  result_ = {};
  state_ = model_.initial;
  regular_from_ = 0;
  regular_from_t_ = settings_.start_time;
  scheme_->restart();
  model_.contacts.restart();
  model_.contacts.prepare(state_.t, state_.q, state_.v, settings_.step);
  for (auto& p : percussions_) p = {};
  const auto first = energy();
  ledger_ = {};
  ledger_.start = first.total();
  parts_.start(state_.t);
  ended_by_jump_ = false;
  joint_parts_.clear();
  for (std::size_t k = 0; hooks.rows_need_joints && k < percussions_.size(); ++k)
    joint_parts_.push_back(find_joint(model_.contacts, static_cast<Index>(k)));
  joint_samples_.assign(joint_parts_.size(), {});
  result_.joints = joints_;
  certificates_.start(state_);
  doubts_.forget();
  turns_.start(state_);
  doubts_.look(state_);
  springs_->forget();
  energy_.start(state_, settings_.step, first);
  moved_ = false;
  factorisations_before_ = -scheme_->factorisations();
  seconds_before_ = 0.0;
}

void Simulation::walk_memory(MemoryWalk& walk) {
  walk("t", state_.t);
  walk("q", state_.q);
  walk("v", state_.v);
  walk("scheme", *scheme_);
  walk("contacts", model_.contacts);
  walk("parts", parts_);
  walk("ledger", ledger_);
  walk("energy_now", energy_now_);
  walk("energy", energy_);
  walk("percussions", percussions_);
  walk("joints", joint_samples_);
  walk("moved", moved_);
  walk("ended_by_jump", ended_by_jump_);
  walk("before_jump", before_jump_);
  walk("certificates", certificates_);
  walk("doubts", doubts_);
  walk("turns", turns_);
  walk("springs", *springs_);
  walk("grid_steps", regular_from_);
  walk("grid_start", regular_from_t_);
  for (auto [name, count] :
       {std::pair{"steps", &result_.steps}, std::pair{"impacts", &result_.impacts},
        std::pair{"retried_steps", &result_.retried_steps}, std::pair{"smaller_steps", &result_.smaller_steps},
        std::pair{"loose_steps", &result_.loose_steps}})
    walk(name, *count);
  long factorisations = factorisations_before_ + scheme_->factorisations();
  double seconds = seconds_before_ + seconds_since(loop_start_);
  walk("factorisations", factorisations);
  walk("loop_seconds", seconds);
  if (!walk.restores()) return;
  factorisations_before_ = factorisations - scheme_->factorisations();
  seconds_before_ = seconds;
}

/// A run that goes on with another step, or beyond the end for which a last step was cut, has a grid of its own from
/// here on.
void Simulation::settle_grid() {
  const double on_grid = regular_from_t_ + static_cast<double>(result_.steps - regular_from_) * settings_.step;
  if (!moved_ && std::abs(on_grid - state_.t) > 1e-6 * settings_.step) {
    regular_from_ = result_.steps;
    regular_from_t_ = state_.t;
  }
  num_steps_ = regular_from_ + count_steps(regular_from_t_, settings_);
}

RunResult Simulation::loop(const Hooks& hooks) {
  loop_start_ = Clock::now();
  Pacer pacer;
  bool row_written = true, state_written = true;
  const auto between_steps = [&](bool ends) {
    if (hooks.between_steps) hooks.between_steps(result_.steps, ends);
  };
  while (result_.steps < num_steps_) {
    if (!step(result_.steps)) {
      const bool lost = !state_.v.allFinite();  // nothing of what is no longer finite is written
      row_written = lost || (row_written && !moved_);
      state_written = lost || (state_written && !moved_);
      if (!lost) between_steps(true);
      break;
    }
    const Index done = result_.steps;
    springs_->look(done, done == num_steps_, state_);
    row_written = done % hooks.row_every == 0;
    state_written = hooks.state_every > 0 && done % hooks.state_every == 0;
    const bool row_with_energy = row_written && hooks.row && hooks.rows_need_energy;
    if (row_with_energy || state_written || done % look_every == 0 || done == num_steps_) {
      if (!look()) {
        row_written = state_written = true;
        break;
      }
    }
    if (row_written) emit_row(hooks, records(), energy_now_);
    if (state_written && hooks.state) hooks.state(state_);
    const bool stops = hooks.stop && hooks.stop();
    between_steps(stops);
    if (stops) {
      result_.outcome = Outcome::interrupted;
      result_.message = fmt::format("interrupted at t = {} s after {} of {} steps", state_.t, done, num_steps_);
      break;
    }
    if (hooks.progress && pacer.due(done)) hooks.progress(done, num_steps_);
  }
  if (!row_written && result_.outcome == Outcome::failed)
    emit_row(hooks, gaps_alone(), energy());
  else if (!row_written)
    emit_row(hooks, records(), energy());
  if (!state_written && hooks.state) hooks.state(state_);
  result_.loop_seconds = seconds_before_ + seconds_since(loop_start_);
  return finish();
}

double Simulation::end_of_step(Index i) const {
  if (i + 1 == num_steps_) return settings_.end_time;
  return regular_from_t_ + static_cast<double>(i + 1 - regular_from_) * settings_.step;
}

/// One step and its book-keeping; false when the run cannot go on.
bool Simulation::step(Index i) {
  const bool last = i + 1 == num_steps_;
  const double t_end = end_of_step(i);
  // Only a last step that is really shorter differs, and what is left of a step that failed in part: t_end - t would
  // differ from `step` by round-off in every step and make implicit schemes refactor.
  const double rest = t_end - state_.t;
  const bool is_part = moved_ || (last && std::abs(rest - settings_.step) > 1e-6 * settings_.step);
  const double h = is_part ? rest : settings_.step;
  const auto smaller_before = result_.smaller_steps;
  const double start_of_step = state_.t;
  struck_ = false;
  if (!turns_.empty()) {
    last_good_ = state_;
    last_good_ledger_ = ledger_;
  }
  if (!advance_in_parts(h, t_end)) {
    parts_.start(state_.t);
    result_.message = fmt::format("step {} at t = {} s failed: {}", i + 1, state_.t, result_.message);
    if (settings_.retries > 0)
      result_.message += fmt::format("; halving the step {} time{} did not help", settings_.retries,
                                     settings_.retries == 1 ? "" : "s");
    return false;
  }
  moved_ = false;
  if (!is_finite(i)) {
    result_.outcome = Outcome::failed;
    result_.message = fmt::format(
        "step {} at t = {} s failed: the velocities are no longer finite; the step is too large for this model", i + 1,
        start_of_step);
    state_.t = start_of_step;
    return false;
  }
  if (!turns_.look(state_, result_.message)) {
    state_ = last_good_;
    ledger_ = last_good_ledger_;
    scheme_->restart();
    result_.outcome = Outcome::failed;
    result_.message = fmt::format("step {} at t = {} s failed: {}", i + 1, start_of_step, result_.message);
    return false;
  }
  result_.steps = i + 1;
  result_.impacts += struck_ ? 1 : 0;
  result_.retried_steps += result_.smaller_steps > smaller_before ? 1 : 0;
  return true;
}

/// A step, in parts where rates of motors have kinks.
bool Simulation::advance_in_parts(double h, double t_end) {
  StepPart part;
  do {
    part = parts_.next(state_.t, h, t_end);
    if (part.jump && !ended_by_jump_) before_jump_.assign(scheme_->contacts().begin(), scheme_->contacts().end());
    if (!advance(part.h, 0)) return false;
    state_.t = part.end;
    if (part.kink) scheme_->break_off(*part.kink);
    if (part.jump) take_jump(part.h);
    ended_by_jump_ = part.jump;
  } while (!part.last);
  return true;
}

/// Of a motor's rate, within h: the impulses of its forces are percussions, and forces are told as they were before it.
void Simulation::take_jump(double h) {
  const auto contacts = scheme_->contacts();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const auto& force = contacts[k].force;
    add_percussion(k, {h * force[0], h * force[1], h * force[2]});
    auto& told = before_jump_[k];
    const auto before = told.force;
    told = contacts[k];
    told.force = before;
  }
}

void Simulation::add_percussion(std::size_t k, const std::array<double, 3>& percussion) {
  for (std::size_t r = 0; r < 3; ++r) percussions_[k][r] += percussion[r];
  if (joint_samples_.empty() || joint_parts_[k].model == nullptr) return;
  const auto& joint = joint_parts_[k];
  joint_samples_[k].percussion += joint.model->reaction(joint.k, state_.q, percussion);
}

/// After step i. Of many velocities a part in every step, in turn: what is not finite spreads in a step or two, and is
/// found at once wherever a row or a state is written.
bool Simulation::is_finite(Index i) const {
  const Index n = state_.v.size();
  if (n <= most_velocities) return std::isfinite(state_.v.sum());
  const Index parts = (n + most_velocities - 1) / most_velocities, first = i % parts * most_velocities;
  return std::isfinite(state_.v.segment(first, std::min(most_velocities, n - first)).sum());
}

/// Takes the energy for the row and the guard; false, and the message, when it is no longer finite.
bool Simulation::look() {
  energy_now_ = energy();
  energy_.look(state_.t, energy_now_, ledger_);
  doubts_.look(state_);
  if (std::isfinite(ledger_.scheme(energy_now_.total()))) return true;
  result_.outcome = Outcome::failed;
  result_.message =
      fmt::format("step {} at t = {} s failed: the energy is not finite; the step is too large for this model",
                  result_.steps, state_.t);
  return false;
}

/// Moves the state on by h: in one step or, when that fails, by its two halves, which may be halved in turn as often as
/// the settings allow. So the times of the whole steps stay. False, with the state of the last good step and the
/// message of the last attempt, when the smallest step fails.
bool Simulation::advance(double h, Index halvings) {
  if (try_step(h)) {
    result_.smaller_steps += halvings > 0 ? 1 : 0;
    return true;
  }
  scheme_->repeat();  // what it carries over is half that of the step that failed
  if (halvings >= settings_.retries) {
    result_.outcome = Outcome::failed;
    return false;
  }
  for (int half = 0; half < 2; ++half)
    if (!advance(0.5 * h, halvings + 1)) return false;
  return true;
}

/// One step of the scheme and its book-keeping; false, and the message, when it fails.
bool Simulation::try_step(double h) {
  try {
    model_.contacts.prepare(state_.t, state_.q, state_.v, h);
  } catch (const std::runtime_error& problem) {  // a broad phase that cannot keep all pairs: a state out of bounds
    result_.message = problem.what();
    return false;
  }
  const auto report = scheme_->step(h, state_);
  if (!report.ok()) {
    const auto& failure = report.report;
    result_.message = failure.message;
    if (report.residual > 0.0) result_.message += fmt::format(" (residual {:.3g} m/s)", report.residual);
    if (failure.status == Status::not_finite) result_.message += "; the step may be too large";
    return false;
  }
  moved_ = true;
  struck_ = struck_ || report.impact;
  result_.loose_steps += report.loose ? 1 : 0;
  ledger_.add(report);
  energy_.take(ledger_);
  const auto contacts = scheme_->contacts();
  certificates_.add(report, contacts);
  for (std::size_t k = 0; k < contacts.size(); ++k) add_percussion(k, contacts[k].percussion);
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

/// With the forces under which the motion goes on from the initial state; NaN where none are found.
std::vector<ContactRecord> Simulation::initial_contacts() const {
  auto records = gaps_alone();
  std::vector<Index> closed;
  for (std::size_t k = 0; k < records.size(); ++k)
    if (records[k].closed) closed.push_back(static_cast<Index>(k));
  if (closed.empty()) return records;
  auto solvers = settings_.solvers;
  solvers.tell = nullptr;
  solvers.decorate = nullptr;
  BlockFactor mass(model_.system, solvers.linear);
  ConsistentAcceleration motion(model_.system, model_.contacts, solvers);
  Vector a = Vector::Zero(model_.system.num_v());
  auto report = mass.update(state_.t, state_.q, state_.v, {});
  if (report.ok()) report = motion.solve(settings_.step, state_, closed, mass, a);
  if (report.ok())
    motion.for_each_force(settings_.step, [&](Index id, std::size_t row, double force) {
      records[static_cast<std::size_t>(id)].force[row] = force;
    });
  else
    for (const Index k : closed)
      for (Index row = 0; row < model_.contacts.num_rows(k); ++row)
        records[static_cast<std::size_t>(k)].force[static_cast<std::size_t>(row)] =
            std::numeric_limits<double>::quiet_NaN();
  return records;
}

void Simulation::emit_first_row(const Hooks& hooks, Energy energy) {
  if (!hooks.row) return;
  const auto records = initial_contacts();
  sample_joints(records);
  hooks.row({state_, records, percussions_, ledger_, energy, certificates_.row(), joint_samples_});
  certificates_.clear_row();
}

void Simulation::emit_row(const Hooks& hooks, std::span<const ContactRecord> records, Energy energy) {
  certificates_.look(state_);
  if (hooks.row) {
    sample_joints(records);
    hooks.row({state_, records, percussions_, ledger_, energy, certificates_.row(), joint_samples_, struck_});
  }
  for (auto& p : percussions_) p = {};
  for (auto& joint : joint_samples_) joint.percussion = {};
  certificates_.clear_row();
}

/// Forces and axes of the joints as the state stands.
void Simulation::sample_joints(std::span<const ContactRecord> records) {
  for (std::size_t k = 0; k < joint_samples_.size(); ++k) {
    const auto& joint = joint_parts_[k];
    if (joint.model == nullptr) continue;
    joint_samples_[k].force = joint.model->reaction(joint.k, state_.q, records[k].force);
    joint_samples_[k].axes = joint.model->body_axes(joint.k, state_.q);
  }
}

RunResult Simulation::finish() {
  result_.factorisations = factorisations_before_ + scheme_->factorisations();
  result_.ledger = ledger_;
  result_.t = state_.t;
  result_.worst = certificates_.run();
  result_.energy = energy();
  result_.energy_made = energy_.made();
  result_.energy_made_by_contacts = energy_.made_by_contacts();
  result_.energy_supply = energy_.supply();
  result_.energy_share = energy_.share();
  result_.doubts = doubts_.warnings();
  for (auto& warning : springs_->warnings()) result_.doubts.push_back(std::move(warning));
  judge(result_, settings_);
  return result_;
}

}  // namespace percuss
