// SPDX-License-Identifier: Apache-2.0
#include "model/discs.hpp"

#include <fmt/format.h>

#include <numbers>

#include "model/disc.hpp"
#include "model/random_packing.hpp"

namespace percuss {

namespace {

constexpr double most_discs = 1e7;  // three rows of q and v each, and a body

double area_of(const std::vector<double>& radius) {
  double sum = 0.0;
  for (const double r : radius) sum += std::numbers::pi * r * r;
  return sum;
}

}  // namespace

const ParameterTable<DiscsOptions>& DiscsOptions::parameters() {
  static const auto table = [] {
    ParameterTable<DiscsOptions> t;
    t.integer(
         "count", [](auto& o) -> auto& { return o.count; }, "number of discs", Range{1, most_discs, false, false})
        .required();
    t.numbers(
         "radius", [](auto& o) -> auto& { return o.radius; }, "m", "radius of all discs, or [smallest, largest]",
         positive)
        .required();
    t.number(
         "mass", [](auto& o) -> auto& { return o.mass; }, "kg", "mass of each disc; give this or `density`", positive)
        .optional();
    t.number(
         "density", [](auto& o) -> auto& { return o.density; }, "kg/m^2", "mass per unit area; give this or `mass`",
         positive)
        .optional();
    t.numbers(
        "from", [](auto& o) -> auto& { return o.from; }, "m",
        "lower left corner of the rectangle in which they are placed");
    t.numbers(
        "to", [](auto& o) -> auto& { return o.to; }, "m",
        "upper right corner of the rectangle in which they are placed");
    t.integer(
        "seed", [](auto& o) -> auto& { return o.seed; }, "seed of the random positions and velocities",
        Range{0, 9e15, false, false});
    t.number(
        "speed", [](auto& o) -> auto& { return o.speed; }, "m/s",
        "initial velocities are random, each component between -speed and speed", non_negative);
    t.number(
        "angular_speed", [](auto& o) -> auto& { return o.angular_speed; }, "1/s",
        "initial angular velocities are random, between -angular_speed and angular_speed", non_negative);
    return t;
  }();
  return table;
}

std::vector<Fault> DiscsOptions::validate() const {
  auto faults = parameters().validate(*this);
  if (count < 1 && faults.empty()) faults.push_back({{}, "count", "there is no disc", "give at least 1"});
  if (radius.empty() || radius.size() > 2 || radius.front() > radius.back())
    faults.push_back({{}, "radius", "not a range of radii", "give one radius, or [smallest, largest]"});
  check_mass_or_density(mass, density, faults);
  if (from.size() != 2) faults.push_back({{}, "from", "a corner has two coordinates", "give [x, y]"});
  if (to.size() != 2) faults.push_back({{}, "to", "a corner has two coordinates", "give [x, y]"});
  if (from.size() == 2 && to.size() == 2 && !(from[0] < to[0] && from[1] < to[1]))
    faults.push_back({{}, "to", "the rectangle has no area", "give a corner to the right of and above `from`"});
  return faults;
}

BuiltBody make_discs(const DiscsOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  RandomNumbers random(static_cast<std::uint64_t>(options.seed));
  const auto n = static_cast<std::size_t>(options.count);
  std::vector<double> radius(n, options.radius.front());
  if (options.radius.size() == 2)
    for (auto& r : radius) r = random.between(options.radius[0], options.radius[1]);
  std::vector<DiscAtStart> discs(n);
  for (auto& disc : discs)
    for (std::size_t i = 0; i < 3; ++i) {
      const double most = i < 2 ? options.speed : options.angular_speed;
      disc.v[i] = random.between(-most, most);
    }
  const Eigen::Vector2d low(options.from[0], options.from[1]), high(options.to[0], options.to[1]);
  const auto centres = pack_at_random(radius, low, high, random);
  if (centres.size() < n)
    throw input_error("count",
                      fmt::format("only {} of {} discs fit: together they cover {:.3g} of the rectangle",
                                  centres.size(), n, area_of(radius) / (high - low).prod()),
                      "random placement fills about half of a rectangle: enlarge it, or use fewer or smaller discs");
  for (std::size_t i = 0; i < n; ++i) {
    discs[i].radius = radius[i];
    discs[i].mass = options.mass > 0.0 ? options.mass : options.density * area_of({radius[i]});
    discs[i].q = {centres[i][0], centres[i][1], 0.0};
  }
  return build_discs(discs);
}

}  // namespace percuss
