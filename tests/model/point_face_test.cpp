// SPDX-License-Identifier: Apache-2.0
#include "model/point_face.hpp"

#include <gtest/gtest.h>

#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace point_face_test {

/// Two planar boxes, one in space, a group of discs, and what `bar_and_masses` has.
std::unique_ptr<Model> boxes() {
  auto model = bar_and_masses();
  model->add_body("lower", "planar", planar_body(1.0, 1.0, {0.0, 0.5, 0.0}));
  model->add_body("upper", "planar", planar_body(1.0, 1.0, {0.25, 1.5, 0.0}));
  model->add_body("crate", "spatial", spatial_body(1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 1.0}));
  auto wheel = planar_body(1.0, 1.0, Vector3::Zero());
  wheel.radii = {1.0};
  model->add_body("wheel", "disc", std::move(wheel));
  return model;
}

PointFaceOptions corner_on_box() {
  PointFaceOptions options;
  options.body = "upper";
  options.point = {-0.5, -0.5};
  options.other = "lower";
  options.face = {0.0, 0.5};
  options.normal = {0.0, 3.0};  // any length
  options.restitution = 0.5;
  options.tangential_restitution = 0.25;
  options.friction = 0.3;
  return options;
}

double gap(const Model& model) {
  Vector gaps(model.contacts.size());
  model.contacts.gaps(0.0, model.initial.q, gaps);
  return gaps[gaps.size() - 1];
}

Keys keys_of(const PointFaceOptions& options) {
  auto model = boxes();
  const auto keys = keys_thrown([&] { add_point_face(*model, "joint", options); });
  if (!keys.empty()) {
    EXPECT_EQ(model->contacts.size(), 0);  // nothing half done
  }
  return keys;
}

TEST(PointFaceEntry, PutsACornerOnABox) {
  auto model = boxes();
  add_point_face(*model, "joint", corner_on_box());
  EXPECT_EQ(model->contacts.name(0), "joint");
  EXPECT_EQ(gap(*model), 0.0);
  ContactSet set;
  model->contacts.evaluate(0.0, model->initial.q, model->system.num_v(), std::vector<Index>{0}, set);
  EXPECT_EQ(set.num_rows(0), 2);
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.5);
  EXPECT_EQ(set.eps_t[0], 0.25);
}

TEST(PointFaceEntry, PutsAParticleOnAPlateAndACornerOnACrateInSpace) {
  auto model = boxes();
  auto options = corner_on_box();
  options.body = "disc";  // a particle at (1, 2)
  options.point = {};
  add_point_face(*model, "joint", options);
  EXPECT_EQ(gap(*model), 1.0);
  options.half_length = 0.25;
  add_point_face(*model, "short", options);
  EXPECT_EQ(gap(*model), 1.25);  // from the end (0.25, 1): 0.75 along, 1 up
  options = corner_on_box();
  options.body = "stone";  // at (3, 4, 5)
  options.point = {};
  options.other = "crate";
  options.face = {0.0, 0.0, 0.5};
  options.normal = {0.0, 0.0, 1.0};
  add_point_face(*model, "lid", options);
  EXPECT_EQ(gap(*model), 3.5);
  EXPECT_EQ(model->contacts.num_rows(2), 3);
}

TEST(PointFaceEntry, RefusesBodiesWithoutAFaceAndPointsThatAreNotThere) {
  EXPECT_EQ(keys_of(corner_on_box()), Keys{});
  for (const char* other : {"lover", "ground", "upper", "disc", "bar", "wheel", ""}) {
    auto options = corner_on_box();
    options.other = other;
    EXPECT_EQ(keys_of(options), Keys{"other"}) << other;
  }
  auto options = corner_on_box();
  options.body = "oper";
  EXPECT_EQ(keys_of(options), Keys{"body"});
  options = corner_on_box();
  options.node = "1";
  EXPECT_EQ(keys_of(options), Keys{"node"});
  options = corner_on_box();
  options.body = "disc";
  EXPECT_EQ(keys_of(options), Keys{"point"});  // a particle has no corners
}

TEST(PointFaceEntry, TellsOfGroundHowItsFacesAreCalled) {
  auto model = boxes();
  auto options = corner_on_box();
  options.other = "ground";
  try {
    add_point_face(*model, "joint", options);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(error.faults()[0].remedy.find("node_wall"), std::string::npos);
  }
}

TEST(PointFaceEntry, RefusesBodiesOfDifferentSpaces) {
  auto options = corner_on_box();
  options.other = "crate";
  EXPECT_EQ(keys_of(options), Keys{"other"});
  options = corner_on_box();
  options.body = "bar";
  options.point = {};
  EXPECT_EQ(keys_of(options), Keys{"other"});
}

TEST(PointFaceEntry, TellsAllThatIsWrongAtOnce) {
  auto options = corner_on_box();
  options.point = {1.0, 2.0, 3.0};
  options.face = {0.0, 0.0, 0.0};
  options.normal = {0.0, 0.0};
  options.half_length = -1.0;
  options.restitution = 1.5;
  EXPECT_EQ(keys_of(options), (Keys{"half_length", "restitution", "point", "face", "normal"}));
  options = corner_on_box();
  options.normal = {};
  EXPECT_EQ(keys_of(options), Keys{"normal"});
  options = corner_on_box();
  options.body = "stone";
  options.point = {};
  options.other = "crate";
  options.half_length = 1.0;
  EXPECT_EQ(keys_of(options), Keys{"half_length"});
}

}  // namespace point_face_test
}  // namespace percuss
