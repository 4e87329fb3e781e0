// SPDX-License-Identifier: Apache-2.0
#include "scheme/time_galerkin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/parallel.hpp"

namespace percuss {

namespace {

/// The larger one, NaN when one is NaN.
double largest(double a, double b) { return a >= b ? a : (std::isnan(a) ? a : b); }

double largest_difference(VecRef a, VecRef b) {
  double most = 0.0;
  for (Index i = 0; i < a.size(); ++i) most = largest(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

using Impact = TimeGalerkinOptions::Impact;

const ParameterTable<TimeGalerkinOptions>& TimeGalerkinOptions::parameters() {
  static const auto table =
      ParameterTable<TimeGalerkinOptions>{}
          .integer("order", [](auto& o) -> auto& { return o.order; },
                   "degree M of the velocity in a step; the scheme is of order M + 1 in smooth motion",
                   {1.0, static_cast<double>(GalerkinTableau::max_order)})
          .boolean(
              "projection", [](auto& o) -> auto& { return o.projection; },
              "at the end of a step without impact, stop joints that drift")
          .choice(
              "impact", [](auto& o) -> auto& { return o.impact; },
              std::vector<std::pair<std::string, Impact>>{{"struck", Impact::struck}, {"all", Impact::all}},
              "what an impact asks of contacts that are closed already: at the end of a step they do not approach, and "
              "react without restitution; or, as in the papers, only a gap that closes is an impact, with restitution "
              "for all")
          .integer("max_iterations", [](auto& o) -> auto& { return o.max_iterations; },
                   "maximum number of sweeps over the stages of a step", {1.0, 1e9})
          .number(
              "tolerance", [](auto& o) -> auto& { return o.tolerance; }, "",
              "sweeps stop once no velocity changes by more than this fraction of the largest one", positive);
  return table;
}

TimeGalerkin::TimeGalerkin(GalerkinTableau::Jump jump, const MechanicalSystem& system, const ContactModel& contacts,
                           const SolverSet& solvers, const TimeGalerkinOptions& options)
    : options_(options),
      tableau_(jump, std::clamp<Index>(options.order, 1, GalerkinTableau::max_order)),
      s_(system, contacts, solvers.linear),
      end_(contacts, solvers),
      velocity_matters_(system.forces_depend_on_velocity() || !contacts.has_constant_jacobian()),
      judge_(contacts),
      gap_left_(Vector::Zero(contacts.size())),
      a_(Vector::Zero(system.num_v())),
      b_(Vector::Zero(system.num_v())),
      q_stage_(Vector::Zero(system.num_q())),
      v_stage_(Vector::Zero(system.num_v())),
      jump_(Vector::Zero(system.num_v())),
      bias_(Vector::Zero(total_rows(contacts))) {
  if (auto faults = options_.validate(); !faults.empty()) throw InputError(std::move(faults));
  if (has_friction(contacts))
    throw input_error(
        "simulation.scheme.name",
        "the schemes `dg_plus` and `dg_minus` do not support friction: their contact law is on acceleration level",
        "leave `friction` and `tangential_restitution` at 0, or use `half_explicit_velocity`");
  const Index last = tableau_.order();
  stages_.reserve(static_cast<std::size_t>(tableau_.stages()));
  for (Index l = 0; l <= last; ++l) {
    stages_.emplace_back(contacts, solvers, system.num_v());
    for (Index k = 0; k <= last; ++k) {
      one_sweep_ = one_sweep_ && !(k >= l && couples(l, k));
      start_moves_ = start_moves_ || (l == 0 && couples(l, k));
      impact_moves_stages_ = impact_moves_stages_ || (k == last && couples(l, k));
    }
  }
  if (options_.order > 1) turning_ = turning_parts(system);
  if (!turning_.empty()) {
    one_sweep_ = false;
    for (auto& stage : stages_) stage.turn = Vector::Zero(system.num_v());
    moved_.resize(system.num_v());
    turn_rate_.resize(system.num_v());
  }
  for (auto* numbers : {&closed_left_, &struck_, &holding_})
    numbers->reserve(static_cast<std::size_t>(contacts.size()));
}

/// What happens at stage l depends on the increment of stage k.
bool TimeGalerkin::couples(Index l, Index k) const {
  return tableau_.position(l, k) != 0.0 || (velocity_matters_ && tableau_.velocity(l, k) != 0.0);
}

StepReport TimeGalerkin::step(double h, State& state) {
  h_ = h;
  judged_ = {};
  has_jump_ = false;
  if (auto r = evaluate_start(h, state); !r.ok()) return failed(std::move(r));
  continues_ = false;  // until this step is good
  forecast_stages(h, state);
  if (auto r = solve_stages(h, state); !r.ok()) return failed(std::move(r));
  const bool closes = gap_closed(h, state);
  const bool paper = options_.impact == Impact::all;
  const bool impact = !struck_.empty() || closes || (!paper && closed_contact_approaches(h, state));
  auto report = impact || options_.projection ? solve_end(h, state, impact) : StepReport{};
  if (!report.ok()) return report;
  return finish(h, state, std::move(report));
}

/// Stage 0 at (q, v) as it comes in: closed contacts, and b_0 with their forces.
Report TimeGalerkin::evaluate_start(double h, const State& state) {
  s_.contacts.gaps(state.t, state.q, gap_left_);
  close_round_off(s_.contacts, state.q, gap_left_);
  find_closed(gap_left_, closed_left_);
  s_.contacts.normal_velocities(state.t, state.q, state.v, s_.gap_rate);
  const bool accelerates = !continues_ || s_.system.forces_depend_on_velocity();
  if (std::exchange(restored_, false) || accelerates)
    if (auto r = s_.factor.update(state.t, state.q, state.v, {}); !r.ok()) return r;
  if (accelerates) accelerate(state.t, state.q, state.v);
  if (!continues_) judge_.reserve(state.t, state.q, s_.system.num_v());
  const RestJudge::Instant at{state.t, state.q, state.v, h, a_};
  struck_.clear();
  auto& closed = stages_.front().closed;
  closed.clear();
  for (const Index k : closed_left_) {
    if (!continues_ && judge_.approaches(k, s_.gap_rate[k], at)) struck_.push_back(k);
    if (!judge_.opens(k, s_.gap_rate[k], at)) closed.push_back(k);
  }
  if (auto r = push(0, h, state.t, state.q, state.v); !r.ok()) return r;
  if (!continues_) end_.assemble(state.t, state.q, {}, s_.factor);  // sizes its buffers, long before the first impact
  return {};
}

/// Stages by a constant acceleration. Contacts that rest at the start may have a force at all of them. Contacts that
/// are closed and open at the start, just after an impact, have none: percussions stop them where they come back. In
/// the papers they have one from where they come to rest by the forecast, which may feed a bounce for ever.
void TimeGalerkin::forecast_stages(double h, const State& state) {
  const auto& first = stages_.front();
  for (Index l = 1; l < tableau_.stages(); ++l) {
    auto& stage = stages_[static_cast<std::size_t>(l)];
    stage.increment = first.increment;
    if (!turning_.empty()) stage.turn.setZero();
    stage.closed = first.closed;
    if (options_.impact == Impact::struck || first.closed.size() == closed_left_.size()) continue;
    const double c = tableau_.node(l);
    s_.system.advance(state.q, c * h, state.v, 0.5 * c * c * h, first.increment, q_stage_);
    combine(1.0, state.v, c, first.increment, v_stage_);
    s_.contacts.gaps(state.t + c * h, q_stage_, s_.gap);
    s_.contacts.normal_velocities(state.t + c * h, q_stage_, v_stage_, s_.gap_rate);
    stage.closed.clear();
    for (const Index k : closed_left_)
      if (std::binary_search(first.closed.begin(), first.closed.end(), k) ||
          (s_.gap[k] <= 0.0 && !judge_.opens(k, s_.gap_rate[k], {state.t + c * h, q_stage_, v_stage_, h, a_})))
        stage.closed.push_back(k);
  }
}

Report TimeGalerkin::solve_stages(double h, const State& state) {
  change_ = std::numeric_limits<double>::infinity();
  for (int sweep = 1; sweep <= options_.max_iterations; ++sweep) {
    const double last = change_;
    change_ = 0.0;
    for (Index l = start_moves_ ? 0 : 1; l < tableau_.stages(); ++l) {
      place_stage(l, h, state);
      if (auto r = evaluate_stage(l, h, state.t + tableau_.node(l) * h, q_stage_, v_stage_); !r.ok()) return r;
    }
    if (!std::isfinite(change_))
      return Report::failure(Status::not_finite, "the stages of the step diverged; take a smaller step");
    if (one_sweep_ || settled(change_, last, h, state)) return {};
  }
  return Report::failure(Status::not_converged,
                         fmt::format("the stages of the step did not converge in {} sweeps; take a smaller step",
                                     options_.max_iterations));
}

/// q_l and v_l from the increments as they stand.
void TimeGalerkin::place_stage(Index l, double h, const State& state) {
  const Index last = tableau_.order();
  v_stage_ = state.v;
  b_.setZero();
  const auto add = [&](double velocity, double position, const Vector& increment) {
    if (velocity != 0.0) combine(1.0, v_stage_, velocity, increment, v_stage_);
    if (position != 0.0) combine(1.0, b_, position, increment, b_);
  };
  for (Index k = 0; k <= last; ++k)
    add(tableau_.velocity(l, k), tableau_.position(l, k), stages_[static_cast<std::size_t>(k)].increment);
  const double share = 1.0 / tableau_.weight(last);
  if (has_jump_) add(share * tableau_.velocity(l, last), share * tableau_.position(l, last), jump_);
  if (!turning_.empty()) turn_stage(l, h, state);
  s_.system.advance(state.q, tableau_.node(l) * h, state.v, h, b_, q_stage_);
}

/// Adds  sum_k (int_0^c_l l_k) turn_k  to b_, and takes turn_l from the displacement that comes out.
void TimeGalerkin::turn_stage(Index l, double h, const State& state) {
  const double c = tableau_.node(l);
  for (Index k = 0; k < tableau_.stages(); ++k)
    if (const double share = tableau_.momentum_at(c, k); share != 0.0)
      combine(1.0, b_, share, stages_[static_cast<std::size_t>(k)].turn, b_);
  auto& turn = stages_[static_cast<std::size_t>(l)].turn;
  for (const auto& [body, first, size] : turning_) {
    auto moved = moved_.head(size), rate = turn_rate_.head(size);
    moved = h * (c * state.v.segment(first, size) + b_.segment(first, size));
    body->displacement_rate(moved, v_stage_.segment(first, size), rate);
    change_ = largest(change_, largest_difference(rate, turn.segment(first, size)));
    turn.segment(first, size) = rate;
  }
}

/// b_l = h M_l^-1 (f_l + W_l lambda_l)
Report TimeGalerkin::evaluate_stage(Index l, double h, double t, VecRef q, VecRef v) {
  if (auto r = s_.factor.update(t, q, v, {}); !r.ok()) return r;
  accelerate(t, q, v);
  return push(l, h, t, q, v);
}

/// a_ <- M^-1 f
void TimeGalerkin::accelerate(double t, VecRef q, VecRef v) {
  s_.system.forces(t, q, v, a_);
  s_.factor.solve_in_place(a_);
}

/// b_l = h (a + M_l^-1 W_l lambda_l)
Report TimeGalerkin::push(Index l, double h, double t, VecRef q, VecRef v) {
  auto& stage = stages_[static_cast<std::size_t>(l)];
  combine(h, a_, 0.0, a_, b_);
  stage.contact.assemble(t, q, stage.closed, s_.factor);
  if (!stage.contact.empty())
    if (auto r = solve_contact(stage, h, t, q, v); !r.ok()) return r;
  if (!one_sweep_) change_ = largest(change_, largest_difference(b_, stage.increment));
  stage.increment.swap(b_);
  return {};
}

/// The law on  h gamma' = W' b + h W'dot v  for the percussions h lambda, and their effect on b.
Report TimeGalerkin::solve_contact(Stage& stage, double h, double t, VecRef q, VecRef v) {
  auto bias = workspace(bias_, stage.contact.set().rows());
  bias.setZero();
  if (!s_.contacts.has_constant_jacobian()) {
    s_.contacts.velocity_bias(s_.system, t, q, v, stage.closed, 0, bias);
    bias *= h;
  }
  auto report = stage.contact.solve_contact(1.0, b_, bias);
  judged_.certify(report);
  if (!report.ok()) return report;
  stage.contact.find_modes();
  stage.contact.add_response(b_);
  return report;
}

/// Takes the last stage's position as the end of the step.
bool TimeGalerkin::gap_closed(double h, const State& state) {
  s_.q_next.swap(q_stage_);
  s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
  close_round_off(s_.contacts, s_.q_next, s_.gap);
  return some_gap_closed(gap_left_, s_.gap);
}

bool TimeGalerkin::closed_contact_approaches(double h, const State& state) {
  find_closed(s_.gap, s_.closed);
  if (s_.closed.empty()) return false;
  sum_increments(state);
  s_.contacts.normal_velocities(state.t + h, s_.q_next, s_.v_next, s_.gap_rate);
  return std::any_of(s_.closed.begin(), s_.closed.end(), [&](Index k) {
    return judge_.approaches(k, s_.gap_rate[k], {state.t + h, s_.q_next, s_.v_next, h, a_});
  });
}

/// Contact k was closed at the start of the step too and is not struck: it reacts, without restitution.
bool TimeGalerkin::holds(Index k) const {
  return std::binary_search(closed_left_.begin(), closed_left_.end(), k) &&
         !std::binary_search(struck_.begin(), struck_.end(), k);
}

/// Newton's law (or the projection) on every contact closed at the end of the step. Where the jump moves the stages
/// (D+), law and stages are solved in turn until both stand still; which contacts are struck has been decided before.
StepReport TimeGalerkin::solve_end(double h, const State& state, bool impact) {
  find_closed(s_.gap, s_.closed);
  jump_.setZero();
  StepReport step;
  if (s_.closed.empty()) return step;
  holding_.clear();
  for (const Index k : s_.closed)
    if (!impact || (options_.impact == Impact::struck && holds(k))) holding_.push_back(k);
  double moved = std::numeric_limits<double>::infinity();
  for (int pass = 1; pass <= options_.max_iterations; ++pass) {
    sum_increments(state);
    b_ = s_.v_next;
    s_.clear_records();
    step = {};
    add_impact(s_, end_, state.t + h, s_.closed, holding_, step);
    judged_.certify(step);
    if (!step.ok()) return failed(std::move(step.report));
    combine(1.0, s_.v_next, -1.0, b_, b_);
    const double last = moved;
    moved = largest_difference(b_, jump_);
    jump_.swap(b_);
    has_jump_ = true;
    if (!impact_moves_stages_ || settled(moved, last, h, state)) return step;
    if (auto r = solve_stages(h, state); !r.ok()) return failed(std::move(r));
    gap_closed(h, state);
  }
  return failed(Report::failure(Status::not_converged, "percussions and stages did not converge; take a smaller step"));
}

/// v_next <- v + sum_k beta_k b_k, the velocity before an impact.
void TimeGalerkin::sum_increments(const State& state) {
  s_.v_next = state.v;
  for (Index k = 0; k < tableau_.stages(); ++k)
    combine(1.0, s_.v_next, tableau_.weight(k), stages_[static_cast<std::size_t>(k)].increment, s_.v_next);
}

/// A change of velocity that is round-off by the option `tolerance`, or too small to move any position, or noise: below
/// 1e-9 of the velocities and no smaller than the change before (differences in `velocity_bias`, contact solver).
bool TimeGalerkin::settled(double change, double last, double h, const State& state) const {
  double speed = state.v.lpNorm<Eigen::Infinity>();
  for (const auto& stage : stages_) speed = std::max(speed, stage.increment.lpNorm<Eigen::Infinity>());
  const double unmoved = std::numeric_limits<double>::epsilon() * state.q.lpNorm<Eigen::Infinity>() / h;
  constexpr double noise = 1e-9, contracts = 0.9;
  return change <= options_.tolerance * speed + unmoved || (change >= contracts * last && change <= noise * speed);
}

void TimeGalerkin::restart() {
  continues_ = false;
  s_.clear_records();
  end_.restart();
  for (auto& stage : stages_) stage.contact.restart();
}

void TimeGalerkin::walk_memory(MemoryWalk& walk) {
  walk("ends", s_);
  walk("end", end_);
  for (std::size_t l = 0; l < stages_.size(); ++l) walk("stage" + std::to_string(l), stages_[l].contact);
  walk("a", a_);
  walk("continues", continues_);
  restored_ = restored_ || walk.restores();
}

StepReport TimeGalerkin::finish(double h, State& state, StepReport step) {
  if (!has_jump_) s_.clear_records();  // else they hold the percussions
  const auto& last = stages_.back().contact;
  last.for_each_row(1.0 / h, [&](Index id, std::size_t row, double force) {  // x = h lambda
    auto& record = s_.records[static_cast<std::size_t>(id)];
    record.closed = true;
    record.force[row] = force;
  });
  for (Index k = 0; k < last.set().size(); ++k) {
    auto& mode = s_.records[static_cast<std::size_t>(last.set().id[static_cast<std::size_t>(k)])].mode;
    if (mode == ContactMode::apart) mode = last.mode(k);  // else that behind the impact
  }
  sum_increments(state);
  step.work = s_.system.work(state.t, h, state.q, state.v, s_.v_next);
  if (has_jump_) combine(1.0, s_.v_next, 1.0, jump_, s_.v_next);
  step.residual = judged_.residual;
  step.complementarity = judged_.complementarity;
  step.loose = judged_.loose;
  continues_ = true;
  s_.accept(h, state, s_.gap);
  return step;
}

void TimeGalerkin::sample(double s, VecOut q, VecOut v) const {
  // The buffers hold the state at the start of the step since `accept` has swapped it out.
  v.setZero();
  const auto last = static_cast<std::size_t>(tableau_.order());
  const double share = has_jump_ ? 1.0 / tableau_.weight(tableau_.order()) : 0.0;
  for (std::size_t k = 0; k <= last; ++k) v += tableau_.position_at(s, static_cast<Index>(k)) * stages_[k].increment;
  if (has_jump_) v += share * tableau_.position_at(s, tableau_.order()) * jump_;
  for (std::size_t k = 0; k <= last && !turning_.empty(); ++k)
    v += tableau_.momentum_at(s, static_cast<Index>(k)) * stages_[k].turn;
  s_.system.advance(s_.q_next, s * h_, s_.v_next, h_, v, q);
  v = s_.v_next;
  for (std::size_t k = 0; k <= last; ++k) v += tableau_.velocity_at(s, static_cast<Index>(k)) * stages_[k].increment;
  if (has_jump_) v += share * tableau_.velocity_at(s, tableau_.order()) * jump_;
}

double TimeGalerkin::momentum(double s, Index k, Index row) const {
  double sum = 0.0;
  for (Index l = 0; l < tableau_.stages(); ++l) {
    const auto& contact = stages_[static_cast<std::size_t>(l)].contact;
    const auto& ids = contact.set().id;
    const auto found = std::lower_bound(ids.begin(), ids.end(), k);
    if (found == ids.end() || *found != k) continue;
    sum += tableau_.momentum_at(s, l) * contact.percussion()[contact.set().first_row(found - ids.begin()) + row];
  }
  return sum;
}

}  // namespace percuss
