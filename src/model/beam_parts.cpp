// SPDX-License-Identifier: Apache-2.0
#include "model/beam_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace percuss {

namespace {

/// Of the beam's length: sums of lengths in decimal numbers err by less.
constexpr double round_off = 1e-9;

template <class Section>
void check_each_section(const BeamParts& parts, const Section& section, std::vector<Fault>& faults) {
  const auto before = faults.size();
  for (Index p = 0; p < parts.count() && faults.size() == before; ++p) parts.section(section, p).check(faults);
}

bool has_lists_of_one_length(const BeamParts& parts) {
  const auto n = static_cast<std::size_t>(parts.count());
  const auto fits = [&](const auto& list) { return list.empty() || list.size() == n; };
  return fits(parts.area) && fits(parts.second_moment) && fits(parts.second_moment_y) && fits(parts.second_moment_z) &&
         fits(parts.torsion_constant) && fits(parts.diameter) && fits(parts.inner_diameter) && fits(parts.width) &&
         fits(parts.height);
}

}  // namespace

Index BeamParts::at(double x) const {
  double end = 0.0;
  for (Index p = 0; p + 1 < count(); ++p) {
    end += lengths[static_cast<std::size_t>(p)];
    if (x < end) return p;
  }
  return count() - 1;
}

BeamSection BeamParts::section(const BeamSection& constant, Index part) const {
  auto s = constant;
  s.area = pick(area, part, s.area);
  s.second_moment = pick(second_moment, part, s.second_moment);
  s.diameter = pick(diameter, part, s.diameter);
  s.inner_diameter = pick(inner_diameter, part, s.inner_diameter);
  s.width = pick(width, part, s.width);
  s.height = pick(height, part, s.height);
  return s;
}

BeamSectionSpatial BeamParts::section(const BeamSectionSpatial& constant, Index part) const {
  auto s = constant;
  s.area = pick(area, part, s.area);
  s.second_moment_y = pick(second_moment_y, part, s.second_moment_y);
  s.second_moment_z = pick(second_moment_z, part, s.second_moment_z);
  s.torsion_constant = pick(torsion_constant, part, s.torsion_constant);
  s.diameter = pick(diameter, part, s.diameter);
  s.inner_diameter = pick(inner_diameter, part, s.inner_diameter);
  s.width = pick(width, part, s.width);
  s.height = pick(height, part, s.height);
  return s;
}

std::vector<double> BeamParts::nodes() const {
  std::vector<double> x{0.0};
  double start = 0.0;
  for (std::size_t p = 0; p < lengths.size(); ++p) {
    const auto n = static_cast<Index>(elements[p]);
    for (Index i = 1; i <= n; ++i) x.push_back(start + lengths[p] * static_cast<double>(i) / static_cast<double>(n));
    start += lengths[p];
  }
  return x;
}

void BeamParts::check(double length, std::vector<Fault>& faults) const {
  const auto n = lengths.size();
  const auto check_list = [&](const char* key, const std::vector<double>& list) {
    if (!list.empty() && list.size() != n)
      faults.push_back({{},
                        key,
                        fmt::format("numbers: {}, parts: {}", list.size(), n),
                        n == 0 ? "give the `parts.lengths` of the parts" : "give one number per part"});
  };
  check_list("parts.elements", elements);
  check_list("parts.youngs_modulus", youngs_modulus);
  check_list("parts.shear_modulus", shear_modulus);
  check_list("parts.density", density);
  check_list("parts.area", area);
  check_list("parts.second_moment", second_moment);
  check_list("parts.second_moment_y", second_moment_y);
  check_list("parts.second_moment_z", second_moment_z);
  check_list("parts.torsion_constant", torsion_constant);
  check_list("parts.diameter", diameter);
  check_list("parts.inner_diameter", inner_diameter);
  check_list("parts.width", width);
  check_list("parts.height", height);
  for (const double number : elements)
    if (number != std::floor(number) || number > 1e6)
      faults.push_back(
          {{}, "parts.elements", fmt::format("{} elements in a part", number), "give whole numbers up to 1000000"});
  const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  if (n > 0 && !(std::abs(sum - length) <= round_off * length))
    faults.push_back({{},
                      "parts.lengths",
                      fmt::format("the parts are {:.12g} m long together, the beam {:.12g} m", sum, length),
                      "give lengths that add up to `length`"});
}

void BeamParts::check_boundaries(const std::vector<double>& nodes, std::vector<Fault>& faults) const {
  double x = 0.0;
  for (std::size_t p = 0; p + 1 < lengths.size(); ++p) {
    x += lengths[p];
    const auto nearest = *std::min_element(nodes.begin(), nodes.end(),
                                           [x](double a, double b) { return std::abs(a - x) < std::abs(b - x); });
    if (std::abs(nearest - x) > round_off * nodes.back())
      faults.push_back(
          {{},
           "parts.lengths",
           fmt::format("part {} ends at {:.12g} m, inside an element; the nearest node is at {:.12g} m", p, x, nearest),
           "give `parts.elements`, the number of elements of each part, or `node_positions` with a node "
           "at each end of a part"});
  }
}

void check_given_once(std::initializer_list<PartKey> keys, std::vector<Fault>& faults) {
  for (const auto& [constant_key, constant, key, list] : keys)
    if (constant != 0.0 && !list.empty())
      faults.push_back(
          {{}, key, fmt::format("given twice, by `{}` and by `{}`", constant_key, key), "leave one of them out"});
}

void check_sections(const BeamParts& parts, const BeamSection& s, std::vector<Fault>& faults) {
  check_given_once({{"section.area", s.area, "parts.area", parts.area},
                    {"section.second_moment", s.second_moment, "parts.second_moment", parts.second_moment},
                    {"section.diameter", s.diameter, "parts.diameter", parts.diameter},
                    {"section.inner_diameter", s.inner_diameter, "parts.inner_diameter", parts.inner_diameter},
                    {"section.width", s.width, "parts.width", parts.width},
                    {"section.height", s.height, "parts.height", parts.height}},
                   faults);
  if (has_lists_of_one_length(parts)) check_each_section(parts, s, faults);
}

void check_sections(const BeamParts& parts, const BeamSectionSpatial& s, std::vector<Fault>& faults) {
  check_given_once({{"section.area", s.area, "parts.area", parts.area},
                    {"section.second_moment_y", s.second_moment_y, "parts.second_moment_y", parts.second_moment_y},
                    {"section.second_moment_z", s.second_moment_z, "parts.second_moment_z", parts.second_moment_z},
                    {"section.torsion_constant", s.torsion_constant, "parts.torsion_constant", parts.torsion_constant},
                    {"section.diameter", s.diameter, "parts.diameter", parts.diameter},
                    {"section.inner_diameter", s.inner_diameter, "parts.inner_diameter", parts.inner_diameter},
                    {"section.width", s.width, "parts.width", parts.width},
                    {"section.height", s.height, "parts.height", parts.height}},
                   faults);
  if (has_lists_of_one_length(parts)) check_each_section(parts, s, faults);
}

}  // namespace percuss
