// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/beam_section.hpp"

namespace percuss {

/// The section of a beam in space: A, the second moments Iy = int z^2 dA and Iz = int y^2 dA about its principal axes y
/// and z, and the torsion constant J, given as numbers or by a shape. Circle: Iy = Iz = pi d^4/64, J = 2 Iy; tube: the
/// difference of two circles; rectangle: b along y and h along z, Iy = b h^3/12, Iz = h b^3/12, and Saint-Venant's
/// J = a c^3/3 (1 - 192 c/(pi^5 a) sum tanh(n pi a/(2 c))/n^5), n = 1, 3, 5, ..., of its sides a >= c.
struct BeamSectionSpatial {
  using Shape = BeamSection::Shape;
  Shape shape = Shape::given;
  double area = 0.0;              ///< A > 0 [m^2]
  double second_moment_y = 0.0;   ///< Iy > 0 [m^4]
  double second_moment_z = 0.0;   ///< Iz > 0 [m^4]
  double torsion_constant = 0.0;  ///< J > 0 [m^4]
  double diameter = 0.0;          ///< d > 0 of circle and tube [m]
  double inner_diameter = 0.0;    ///< of the tube, in (0, d) [m]
  double width = 0.0;             ///< b > 0 of the rectangle [m]
  double height = 0.0;            ///< h > 0 of the rectangle [m]

  struct Numbers {
    double area, y, z, torsion;
    double polar() const { return y + z; }  ///< Ip = int y^2 + z^2 dA
  };
  /// Call it on a section without faults.
  Numbers numbers() const;
  /// What is missing or given twice, with keys `section.*`.
  void check(std::vector<Fault>& faults) const;
};

/// Of a section that a shape gives, its height along z.
BeamSectionSpatial::Numbers numbers_in_space(const BeamSection& shaped);

/// Adds the keys `section.*` of a struct whose BeamSectionSpatial `section(options)` gives.
template <class Options, class Section>
void declare_section_spatial(ParameterTable<Options>& t, Section section) {
  using SectionShape = BeamSection::Shape;
  t.choice(
      "section.shape", [section](auto& o) -> auto& { return section(o).shape; },
      std::vector<std::pair<std::string, SectionShape>>{{"given", SectionShape::given},
                                                        {"circle", SectionShape::circle},
                                                        {"tube", SectionShape::tube},
                                                        {"rectangle", SectionShape::rectangle}},
      "shape of the cross-section; given: by `section.area`, its second moments and its torsion constant");
  const auto number = [&](const char* key, auto member, const char* unit, const char* doc) {
    t.number(
         key, [ section, member ](auto& o) -> auto& { return section(o).*member; }, unit, doc, positive)
        .optional();
  };
  number("section.area", &BeamSectionSpatial::area, "m^2", "area of a given section");
  number("section.second_moment_y", &BeamSectionSpatial::second_moment_y, "m^4",
         "second moment of area of a given section about y, int z^2 dA: bending in the plane x z");
  number("section.second_moment_z", &BeamSectionSpatial::second_moment_z, "m^4",
         "second moment of area of a given section about z, int y^2 dA: bending in the plane x y");
  number("section.torsion_constant", &BeamSectionSpatial::torsion_constant, "m^4",
         "torsion constant J of a given section; the torsional stiffness is G J");
  number("section.diameter", &BeamSectionSpatial::diameter, "m", "outer diameter of a circle or tube");
  number("section.inner_diameter", &BeamSectionSpatial::inner_diameter, "m", "inner diameter of a tube");
  number("section.width", &BeamSectionSpatial::width, "m", "width of a rectangle, along y");
  number("section.height", &BeamSectionSpatial::height, "m", "height of a rectangle, along z");
}

}  // namespace percuss
