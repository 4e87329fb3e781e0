// SPDX-License-Identifier: Apache-2.0
#include "scheme/nonsmooth_generalized_alpha.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "scheme/most_moved.hpp"
#include "scheme/position_round_off.hpp"

namespace percuss {

namespace {

using Options = NonsmoothGeneralizedAlphaOptions;
using Level = Options::Level;
using Iteration = ImplicitStageOptions::Iteration;

AlphaCoefficients coefficients(double rho_inf) {
  GeneralizedAlphaOptions smooth;
  smooth.rho_inf = rho_inf;
  return AlphaCoefficients(smooth);
}

const Options& checked(const Options& options, const SolverSet& solvers) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  if (options.level == Level::velocity && solvers.contact.name == ContactSolverOptions::Name::active_set)
    throw input_error("simulation.contact_solver.name",
                      "active_set works with one factor, and on velocity level this scheme has two",
                      "use the contact solver `auto`, or `level: position_and_velocity`");
  return options;
}

/// Where percussions move positions at once; `active_set` works with one factor, and repeats the passes.
std::unique_ptr<BlendedDelassus> blend_for(const ContactModel& contacts, const SolverSet& solvers,
                                           const Options& options) {
  const bool moves = options.level == Level::velocity || has_friction(contacts);
  if (!moves || solvers.contact.name == ContactSolverOptions::Name::active_set) return nullptr;
  return std::make_unique<BlendedDelassus>(solvers.delassus);
}

}  // namespace

const ParameterTable<Options>& Options::parameters() {
  static const auto table = [] {
    ParameterTable<Options> t;
    t.number(
         "rho_inf", [](auto& o) -> auto& { return o.rho_inf; }, "",
         "spectral radius at infinite frequency: 1 is undamped, 0 removes an infinitely fast oscillation in one step",
         unit_interval)
        .choice(
            "level", [](auto& o) -> auto& { return o.level; },
            std::vector<std::pair<std::string, Level>>{{"velocity", Level::velocity},
                                                       {"position_and_velocity", Level::position_and_velocity}},
            "level on which contacts and joints are enforced: velocity only [NSA], with penetration and drift of the "
            "size of a step's error, or position as well [PVA], without");
    return add_stage_keys(
        t, [](auto& o) -> auto& { return o.stage; });
  }();
  return table;
}

NonsmoothGeneralizedAlpha::NonsmoothGeneralizedAlpha(const MechanicalSystem& system, const ContactModel& contacts,
                                                     const SolverSet& solvers, const Options& options)
    : NonsmoothGeneralizedAlpha(system, contacts, solvers, checked(options, solvers),
                                blend_for(contacts, solvers, options)) {}

NonsmoothGeneralizedAlpha::NonsmoothGeneralizedAlpha(const MechanicalSystem& system, const ContactModel& contacts,
                                                     const SolverSet& solvers, const Options& options,
                                                     std::unique_ptr<BlendedDelassus> blend)
    : options_(options),
      c_(coefficients(options.rho_inf)),
      kappa_((1.0 - c_.alpha_f) / (1.0 - c_.alpha_m)),
      known_a_(c_.alpha_f / (1.0 - c_.alpha_m)),
      known_A_(c_.alpha_m / (1.0 - c_.alpha_m)),
      affine_(system.has_constant_tangent() && !system.has_force_elements()),
      has_friction_(has_friction(contacts)),
      begins_with_newton_(options.stage.iteration == Iteration::newton ||
                          (options.stage.iteration == Iteration::automatic && system.is_stiff())),
      newton_(begins_with_newton_),
      s_(system, contacts, solvers.linear),
      tangent_(system, solvers.linear),
      inertia_(system),
      start_(system, contacts, solvers),
      joints_(contacts, solvers),
      held_(contacts, solvers),
      blend_(blend.get()),
      law_(blend ? ContactStage(contacts, solvers, std::move(blend)) : ContactStage(contacts, solvers)),
      active_(static_cast<std::size_t>(contacts.size())),
      arrives_(active_.size()),
      before_(Vector::Zero(total_rows(contacts))),
      met_(before_),
      smooth_(before_),
      gap_left_(Vector::Zero(contacts.size())),
      q_new_(Vector::Zero(system.num_q())) {
  for (auto* x : {&a_, &a_next_, &A_, &A_next_, &b_, &b_next_, &free_, &lift_, &slide_, &slide_lift_, &unheld_,
                  &v_base_, &increment_, &v_new_, &work_})
    *x = Vector::Zero(system.num_v());
}

