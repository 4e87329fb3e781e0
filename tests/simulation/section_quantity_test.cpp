// SPDX-License-Identifier: Apache-2.0
#include "simulation/section_quantity.hpp"

#include <gtest/gtest.h>

#include "model/lattice_members.hpp"
#include "simulation/quantity_pattern.hpp"
#include "tests/io/model_text.hpp"
#include "tests/simulation/quantity_refusal.hpp"

namespace percuss {
namespace section_quantity_test {

using Names = std::vector<std::string>;

class SectionQuantities : public testing::Test {
 protected:
  SectionQuantities()
      : file_(test::read_model_text(R"(percuss: 1
simulation: {scheme: moreau_jean, step: 1.0e-4, end_time: 1.0}
bodies:
  bar: {type: bar, length: 1.0, elements: 2, area: 1.0e-3, youngs_modulus: 2.0e9, density: 1000.0}
  beam: {type: beam_planar, length: 1.0, elements: 2, section: {area: 1.0e-3, second_moment: 5.0e-8},
         youngs_modulus: 2.0e9, density: 1000.0, supports: {first: clamped}}
  rod: {type: floating_beam, length: 1.0, elements: 2, section: {shape: circle, diameter: 0.05},
        youngs_modulus: 2.0e9, poisson_ratio: 0.3, density: 1000.0, position: [0.0, 0.0, 4.0]}
  truss: {type: lattice, cells: [1, 1], cell: [1.0], area: 1.0e-3, youngs_modulus: 2.0e9, density: 1000.0,
          supports: {x_min: held}}
  frame: {type: beam_lattice, cells: [1, 1, 1], cell: [1.0], bracing: none, youngs_modulus: 2.0e9, poisson_ratio: 0.3,
          density: 1000.0, section: {shape: circle, diameter: 0.05}, supports: {z_min: held}}
  rotor: {type: shaft, length: 1.0, elements: 2, section: {shape: circle, diameter: 0.05}, youngs_modulus: 2.0e9,
          poisson_ratio: 0.3, density: 1000.0, origin: [0.0, 0.0, 8.0]}
  ball: {type: point_mass, mass: 1.0, position: [0.0, 9.0]}
)")),
        state_(file_.model->initial) {
    double number = 0.0;
    for (auto& entry : state_.q) entry += 1e-4 * std::sin(number += 1.0);
  }
  double value(const std::string& name) {
    const Sample sample{state_, {}, {}, ledger_, {}, {0.0}};
    return find_quantity(*file_.model, name).value(sample);
  }
  std::string refusal(const std::string& name) { return refusal_of(*file_.model, name); }
  SectionElement element(const std::string& body, Index number) {
    return section_element(*file_.model->find_body(body), number);
  }
  Vector at(const std::string& body, Index number, double s) {
    const auto forces = element(body, number).at(s, state_.q);
    return (Vector(6) << forces.axial, forces.shear[1], forces.shear[2], forces.moment).finished();
  }

  ModelFile file_;
  State state_;
  EnergyLedger ledger_;
};

TEST_F(SectionQuantities, OfElementsAreThoseOfTheirSections) {
  EXPECT_EQ(value("bar.elements.1.axial_force"), at("bar", 1, 0.0)[0]);
  EXPECT_NE(value("bar.elements.first.axial_force"), value("bar.elements.last.axial_force"));
  EXPECT_EQ(value("beam.elements.last.shear_force"), at("beam", 1, 0.0)[1]);
  EXPECT_EQ(value("beam.elements.0.start.bending_moment"), at("beam", 0, 0.0)[5]);
  EXPECT_EQ(value("beam.elements.0.middle.bending_moment"), at("beam", 0, 0.5)[5]);
  EXPECT_EQ(value("beam.elements.0.end.bending_moment"), at("beam", 0, 1.0)[5]);
  EXPECT_EQ(value("beam.elements.0.start.axial_force"), value("beam.elements.0.axial_force"));
  EXPECT_EQ(value("rod.elements.1.torsional_moment"), at("rod", 1, 0.0)[3]);
  EXPECT_EQ(value("rod.elements.1.shear_force.z"), at("rod", 1, 0.0)[2]);
  EXPECT_EQ(value("rod.elements.1.end.bending_moment.y"), at("rod", 1, 1.0)[4]);
  EXPECT_EQ(value("rod.elements.1.end.bending_moment.z"), at("rod", 1, 1.0)[5]);
}

TEST_F(SectionQuantities, OfMembersAreThoseOfTheirSections) {
  const auto& frame = *file_.model->find_body("frame");
  const auto column = frame.members->elements(frame, *frame.members->find("z", "1_0_0")).front();
  EXPECT_EQ(value("frame.members.z.1_0_0.axial_force"), column.at(0.0, state_.q).axial);
  EXPECT_EQ(value("frame.members.z.1_0_0.start.bending_moment.y"), column.at(0.0, state_.q).moment[1]);
  EXPECT_EQ(value("frame.members.z.1_0_0.shear_force.y"), column.at(0.0, state_.q).shear[1]);
  EXPECT_EQ(value("frame.members.z.1_0_0.torsional_moment"), column.at(0.0, state_.q).moment[0]);
  // E A / l times how much further the end at y = 1 has gone along y
  const Index row = file_.model->find_body("truss")->q_offset;
  EXPECT_NEAR(value("truss.members.y.1_0.axial_force"), 2e6 * (state_.q[row + 3] - state_.q[row + 1]), 1e-12);
}

TEST_F(SectionQuantities, AreAllFoundByPatternsAndFollowFromTheState) {
  const auto found = matching_quantities(*file_.model, "beam.elements.1.*");
  EXPECT_EQ(found,
            (Names{"beam.elements.1.axial_force", "beam.elements.1.shear_force", "beam.elements.1.start.bending_moment",
                   "beam.elements.1.middle.bending_moment", "beam.elements.1.end.bending_moment"}));
  EXPECT_EQ(matching_quantities(*file_.model, "truss.members.*").size(), 5U);
  EXPECT_EQ(matching_quantities(*file_.model, "frame.members.*").size(), 12U * 10U);
  for (const auto& body : file_.model->bodies)
    names_of_sections(
        body, [&](const std::string& name) { EXPECT_TRUE(find_quantity(*file_.model, name).of_state) << name; });
  names_of_sections(*file_.model->find_body("ball"), [](const std::string& name) { ADD_FAILURE() << name; });
}

TEST_F(SectionQuantities, AreRefusedWithWhatThereIs) {
  const std::vector<std::array<const char*, 2>> cases{
      {"bar.elements", "the element is missing"},
      {"bar.elements.2.axial_force", "`bar` has no element 2\n  its elements are 0 to 1"},
      {"bar.elements.0", "the force is missing"},
      {"bar.elements.0.axial_forc", "axial_force"},
      {"bar.elements.0.axial_force.x", "`x`"},
      {"bar.elements.0.shear_force", "axial_force"},
      {"bar.members.x.0_0.axial_force", "elements"},
      {"beam.elements.0.bending_moment", "start"},
      {"beam.elements.0.start", "end the name with one of: axial_force, shear_force, bending_moment"},
      {"beam.elements.0.start.middle", "accepts: axial_force"},
      {"beam.elements.0.shear_force.y", "`y`"},
      {"rod.elements.0.shear_force", "end the name with .y or .z"},
      {"rod.elements.0.shear_force.x", "y, z"},
      {"rod.elements.0.start.bending_moment", "end the name with .y or .z"},
      {"truss.members", "e.g. truss.members.x.0_0.axial_force"},
      {"truss.members.z.0_0.axial_force", "x, y, xy"},
      {"truss.members.x", "the place of the member is missing"},
      {"truss.members.x.1_0.axial_force", "members x are at 0_0 to 0_1"},
      {"truss.members.x.0_0.start.bending_moment", "accepts: axial_force"},
      {"truss.elements.0.axial_force", "members"},
      {"truss.members.xz.0_0.axial_force", "`truss` has no members along `xz`"},
      {"frame.members.x.2_0_0.axial_force",
       "members x are at 0_0_0 to 0_1_1: numbers of their cells from 0 along the axes"},
      {"frame.members.x.0_0_0.begin.shear_force.y", "A member accepts: axial_force"},
      {"rotor.elements.0.axial_force", "An element accepts: torsional_moment, shear_force, start.bending_moment"},
      {"ball.elements.0.axial_force", "nodes"},
  };
  for (const auto& [name, expected] : cases) {
    const auto told = refusal(name);
    EXPECT_NE(told, "accepted") << name;
    EXPECT_NE(told.find(expected), std::string::npos) << name << ": " << told;
  }
}

}  // namespace section_quantity_test
}  // namespace percuss
