// SPDX-License-Identifier: Apache-2.0
#include "scheme/ed_alpha_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/parallel.hpp"
#include "scheme/most_moved.hpp"
#include "scheme/position_round_off.hpp"
#include "scheme/stage_motion.hpp"

namespace percuss {

namespace {

Eigen::Matrix2d coupling(const EdAlphaStages::Options& options) {
  return (Eigen::Matrix2d() << options.alpha_ar * options.alpha, -options.alpha_ar, 0.5, 0.5).finished();
}

/// 2 Re(c z) = real Re z + imaginary Im z
struct TwiceReal {
  explicit TwiceReal(Complex c) : real(2.0 * c.real()), imaginary(-2.0 * c.imag()) {}
  double operator()(double z_real, double z_imaginary) const { return real * z_real + imaginary * z_imaginary; }
  double real, imaginary;
};

}  // namespace

EdAlphaStages::EdAlphaStages(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                             const Options& options)
    : system_(system),
      options_(options),
      pair_(coupling(options)),
      factor_(system),
      contacts_(contacts, solvers.contact, pair_),
      affine_(system.has_constant_tangent() && !system.has_force_elements()),
      constant_jacobian_(contacts.has_constant_jacobian()),
      z_(ComplexColumn::Zero(system.num_v(), 2)),
      a_j_(Vector::Zero(system.num_v())),
      v_j_(a_j_),
      q_j_(Vector::Zero(system.num_q())),
      r_j_(a_j_),
      r_1_(a_j_),
      load_(a_j_),
      bend_(a_j_) {}

bool EdAlphaStages::iterates(std::span<const Index> closed) const {
  return !affine_ || (!closed.empty() && !constant_jacobian_);
}

void EdAlphaStages::start_anew() {
  guess_j_.start_anew();
  guess_1_.start_anew();
}

void EdAlphaStages::restart() {
  contacts_.restart();
  contraction_.forget();
  start_anew();
}

Report EdAlphaStages::solve(double h, const State& state, std::span<const Index> closed, const Vector& a, Vector& a_1,
                            Vector& v_1, Vector& q_1) {
  if (auto r = factor_.update(state.t, state.q, state.v, h * pair_.mu); !r.ok()) return r;
  return iterates(closed) ? iterate(h, state, closed, a, a_1, v_1, q_1)
                          : solve_at_once(h, state, closed, a, a_1, v_1, q_1);
}

/// With a_j = a_1 = 0 as the iterate.
Report EdAlphaStages::solve_at_once(double h, const State& state, std::span<const Index> closed, const Vector& a,
                                    Vector& a_1, Vector& v_1, Vector& q_1) {
  const double ar = h * options_.alpha_ar, first = ar * (1.0 - options_.alpha), half = 0.5 * h;
  const double *v_0 = state.v.data(), *a_0 = a.data(), *z = z_.col(0).data();
  const TwiceReal to_j(h * pair_.mu * pair_.T[0]), to_1(h * pair_.mu * pair_.T[1]), to_a(pair_.T[1]);
  StageMotion j{state.t, state.q, {{{v_0, {1.0, 0.0}}, {a_0, {first, ar * options_.alpha * first}}}}, {0.0, 0.0}};
  StageMotion one{state.t + h, state.q, {{{v_0, {1.0, h}}, {a_0, {0.0, half * first}}}}, {0.0, 0.0}, &a_1};
  const bool damped = system_.forces_depend_on_velocity();
  const bool with_velocity = damped || contacts_.compliant();
  j.begin(system_, with_velocity, v_j_, q_j_);
  one.begin(system_, false, v_1, q_1);
  system_.forces(j.t, q_j_, damped ? v_j_ : state.v, r_j_);
  system_.forces(one.t, q_1, state.v, r_1_);
  contacts_.assemble(h, {{{j.t, q_j_, v_j_}, {one.t, q_1, state.v}}}, closed, factor_);
  if (contacts_.empty() && system_.forces_depend_on_time()) correct_loads(h, state);
  solve_stages();
  // With those of z, whose imaginary part stands for the acceleration.
  j.known[2] = {z, {to_j.real, 0.0}};
  j.a = {to_j.imaginary, 0.0};
  one.known[2] = {z, {to_1.real, half * (to_j.real + to_1.real), to_a.real}};
  one.a = {to_1.imaginary, half * (to_j.imaginary + to_1.imaginary), to_a.imaginary};
  if (contacts_.empty()) {
    one.end(system_, z_.col(1), v_1, q_1);
    return {};
  }
  const auto velocities = [&] {
    j.velocity(z_.col(1), v_j_);
    one.velocity(z_.col(1), v_1);
  };
  velocities();
  auto report = contacts_.solve(v_j_, v_1);
  if (!report.ok()) return report;
  contacts_.add_response(h, factor_, z_);
  velocities();
  one.go_along(z_.col(1));
  system_.advance(state.q, half, v_j_, half, v_1, q_1);  // what rests must not move by a rounding error
  return report;
}

/// r_s -= h^2/12 f''(t), by the difference over half steps.
void EdAlphaStages::correct_loads(double h, const State& state) {
  bend_.setZero();
  for (const auto& [at, weight] : {std::pair{0.0, 1.0}, std::pair{0.5, -2.0}, std::pair{1.0, 1.0}}) {
    system_.forces(state.t + at * h, state.q, state.v, load_);
    bend_ += weight / 3.0 * load_;
  }
  r_j_ -= bend_;
  r_1_ -= bend_;
}

Report EdAlphaStages::iterate(double h, const State& state, std::span<const Index> closed, const Vector& a, Vector& a_1,
                              Vector& v_1, Vector& q_1) {
  a_j_ = a;
  guess_j_.correct(a_j_);
  guess_1_.correct(a_1);
  // What is left of the guess where the motion comes to rest is less than its own round-off.
  const double guess_left =
      std::numeric_limits<double>::epsilon() * h * (a_j_.lpNorm<Eigen::Infinity>() + a_1.lpNorm<Eigen::Infinity>());
  double change = 0.0;
  Report report;
  for (int iteration = 1; iteration <= options_.max_iterations; ++iteration) {
    move(h, state, a, a_1, v_1, q_1);
    system_.forces(state.t, q_j_, v_j_, r_j_);
    system_.forces(state.t + h, q_1, v_1, r_1_);
    inertia_.subtract(state.t, q_j_, v_j_, a_j_, r_j_);
    inertia_.subtract(state.t + h, q_1, v_1, a_1, r_1_);
    double scale = state.v.lpNorm<Eigen::Infinity>() + h * a_1.lpNorm<Eigen::Infinity>();
    contacts_.assemble(h, {{{state.t, q_j_, v_j_}, {state.t + h, q_1, v_1}}}, closed, factor_);
    solve_stages();
    if (!contacts_.empty()) {
      add_to_velocities(h, v_1);
      scale = std::max(scale, v_1.lpNorm<Eigen::Infinity>());  // what the contacts hold back counts
      report = contacts_.solve(v_j_, v_1);
      if (!report.ok()) return report;
      contacts_.add_response(h, factor_, z_);
    }
    change = z_.allFinite() ? 0.0 : std::numeric_limits<double>::quiet_NaN();  // which stays
    for (std::size_t s = 0; s < 2; ++s) {
      auto& a_s = s == 0 ? a_j_ : a_1;
      const TwiceReal to_a(pair_.T[s]), to_v(h * pair_.mu * pair_.T[s]);
      for (Index i = 0; i < a_s.size(); ++i) {
        a_s[i] += to_a(z_(i, 0), z_(i, 1));
        change = std::max(change, std::abs(to_v(z_(i, 0), z_(i, 1))));
      }
    }
    if (!std::isfinite(change)) break;
    if (contraction_.converged(change, std::max(options_.tolerance * scale, guess_left), iteration)) {
      move(h, state, a, a_1, v_1, q_1);
      guess_j_.learn(a_j_);
      guess_1_.learn(a_1);
      return report;
    }
    if (iteration > 5 && contraction_.grows()) break;
  }
  contraction_.forget();
  for (std::size_t s = 0; s < 2; ++s) {
    const TwiceReal to_v(h * pair_.mu * pair_.T[s]);
    for (Index i = 0; i < z_.rows(); ++i) (s == 0 ? r_j_ : r_1_)[i] = to_v(z_(i, 0), z_(i, 1));
  }
  const auto rounds = [&](const Vector& dv) {
    return is_position_round_off(contacts_.model(), q_1, h * options_.alpha_ar, dv);
  };
  // The contact solver was not asked for more, and positions hold no more.
  if (change <= contacts_.tolerance() || (rounds(r_j_) && rounds(r_1_))) {
    move(h, state, a, a_1, v_1, q_1);
    return report;
  }
  return Report::failure(Status::not_converged,
                         fmt::format("the stages of the step from t = {:.9g} s do not converge: the velocity still "
                                     "changes by {:.3g}{}; take a smaller step",
                                     state.t, change, most_moved(contacts_.model(), contacts_.set(1), r_1_)));
}

void EdAlphaStages::move(double h, const State& state, const Vector& a, const Vector& a_1, Vector& v_1, Vector& q_1) {
  const double alpha = options_.alpha, ar = h * options_.alpha_ar;
  parallel_for(v_1.size(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      v_j_[i] = state.v[i] + ar * (alpha * (a_j_[i] - a[i]) - a_1[i] + a[i]);
      v_1[i] = state.v[i] + 0.5 * h * (a_j_[i] + a_1[i]);
      r_j_[i] = alpha * (v_j_[i] - state.v[i]) - v_1[i] + state.v[i];
    }
  });
  system_.advance(state.q, ar, r_j_, 0.0, r_j_, q_j_);
  system_.advance(state.q, 0.5 * h, v_j_, 0.5 * h, v_1, q_1);
}

void EdAlphaStages::solve_stages() {
  const Complex p_j = pair_.p[0], p_1 = pair_.p[1];
  parallel_for(z_.rows(), [&, p_j, p_1](Index begin, Index end) {
    double *zr = z_.col(0).data(), *zi = z_.col(1).data();
    const double *rj = r_j_.data(), *r1 = r_1_.data();
    for (Index i = begin; i < end; ++i) {
      const double j = rj[i], one = r1[i];
      zr[i] = p_j.real() * j + p_1.real() * one;
      zi[i] = p_j.imag() * j + p_1.imag() * one;
    }
  });
  factor_.solve_in_place(z_);
}

void EdAlphaStages::add_to_velocities(double h, Vector& v_1) {
  const TwiceReal to_j(h * pair_.mu * pair_.T[0]), to_1(h * pair_.mu * pair_.T[1]);
  for (Index i = 0; i < z_.rows(); ++i) {
    v_j_[i] += to_j(z_(i, 0), z_(i, 1));
    v_1[i] += to_1(z_(i, 0), z_(i, 1));
  }
}

}  // namespace percuss
