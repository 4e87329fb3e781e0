// SPDX-License-Identifier: Apache-2.0
#include "scheme/implicit_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "scheme/most_moved.hpp"

namespace percuss {

bool some_body_is_stiff(const MechanicalSystem& system) {
  const Vector q = Vector::Zero(system.num_q()), v = Vector::Zero(system.num_v());
  for (Index i = 0; i < system.num_bodies(); ++i) {
    const auto& body = system.body(i);
    if (!body.has_constant_tangent()) continue;
    SparseMatrix C_and_K;
    body.tangent(0.0, q.head(body.num_q()), v.head(body.num_v()), {0.0, 1.0, 1.0}, C_and_K);
    if (C_and_K.norm() > 0.0) return true;
  }
  return false;
}

ImplicitStage::ImplicitStage(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                             ImplicitStageOptions options)
    : contact(contacts, solvers),
      system_(system),
      contacts_(contacts),
      options_(options),
      factor_(system, solvers.linear),
      affine_(system.has_constant_tangent() && !system.has_force_elements()),
      begins_with_newton_(options.iteration == Iteration::newton ||
                          (options.iteration == Iteration::automatic && !affine_ && some_body_is_stiff(system))) {
  restart();
  if (affine_ && contacts.has_constant_jacobian()) return;  // solved at once
  for (auto* x : {&a_, &v_, &free_, &guess_, &guess_error_}) *x = Vector::Zero(system.num_v());
}

void ImplicitStage::restart() {
  contact.restart();
  contraction_ = 1.0;
  start_anew();
  newton_ = begins_with_newton_;
}

bool ImplicitStage::iterates(std::span<const Index> closed) const {
  return !affine_ || (!closed.empty() && !contacts_.has_constant_jacobian());
}

Report ImplicitStage::solve(const StageMotion& motion, std::span<const Index> closed, Vector& a, Vector& v_next,
                            Vector& q_next) {
  if (!iterates(closed)) return solve_at_once(motion, closed, a, v_next, q_next);
  guess_ = a;
  if (guesses_ >= 2) a += guess_error_;
  auto report = iterate(newton_, motion, closed, a, v_next, q_next);
  const bool may_go_over = !newton_ && !affine_ && options_.iteration == Iteration::automatic;
  if (report.status == Status::not_converged && may_go_over) {
    newton_ = true;
    a = guess_;
    report = iterate(true, motion, closed, a, v_next, q_next);
  }
  if (report.ok()) {
    guesses_ = std::min(guesses_ + 1, 2);
    guess_error_ = a - guess_;
  }
  return report;
}

Report ImplicitStage::solve_at_once(const StageMotion& motion, std::span<const Index> closed, Vector& a, Vector& v_next,
                                    Vector& q_next) {
  if (auto r = affine_free_acceleration(motion, q_next, a); !r.ok()) return r;
  auto report = add_contacts(motion, closed, motion.v, q_next, false, a, v_next);
  if (report.ok()) system_.advance(motion.q, 1.0, motion.increment, motion.w_q, a, q_next);
  return report;
}

Report ImplicitStage::affine_free_acceleration(const StageMotion& motion, Vector& q, Vector& a) {
  if (auto r = factor_.update(motion.t, motion.q, motion.v, {1.0, motion.w_v, motion.w_q}); !r.ok()) return r;
  system_.advance(motion.q, 1.0, motion.increment, 0.0, motion.increment, q);
  system_.forces(motion.t, q, motion.v, a);
  factor_.solve_in_place(a);
  return {};
}

Report ImplicitStage::free_acceleration(bool newton, const StageMotion& motion, const Vector& a, const Vector& v,
                                        const Vector& q) {
  if (affine_) {
    a_ = free_;
    return {};
  }
  const TangentWeights weights = newton ? TangentWeights{1.0, motion.w_v, motion.w_q} : TangentWeights{};
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
    if (auto r = affine_free_acceleration(motion, q_next, free_); !r.ok()) return r;
  combine(1.0, motion.v, motion.w_v, a, v_next);
  system_.advance(motion.q, 1.0, motion.increment, motion.w_q, a, q_next);
  int growing = 0;
  Report report;
  for (int iteration = 1; iteration <= options_.max_iterations && growing < 2; ++iteration) {
    if (auto r = free_acceleration(newton, motion, a, v_next, q_next); !r.ok()) return r;
    const double scale = motion.v.lpNorm<Eigen::Infinity>() + motion.w_v * a_.lpNorm<Eigen::Infinity>();
    report = add_contacts(motion, closed, v_next, q_next, iteration > 1, a_, v_);
    if (!report.ok()) return report;
    const double change = (v_ - v_next).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    a.swap(a_);
    v_next.swap(v_);
    system_.advance(motion.q, 1.0, motion.increment, motion.w_q, a, q_next);
    if (converged(change, scale, iteration)) return report;
    if (!std::isfinite(change)) break;
    growing = iteration > 1 && contraction_ >= 1.0 ? growing + 1 : 0;
  }
  contraction_ = 1.0;
  if (change_ <= contact.tolerance()) return report;  // the contact solver was not asked for more
  v_ -= v_next;
  return Report::failure(
      Status::not_converged,
      fmt::format("the implicit stage at t = {:.9g} s does not converge by {}: the velocity still changes by {:.3g}{}; "
                  "take a smaller step{}",
                  motion.t, newton ? "Newton's method" : "fixed point iteration", change_,
                   most_moved(contacts_, contact.set(), v_), newton || affine_ ? "" : ", or `iteration: newton`"));
}

/// The error that is left after an iteration is about  change * contraction/(1 - contraction). In the first iteration
/// the contraction is that of the last stage, of which ever less is believed until it is measured again.
bool ImplicitStage::converged(double change, double scale, int iteration) {
  if (iteration == 1)
    contraction_ = std::pow(contraction_, 0.8);
  else
    contraction_ = change_ > 0.0 ? change / change_ : 0.0;
  change_ = change;
  constexpr double smallest = 1e-4;  // no contraction is believed to be better
  const double rate = std::max(contraction_, smallest), tolerance = options_.tolerance * scale;
  if (change <= 0.01 * tolerance) return true;  // the noise of the contact solver does not contract
  return rate < 1.0 && change * rate <= (1.0 - rate) * tolerance;
}

Report ImplicitStage::add_contacts(const StageMotion& motion, std::span<const Index> closed, const Vector& v,
                                   const Vector& q, bool again, Vector& a, Vector& v_next) {
  combine(1.0, motion.v, motion.w_v, a, v_next);
  contact.set_interval(motion.w_q / motion.w_v, motion.w_v);
  contact.assemble(motion.t, q, closed, factor_);
  if (contact.empty()) return {};
  contact.linearise_springs_about(v);
  auto report = again ? contact.solve_contact_again(v_next) : contact.solve_contact(v_next);
  if (!report.ok()) return report;
  contact.add_response(v_next);
  contact.add_response(1.0 / motion.w_v, a);
  return report;
}

}  // namespace percuss
