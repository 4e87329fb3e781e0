// SPDX-License-Identifier: Apache-2.0
#include "simulation/step_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/error_control.hpp"
#include "simulation/impact_step.hpp"
#include "simulation/switching_point.hpp"
#include "simulation/velocity_scale.hpp"

namespace percuss {

namespace {

constexpr double unit_round_off = std::numeric_limits<double>::epsilon();

class FixedSteps final : public StepControl {
 public:
  explicit FixedSteps(Stepper& stepper) : stepper_(stepper) {}
  bool advance(double h) override { return advance_and_tell(stepper_, h); }

 private:
  Stepper& stepper_;
};

void refuse_scheme(const SimulationSettings& settings) {
  if (find_scheme(settings.scheme)->capabilities.extrapolates) return;
  std::vector<std::string> fitting;
  for (const auto& type : scheme_types())
    if (type.capabilities.extrapolates) fitting.push_back(type.name);
  throw input_error("simulation.control.name",
                    fmt::format("switching_point cannot work with {}: its steps go on from more than positions and "
                                "velocities, or it does not tell what contacts do",
                                settings.scheme),
                    "schemes that it works with: " + join(fitting) + "; or `control: impact_step`, for every scheme");
}

void check_smallest_step(const SimulationSettings& settings) {
  const double smallest = settings.control.smallest_step(settings.step);
  if (!(smallest < settings.step))
    throw input_error("simulation.control.step_min",
                      fmt::format("{} s is not below simulation.step, {} s, the largest step", smallest, settings.step),
                      "choose a smaller one, e.g. 1e-5 times the step");
  const double latest = std::max(std::abs(settings.start_time), std::abs(settings.end_time));
  if (smallest < 1e3 * unit_round_off * latest)  // times of steps would be round-off
    throw input_error("simulation.control.step_min",
                      fmt::format("{} s is below the round-off of times up to {} s", smallest, latest),
                      fmt::format("choose {:.1g} s or more", 1e4 * unit_round_off * latest));
}

void check_switching_point(const SimulationSettings& settings, const Model& model) {
  refuse_scheme(settings);
  check_smallest_step(settings);
  const auto& control = settings.control;
  if (control.order == StepControlOptions::Order::adaptive && control.order_max < 2)
    throw input_error("simulation.control.order_max", "1 leaves no two orders whose difference tells the error",
                      "choose 2 or more, or `order: fixed`, which knows no tolerances");
  const double round_off =
      16.0 * unit_round_off * velocity_scale(model, settings.end_time - settings.start_time, settings.solvers.linear);
  if (control.order == StepControlOptions::Order::adaptive && control.tolerance_absolute < round_off)
    throw input_error("simulation.control.tolerance_absolute",
                      fmt::format("{} is below the round-off of the velocities of this motion, {:.1g}",
                                  control.tolerance_absolute, round_off),
                      fmt::format("choose {:.1g} or more", 10.0 * round_off));
}

void check_error_control(const SimulationSettings& settings, const Model& model) {
  check_smallest_step(settings);
  const double round_off = 16.0 * unit_round_off * model.contacts.extent(model.initial.q);
  for (const double tolerance : settings.control.position_tolerance)
    if (tolerance < round_off)
      throw input_error("simulation.control.position_tolerance",
                        fmt::format("{} is below the round-off of the positions, {:.1g}", tolerance, round_off),
                        fmt::format("choose {:.1g} or more", 10.0 * round_off));
}

}  // namespace

bool StepControl::advance_and_tell(Stepper& stepper, double h) const {
  const bool struck = std::exchange(stepper.struck, false);
  const bool ok = stepper.advance(h);
  if (ok) tell({stepper.state.t, h, 1, stepper.struck}, stepper);
  stepper.struck = stepper.struck || struck;
  return ok;
}

std::unique_ptr<StepControl> make_step_control(const SimulationSettings& settings, Model& model, Stepper& stepper) {
  using Name = StepControlOptions::Name;
  switch (settings.control.name) {
    case Name::fixed:
      break;
    case Name::impact_step:
      return std::make_unique<ImpactStep>(settings.control.factor * settings.step, model, stepper);
    case Name::switching_point:
      check_switching_point(settings, model);
      return std::make_unique<SwitchingPoint>(settings, model, stepper);
    case Name::error:
      check_error_control(settings, model);
      return std::make_unique<ErrorControl>(settings, model, stepper);
  }
  return std::make_unique<FixedSteps>(stepper);
}

}  // namespace percuss
