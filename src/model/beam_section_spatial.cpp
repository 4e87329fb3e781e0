// SPDX-License-Identifier: Apache-2.0
#include "model/beam_section_spatial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace percuss {

namespace {

/// The torsion constant of a rectangle, its terms go with n^-5.
double torsion_of_rectangle(double one, double other) {
  const double a = std::max(one, other), c = std::min(one, other);
  double sum = 0.0;
  for (int n = 1; n < 2000; n += 2) sum += std::tanh(0.5 * n * std::numbers::pi * a / c) / std::pow(n, 5);
  return a * c * c * c / 3.0 * (1.0 - 192.0 * c / (std::pow(std::numbers::pi, 5) * a) * sum);
}

}  // namespace

BeamSectionSpatial::Numbers BeamSectionSpatial::numbers() const {
  if (shape == Shape::given) return {area, second_moment_y, second_moment_z, torsion_constant};
  BeamSection planar;
  planar.shape = shape;
  planar.diameter = diameter;
  planar.inner_diameter = inner_diameter;
  planar.width = width;
  planar.height = height;
  return numbers_in_space(planar);
}

BeamSectionSpatial::Numbers numbers_in_space(const BeamSection& shaped) {
  const auto [A, y] = shaped.numbers();
  if (shaped.shape != BeamSection::Shape::rectangle) return {A, y, y, 2.0 * y};
  const auto [b, h] = std::pair(shaped.width, shaped.height);
  return {A, y, h * std::pow(b, 3) / 12.0, torsion_of_rectangle(b, h)};
}

void BeamSectionSpatial::check(std::vector<Fault>& faults) const {
  const bool given = shape == Shape::given, round = shape == Shape::circle || shape == Shape::tube;
  const bool flat = shape == Shape::rectangle;
  const std::array<SectionKey, 8> keys{{{"section.area", area, given},
                                        {"section.second_moment_y", second_moment_y, given},
                                        {"section.second_moment_z", second_moment_z, given},
                                        {"section.torsion_constant", torsion_constant, given},
                                        {"section.diameter", diameter, round},
                                        {"section.inner_diameter", inner_diameter, shape == Shape::tube},
                                        {"section.width", width, flat},
                                        {"section.height", height, flat}}};
  check_section(shape, keys, faults);
  if (shape == Shape::tube) check_tube(diameter, inner_diameter, faults);
}

}  // namespace percuss
