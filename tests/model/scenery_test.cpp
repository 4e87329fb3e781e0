// SPDX-License-Identifier: Apache-2.0
// What contacts add to a model for pictures.
#include <gtest/gtest.h>

#include <limits>

#include "model/circle_in_circle.hpp"
#include "model/disc.hpp"
#include "model/disc_contacts.hpp"
#include "model/node_wall.hpp"
#include "model/notch.hpp"
#include "model/point_face.hpp"
#include "model/slider_contact.hpp"
#include "model/slider_crank.hpp"
#include "model/woodpecker.hpp"
#include "tests/model/drawn_points.hpp"
#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace scenery_test {

constexpr double rounding = 1e-14;  // some eps of lengths of a few metres

struct Things {
  Model model;
  Things() {
    model.add_body("plate", "rigid_body_planar", planar_body(1.0, 1.0, {1.0, 2.0, 0.5}));
    model.add_body("plank", "rigid_body_planar", planar_body(1.0, 1.0, {3.0, 2.0, -0.5}));
    model.add_body("disc", "disc", build_discs({{0.5, 1.0, {5.0, 2.0, 0.0}, {}}}));
    model.add_body("stone", "rigid_body", spatial_body(1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 1.0}));
    model.add_body("brick", "rigid_body", spatial_body(1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, -1.0}));
    model.add_body("crank", "slider_crank", make_slider_crank({}));
    model.add_body("bird", "woodpecker", make_woodpecker({}));
  }
  const Scenery& last() const { return model.scenery.back(); }
  Vector3 position(const Marker& marker) const { return marker.position(model.initial.q); }
  Matrix points() const { return drawn_positions(last().shape, model.initial.q, model.initial.v); }
  void expect_wall(std::size_t i, const Vector3& point, const Vector3& normal, Index dimension) const {
    ASSERT_LT(i, last().walls.size());
    const auto& wall = last().walls[i];
    EXPECT_LE((position(wall.point) - point).norm(), rounding);
    EXPECT_LE((wall.normal - normal).norm(), rounding);
    EXPECT_EQ(wall.dimension, dimension);
  }
};

TEST(Scenery, OfAWallIsTheWall) {
  Things things;
  NodeWallOptions options;
  options.body = "plate";
  options.wall = {0.0, -1.0};
  options.normal = {3.0, 4.0};
  add_node_wall(things.model, "floor", options);
  EXPECT_EQ(things.last().name, "floor");
  things.expect_wall(0, {0.0, -1.0, 0.0}, {0.6, 0.8, 0.0}, 2);
  options.body = "stone";
  options.normal = {0.0, 0.0, 2.0};
  add_node_wall(things.model, "ground", options);
  things.expect_wall(0, {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0}, 3);
}

TEST(Scenery, OfDiscsIsALineOrABox) {
  Things things;
  DiscPlaneOptions plane;
  plane.point = {1.0, 2.0};
  plane.normal = {0.0, 3.0};
  add_disc_plane(things.model, "floor", plane);
  things.expect_wall(0, {1.0, 2.0, 0.0}, {0.0, 1.0, 0.0}, 2);
  DiscBoxOptions box;
  box.from = {-1.0, -2.0};
  box.to = {10.0, 20.0};
  add_disc_box(things.model, "box", box);
  EXPECT_TRUE(things.last().walls.empty());
  ASSERT_EQ(things.last().shape.cells.size(), 1u);
  EXPECT_EQ(things.last().shape.cells[0].kind, DrawnShape::Kind::polygon);
  const Matrix expected = (Matrix(3, 4) << -1, 10, 10, -1, -2, -2, 20, 20, 0, 0, 0, 0).finished();
  EXPECT_EQ(things.points(), expected);
}

