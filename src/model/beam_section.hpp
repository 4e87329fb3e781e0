// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/parameters.hpp"

namespace percuss {

/// The section of a beam in the plane: A and the second moment I about the axis out of the plane, given as numbers or
/// by a shape. Circle: A = pi d^2/4, I = pi d^4/64; tube: the difference of two circles; rectangle: A = b h, I = b
/// h^3/12 with the height h in the plane of motion.
struct BeamSection {
  enum class Shape { given, circle, tube, rectangle };
  Shape shape = Shape::given;
  double area = 0.0;            ///< A > 0 [m^2]
  double second_moment = 0.0;   ///< I > 0 [m^4]
  double diameter = 0.0;        ///< d > 0 of circle and tube [m]
  double inner_diameter = 0.0;  ///< of the tube, in (0, d) [m]
  double width = 0.0;           ///< b > 0 of the rectangle [m]
  double height = 0.0;          ///< h > 0 of the rectangle [m]

  struct Numbers {
    double area, second_moment;
  };
  /// A and I; call it on a section without faults.
  Numbers numbers() const;
  /// What is missing or given twice, with keys `section.*`.
  void check(std::vector<Fault>& faults) const;
};

/// A key of a section, its value, and whether its shape needs it.
struct SectionKey {
  const char* name;
  double value;
  bool needed;
};
/// What is missing or given twice among the keys of a section, in the plane or in space.
void check_section(BeamSection::Shape shape, std::span<const SectionKey> keys, std::vector<Fault>& faults);
void check_tube(double diameter, double inner_diameter, std::vector<Fault>& faults);

/// Adds the keys `section.*` of a struct whose BeamSection `section(options)` gives.
template <class Options, class Section>
void declare_section(ParameterTable<Options>& t, Section section) {
  using SectionShape = BeamSection::Shape;
  t.choice(
      "section.shape", [section](auto& o) -> auto& { return section(o).shape; },
      std::vector<std::pair<std::string, SectionShape>>{{"given", SectionShape::given},
                                                        {"circle", SectionShape::circle},
                                                        {"tube", SectionShape::tube},
                                                        {"rectangle", SectionShape::rectangle}},
      "shape of the cross-section; given: by `section.area` and `section.second_moment`");
  const auto length = [&](const char* key, auto member, const char* unit, const char* doc) {
    t.number(
         key, [ section, member ](auto& o) -> auto& { return section(o).*member; }, unit, doc, positive)
        .optional();
  };
  length("section.area", &BeamSection::area, "m^2", "area of a given section");
  length("section.second_moment", &BeamSection::second_moment, "m^4",
         "second moment of area of a given section, about the axis out of the plane");
  length("section.diameter", &BeamSection::diameter, "m", "outer diameter of a circle or tube");
  length("section.inner_diameter", &BeamSection::inner_diameter, "m", "inner diameter of a tube");
  length("section.width", &BeamSection::width, "m", "width of a rectangle, out of the plane");
  length("section.height", &BeamSection::height, "m", "height of a rectangle, in the plane of motion");
}

}  // namespace percuss
