// SPDX-License-Identifier: Apache-2.0
#include "model/shape_options.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/rotation.hpp"
#include "model/body_shape.hpp"
#include "model/model_registry.hpp"
#include "model/rigid_body.hpp"
#include "model/rigid_body_planar.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace shape_options_test {

constexpr double rounding = 1e-14;  // eps of lengths of some metres

RigidBodyPlanarOptions plate(const ShapeOptions& shape) {
  RigidBodyPlanarOptions options;
  options.mass = options.inertia = 1.0;
  options.position = {3.0, -1.0};
  options.angle = 0.5 * std::acos(-1.0);  // a quarter turn: (x, y) goes to (-y, x)
  options.shape = shape;
  return options;
}

RigidBodyOptions stone(const ShapeOptions& shape) {
  RigidBodyOptions options;
  options.mass = 1.0;
  options.inertia = {1.0};
  options.position = {3.0, -1.0, 2.0};
  options.orientation = {0.3, -0.4, 1.2};
  options.shape = shape;
  return options;
}

/// Points of the only body at the start, one in each column.
Matrix points_at_start(const Model& model, const DrawnShape& shape) {
  Matrix points(3, static_cast<Index>(shape.points.size()));
  for (Index i = 0; i < points.cols(); ++i)
    points.col(i) = shape.points[static_cast<std::size_t>(i)].position(model.initial.q);
  return points;
}

struct Drawn {
  DrawnShape shape;
  Matrix points;
};

Drawn drawn(BuiltBody built) {
  Model model;
  model.add_body("body", "rigid", std::move(built));
  const auto shape = shape_of(model.bodies[0], 1);
  return {shape, points_at_start(model, shape)};
}

Keys keys_in_plane(const ShapeOptions& shape) {
  return keys_thrown([&] { make_rigid_body_planar(plate(shape)); });
}
Keys keys_in_space(const ShapeOptions& shape) {
  return keys_thrown([&] { make_rigid_body(stone(shape)); });
}

TEST(ShapeOptions, WithoutAShapeABodyIsAPoint) {
  const auto [shape, points] = drawn(make_rigid_body_planar(plate({})));
  ASSERT_EQ(shape.cells.size(), 1u);
  EXPECT_EQ(shape.cells[0].kind, DrawnShape::Kind::vertex);
  EXPECT_EQ(points.col(0), Vector3(3.0, -1.0, 0.0));
}

TEST(ShapeOptions, ARectangleTurnsWithItsBody) {
  ShapeOptions options;
  options.box = {2.0, 1.0};
  options.centre = {0.5, 0.0};
  const auto [shape, points] = drawn(make_rigid_body_planar(plate(options)));
  ASSERT_EQ(shape.cells.size(), 1u);
  EXPECT_EQ(shape.cells[0].kind, DrawnShape::Kind::polygon);
  Matrix expected(3, 4);  // corners (-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5), turned
  expected << 3.5, 3.5, 2.5, 2.5, -1.5, 0.5, 0.5, -1.5, 0.0, 0.0, 0.0, 0.0;
  EXPECT_LE((points - expected).norm(), rounding);
}

TEST(ShapeOptions, ABoxHasSixFacesSeenFromOutside) {
  ShapeOptions options;
  options.box = {2.0, 1.0, 0.5};
  const auto [shape, points] = drawn(make_rigid_body(stone(options)));
  ASSERT_EQ(shape.cells.size(), 6u);
  ASSERT_EQ(shape.points.size(), 8u);
  const Vector3 centre(3.0, -1.0, 2.0);
  double volume = 0.0;  // by the divergence theorem
  for (const auto& cell : shape.cells) {
    ASSERT_EQ(cell.points.size(), 4u);
    const auto at = [&cell, &centre, &points = points](std::size_t i) {
      return Vector3(points.col(cell.points[i]) - centre);
    };
    volume += at(0).dot((at(1) - at(0)).cross(at(3) - at(0))) / 3.0;
  }
  EXPECT_NEAR(volume, 1.0, rounding);
  EXPECT_NEAR((points.rowwise().mean() - centre).norm(), 0.0, rounding);
}

