// SPDX-License-Identifier: Apache-2.0
#include "scheme/ggl_unified.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scheme/most_moved.hpp"
#include "scheme/position_round_off.hpp"
#include "scheme/rest_judge.hpp"

namespace percuss {

namespace {

double largest(VecRef x) { return x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0; }

}  // namespace

const ParameterTable<GglUnifiedOptions>& GglUnifiedOptions::parameters() {
  static const auto table =
      with_metric(ParameterTable<GglUnifiedOptions>{}
                      .number(
                          "tolerance", [](auto& o) -> auto& { return o.tolerance; }, "",
                          "tolerance of Newton's method, relative to the velocity", positive)
                      .integer(
                          "max_iterations", [](auto& o) -> auto& { return o.max_iterations; },
                          "maximum number of Newton iterations in a step", Range{1, 1e9, false, false})
                      .boolean(
                          "positions", [](auto& o) -> auto& { return o.positions; },
                          "enforce gaps and joints on position level as well; `false`: on velocity level only"));
  return table;
}

GglUnified::GglUnified(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                       GglUnifiedOptions options)
    : options_(options),
      s_(system, contacts, solvers.linear),
      at_(contacts),
      linear_(system, contacts, options.metric),
      problem_(solvers.contact, solvers.contact_solver()),
      one_step_solves_(system.has_constant_tangent() && !system.has_force_elements() &&
                       contacts.has_constant_jacobian()) {
  if (auto faults = options_.validate(); !faults.empty()) throw InputError(std::move(faults));
  if (system.num_v() > most_unknowns)
    throw input_error("simulation.scheme.name",
                      fmt::format("`ggl_unified` solves dense systems of up to {} velocities, the model has {}",
                                  most_unknowns, system.num_v()),
                      "use `ggl_decoupled`, `moreau_midpoint`, `moreau_jean` or `half_explicit_velocity`");
  for (Vector* x : {&at_.v, &at_.u, &at_.v_mid, &r_v_, &r_u_, &dv_, &du_}) *x = Vector::Zero(system.num_v());
  at_.q_mid = Vector::Zero(system.num_q());
}

StepReport GglUnified::step(double h, State& state) {
  residual_ = 0.0;
  loose_ = false;
  if (!reserved_) reserve(state);
  forecast(h, state);
  auto report = iterate(h, state);
  if (!report.ok()) return failed(std::move(report));
  return finish(h, state, std::move(report));
}

/// Buffers for the expected contacts, so that later steps allocate nothing.
void GglUnified::reserve(const State& state) {
  reserved_ = true;
  for (auto* numbers : {&s_.closed, &held_}) numbers->reserve(static_cast<std::size_t>(s_.contacts.size()));
  find_expected(s_.contacts, s_.system.num_v(), s_.closed);
  if (s_.closed.empty()) return;
  s_.contacts.evaluate(state.t, state.q, s_.system.num_v(), s_.closed, at_.set);
  enter_contacts();
  linear_.reserve(problem_.rows());
}

/// Contacts closed at q (+) h/2 v, M there, and the first iterate: the velocity of the start.
void GglUnified::forecast(double h, const State& state) {
  at_.h = h;
  at_.t_mid = state.t + 0.5 * h;
  s_.system.advance(state.q, 0.5 * h, state.v, 0.0, state.v, at_.q_mid);
  s_.contacts.gaps(at_.t_mid, at_.q_mid, s_.gap);
  // What rests has a gap of round-off, and velocities of it: nobody is let go by that.
  find_closed(s_.gap, s_.closed, 2e-13 * std::max(1.0, largest(state.q)));
  for (const Index k : held_) {
    const auto place = std::lower_bound(s_.closed.begin(), s_.closed.end(), k);
    if (place == s_.closed.end() || *place != k) s_.closed.insert(place, k);
  }
  linear_.set_mass(at_.t_mid, at_.q_mid, state.v);
  at_.v = state.v;
  at_.u = h * state.v;
  fresh_ = true;
}

Report GglUnified::iterate(double h, const State& state) {
  residual_ = 0.0;
  note_.clear();
  double last = INFINITY, contraction = 0.0;
  constexpr int many_iterations = 10;  // to have settled in, but for round-off
  s_.system.advance(state.q, 1.0, at_.u, 0.0, at_.u, s_.q_next);
  if (!s_.closed.empty()) s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
  Report report;
  for (report.iterations = 1; report.iterations <= options_.max_iterations; ++report.iterations) {
    evaluate(state);
    if (fresh_ || contraction > 0.1)
      if (auto r = linearise(state); !r.ok()) return r;
    if (auto r = correct(); !r.ok()) return r;
    s_.system.advance(state.q, 1.0, at_.u, 0.0, at_.u, s_.q_next);
    const double step = std::max(largest(dv_), largest(du_) / h);
    if (!std::isfinite(step)) return Report::failure(Status::not_finite, "ggl_unified: the step is not finite");
    contraction = fresh_ ? 0.0 : step / last;
    last = step;
    // What is left: the first step says nothing of the contraction yet; positions are known to round-off.
    const double left =
        fresh_ ? (one_step_solves_ ? 0.0 : step) : step * contraction / std::max(1.0 - contraction, 0.1);
    fresh_ = false;
    const double round_off = 1e-15 * std::max(1.0, largest(s_.q_next));
    const bool converged = left <= options_.tolerance * std::max(largest(state.v), largest(at_.v)) + round_off / h ||
                           (report.iterations % many_iterations == 0 && changes_are_round_off(h));
    if (converged || !s_.closed.empty()) s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
    if (!converged || (step > 10.0 * round_off / h && !positions_hold(state.t + h, 4.0 * round_off))) continue;
    const double together = std::max(4.0 * round_off, together_share * largest(at_.u));
    if (!options_.positions || !penetrations_join(s_.gap, together, s_.closed)) {
      report.message = note_;
      return report;
    }
    fresh_ = true;
  }
  report = Report::failure(Status::not_converged,
                           fmt::format("ggl_unified: no convergence in {} Newton iterations, last change {:.3g} m/s{}; "
                                       "take a smaller step",
                                       options_.max_iterations, last, most_moved(s_.contacts, at_.set, dv_)));
  report.residual = last;
  return report;
}

/// g >= 0 in the position rows, g = 0 in those of joints.
bool GglUnified::positions_hold(double t, double round_off) {
  auto g = y_.head(at_.rows.size());
  at_.rows.gaps(t, s_.q_next, s_.gap, g);
  for (Index i = 0; i < at_.rows.size(); ++i)
    if (!(g[i] >= -round_off) || (at_.rows.is_joint(i) && !(g[i] <= round_off))) return false;
  return true;
}

template <class Call>
void GglUnified::for_each_restitution(Call&& call) const {
  const auto& set = at_.set;
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (set.cone[i] == Cone::bilateral) continue;
    for (Index r = 0; r < set.num_rows(k); ++r)
      if (const double eps = r == 0 ? set.eps_n[i] : set.eps_t[i]; eps != 0.0) call(set.first_row(k) + r, eps);
  }
}