TEST(Scenery, OfSlidersIsTwoWalls) {
  Things things;
  NotchOptions notch;
  notch.body = "plate";
  notch.half_length = 0.3;
  notch.half_height = 0.2;
  notch.clearance = 0.05;
  notch.point = {0.0, 1.0};
  notch.direction = {0.0, 2.0};  // up: the wall on the side of -x has corners 1 and 2
  add_notch(things.model, "notch", notch);
  ASSERT_EQ(things.last().walls.size(), 2u);
  things.expect_wall(0, {-0.25, 1.0, 0.0}, {1.0, 0.0, 0.0}, 2);
  things.expect_wall(1, {0.25, 1.0, 0.0}, {-1.0, 0.0, 0.0}, 2);
  SliderContactOptions guide;
  guide.body = "crank";
  guide.clearance = 0.001;
  add_slider_contact(things.model, "guide", guide);
  ASSERT_EQ(things.last().walls.size(), 2u);
  things.expect_wall(0, {0.0, 0.026, 0.0}, {0.0, -1.0, 0.0}, 2);
  things.expect_wall(1, {0.0, -0.026, 0.0}, {0.0, 1.0, 0.0}, 2);
  const auto before = things.model.scenery.size();
  guide.clearance = 0.0;
  guide.kind = SliderGuide::Kind::joint;
  add_slider_contact(things.model, "joint", guide);
  EXPECT_EQ(things.model.scenery.size(), before);
}

TEST(Scenery, OfABearingIsItsRing) {
  Things things;
  CircleInCircleOptions options;
  options.body = "plate";
  options.radius = 0.1;
  options.to = "plank";
  options.to_point = {0.2, 0.3};
  options.ring_radius = 0.4;
  add_circle_in_circle(things.model, "bearing", options);
  const auto in_plane = things.points();
  ASSERT_EQ(in_plane.cols(), 48);
  const Vector3 centre = things.position(things.model.find_body("plank")->marker(0, {0.2, 0.3, 0.0}));
  for (Index i = 0; i < 48; ++i) EXPECT_NEAR((in_plane.col(i) - centre).norm(), 0.4, rounding);
  options.body = "stone";
  options.to = "brick";
  options.to_point = {0.1, 0.2, 0.3};
  options.axis = {2.0, 1.0, -2.0};
  add_circle_in_circle(things.model, "in_space", options);
  const auto in_space = things.points();
  for (Index i = 0; i < 48; ++i) {
    const Vector3 from_centre = in_space.col(i) - Vector3(0.1, 0.2, -0.7);
    EXPECT_NEAR(from_centre.norm(), 0.4, rounding);
    EXPECT_NEAR(from_centre.dot(Vector3(2.0, 1.0, -2.0)), 0.0, rounding);
  }
}

TEST(Scenery, OfAFaceIsALineWhereItEnds) {
  Things things;
  PointFaceOptions options;
  options.body = "plate";
  options.other = "plank";
  options.face = {0.0, 0.3};
  options.normal = {0.0, 1.0};
  options.half_length = 0.8;
  add_point_face(things.model, "face", options);
  EXPECT_TRUE(things.last().walls.empty());
  const auto& plank = *things.model.find_body("plank");
  const Matrix ends = things.points();
  EXPECT_LE((ends.col(0) - things.position(plank.marker(0, {0.8, 0.3, 0.0}))).norm(), rounding);
  EXPECT_LE((ends.col(1) - things.position(plank.marker(0, {-0.8, 0.3, 0.0}))).norm(), rounding);
  options.half_length = std::numeric_limits<double>::infinity();
  add_point_face(things.model, "endless", options);
  EXPECT_TRUE(things.last().shape.cells.empty());
  things.expect_wall(0, things.position(plank.marker(0, {0.0, 0.3, 0.0})), {0.0, 1.0, 0.0}, 2);
}

TEST(Scenery, OfAWoodpeckerIsItsPole) {
  Things things;
  WoodpeckerPoleOptions options;
  options.body = "bird";
  add_woodpecker_pole(things.model, "pole", options);
  ASSERT_EQ(things.last().walls.size(), 2u);
  things.expect_wall(0, {0.0025, 0.0, 0.0}, {1.0, 0.0, 0.0}, 2);
  things.expect_wall(1, {-0.0025, 0.0, 0.0}, {-1.0, 0.0, 0.0}, 2);
}

}  // namespace scenery_test
}  // namespace percuss
