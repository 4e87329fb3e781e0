// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "scheme/nonsmooth_generalized_alpha.hpp"

namespace percuss {

namespace {

/// A gap that is left at the end of a step is round-off up to such a share of the way that the contact came in it, and
/// so many times the round-off of a step: errors add up over a run.
constexpr double share_of_way = 1e-6, most_round_off = 1e4;

/// gamma of a uniformly accelerated motion that starts with `start` and gains `gain` in a time h, where it has come a
/// way of h `gap_per_step` down; between start and end if it does not get there.
double speed_of_arrival(double start, double gain, double gap_per_step) {
  const double square = start * start - 2.0 * gap_per_step * gain;
  return std::clamp(-std::sqrt(std::max(square, 0.0)), std::min(start, start + gain), std::max(start, start + gain));
}

}  // namespace

Report NonsmoothGeneralizedAlpha::pass(bool first, double h, const State& state) {
  const double t = state.t + h;
  has_mass_ = false;
  solved_ = {};
  if (auto r = free_acceleration(first, t, state); !r.ok()) return r;
  b_next_ = free_;
  if (!holds_apart())
    if (auto r = hold_joints(t); !r.ok()) return r;
  const bool couples = takes_tangent() && !held_.joints().empty() && !holds_apart();
  if (couples) unheld_ = b_next_;
  lift_.setZero();
  if (holds_positions())
    if (auto r = correct_positions(first, h, state); !r.ok()) return r;
  auto report = jump(h, state);
  if (report.ok() && couples) unheld_ = b_next_ - unheld_ - lift_;
  return report;
}

/// free_ <- b without contacts and joints, that the iterate leads to.
Report NonsmoothGeneralizedAlpha::free_acceleration(bool first, double t, const State& state) {
  if (affine_) {
    if (!first && !s_.system.forces_depend_on_velocity()) return {};
    if (auto r = tangent_.update(t, state.q, state.v, {1.0, w_v_, w_q_}); !r.ok()) return r;
    combine(1.0, s_.v_next, -w_v_, b_, work_);
    s_.system.advance(state.q, 1.0, increment_, 0.0, increment_, q_new_);
    s_.system.forces(t, q_new_, work_, free_);
    tangent_.solve_in_place(free_);
    return {};
  }
  if (auto r = newton_ ? tangent_.update(t, s_.q_next, s_.v_next, {1.0, w_v_, w_q_}) : update_mass(t); !r.ok())
    return r;
  s_.system.forces(t, s_.q_next, s_.v_next, free_);
  if (newton_) inertia_.subtract(t, s_.q_next, s_.v_next, b_, free_);
  tangent().solve_in_place(free_);
  if (newton_) free_ += b_;
  return {};
}

Report NonsmoothGeneralizedAlpha::update_mass(double t) {
  if (has_mass_) return {};
  has_mass_ = true;
  return s_.factor.update(t, s_.q_next, s_.v_next, {});
}

void NonsmoothGeneralizedAlpha::certify(const Report& report) {
  solved_.certify(report);
  solved_.report = report;
}

/// W_B' v~ = 0.
Report NonsmoothGeneralizedAlpha::hold_joints(double t) {
  if (held_.joints().empty()) return {};
  combine(v_base_, w_v_, b_next_, w_v_, unheld_, work_);
  joints_.assemble(t, s_.q_next, held_.joints(), tangent());
  auto report = joints_.solve_contact(work_);
  if (report.ok()) joints_.add_response(1.0 / w_v_, b_next_);
  certify(report);
  return report;
}

/// W_B' v' = 0 where positions are held: with a total s of forces on the joints that b has by the tangent, and nu/w_q
/// of it that v' has not, the force is lambda = s - nu/w_q, and
///
///   v' = v_base + w_v (b - U/w_q),   W_B' M^-1 W_B nu/w_q = W_B' (v_base/w_v + b - U_c/w_q).
///
/// A nu that waited for the lambda of the pass before would grow wherever h^2 K is more than M.
Report NonsmoothGeneralizedAlpha::hold_velocities(double t) {
  combine(v_base_, w_v_, b_next_, -w_v_, lift_, work_);
  if (moves_by_friction()) work_ -= w_v_ * slide_lift_;
  joints_.assemble(t, s_.q_next, held_.joints(), s_.factor);
  auto report = joints_.solve_contact(work_);
  if (report.ok()) joints_.add_response(-1.0 / w_v_, lift_);
  certify(report);
  return report;
}

/// U of the normal rows and joints, by the friction of the pass before; the contacts that it holds.
Report NonsmoothGeneralizedAlpha::correct_positions(bool first, double h, const State& state) {
  const double t = state.t + h;
  if (moves_by_friction()) b_next_ += slide_;
  if (!held_.empty()) {
    if (auto r = update_mass(t); !r.ok()) return r;
    auto report = held_.solve(h, w_q_, t, s_.q_next, s_.gap, b_, tangent(), b_next_);
    certify(report);
    if (!report.ok()) return report;
    held_.add_response(h, w_q_, s_.factor, holds_apart() ? HeldPositions::Of::contacts : HeldPositions::Of::all, lift_);
    if (holds_apart())
      if (auto r = hold_velocities(t); !r.ok()) return r;
  }
  advance(h, state);
  find_active(first);
  if (moves_by_friction()) b_next_ -= slide_;
  return {};
}

/// q_new_ and its gaps.
void NonsmoothGeneralizedAlpha::advance(double h, const State& state) {
  s_.system.advance(state.q, 1.0, increment_, w_q_, b_next_, q_new_);
  if (holds_positions()) s_.contacts.gaps(state.t + h, q_new_, s_.gap);
}

/// J, and what U its percussions add. With k = w_v share,  v' = v_base + w_v (b - U_N/w_q) + M^-1 W Lambda, less a
/// share k for a share k A^-1 W Lambda of those that move positions.
Report NonsmoothGeneralizedAlpha::jump(double h, const State& state) {
  combine(v_base_, w_v_, b_next_, -w_v_, lift_, v_new_);
  if (s_.closed.empty()) {
    if (moves_by_friction())
      for (auto* x : {&slide_, &slide_lift_}) x->setZero();
  } else {
    const double t = state.t + h;
    if (auto r = update_mass(t); !r.ok()) return r;
    blend(h);
    law_.assemble(t, holds_positions() ? q_new_ : s_.q_next, s_.closed, s_.factor);
    auto report = law_.solve_impact(v_new_, velocities_before(h, state));
    certify(report);
    if (!report.ok()) return report;
    law_.find_modes();
    law_.add_response(v_new_);
    if (!holds_positions() || moves_by_friction()) move_by_percussions(h);
  }
  combine(1.0, b_next_, -1.0, lift_, a_next_);
  if (!holds_positions() || moves_by_friction()) advance(h, state);
  return {};
}

/// U/w_q = share M^-1 P with the percussions P that move positions: all of them, or friction alone where positions hold
/// the others. Where friction is not unique, one choice is kept as long as velocities stay.
void NonsmoothGeneralizedAlpha::move_by_percussions(double h) {
  combine(v_new_, w_v_, slide_, -w_v_, slide_lift_, work_);
  const bool stays =
      holds_positions() && tolerance_ > 0.0 && (work_ - s_.v_next).lpNorm<Eigen::Infinity>() <= tolerance_;
  if (!stays) find_slide(h);
  combine(v_new_, w_v_, slide_, -w_v_, slide_lift_, v_new_);
  b_next_ += slide_;
  lift_ += slide_lift_;
}

void NonsmoothGeneralizedAlpha::find_slide(double h) {
  const auto& set = law_.set();
  slide_.setZero();
  for (Index k = 0; k < set.size(); ++k) {
    if (holds_positions() && set.cone[static_cast<std::size_t>(k)] == Cone::bilateral) continue;
    for (Index row = set.first_row(k) + (holds_positions() ? 1 : 0); row < set.first_row(k) + set.num_rows(k); ++row)
      set.W.add_column(row, share(h) * law_.percussion()[row], slide_);
  }
  slide_lift_ = slide_;
  tangent().solve_in_place(slide_);
  s_.factor.solve_in_place(slide_lift_);
}

void NonsmoothGeneralizedAlpha::blend(double h) {
  if (blend_ != nullptr) blend_->blend(takes_tangent() ? &tangent_ : nullptr, w_v_ * share(h), !holds_positions());
}

/// Contacts of the velocity problem after positions are held; none: no joints either, which v~ holds. One that has come
/// all the way to its gap but for round-off is struck in this step, wherever the friction of the others moves it: else
/// round-off would tell which of two contacts that arrive together comes first.
void NonsmoothGeneralizedAlpha::find_active(bool first) {
  if (!keeps_active_) std::fill(active_.begin(), active_.end(), char{0});
  held_.mark_pushing(active_);
  s_.closed.clear();
  bool some = false;
  for (Index k = 0; k < s_.gap.size(); ++k) {
    const bool joint = s_.contacts.is_joint(k);
    auto& arrives = arrives_[static_cast<std::size_t>(k)];
    const double way = gap_left_[k] - s_.gap[k];
    if (first)
      arrives = !joint && gap_left_[k] > round_off_ &&
                s_.gap[k] <= std::clamp(share_of_way * way, round_off_, most_round_off * round_off_);
    if (!joint && !(s_.gap[k] <= round_off_) && !arrives && active_[static_cast<std::size_t>(k)] == 0) continue;
    s_.closed.push_back(k);
    some = some || !joint;
  }
  if (!some) s_.closed.clear();
}

/// The same on velocity level: the gaps half a step ahead by the smooth motion.
void NonsmoothGeneralizedAlpha::find_forecast(double h, const State& state) {
  s_.system.advance(state.q, 0.5 * h, state.v, 0.125 * h * h, A_, q_new_);
  s_.contacts.gaps(state.t + 0.5 * h, q_new_, s_.gap);
  find_closed(s_.gap, s_.closed);
  if (s_.closed.size() == held_.joints().size()) s_.closed.clear();
}

/// gamma- of the contacts of the velocity problem, v_new_ being v~; met_ <- the same by W(q') for all of them.
VecView NonsmoothGeneralizedAlpha::velocities_before(double h, const State& state) {
  const auto& set = law_.set();
  auto before = workspace(before_, set.rows()), met = workspace(met_, set.rows());
  auto smooth = workspace(smooth_, set.rows());
  before = met = law_.gap_velocity(state.v);
  if (!s_.contacts.has_constant_jacobian()) {
    if (left_.id != s_.closed) s_.contacts.evaluate(state.t, state.q, s_.system.num_v(), s_.closed, left_);
    left_.W.transpose_multiply(state.v, before);
  }
  const auto& W = s_.contacts.has_constant_jacobian() ? set.W : left_.W;  // gamma- must not follow the iterate
  for (Index k = 0; k < set.size(); ++k) {
    if (set.cone[static_cast<std::size_t>(k)] == Cone::bilateral) continue;
    const Index row = set.first_row(k);
    const double gap = holds_positions() ? gap_left_[set.id[static_cast<std::size_t>(k)]] : 0.0;
    smooth[row] = met[row];
    if (gap > round_off_) {
      smooth[row] = set.W.column_dot(row, v_new_);
      const double gain = h * W.column_dot(row, a_);
      for (auto* gamma : {&before, &met}) (*gamma)[row] = speed_of_arrival((*gamma)[row], gain, gap / h);
    }
    if (!holds_positions()) continue;
    for (auto* gamma : {&before, &met}) (*gamma)[row] = std::min((*gamma)[row], 0.0);
  }
  return {before_.data(), set.rows()};
}

/// What stands for gamma- in the mean with gamma' that a percussion's loss is taken by: of the percussion of a contact
/// that arrived only the part from gamma- to gamma' is an impact, what is left holds it against the forces after that.
VecView NonsmoothGeneralizedAlpha::velocities_of_losses() {
  const auto& set = law_.set();
  const auto after = law_.gap_velocity(s_.v_next);
  for (Index k = 0; k < set.size(); ++k) {
    if (set.cone[static_cast<std::size_t>(k)] == Cone::bilateral) continue;
    const Index row = set.first_row(k);
    if (!(smooth_[row] < met_[row] && after[row] > smooth_[row])) continue;
    const double share = (after[row] - met_[row]) / (after[row] - smooth_[row]);
    met_[row] = share * (met_[row] + after[row]) - after[row];
  }
  return {met_.data(), set.rows()};
}

}  // namespace percuss