void NonsmoothGeneralizedAlpha::restart() {
  continues_ = false;
  newton_ = begins_with_newton_;
  s_.clear_records();
  start_.restart();
  joints_.restart();
  held_.restart();
  law_.restart();
  slide_.setZero();
}

void NonsmoothGeneralizedAlpha::walk_memory(MemoryWalk& walk) {
  walk("ends", s_);
  walk.acceleration("a", a_);
  walk.acceleration("A", A_);
  walk("b", b_);
  walk("slide", slide_);
  walk("slide_lift", slide_lift_);
  walk("gap_left", gap_left_);
  walk("start", start_);
  walk("joints", joints_);
  walk("held", held_);
  walk("law", law_);
  walk("newton", newton_);
  walk("continues", continues_);
}

StepReport NonsmoothGeneralizedAlpha::step(double h, State& state) {
  w_v_ = h * c_.gamma * kappa_;
  w_q_ = h * h * c_.beta * kappa_;
  if (auto r = begin(h, state); !r.ok()) return failed(std::move(r));
  predict(h, state);
  if (auto r = solve(h, state); !r.ok()) return failed(std::move(r));
  return finish(h, state);
}

/// a = A at the start: the acceleration of the smooth part, which knows the joints.
Report NonsmoothGeneralizedAlpha::begin(double h, const State& state) {
  held_.begin_step();
  if (continues_) return {};
  if (holds_positions()) s_.contacts.gaps(state.t, state.q, gap_left_);
  if (auto r = s_.factor.update(state.t, state.q, state.v, {}); !r.ok()) return r;
  if (takes_tangent())
    if (auto r = tangent_.update(state.t, state.q, state.v, {1.0, w_v_, w_q_}); !r.ok()) return r;
  // Sizes all buffers, for the first contact to find.
  blend(h);
  joints_.evaluate(state.t, state.q, {}, tangent());
  law_.evaluate(state.t, state.q, {}, s_.factor);
  if (holds_positions()) held_.reserve(state.t, state.q, tangent());
  find_expected(s_.contacts, s_.system.num_v(), s_.closed);
  s_.contacts.evaluate(state.t, state.q, s_.system.num_v(), s_.closed, left_);
  auto report = start_.solve(h, state, held_.joints(), s_.factor, a_);
  A_ = b_ = a_;
  continues_ = report.ok();
  return report;
}

/// v' and u with a' = 0.
void NonsmoothGeneralizedAlpha::predict(double h, const State& state) {
  combine(state.v, h * (1.0 - c_.gamma - c_.gamma * known_A_), A_, h * c_.gamma * known_a_, a_, v_base_);
  combine(h * h * (0.5 - c_.beta - c_.beta * known_A_), A_, h * h * c_.beta * known_a_, a_, increment_);
  combine(1.0, increment_, h, state.v, increment_);
}

Report NonsmoothGeneralizedAlpha::solve(double h, const State& state) {
  auto report = iterate(h, state);
  const bool may_go_over = !takes_tangent() && options_.stage.iteration == Iteration::automatic;
  if (report.status == Status::not_converged && may_go_over) {
    newton_ = true;
    b_ = a_;
    report = iterate(h, state);
  }
  if (report.status == Status::not_converged && holds_positions() && held_.has_contacts()) {
    // Contacts that graze may take turns, pushed open by each other's percussions.
    keeps_active_ = true;
    b_ = a_;
    slide_.setZero();
    report = iterate(h, state);
    keeps_active_ = false;
  }
  if (!report.ok()) {
    b_ = a_;
    slide_.setZero();
  }
  return report;
}