/// W~, gaps and the residuals of the equations of motion at the iterate.
void GglUnified::evaluate(const State& state) {
  const auto& system = s_.system;
  system.advance(state.q, 0.5, at_.u, 0.0, at_.u, at_.q_mid);
  at_.v_mid = 0.5 * (state.v + at_.v);
  const bool contacts_moved = fresh_ || !s_.contacts.has_constant_jacobian();
  if (contacts_moved) s_.contacts.evaluate(at_.t_mid, at_.q_mid, system.num_v(), s_.closed, at_.set);
  if (fresh_) enter_contacts();

  system.forces(at_.t_mid, at_.q_mid, at_.v_mid, r_u_);
  dv_ = at_.v - state.v;
  linear_.multiply_mass(dv_, r_v_);
  r_v_ -= at_.h * r_u_;
  for (Index j = 0; j < at_.set.rows(); ++j) at_.set.W.add_column(j, -at_.lambda[j], r_v_);
  r_u_ = at_.u - at_.h * at_.v_mid;
  linear_.take_shift(at_, r_u_);
  if (at_.set.empty()) return;

  auto y = workspace(y_, problem_.rows());
  const Index velocity_rows = at_.set.rows();
  at_.set.W.transpose_multiply(at_.v, y.head(velocity_rows));
  for_each_restitution([&](Index row, double eps) { y[row] += eps * at_.set.W.column_dot(row, state.v); });
  auto g = y.segment(velocity_rows, at_.rows.size());
  at_.rows.gaps(at_.t_mid + 0.5 * at_.h, s_.q_next, s_.gap, g);
  g *= 2.0 / at_.h;
}