TEST(ShapeOptions, ARodIsALineBetweenItsEnds) {
  ShapeOptions options;
  options.rod = {-1.0, 0.0, 2.0, 0.5};
  const auto [shape, points] = drawn(make_rigid_body_planar(plate(options)));
  ASSERT_EQ(shape.cells.size(), 1u);
  EXPECT_EQ(shape.cells[0].kind, DrawnShape::Kind::line);
  EXPECT_LE((points.col(0) - Vector3(3.0, -2.0, 0.0)).norm(), rounding);
  EXPECT_LE((points.col(1) - Vector3(2.5, 1.0, 0.0)).norm(), rounding);
  options.rod = {-1.0, 0.0, 0.0, 2.0, 4.0, 0.0};
  const auto in_space = drawn(make_rigid_body(stone(options)));
  EXPECT_NEAR((in_space.points.col(1) - in_space.points.col(0)).norm(), 5.0, rounding);
}

TEST(ShapeOptions, APolygonKeepsTheOrderOfItsCorners) {
  ShapeOptions options;
  options.polygon = {0.0, 0.0, 1.0, 0.0, 0.0, 2.0};
  const auto [shape, points] = drawn(make_rigid_body_planar(plate(options)));
  EXPECT_EQ(shape.cells[0].points, (std::vector<Index>{0, 1, 2}));
  EXPECT_LE((points.col(2) - Vector3(1.0, -1.0, 0.0)).norm(), rounding);
}

TEST(ShapeOptions, AHullKeepsItsCornersAlone) {
  ShapeOptions options;
  options.hull = {0, 0, 0, 1, 0, 0, 0.1, 0.1, 0.1, 0, 1, 0, 0, 0, 1};  // the third lies within
  const auto [shape, points] = drawn(make_rigid_body(stone(options)));
  EXPECT_EQ(shape.points.size(), 4u);
  ASSERT_EQ(shape.cells.size(), 4u);
  for (const auto& cell : shape.cells) EXPECT_EQ(cell.kind, DrawnShape::Kind::polygon);
  options.hull = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};  // in a plane
  EXPECT_EQ(drawn(make_rigid_body(stone(options))).shape.cells.size(), 1u);
}

TEST(ShapeOptions, CirclesAndSpheresHaveTheirRadius) {
  ShapeOptions options;
  options.radius = 0.25;
  options.centre = {1.0, 0.0};
  const auto circle = drawn(make_rigid_body_planar(plate(options)));
  for (Index i = 0; i < 24; ++i) EXPECT_NEAR((circle.points.col(i) - Vector3(3.0, 0.0, 0.0)).norm(), 0.25, rounding);
  options.centre = {};
  const auto sphere = drawn(make_rigid_body(stone(options)));
  ASSERT_EQ(sphere.shape.cells.size(), 3u);
  for (const auto& cell : sphere.shape.cells) {
    EXPECT_EQ(cell.kind, DrawnShape::Kind::line);
    EXPECT_EQ(cell.points.front(), cell.points.back());  // closed
  }
  for (Index i = 0; i < sphere.points.cols(); ++i)
    EXPECT_NEAR((sphere.points.col(i) - Vector3(3.0, -1.0, 2.0)).norm(), 0.25, rounding);
}

