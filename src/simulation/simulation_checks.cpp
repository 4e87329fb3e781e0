// SPDX-License-Identifier: Apache-2.0
// What a simulation holds its model and settings against before it begins.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <vector>

#include "core/fault.hpp"
#include "scheme/stability.hpp"
#include "simulation/fast_dampers.hpp"
#include "simulation/initial_overlap.hpp"
#include "simulation/simulation.hpp"
#include "simulation/velocity_scale.hpp"

namespace percuss {

/// Steps from start to end. What a whole number of steps leaves over becomes a shorter last step, or lengthens the last
/// one by up to a thousandth: a sliver of a step would cost one and tell nothing but round-off.
Index Simulation::count_steps(double start, const SimulationSettings& settings) {
  const double steps = (settings.end_time - start) / settings.step;
  if (!(steps < 9e15))
    throw input_error("simulation.step", fmt::format("{} s makes too many steps", settings.step),
                      "choose a larger step or an earlier end_time");
  const double latest = std::max(std::abs(start), std::abs(settings.end_time));
  constexpr double resolved = 1e3;  // last digits of times in a step, at least
  if (!(settings.step > resolved * std::numeric_limits<double>::epsilon() * latest))
    throw input_error("simulation.step",
                      fmt::format("{} s is lost in the last digits of times like {} s", settings.step, latest),
                      "choose a larger step, or times nearer to 0");
  const double whole = std::round(steps);
  constexpr double sliver = 1e-3;
  return static_cast<Index>(std::abs(steps - whole) <= sliver ? std::max(1.0, whole) : std::ceil(steps));
}

namespace {

/// Kinks of loads whose next one is so near that schemes would lose or multiply what lies between them.
std::vector<double> fast_kinks(const std::vector<double>& kinks, double step) {
  constexpr double resolved = 2.0;  // steps
  const auto is_near = [&](auto kink, auto next) { return *next - *kink < resolved * step; };
  std::vector<double> fast;
  for (auto kink = kinks.begin(); kink != kinks.end(); ++kink) {
    const bool before = kink != kinks.begin() && is_near(kink - 1, kink);
    if (before || (kink + 1 != kinks.end() && is_near(kink, kink + 1))) fast.push_back(*kink);
  }
  return fast;
}

/// Times at which steps have to end: where rates of motors jump, but for schemes that take a kink as they take an
/// impact, and where loads change fast. A scheme that chooses steps by their error would not see a short pulse of a
/// load. An extrapolation expects smooth forces, and may be wrong by accident where they are not: of a jump in the
/// middle of a step all odd numbers of substeps make the same.
std::vector<double> kinks_for(const SchemeType& scheme, const SimulationSettings& settings, const Model& model) {
  const bool extrapolates = settings.control.name == StepControlOptions::Name::switching_point;
  const bool all_loads = extrapolates || scheme.capabilities.adaptive;
  const auto loads = all_loads ? model.load_kinks : fast_kinks(model.load_kinks, settings.step);
  if (!extrapolates && !scheme.capabilities.forces) return loads;
  std::vector<double> all;
  std::set_union(model.kinks.begin(), model.kinks.end(), loads.begin(), loads.end(), std::back_inserter(all));
  return all;
}

/// Of the steps that the dense output goes between.
Index highest_order(const StepControlOptions& control) {
  return control.name == StepControlOptions::Name::switching_point ? control.order_max : 1;
}

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
      stepper_(model, settings.retries),
      num_steps_(count_steps(settings.start_time, settings)),
      joints_(joint_redundancy(model.system, model.contacts, model.initial.t, model.initial.q)),
      independent_(model.contacts, model.system, joints_.repeated, model.initial.t, model.initial.q),
      held_(independent_.mixes() ? static_cast<ContactModel&>(independent_) : model.contacts),
      dense_(model.system, highest_order(settings.control)),
      doubts_(model),
      turns_(model.contacts) {
  const auto* type = find_scheme(settings.scheme);
  if (type == nullptr)
    throw input_error("simulation.scheme.name", fmt::format("there is no scheme `{}`", settings.scheme), "");
  refuse_incapable(*type, model.system, model.contacts);
  parts_ = StepParts(model.contacts, kinks_for(*type, settings, model), type->capabilities.forces);
  stability_limit_ = stable_step(*type, settings.scheme_options, model.system);
  springs_ = std::make_unique<SpringWatch>(model, settings, *type);
  wobbles_ = std::make_unique<WobbleWatch>(model, settings, *type);
  springs_limit_ = springs_->limit() < stability_limit_;
  stability_limit_ = std::min(stability_limit_, springs_->limit());
  check_step();
  refuse_fast_dampers(*type, model, settings);
  check_initial_overlap(model, settings);
  try_linear_solver(*type);
  auto solvers = settings.solvers;
  solvers.linear.tally = &stepper_.linear_solves;
  solvers.contact.velocity_scale =
      velocity_scale(model, settings.end_time - settings.start_time, settings.solvers.linear);
  stepper_.use(type->make(model.system, held_, solvers, settings.scheme_options),
               linear_solver_type(solvers.linear.kind).iterative);
  if (independent_.mixes()) stepper_.hold_by(independent_);
  control_ = make_step_control(settings, model, stepper_);
}

/// A linear solver that was asked for by name may not fit the matrices, which only a step forms: a step is made, and
/// thrown away. `auto` fits always. What an iterative solver cannot do shows before its first iteration.
void Simulation::try_linear_solver(const SchemeType& type) const {
  if (settings_.solvers.linear.kind == LinearSolverKind::automatic) return;
  State state = stepper_.state;
  auto solvers = settings_.solvers;
  solvers.tell = nullptr;
  if (linear_solver_type(solvers.linear.kind).iterative) solvers.linear.max_iterations = 1;
  type.make(model_.system, held_, solvers, settings_.scheme_options)->step(settings_.step, state);
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

}  // namespace percuss