/// Lays out the contact problem of the contacts taking part; percussions start from those of the step before.
void GglUnified::enter_contacts() {
  const auto& set = at_.set;
  if (options_.positions) at_.rows.select(set);
  problem_.clear();
  for (Index k = 0; k < set.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    problem_.add(set.cone[i], set.num_rows(k), set.mu[i]);
  }
  for (Index i = 0; i < at_.rows.size(); ++i)
    problem_.add(at_.rows.is_joint(i) ? Cone::bilateral : Cone::unilateral, 1, 0.0);
  auto lambda = workspace(at_.lambda, set.rows());
  for (Index k = 0; k < set.size(); ++k)
    for (Index r = 0; r < set.num_rows(k); ++r)
      lambda[set.first_row(k) + r] = s_.records[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])]
                                         .percussion[static_cast<std::size_t>(r)];
  workspace(at_.psi, at_.rows.size()).setZero();
  workspace(x_, problem_.rows());
  workspace(y_, problem_.rows());
}

Report GglUnified::linearise(const State& state) {
  const TimedCost timed(s_.system.profile(), StepCost::factor);
  if (auto r = linear_.update(at_, state.v); !r.ok()) return r;
  linear_.fill(problem_.matrix());
  return {};
}

/// Of the velocities of a contact problem: what positions are known to, over the step [m/s].
double GglUnified::tolerance() const { return 1e-15 * std::max(1.0, largest(s_.q_next)) / at_.h; }

bool GglUnified::changes_are_round_off(double h) const {
  return is_position_round_off(s_.contacts, s_.q_next, h, dv_) &&
         is_position_round_off(s_.contacts, s_.q_next, 1.0, du_);
}

/// One Newton step: (v', u, Lambda, Psi) <- the solution of the linearised equations under the laws.
Report GglUnified::correct() {
  linear_.remove_residuals(r_v_, r_u_, dv_, du_);
  if (!at_.set.empty()) {
    const Index n = problem_.rows(), velocity_rows = at_.set.rows(), position_rows = at_.rows.size();
    auto x = x_.head(n), y = y_.head(n);
    x.head(velocity_rows) = at_.lambda.head(velocity_rows);
    x.tail(position_rows) = at_.psi.head(position_rows) / linear_.psi_scale();
    linear_.add_row_changes(dv_, du_, y);
    for (Index j = 0; j < n; ++j) y -= x[j] * problem_.matrix().col(j);
    problem_.constant() = y;
    y = x;
    const TimedCost timed(s_.system.profile(), StepCost::contact);
    auto report = problem_.solve(tolerance(), x);
    if (auto* profile = s_.system.profile()) profile->add_problem(at_.set.size(), report.iterations);
    residual_ = report.residual;
    loose_ = report.loose;
    if (!report.ok()) {
      const Index worst = problem_.worst(x), contacts = at_.set.size();
      const Index id =
          worst < contacts ? at_.set.id[static_cast<std::size_t>(worst)] : at_.rows.contact(worst - contacts);
      report.message += fmt::format("; worst at `{}`", s_.contacts.name(id));
      return report;
    }
    if (!report.message.empty()) note_ = std::move(report.message);
    at_.lambda.head(velocity_rows) = x.head(velocity_rows);
    at_.psi.head(position_rows) = linear_.psi_scale() * x.tail(position_rows);
    y = x - y;
    linear_.add_response(y, dv_, du_);
  }
  at_.v += dv_;
  at_.u += du_;
  return {};
}

StepReport GglUnified::finish(double h, State& state, Report solved) {
  StepReport step;
  step.report = std::move(solved);
  step.residual = residual_;
  step.loose = loose_;
  s_.impacts.clear();
  find_rest();
  for (Index k = 0; k < at_.set.size(); ++k) take_losses(k, state, step);
  for (auto& record : s_.records) record = ContactRecord{};
  if (!at_.set.empty()) {
    const VecView turning = lambda_of_turning(h, state);
    for (Index k = 0; k < at_.set.size(); ++k) write_record(k, h, state, turning);
  }
  held_.clear();
  for (Index i = 0; i < at_.rows.size(); ++i)
    if (!at_.rows.is_joint(i) && at_.psi[i] > 0.0) held_.push_back(at_.rows.contact(i));
  step.work = s_.system.work(state.t, h, state.q, state.v, at_.v);
  s_.v_next.swap(at_.v);
  s_.accept(h, state, s_.gap);
  return step;
}

/// rest_ <- what the solver leaves, and round-off of what percussions change velocities by.
void GglUnified::find_rest() {
  constexpr double many = 10.0, round_off = 1e-9;
  double most = 0.0;
  for (Index k = 0; k < at_.set.size(); ++k) {
    const Index first = at_.set.first_row(k);
    most = std::max(most, problem_.matrix()(first, first) * std::abs(at_.lambda[first]));
  }
  rest_ = std::max(many * std::max(residual_, at_.set.empty() ? 0.0 : problem_.tolerance()), round_off * most);
}

