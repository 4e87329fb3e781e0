// SPDX-License-Identifier: Apache-2.0
#include "model/beam_contacts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/near_pairs.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace beam_contacts_test {

BuiltBody rod_at(double x, double y, double z, double diameter = 0.1) {
  FloatingBeamOptions options = floating_in_space(2, FloatingBeamOptions::Frame::tangential);
  options.mesh.section = {};
  options.mesh.section.shape = BeamSection::Shape::circle;
  options.mesh.section.diameter = diameter;
  options.position = {x, y, z};
  return make_floating_beam(options);
}

/// A bar and a particle, three round rods along x at heights 1, 2, 3, and one with a rectangle as section at 4.
std::unique_ptr<Model> rods() {
  auto model = std::make_unique<Model>();
  model->add_body("bar", "bar", small_bar());
  model->add_body("stone", "point_mass", mass_at({0.0, 0.0, 0.0}));
  for (const int i : {1, 2, 3}) model->add_body("rod" + std::to_string(i), "floating_beam", rod_at(0, 0, i, 0.1 * i));
  auto plank = floating_in_space(2, FloatingBeamOptions::Frame::tangential);
  plank.position = {0.0, 0.0, 4.0};
  model->add_body("plank", "floating_beam", make_floating_beam(plank));
  return model;
}

std::vector<double> gaps(Model& model) {
  Vector gap(model.contacts.size());
  model.contacts.prepare(0.0, model.initial.q, model.initial.v, 1e-3);
  model.contacts.gaps(0.0, model.initial.q, gap);
  std::vector<double> near;
  for (const double g : gap)
    if (g < NearPairs::far) near.push_back(g);
  return near;
}

TEST(BeamContacts, BeamsMeetEachOtherWithTheRadiiOfTheirSections) {
  auto model = rods();
  BeamGroupOptions options;
  options.bodies = "rod1, rod3";
  options.law = {0.3, 0.2, 0.1};
  add_beam_group(*model, "rods", options);
  EXPECT_EQ(model->contacts.size(), 11);  // six nodes, the beams, and four pairs of segments
  EXPECT_EQ(model->contacts.name(6), "rods.7");
  for (const double gap : gaps(*model)) EXPECT_NEAR(gap, 2.0 - 0.05 - 0.15, 1e-15);
  EXPECT_EQ(gaps(*model).size(), 3u) << "three nodes meet three nodes";
  ContactSet set;
  const std::vector<Index> closed{0};
  model->contacts.evaluate(0.0, model->initial.q, model->system.num_v(), closed, set);
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.2);
  EXPECT_EQ(set.eps_t[0], 0.1);
  EXPECT_EQ(set.start, (std::vector<Index>{0, 3}));
}

TEST(BeamContacts, AGivenRadiusIsThatOfAll) {
  auto model = rods();
  BeamGroupOptions options;
  options.radius = 0.45;  // so that they are in the skin of each other
  add_beam_group(*model, "all", options);
  const auto near = gaps(*model);
  EXPECT_EQ(near.size(), 9u) << "three nodes of each of the lower three, below the next";
  for (const double gap : near) EXPECT_NEAR(gap, 1.0 - 0.9, 1e-15);
}

TEST(BeamContacts, OthersAreMetByTheRest) {
  auto model = rods();
  BeamGroupOptions options;
  options.others = "rod3";
  options.radius = 0.45;
  add_beam_group(*model, "rods", options);
  EXPECT_EQ(gaps(*model).size(), 6u) << "of rods 2 and 3, rod 3 and the plank: rods 1 and 2 do not meet";
  options.bodies = "rod1";
  options.others = "rod3, plank";
  add_beam_group(*model, "more", options);
  EXPECT_EQ(model->contacts.name(model->contacts.size() - 1).substr(0, 5), "more.");
}

TEST(BeamContacts, APlaneMeetsEachNode) {
  auto model = rods();
  BeamPlaneOptions options;
  options.bodies = "rod2, rod1";
  options.point = {0.0, 0.0, 0.5};
  options.normal = {0.0, 0.0, 3.0};
  add_beam_plane(*model, "floor", options);
  EXPECT_EQ(model->contacts.size(), 6);
  EXPECT_EQ(model->contacts.name(5), "floor.6");
  Vector gap(6);
  model->contacts.gaps(0.0, model->initial.q, gap);
  EXPECT_NEAR(gap[0], 1.5 - 0.1, 1e-15);
  EXPECT_NEAR(gap[5], 0.5 - 0.05, 1e-15);
  EXPECT_EQ(model->scenery.size(), 1u);
}

TEST(BeamContacts, PlanarBeamsMeetALineInTheirPlane) {
  Model model;
  auto beam = floating_rod(2, FloatingBeamPlanarOptions::Frame::tangential);
  beam.position = {1.0, 2.0};
  model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(beam));
  BeamPlaneOptions options;
  options.normal = {0.0, 1.0};
  options.radius = 0.25;
  add_beam_plane(model, "floor", options);
  Vector gap(3);
  model.contacts.gaps(0.0, model.initial.q, gap);
  EXPECT_NEAR(gap[2], 1.75, 1e-15);
  options.normal = {0.0, 1.0, 0.0};
  EXPECT_EQ(keys_thrown([&] { add_beam_plane(model, "wall", options); }), Keys{"normal"});
}

template <class Options, class Add>
Keys keys_of(const Options& options, Add&& add) {
  auto model = rods();
  const auto keys = keys_thrown([&] { add(*model, "contact", options); });
  EXPECT_EQ(model->contacts.size() > 0, keys.empty()) << "nothing half done";
  return keys;
}

TEST(BeamContacts, RefuseWhatIsNoRoundBeam) {
  BeamGroupOptions group;
  EXPECT_EQ(keys_of(group, add_beam_group), Keys{"radius"}) << "the plank";
  for (const char* bodies : {"stone", "bar", "nobody", "rod1, rod1", "rod1"}) {
    group.bodies = bodies;
    EXPECT_EQ(keys_of(group, add_beam_group), Keys{"bodies"}) << bodies;
  }
  group.bodies = "rod1, rod2";
  for (const char* others : {"stone", "rod1", "rod3, rod3"}) {
    group.others = others;
    EXPECT_EQ(keys_of(group, add_beam_group), Keys{"others"}) << others;
  }
  BeamPlaneOptions plane;
  plane.normal = {0.0, 0.0, 0.0, 1.0};
  EXPECT_EQ(keys_of(plane, add_beam_plane), (Keys{"radius", "normal", "normal"}));
  plane.bodies = "rod1";
  plane.normal = {0.0};
  plane.point = {1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ(keys_of(plane, add_beam_plane), (Keys{"point", "normal"}));
}

TEST(BeamContacts, RefuseBeamsOfAPlaneAmongThoseOfSpace) {
  auto model = rods();
  model->add_body("flat", "floating_beam_planar",
                  make_floating_beam_planar(floating_rod(2, FloatingBeamPlanarOptions::Frame::tangential)));
  BeamGroupOptions group;
  group.radius = 0.1;
  EXPECT_EQ(keys_thrown([&] { add_beam_group(*model, "rods", group); }), Keys{"bodies"});
}

TEST(BeamContacts, RefuseAModelWithoutBeams) {
  Model model;
  EXPECT_EQ(keys_thrown([&] { add_beam_group(model, "rods", {}); }), Keys{"bodies"});
  EXPECT_EQ(keys_thrown([&] { add_beam_plane(model, "floor", {}); }), Keys{"bodies"});
}

}  // namespace beam_contacts_test
}  // namespace percuss
