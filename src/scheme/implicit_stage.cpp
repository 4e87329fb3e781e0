// SPDX-License-Identifier: Apache-2.0
#include "scheme/implicit_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "scheme/most_moved.hpp"
#include "scheme/position_round_off.hpp"

namespace percuss {

namespace {

/// `moved` <- x, its entries changed by a rounding, up and down.
void by_one_rounding(const Vector& x, Vector& moved) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  moved = x;
  for (Index i = 0; i < moved.size(); ++i) moved[i] *= i % 3 == 0 ? 1.0 - eps : 1.0 + eps;
}

}  // namespace

ImplicitStage::ImplicitStage(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                             ImplicitStageOptions options)
    : contact(contacts, solvers),
      system_(system),
      contacts_(contacts),
      options_(options),
      factor_(system, solvers.linear),
      affine_(system.has_constant_tangent() && !system.has_force_elements()),
      begins_with_newton_(options.iteration == Iteration::newton ||
                          (options.iteration == Iteration::automatic && !affine_ && system.is_stiff())) {
  restart();
  if (affine_ && contacts.has_constant_jacobian()) return;  // solved at once
  for (auto* x : {&a_, &v_, &free_, &v_base_, &increment_}) *x = Vector::Zero(system.num_v());
}

void ImplicitStage::restart() {
  contact.restart();
  contraction_.forget();
  start_anew();
  newton_ = begins_with_newton_;
  round_off_ = 0.0;
}

bool ImplicitStage::iterates(std::span<const Index> closed) const {
  return !affine_ || (!closed.empty() && !contacts_.has_constant_jacobian());
}

Report ImplicitStage::solve(const StageMotion& motion, std::span<const Index> closed, Vector& a, Vector& v_next,
                            Vector& q_next) {
  if (!iterates(closed)) return solve_at_once(motion, closed, a, v_next, q_next);
  guess_.correct(a);
  round_off_ *= 0.9;  // forces change with the state: it is taken anew when it does not do any more
  auto report = iterate(newton_, motion, closed, a, v_next, q_next);
  const bool may_go_over = !newton_ && !affine_ && options_.iteration == Iteration::automatic;
  if (report.status == Status::not_converged && may_go_over) {
    newton_ = true;
    guess_.withdraw(a);
    report = iterate(true, motion, closed, a, v_next, q_next);
  }
  if (report.ok()) guess_.learn(a);
  return report;
}

Report ImplicitStage::solve_at_once(const StageMotion& motion, std::span<const Index> closed, Vector& a, Vector& v_next,
                                    Vector& q_next) {
  if (auto r = affine_free_acceleration(motion, v_next, q_next, a); !r.ok()) return r;
  assemble_contacts(motion, closed, v_next, q_next);
  Report report;
  if (!contact.empty()) {
    motion.velocity(a, v_next);
    report = contact.solve_contact(v_next);
    if (!report.ok()) return report;
    contact.add_response(1.0 / motion.a.v, a);
  }
  motion.end(system_, a, v_next, q_next);
  return report;
}

Report ImplicitStage::affine_free_acceleration(const StageMotion& motion, Vector& v, Vector& q, Vector& a) {
  const VecView v_start(motion.known[0].x, system_.num_v());
  if (auto r = factor_.update(motion.t, motion.q, v_start, {1.0, motion.a.v, motion.a.q}); !r.ok()) return r;
  motion.begin(system_, system_.forces_depend_on_velocity() || contact.has_springs(), v, q);
  system_.forces(motion.t, q, v, a);
  factor_.solve_in_place(a);
  return {};
}

Report ImplicitStage::free_acceleration(bool newton, const StageMotion& motion, const Vector& a, const Vector& v,
                                        const Vector& q) {
  if (affine_) {
    a_ = free_;
    return {};
  }
  const TangentWeights weights = newton ? TangentWeights{1.0, motion.a.v, motion.a.q} : TangentWeights{};
  if (auto r = factor_.update(motion.t, q, v, weights); !r.ok()) return r;
  system_.forces(motion.t, q, v, a_);
  if (newton) inertia_.subtract(motion.t, q, v, a, a_);
  factor_.solve_in_place(a_);
  if (newton) a_ += a;
  return {};
}