/// Of contact k of the set: losses and certificate, and whether it was struck.
void GglUnified::take_losses(Index k, const State& state, StepReport& step) {
  const auto& set = at_.set;
  const auto i = static_cast<std::size_t>(k);
  const Index first = set.first_row(k);
  const bool joint = set.cone[i] == Cone::bilateral;
  ContactImpact impact;
  impact.contact = set.id[i];
  for (Index r = 0; r < set.num_rows(k); ++r) {
    const Index row = first + r;
    const double before = set.W.column_dot(row, state.v), x = at_.lambda[row];
    const double after = set.W.column_dot(row, at_.v), eps = joint ? 0.0 : set.eps_n[i];
    if (r == 0) step.complementarity = std::max(step.complementarity, std::abs(x * (after + eps * before)));
    if (joint) continue;
    const double loss = -x * 0.5 * (before + after);
    (r > 0 ? step.friction : step.impact_loss) += loss;
    const auto place = static_cast<std::size_t>(r);
    impact.percussion[place] = x;
    impact.before[place] = before;
    impact.after[place] = after;
    impact.energy_lost += loss;
  }
  const bool was_closed = s_.records[static_cast<std::size_t>(impact.contact)].closed;
  if (joint || was_closed || !(impact.percussion[0] > 0.0)) return;
  if (!is_struck(impact.before[0], velocity_size(set.W, first, state.v, 1.0, at_.v))) return;
  if (!(impact.before[0] < -rest_)) return;
  step.impact = true;
  impact.to = mode_of(k, impact.after);
  s_.impacts.add(impact);
}

/// Of contact k of the set where its rows have the velocities `gamma`, as ContactStage::find_modes tells it.
ContactMode GglUnified::mode_of(Index k, const ContactRows& gamma) const {
  const auto& set = at_.set;
  const Index first = set.first_row(k);
  constexpr double share = 1e-6;
  const double pushed = problem_.matrix()(first, first) * std::abs(at_.lambda[first]);
  const double rest = std::max(rest_, share * pushed);
  if (gamma[0] > rest) return ContactMode::apart;
  const bool slides = set.num_rows(k) > 1 && set.mu[static_cast<std::size_t>(k)] > 0.0;
  return slides && std::hypot(gamma[1], gamma[2]) > rest ? ContactMode::slides : ContactMode::holds;
}

/// Lambda, if the velocities of joints followed the turning W over all of h: see StepState::share_of_turning.
VecView GglUnified::lambda_of_turning(double h, const State& state) {
  const auto& set = at_.set;
  const VecView lambda(at_.lambda.data(), set.rows());
  const double share = s_.share_of_turning(h, state);
  if (share == 1.0) return lambda;
  for (Index k = 0; k < set.size(); ++k)
    if (is_rigid_and_undriven(s_.contacts, set, k))
      for (Index row = set.first_row(k); row < set.first_row(k) + set.num_rows(k); ++row)
        problem_.constant()[row] += (share - 1.0) * set.W.column_dot(row, state.v);
  auto x = x_.head(problem_.rows());
  x.head(set.rows()) = lambda;
  x.tail(at_.rows.size()) = at_.psi.head(at_.rows.size()) / linear_.psi_scale();
  return problem_.solve(tolerance(), x).ok() ? VecView(x_.data(), set.rows()) : lambda;
}

void GglUnified::write_record(Index k, double h, const State& state, VecRef turning) {
  const auto& set = at_.set;
  const auto i = static_cast<std::size_t>(k);
  auto& record = s_.records[static_cast<std::size_t>(set.id[i])];
  record.closed = true;
  ContactRows law{};  // the velocities of Newton's law
  for (Index r = 0; r < set.num_rows(k); ++r) {
    const auto place = static_cast<std::size_t>(r);
    const Index row = set.first_row(k) + r;
    record.percussion[place] = at_.lambda[row];
    record.force[place] = turning[row] / h;
    const double eps = r == 0 ? set.eps_n[i] : set.eps_t[i];
    law[place] = set.W.column_dot(row, at_.v) + (eps != 0.0 ? eps * set.W.column_dot(row, state.v) : 0.0);
  }
  record.mode = set.cone[i] == Cone::bilateral ? ContactMode::holds : mode_of(k, law);
}

}  // namespace percuss
