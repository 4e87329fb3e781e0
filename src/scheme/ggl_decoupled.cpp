// SPDX-License-Identifier: Apache-2.0
#include "scheme/ggl_decoupled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "scheme/moreau_midpoint.hpp"

namespace percuss {

namespace {

/// Of gaps at q [m].
double round_off_of(VecRef q) { return 2e-15 * std::max(1.0, q.lpNorm<Eigen::Infinity>()); }

/// What a projection that has settled may leave, in units of that.
constexpr double settled_round_off = 100.0;

}  // namespace

const ParameterTable<GglDecoupledOptions>& GglDecoupledOptions::parameters() {
  static const auto table = with_metric(ParameterTable<GglDecoupledOptions>{});
  return table;
}

GglDecoupled::GglDecoupled(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                           GglDecoupledOptions options)
    : options_(options),
      s_(system, contacts, solvers.linear),
      stage_(contacts, solvers),
      problem_(solvers.contact, solvers.contact_solver()),
      rows_(contacts),
      q_bar_(Vector::Zero(system.num_q())),
      q_mid_(Vector::Zero(system.num_q())),
      shift_(Vector::Zero(system.num_v())) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k)) joints_.push_back(k);
  if (auto faults = options_.validate(); !faults.empty()) throw InputError(std::move(faults));
  for (auto* numbers : {&held_, &projected_}) numbers->reserve(static_cast<std::size_t>(contacts.size()));
}

StepReport GglDecoupled::step(double h, State& state) {
  if (!reserved_) reserve(state);
  // The projection leaves the gaps of what rests at 0 to round-off, on either side.
  auto report = midpoint_step(s_, stage_, h, state, 2.0 * settled_round_off * round_off_of(state.q), projected_);
  if (!report.ok()) return report;
  auto projected = project(h, state);
  if (!projected.ok()) return failed(std::move(projected));
  if (!projected.message.empty()) report.report.message = std::move(projected.message);
  note_projected();
  s_.accept(h, state, s_.gap);
  return report;
}

void GglDecoupled::note_projected() {
  projected_.clear();
  if (held_.empty()) return;
  for (Index i = 0; i < rows_.size(); ++i)
    if (!rows_.is_joint(i) && psi_[i] > 0.0) projected_.push_back(rows_.contact(i));
}

/// Buffers for the expected contacts, so that later steps allocate nothing.
void GglDecoupled::reserve(const State& state) {
  reserved_ = true;
  find_expected(s_.contacts, s_.system.num_v(), held_);
  if (held_.empty()) return;
  begin_projection(state.t, state.q);
  s_.contacts.evaluate(state.t, state.q, s_.system.num_v(), held_, end_);
  workspace(gap_, rows_.size());
}

Report GglDecoupled::project(double h, const State& state) {
  held_ = joints_;
  const double round_off = round_off_of(s_.q_next);
  penetrations_join(s_.gap, round_off, held_);
  if (held_.empty()) return {};
  q_bar_ = s_.q_next;
  s_.system.advance(state.q, 0.5 * h, state.v, 0.0, state.v, q_mid_);
  begin_projection(state.t + 0.5 * h, q_mid_);
  std::string note;         // of a projection that needed its fallback
  constexpr int most = 50;  // quadratic or nearly so: 3 are common
  for (int i = 0; i < most; ++i) {
    auto g = workspace(gap_, rows_.size());
    rows_.gaps(state.t + h, s_.q_next, s_.gap, g);
    // Geometry that is not in q (points far from a body's centre) has a round-off of its own: where the iteration has
    // settled, that is what is left.
    const bool settled = i > 10 && on_the_constraints(settled_round_off * round_off);
    if (settled || on_the_constraints(round_off)) {
      if (!penetrations_join(s_.gap, round_off, held_)) return {Status::ok, i, 0.0, std::move(note)};
      s_.q_next = q_bar_;
      begin_projection(state.t + 0.5 * h, q_mid_);
      s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
      rows_.gaps(state.t + h, s_.q_next, s_.gap, workspace(gap_, rows_.size()));
    }
    auto r = correct(h, state.t + h, round_off);
    if (r.ok() && !r.message.empty()) note = r.message;
    if (!r.ok()) {
      r.message = fmt::format(
          "ggl_decoupled: the projection onto g >= 0 fails, a smaller step penetrates less: {}; worst at `{}`",
          r.message, name(problem_.worst(psi_.head(rows_.size()))));
      return r;
    }
    s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
  }
  return Report::failure(Status::not_converged,
                         fmt::format("ggl_decoupled: the projection onto g >= 0 does not converge, a smaller step "
                                     "penetrates less; worst at `{}`",
                                     name(farthest_off())));
}

/// Directions W_M of the contacts that take part, Psi = 0.
void GglDecoupled::begin_projection(double t_mid, VecRef q_mid) {
  s_.contacts.evaluate(t_mid, q_mid, s_.system.num_v(), held_, directions_);
  rows_.select(directions_);
  problem_.clear();
  for (Index i = 0; i < rows_.size(); ++i) problem_.add(rows_.is_joint(i) ? Cone::bilateral : Cone::unilateral, 1, 0.0);
  workspace(psi_, rows_.size()).setZero();
}

/// 0 <= Psi  _|_  g >= 0, and g = 0 for joints.
bool GglDecoupled::on_the_constraints(double round_off) const {
  for (Index i = 0; i < rows_.size(); ++i) {
    const bool held = rows_.is_joint(i) || psi_[i] > 0.0;
    if (!(gap_[i] >= -round_off) || (held && !(gap_[i] <= round_off))) return false;
  }
  return true;
}

/// The position row whose gap is farthest from where it belongs.
Index GglDecoupled::farthest_off() const {
  const auto off = [&](Index i) { return rows_.is_joint(i) || psi_[i] > 0.0 ? std::abs(gap_[i]) : -gap_[i]; };
  Index worst = 0;
  for (Index i = 1; i < rows_.size(); ++i)
    if (off(i) > off(worst)) worst = i;
  return worst;
}

/// One Newton step: the gaps linearised at q', g + W(q')' D (Psi_new - Psi) with D = M_M^-1 W_M or W_M, solved for
/// Psi_new and put into q'. Rows are divided by h: velocities, as in every contact problem.
Report GglDecoupled::correct(double h, double t, double round_off) {
  const Index n = rows_.size();
  s_.contacts.evaluate(t, s_.q_next, s_.system.num_v(), held_, end_);
  auto G = problem_.matrix();
  auto c = problem_.constant();
  c = gap_.head(n) / h;
  for (Index j = 0; j < n; ++j) {
    shift_.setZero();
    directions_.W.add_column(rows_[j], 1.0, shift_);
    apply_metric(shift_);
    for (Index i = 0; i < n; ++i) G(i, j) = end_.W.column_dot(rows_[i], shift_) / h;
    c -= psi_[j] * G.col(j);
  }
  auto report = problem_.solve(0.1 * round_off / h, psi_.head(n));
  if (!report.ok()) return report;
  shift_.setZero();
  for (Index j = 0; j < n; ++j)
    if (psi_[j] != 0.0) directions_.W.add_column(rows_[j], psi_[j], shift_);
  apply_metric(shift_);
  s_.system.advance(q_bar_, 1.0, shift_, 0.0, shift_, s_.q_next);
  return report;
}

/// x <- M_M^-1 x, as the midpoint step has factored it.
void GglDecoupled::apply_metric(VecOut x) const {
  if (options_.metric == ProjectionMetric::kinetic) s_.factor.solve_in_place(x);
}

}  // namespace percuss