Report ImplicitStage::iterate(bool newton, const StageMotion& motion, std::span<const Index> closed, Vector& a,
                              Vector& v_next, Vector& q_next) {
  if (affine_)
    if (auto r = affine_free_acceleration(motion, v_, q_next, free_); !r.ok()) return r;
  motion.without_acceleration(v_base_, increment_);
  combine(1.0, v_base_, motion.a.v, a, v_next);
  system_.advance(motion.q, 1.0, increment_, motion.a.q, a, q_next);
  const VecView v_start(motion.known[0].x, system_.num_v());
  // What is left of the guess where the motion comes to rest is less than its own round-off.
  const double guess_left = std::numeric_limits<double>::epsilon() * v_next.lpNorm<Eigen::Infinity>();
  int growing = 0;
  Report report;
  for (int iteration = 1; iteration <= options_.max_iterations && growing < 2; ++iteration) {
    if (auto r = free_acceleration(newton, motion, a, v_next, q_next); !r.ok()) return r;
    const double scale = v_start.lpNorm<Eigen::Infinity>() + motion.a.v * a_.lpNorm<Eigen::Infinity>();
    assemble_contacts(motion, closed, v_next, q_next);
    combine(1.0, v_base_, motion.a.v, a_, v_);
    report = add_contacts(motion, iteration > 1, a_, v_);
    if (!report.ok()) return report;
    const double change = (v_ - v_next).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    a.swap(a_);
    v_next.swap(v_);
    system_.advance(motion.q, 1.0, increment_, motion.a.q, a, q_next);
    if (contraction_.converged(change, std::max({options_.tolerance * scale, round_off_, guess_left}), iteration)) {
      motion.go_along(a);
      return report;
    }
    if (!std::isfinite(change)) break;
    growing = iteration > 1 && contraction_.grows() ? growing + 1 : 0;
  }
  const double change = contraction_.change();
  contraction_.forget();
  round_off_ = round_off_of_forces(newton, motion, a);
  v_ -= v_next;
  // The contact solver was not asked for more, and positions hold no more.
  if (change <= std::max(contact.tolerance(), round_off_) ||
      is_position_round_off(contacts_, q_next, motion.a.q / motion.a.v, v_)) {
    motion.go_along(a);
    return report;
  }
  return Report::failure(
      Status::not_converged,
      fmt::format("the implicit stage at t = {:.9g} s does not converge by {}: the velocity still changes by {:.3g}{}; "
                  "take a smaller step{}",
                  motion.t, newton ? "Newton's method" : "fixed point iteration", change,
                  most_moved(contacts_, contact.set(), v_), newton || affine_ ? "" : ", or `iteration: newton`"));
}

double ImplicitStage::round_off_of_forces(bool newton, const StageMotion& motion, const Vector& a) {
  const VecView v_start(motion.known[0].x, system_.num_v());
  by_one_rounding(motion.q, moved_);
  by_one_rounding(a, moved_a_);
  system_.forces(motion.t, motion.q, v_start, a_);
  system_.forces(motion.t, moved_, v_start, increment_);
  if (newton) {
    inertia_.subtract(motion.t, motion.q, v_base_, a, a_);
    inertia_.subtract(motion.t, motion.q, v_base_, moved_a_, increment_);
  }
  a_ -= increment_;
  factor_.solve_in_place(a_);
  constexpr double many = 128.0;  // roundings of an iteration, of single terms larger than their sum: 40 seen
  return many * motion.a.v * a_.lpNorm<Eigen::Infinity>();
}

void ImplicitStage::assemble_contacts(const StageMotion& motion, std::span<const Index> closed, const Vector& v,
                                      const Vector& q) {
  contact.set_springs(SpringLaw::at_end_of(motion.a.q / motion.a.v, motion.a.v));
  contact.assemble(motion.t, q, closed, factor_);
  if (!contact.empty()) contact.linearise_springs_about(v);
}

Report ImplicitStage::add_contacts(const StageMotion& motion, bool again, Vector& a, Vector& v_next) {
  if (contact.empty()) return {};
  auto report = again ? contact.solve_contact_again(v_next) : contact.solve_contact(v_next);
  if (!report.ok()) return report;
  contact.add_response(v_next);
  contact.add_response(1.0 / motion.a.v, a);
  return report;
}

}  // namespace percuss