TEST(ShapeOptions, RefusesWrongCounts) {
  EXPECT_EQ(keys_in_plane({.box = {1.0}}), Keys{"shape.box"});
  EXPECT_EQ(keys_in_space({.box = {1.0, 1.0}}), Keys{"shape.box"});
  EXPECT_EQ(keys_in_plane({.box = {1.0, 1.0}, .centre = {1.0}}), Keys{"shape.centre"});
  EXPECT_EQ(keys_in_plane({.centre = {1.0, 1.0}}), Keys{"shape.centre"});
  EXPECT_EQ(keys_in_space({.rod = {0.0, 0.0, 1.0, 1.0}}), Keys{"shape.rod"});
  EXPECT_EQ(keys_in_plane({.polygon = {0.0, 0.0, 1.0, 1.0}}), Keys{"shape.polygon"});
  EXPECT_EQ(keys_in_plane({.polygon = {0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 2.0}}), Keys{"shape.polygon"});
  EXPECT_EQ(keys_in_space({.hull = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0}}), Keys{"shape.hull"});
  EXPECT_EQ(keys_in_space({.hull = {0.0, 0.0, 0.0, 1.0}}), Keys({"shape.hull"}));
  std::vector<double> many(3 * 65);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = std::sin(static_cast<double>(i * i));
  EXPECT_EQ(keys_in_space({.hull = many}), Keys{"shape.hull"});
  many.resize(3 * 64);
  EXPECT_EQ(keys_in_space({.hull = many}), Keys{});
}

TEST(ShapeOptions, RefusesTwoShapesAndShapesWithoutExtent) {
  EXPECT_EQ(keys_in_plane({.box = {1.0, 1.0}, .rod = {0.0, 0.0, 1.0, 1.0}}), Keys{"shape.rod"});
  EXPECT_EQ(keys_in_space({.box = {1.0, 1.0, 1.0}, .radius = 1.0}), Keys{"shape.radius"});
  EXPECT_EQ(keys_in_plane({.hull = {0, 0, 0, 1, 0, 0, 0, 1, 0}}), Keys{"shape.hull"});
  EXPECT_EQ(keys_in_space({.polygon = {0, 0, 1, 0, 0, 1}}), Keys{"shape.polygon"});
  EXPECT_EQ(keys_in_plane({.box = {1.0, -1.0}}), Keys{"shape.box"});
  EXPECT_EQ(keys_in_plane({.radius = -1.0}), Keys{"shape.radius"});
  EXPECT_EQ(keys_in_plane({.rod = {1.0, 1.0, 1.0, 1.0}}), Keys{"shape.rod"});
  EXPECT_EQ(keys_in_plane({.polygon = {0.0, 0.0, 1.0, 1.0, 3.0, 3.0}}), Keys{"shape.polygon"});
  EXPECT_EQ(keys_in_space({.hull = {0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0}}), Keys{"shape.hull"});
  EXPECT_EQ(keys_in_space({.hull = {0, 0, 0, 1, 1, 1, 3, 3, 3}}), Keys{"shape.hull"});
}

TEST(ShapeOptions, RefusesNumbersThatAreNotFinite) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_NE(keys_in_plane({.box = {1.0, infinite}}), Keys{});
  EXPECT_NE(keys_in_plane({.rod = {0.0, 0.0, infinite, 1.0}}), Keys{});
  EXPECT_NE(keys_in_space({.hull = {0.0, 0.0, 0.0, 1.0, 0.0, std::nan(""), 0.0, 1.0, 0.0}}), Keys{});
  EXPECT_NE(keys_in_plane({.radius = infinite}), Keys{});
}

TEST(ShapeOptions, AreKeysOfTheModelFile) {
  for (const auto& type : body_types()) {
    std::vector<std::string> keys;
    for (const auto& info : type.parameters)
      if (info.name.rfind("shape.", 0) == 0) keys.push_back(info.name);
    if (type.name == "rigid_body")
      EXPECT_EQ(keys, (Keys{"shape.box", "shape.centre", "shape.rod", "shape.hull", "shape.radius"}));
    else if (type.name == "rigid_body_planar")
      EXPECT_EQ(keys, (Keys{"shape.box", "shape.centre", "shape.rod", "shape.polygon", "shape.radius"}));
    else
      EXPECT_EQ(keys, Keys{}) << type.name;
  }
}

}  // namespace shape_options_test
}  // namespace percuss
