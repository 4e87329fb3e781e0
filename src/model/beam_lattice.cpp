// SPDX-License-Identifier: Apache-2.0
#include "model/beam_lattice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/beam_section_spatial.hpp"
#include "model/lattice_body.hpp"

namespace percuss {

namespace {

using BeamLattice = BeamLatticeOptions;
using SectionForm = BeamSection::Shape;

/// Of a section that is as stiff about one axis as about the other.
BeamSectionSpatial::Numbers section_in_space(const BeamLattice& o) {
  if (o.section.shape != SectionForm::given) return numbers_in_space(o.section);
  return {o.section.area, o.section.second_moment, o.section.second_moment, o.torsion_constant};
}

void check_in_space(const BeamLattice& o, std::vector<Fault>& faults) {
  const auto complain = [&](const char* key, std::string message, std::string remedy) {
    faults.push_back({{}, key, std::move(message), std::move(remedy)});
  };
  const bool given = o.section.shape == SectionForm::given;
  if (given && !(o.torsion_constant > 0.0))
    complain("section.torsion_constant", "a beam in space twists, and a given section has none",
             "give the torsion constant, or choose another `section.shape`");
  if (!given && o.torsion_constant > 0.0)
    complain("section.torsion_constant", "it follows from the shape of the section", "leave it out");
  if (o.section.shape == SectionForm::rectangle && o.section.width != o.section.height)
    complain("section.height",
             fmt::format("{} m, and the width is {} m: beams of a lattice in space are as stiff one way as the other",
                         o.section.height, o.section.width),
             "give a square, a circle or a tube");
  check_shear_modulus(o.shear_modulus > 0.0, o.poisson_ratio, faults);
}

void check_in_plane(const BeamLattice& o, std::vector<Fault>& faults) {
  for (const auto& [key, is_given] : {std::pair("section.torsion_constant", o.torsion_constant > 0.0),
                                      std::pair("shear_modulus", o.shear_modulus > 0.0),
                                      std::pair("poisson_ratio", o.poisson_ratio != no_poisson_ratio)})
    if (is_given) faults.push_back({{}, key, "beams of the plane do not twist", "leave it out"});
}

LatticeStiffness stiffness_of(const BeamLattice& o, double area, double second_moment) {
  const auto grid = o.grid();
  const double longest = *std::max_element(grid.edge.begin(), grid.edge.begin() + grid.dimension);
  const double axial = o.youngs_modulus * area, bending = o.youngs_modulus * second_moment;
  const double racking = o.bracing == BeamLattice::Bracing::none ? std::pow(longest, 3) / (12.0 * bending) : 0.0;
  return {axial, bending, racking};
}

/// Of beams like `beam`, whatever their lengths.
template <class Beam>
BuiltBody lattice_of(const BeamLattice& o, double area, double second_moment, Beam beam) {
  beam.line_density = o.density * area;
  beam.axial_stiffness = o.youngs_modulus * area;
  beam.lumped = o.lumped();
  return make_lattice_of(o, stiffness_of(o, area, second_moment), [&o, beam](const Vector3& span) mutable {
    beam.length = span.norm();
    const double frequency = highest_frequency(beam);
    check_member(o, beam.line_density * beam.length, beam.axial_stiffness / beam.length, frequency);
    return LatticeElementType{beam_member(beam, span / beam.length), frequency, section_of(beam)};
  });
}

BuiltBody in_plane(const BeamLattice& o) {
  const auto [area, second_moment] = o.section.numbers();
  fem::BeamElementPlanar beam;
  beam.bending_stiffness = o.youngs_modulus * second_moment;
  return lattice_of(o, area, second_moment, beam);
}

BuiltBody in_space(const BeamLattice& o) {
  const auto section = section_in_space(o);
  fem::BeamElementSpatial beam;
  beam.bending_y = o.youngs_modulus * section.y;
  beam.bending_z = o.youngs_modulus * section.z;
  beam.torsion = shear_modulus(o.shear_modulus, o.youngs_modulus, o.poisson_ratio) * section.torsion;
  beam.polar_inertia = o.density * section.polar();
  return lattice_of(o, section.area, section.y, beam);
}

}  // namespace

const ParameterTable<BeamLattice>& BeamLatticeOptions::parameters() {
  static const auto table = [] {
    ParameterTable<BeamLattice> t;
    declare_lattice_cells(t);
    t.integer(
        "elements", [](auto& o) -> auto& { return o.elements; }, "number of elements of equal length in each member",
        Range{1, 1000, false, false});
    declare_section(
        t, [](auto& o) -> auto& { return o.section; });
    t.number(
         "section.torsion_constant", [](auto& o) -> auto& { return o.torsion_constant; }, "m^4",
         "torsion constant J of a given section, in space; the torsional stiffness is G J", positive)
        .optional();
    declare_bar_material(t);
    t.number(
         "shear_modulus", [](auto& o) -> auto& { return o.shear_modulus; }, "Pa", "shear modulus G, in space", positive)
        .optional();
    t.number(
         "poisson_ratio", [](auto& o) -> auto& { return o.poisson_ratio; }, "",
         "Poisson's ratio instead of `shear_modulus`: G = E/(2 (1 + nu))", Range{-1.0, 0.5, true, false})
        .optional();
    declare_lattice_supports(
        t,
        {{"free", Support::free},
         {"roller", Support::roller},
         {"pinned", Support::pinned},
         {"pinned_feet", Support::pinned_feet},
         {"held", Support::held}},
        "nodes of the face with the smallest x: free; roller (displacement across the face held); pinned (all "
        "displacements); pinned_feet (pinned, without members within the face); held (rotations too, and "
        "then no nodes of the body)");
    return t;
  }();
  return table;
}

std::vector<Fault> BeamLatticeOptions::validate() const {
  auto faults = parameters().validate(*this);
  check(faults);
  section.check(faults);
  if (dimension() == 3) check_in_space(*this, faults);
  if (dimension() == 2) check_in_plane(*this, faults);
  return faults;
}

BuiltBody make_beam_lattice(const BeamLattice& o) {
  if (auto faults = o.validate(); !faults.empty()) throw InputError(std::move(faults));
  return o.dimension() == 2 ? in_plane(o) : in_space(o);
}

}  // namespace percuss
