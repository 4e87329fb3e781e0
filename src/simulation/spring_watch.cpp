// SPDX-License-Identifier: Apache-2.0
#include "simulation/spring_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "simulation/simulation.hpp"

namespace percuss {

namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Steps between two looks in the long run, a prime so as not to keep time with what turns; of `few_rows` a look
/// takes as long as a few steps, and its work goes with the square of their number over that of a step.
constexpr Index long_interval = 1021;
constexpr double few_rows = 16.0;
/// Before that the looks are by this share of the steps done apart.
constexpr Index share_of_steps = 16;

}  // namespace

SpringWatch::SpringWatch(const Model& model, const SimulationSettings& settings, const SchemeType& scheme)
    : settings_(settings),
      springs_(model.system, model.contacts),
      stability_(scheme, settings.scheme_options),
      limit_(no_limit),
      least_limit_(no_limit) {
  if (springs_.look(model.initial)) limit_ = stability_.stable_step(springs_.modes());
}

void SpringWatch::forget() {
  springs_.forget();
  least_limit_ = no_limit;
  next_ = 0;
}

void SpringWatch::look(Index steps, bool last, const State& state) {
  if (settings_.allow_unstable_step || (steps < next_ && !last)) return;
  const double times = std::max(1.0, static_cast<double>(springs_.size()) / few_rows);
  next_ = steps + static_cast<Index>(times * times) * std::clamp(steps / share_of_steps, Index{1}, long_interval);
  if (!springs_.look(state)) return;
  constexpr double round_off = 1e-6;  // of a step that was chosen at the limit
  if (!stability_.grows_at((1.0 - round_off) * settings_.step, springs_.modes())) return;
  const double h = stability_.stable_step(springs_.modes());
  if (h >= least_limit_) return;
  least_limit_ = h;
  time_ = state.t;
}

std::vector<std::string> SpringWatch::warnings() const {
  if (!(least_limit_ < no_limit)) return {};
  const auto most =
      least_limit_ > 0.0 ? fmt::format("steps of up to {} s only", rounded_down(least_limit_)) : "no step";
  return {
      fmt::format("as they stand at t = {:.6g} s the explicit springs and dampers bear {} with {}: choose a smaller "
                  "step than {} s, or `implicit: true` for them",
                  time_, most, settings_.scheme, settings_.step)};
}

}  // namespace percuss