Report NonsmoothGeneralizedAlpha::iterate(double h, const State& state) {
  const double t = state.t + h;
  if (affine_) b_.setZero();
  combine(1.0, v_base_, w_v_, b_, s_.v_next);
  s_.system.advance(state.q, 1.0, increment_, w_q_, b_, s_.q_next);
  left_.clear(s_.system.num_v());
  std::fill(active_.begin(), active_.end(), char{0});
  tolerance_ = 0.0;
  round_off_ = 2e-14 * std::max(1.0, s_.q_next.lpNorm<Eigen::Infinity>());
  if (!held_.joints().empty()) unheld_.setZero();
  if (!holds_positions()) find_forecast(h, state);
  if (holds_positions() && held_.has_contacts()) s_.contacts.gaps(t, s_.q_next, s_.gap);
  const double together = std::max(round_off_, together_share * h * state.v.lpNorm<Eigen::Infinity>());
  double change = 0.0, before = 0.0;
  int growing = 0;
  for (int i = 1; i <= options_.stage.max_iterations && growing < 3; ++i) {
    if (auto r = pass(i == 1, h, state); !r.ok()) return r;
    const bool joined = holds_positions() && held_.join(s_.gap, together), exact = one_pass_does();
    change = exact ? 0.0 : change_of_pass(h);
    b_.swap(b_next_);
    s_.v_next.swap(v_new_);
    s_.q_next.swap(q_new_);
    if (!joined && exact) return {};
    if (!std::isfinite(change)) break;
    if (joined) {
      before = 0.0;
      continue;
    }
    // What is left is about  change * rate/(1 - rate).
    const double rate = before > 0.0 ? change / before : 1.0;
    tolerance_ = options_.stage.tolerance * (state.v.lpNorm<Eigen::Infinity>() + w_v_ * b_.lpNorm<Eigen::Infinity>());
    const bool still = change <= tolerance_ || (rate < 1.0 && change * rate <= (1.0 - rate) * tolerance_);
    if (still && (!holds_positions() || held_.hold(t, s_.q_next, s_.gap, round_off_))) return {};
    growing = rate >= 1.0 && before > 0.0 ? growing + 1 : 0;
    before = change;
  }
  v_new_ -= s_.v_next;
  if ((change == 0.0 || rounds(h)) && (!holds_positions() || held_.hold(t, s_.q_next, s_.gap, round_off_))) return {};
  return Report::failure(
      Status::not_converged,
      fmt::format("nonsmooth_generalized_alpha: the step to t = {:.9g} s does not converge by {}: the velocity still "
                  "changes by {:.3g}{}; take a smaller step{}",
                  t, takes_tangent() ? "Newton's method" : "fixed point iteration", change,
                  most_moved(s_.contacts, law_.set(), v_new_), takes_tangent() ? "" : ", or `iteration: newton`"));
}

/// Positions hold no more than that; v_new_ is the last change of velocities, and b_next_ becomes that of positions,
/// over h and beyond their round-off.
bool NonsmoothGeneralizedAlpha::rounds(double h) {
  b_next_ = ((w_q_ * (b_next_ - b_)).cwiseAbs().array() - round_off_).cwiseMax(0.0) / h;
  return is_position_round_off(s_.contacts, s_.q_next, h, v_new_) &&
         is_position_round_off(s_.contacts, s_.q_next, h, b_next_);
}

/// What a pass takes from the pass before, no other pass would find otherwise.
bool NonsmoothGeneralizedAlpha::one_pass_does() const {
  if (!affine_ || !s_.contacts.has_constant_jacobian()) return false;
  const bool contacts = !s_.closed.empty() || held_.has_contacts(), joints = !held_.joints().empty();
  return !(joints && (contacts || holds_positions())) &&
         !(contacts && (moves_by_friction() || s_.system.forces_depend_on_velocity()));
}

/// Of velocities, and of positions beyond their round-off.
double NonsmoothGeneralizedAlpha::change_of_pass(double h) const {
  const double moved = w_q_ * (b_next_ - b_).lpNorm<Eigen::Infinity>() - round_off_;
  return std::max((v_new_ - s_.v_next).lpNorm<Eigen::Infinity>(), moved / h);
}

StepReport NonsmoothGeneralizedAlpha::finish(double h, State& state) {
  if (!holds_positions()) s_.contacts.gaps(state.t + h, s_.q_next, s_.gap);
  StepReport step;
  if (s_.closed.empty())
    s_.clear_records();
  else
    step = record_impulse(s_, law_, h, VecView(before_.data(), law_.set().rows()), velocities_of_losses());
  step.report = std::move(solved_.report);
  step.residual = solved_.residual;
  step.complementarity = solved_.complementarity;
  step.loose = solved_.loose;
  if (!held_.joints().empty()) {
    const auto record_force = [&](Index id, std::size_t row, double lambda) {
      auto& record = s_.records[static_cast<std::size_t>(id)];
      record.closed = true;
      record.force[row] += lambda;
      record.percussion[row] += h * lambda;
    };
    joints_.for_each_row(1.0 / w_v_, record_force);
    if (holds_apart()) held_.for_each_joint_row(h, w_q_, record_force);
  }
  step.work = s_.system.work(state.t, h, state.q, state.v, s_.v_next);
  combine(known_a_, a_, -known_A_, A_, A_next_);
  combine(1.0, A_next_, kappa_, a_next_, A_next_);
  A_.swap(A_next_);
  a_.swap(a_next_);
  if (holds_positions()) gap_left_ = s_.gap;
  s_.accept(h, state, s_.gap);
  return step;
}

}  // namespace percuss
