// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/parameters.hpp"
#include "core/types.hpp"
#include "model/beam_section.hpp"
#include "model/beam_section_spatial.hpp"

namespace percuss {

/// What changes along a beam from part to part: consecutive parts from x = 0, and lists of properties, one number per
/// part, in place of the constant ones. Lists that are empty leave the constant as it is.
struct BeamParts {
  std::vector<double> lengths;   ///< > 0, their sum the length of the beam [m]; none: one part
  std::vector<double> elements;  ///< of equal length in each part; none: the mesh is given by the beam
  std::vector<double> youngs_modulus, shear_modulus, density;  ///< [Pa], [Pa], [kg/m^3]
  std::vector<double> area, second_moment, second_moment_y, second_moment_z, torsion_constant;
  std::vector<double> diameter, inner_diameter, width, height;

  Index count() const { return lengths.empty() ? 1 : static_cast<Index>(lengths.size()); }
  /// The part with the place x inside it.
  Index at(double x) const;
  /// The number of a list in a part, or the constant where the list is empty.
  static double pick(const std::vector<double>& list, Index part, double constant) {
    return list.empty() ? constant : list[static_cast<std::size_t>(part)];
  }
  BeamSection section(const BeamSection& constant, Index part) const;
  BeamSectionSpatial section(const BeamSectionSpatial& constant, Index part) const;
  /// The nodes by `elements`; [m].
  std::vector<double> nodes() const;

  /// The lists and the lengths against each other and the beam's length, keys `parts.*`.
  void check(double length, std::vector<Fault>& faults) const;
  /// Faults where a boundary between parts is no node.
  void check_boundaries(const std::vector<double>& nodes, std::vector<Fault>& faults) const;
};

/// A property given as a constant and by a list of parts.
struct PartKey {
  const char* constant_key;
  double constant;  ///< 0: not given
  const char* key;
  const std::vector<double>& list;
};
/// A fault for each property that is given twice.
void check_given_once(std::initializer_list<PartKey> keys, std::vector<Fault>& faults);

/// The sections of all parts are sound, and none of their numbers given twice.
void check_sections(const BeamParts& parts, const BeamSection& section, std::vector<Fault>& faults);
void check_sections(const BeamParts& parts, const BeamSectionSpatial& section, std::vector<Fault>& faults);

/// Of a beam that is a circle or tube all along, its parts alike [m]; 0: it is not.
template <class Section>
double outer_radius(const Section& section, const BeamParts& parts) {
  const bool round = section.shape == BeamSection::Shape::circle || section.shape == BeamSection::Shape::tube;
  return round && parts.diameter.empty() ? 0.5 * section.diameter : 0.0;
}

/// Adds a key `parts.*` of a struct whose BeamParts `parts(options)` gives.
template <class Options, class Parts>
void declare_part_list(ParameterTable<Options>& t, Parts parts, const char* key, std::vector<double> BeamParts::*list,
                       const char* unit, const char* doc) {
  t.numbers(
       key, [ parts, list ](auto& o) -> auto& { return parts(o).*list; }, unit, doc, positive)
      .optional();
}

/// The keys that beams in the plane and in space share.
template <class Options, class Parts>
void declare_parts(ParameterTable<Options>& t, Parts parts) {
  const auto add = [&](const char* key, auto list, const char* unit, const char* doc) {
    declare_part_list(t, parts, key, list, unit, doc);
  };
  add("parts.lengths", &BeamParts::lengths, "m",
      "lengths of consecutive parts from x = 0 with sections or materials of their own; their sum is `length`");
  add("parts.elements", &BeamParts::elements, "",
      "number of elements of equal length in each part, instead of `elements`");
  add("parts.youngs_modulus", &BeamParts::youngs_modulus, "Pa", "`youngs_modulus` of each part, instead of one");
  add("parts.density", &BeamParts::density, "kg/m^3", "`density` of each part, instead of one");
  add("parts.area", &BeamParts::area, "m^2", "`section.area` of each part, instead of one");
  add("parts.diameter", &BeamParts::diameter, "m", "`section.diameter` of each part, instead of one");
  add("parts.inner_diameter", &BeamParts::inner_diameter, "m", "`section.inner_diameter` of each part, instead of one");
  add("parts.width", &BeamParts::width, "m", "`section.width` of each part, instead of one");
  add("parts.height", &BeamParts::height, "m", "`section.height` of each part, instead of one");
}

}  // namespace percuss
