// SPDX-License-Identifier: Apache-2.0
#include "model/beam_section.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

namespace percuss {

namespace {

constexpr double pi = std::numbers::pi;

const char* name_of(BeamSection::Shape shape) {
  constexpr std::array<const char*, 4> names{"given", "circle", "tube", "rectangle"};
  return names[static_cast<std::size_t>(shape)];
}

}  // namespace

BeamSection::Numbers BeamSection::numbers() const {
  const auto disc = [](double d) { return Numbers{0.25 * pi * d * d, pi * std::pow(d, 4) / 64.0}; };
  switch (shape) {
    case Shape::given:
      break;
    case Shape::circle:
      return disc(diameter);
    case Shape::tube: {
      const auto outer = disc(diameter), inner = disc(inner_diameter);
      return {outer.area - inner.area, outer.second_moment - inner.second_moment};
    }
    case Shape::rectangle:
      return {width * height, width * std::pow(height, 3) / 12.0};
  }
  return {area, second_moment};
}

void BeamSection::check(std::vector<Fault>& faults) const {
  const bool round = shape == Shape::circle || shape == Shape::tube, flat = shape == Shape::rectangle;
  const std::array<SectionKey, 6> keys{{{"section.area", area, shape == Shape::given},
                                        {"section.second_moment", second_moment, shape == Shape::given},
                                        {"section.diameter", diameter, round},
                                        {"section.inner_diameter", inner_diameter, shape == Shape::tube},
                                        {"section.width", width, flat},
                                        {"section.height", height, flat}}};
  check_section(shape, keys, faults);
  if (shape == Shape::tube) check_tube(diameter, inner_diameter, faults);
}

void check_section(BeamSection::Shape shape, std::span<const SectionKey> keys, std::vector<Fault>& faults) {
  std::string needed;
  for (const auto& key : keys)
    if (key.needed) needed += fmt::format("{}`{}`", needed.empty() ? "" : ", ", key.name);
  for (const auto& key : keys) {
    if (key.needed && !(key.value > 0.0))
      faults.push_back({{},
                        key.name,
                        fmt::format("the section `{}` has none", name_of(shape)),
                        fmt::format("give {}, or choose another `section.shape`", needed)});
    if (!key.needed && key.value != 0.0)
      faults.push_back({{},
                        key.name,
                        fmt::format("the section `{}` follows from {}", name_of(shape), needed),
                        fmt::format("leave `{}` out, or choose another `section.shape`", key.name)});
  }
}

void check_tube(double diameter, double inner_diameter, std::vector<Fault>& faults) {
  if (inner_diameter >= diameter && diameter > 0.0)
    faults.push_back({{},
                      "section.inner_diameter",
                      fmt::format("{} m is not below the outer diameter, {} m", inner_diameter, diameter),
                      "give the inner diameter of the tube"});
}

}  // namespace percuss
