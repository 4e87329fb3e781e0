// SPDX-License-Identifier: Apache-2.0
#include "model/body_shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "model/beam_planar.hpp"
#include "model/disc.hpp"
#include "model/flexible_body_planar.hpp"
#include "model/mass_chain.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/drawn_points.hpp"
#include "tests/model/models.hpp"
#include "tests/model/shape_integrals.hpp"

namespace percuss {
namespace body_shape_test {

constexpr double rounding = 1e-14;  // some eps of lengths of a few metres

DrawnShape shape_of_only(const Model& model, Index points_per_element = 1) {
  auto shape = shape_of(model.bodies.back(), points_per_element);
  expect_valid_cells(shape);
  return shape;
}

std::vector<DrawnShape::Kind> kinds(const DrawnShape& shape) {
  std::vector<DrawnShape::Kind> all;
  for (const auto& cell : shape.cells) all.push_back(cell.kind);
  return all;
}

using Kinds = std::vector<DrawnShape::Kind>;

TEST(BodyShape, OfABarIsALineThroughItsNodes) {
  Model model;
  model.add_body("mass", "point_mass", mass_at({1.0}));
  model.add_body("bar", "bar", small_bar(4));
  const auto shape = shape_of_only(model, 5);  // elements are linear: no points between
  EXPECT_EQ(kinds(shape), Kinds{DrawnShape::Kind::line});
  Vector q(6);
  q << 9.0, 0.0, 0.1, 0.2, 0.3, 0.4;
  const Matrix points = drawn_positions(shape, q, Vector::Zero(6));
  ASSERT_EQ(points.cols(), 5);
  for (Index i = 0; i < 5; ++i) EXPECT_NEAR(points(0, i), 0.6 * static_cast<double>(i), rounding);
}

TEST(BodyShape, OfMassesIsPointsAndOfAChainALineToo) {
  Model model;
  model.add_body("mass", "point_mass", mass_at({1.0, 2.0}));
  EXPECT_EQ(kinds(shape_of_only(model)), Kinds{DrawnShape::Kind::vertex});
  MassChainOptions chain;
  chain.masses = {1.0, 2.0};
  chain.stiffness = {1.0, 1.0, 1.0};
  chain.unstressed = {1.0, 3.0};
  model.add_body("chain", "mass_chain", make_mass_chain(chain));
  const auto shape = shape_of_only(model);
  EXPECT_EQ(kinds(shape), (Kinds{DrawnShape::Kind::line, DrawnShape::Kind::vertex, DrawnShape::Kind::vertex}));
  const Matrix points = drawn_positions(shape, Eigen::Vector4d(9.0, 9.0, 0.1, 0.2), Vector::Zero(4));
  EXPECT_LE((points - (Matrix(3, 2) << 1.1, 3.2, 0, 0, 0, 0).finished()).norm(), rounding);
  chain.masses = {1.0};
  chain.stiffness = {1.0, 1.0};
  chain.unstressed = {1.0};
  model.add_body("one", "mass_chain", make_mass_chain(chain));
  EXPECT_EQ(kinds(shape_of_only(model)), Kinds{DrawnShape::Kind::vertex});
}

TEST(BodyShape, OfADiscIsACircleWithASpokeThatTurns) {
  Model model;
  model.add_body("discs", "discs", build_discs({{0.5, 1.0, {1.0, 2.0, 0.0}, {}}, {0.25, 1.0, {3.0, 2.0, 0.3}, {}}}));
  const auto shape = shape_of_only(model);
  EXPECT_EQ(kinds(shape), (Kinds{DrawnShape::Kind::polygon, DrawnShape::Kind::line, DrawnShape::Kind::polygon,
                                 DrawnShape::Kind::line}));
  Vector q = model.initial.q;
  q[2] = 1.2;
  const Matrix points = drawn_positions(shape, q, model.initial.v);
  for (Index disc = 0; disc < 2; ++disc) {
    const Vector3 centre(q[3 * disc], 2.0, 0.0);
    const double radius = disc == 0 ? 0.5 : 0.25, angle = q[3 * disc + 2];
    for (Index i = 0; i < 24; ++i) EXPECT_NEAR((points.col(25 * disc + i) - centre).norm(), radius, rounding);
    const auto& spoke = shape.cells[static_cast<std::size_t>(2 * disc + 1)].points;
    EXPECT_LE((points.col(spoke[0]) - centre).norm(), rounding);
    EXPECT_LE((points.col(spoke[1]) - centre - radius * Vector3(std::cos(angle), std::sin(angle), 0.0)).norm(),
              rounding);
  }
}

// A cantilever of one element under a force at its end bends as w = w1 (3 x^2 - x^3)/2, which the element has exactly.
TEST(BodyShape, OfABeamFollowsItsShapeFunctions) {
  Model model;
  BeamPlanarOptions options;
  options.mesh = rod_mesh(1);
  options.supports.first = BeamPlanarOptions::Support::clamped;
  options.position = {2.0, 1.0};
  options.angle = 0.4;
  model.add_body("beam", "beam_planar", make_beam_planar(options));
  const double w1 = 0.01;
  const Vector3 q(0.0, w1, 1.5 * w1);
  const auto shape = shape_of_only(model, 4);
  EXPECT_EQ(kinds(shape), Kinds{DrawnShape::Kind::line});
  const Matrix points = drawn_positions(shape, q, Vector::Zero(3));
  ASSERT_EQ(points.cols(), 5);
  for (Index i = 0; i <= 4; ++i) {
    const double x = 0.25 * static_cast<double>(i), w = 0.5 * w1 * (3.0 * x * x - x * x * x);
    const double c = std::cos(0.4), s = std::sin(0.4);
    EXPECT_LE((points.col(i) - Vector3(2.0 + c * x - s * w, 1.0 + s * x + c * w, 0.0)).norm(), rounding) << i;
  }
  EXPECT_EQ(shape_of_only(model).points.size(), 2u);
  EXPECT_THROW(shape_of(model.bodies[0], 0), std::invalid_argument);
}

TEST(BodyShape, OfAFloatingBeamInSpaceHasItsNodesAmongItsPoints) {
  Model model;
  auto options = floating_in_space(3, FloatingBeamOptions::Frame::tangential);
  model.add_body("beam", "floating_beam", make_floating_beam(options));
  std::mt19937 random(1);
  Vector q = 0.01 * random_vector(model.system.num_q(), random);
  q.segment<4>(3).normalize();
  const auto shape = shape_of_only(model, 2);
  const Matrix points = drawn_positions(shape, q, model.initial.v);
  ASSERT_EQ(points.cols(), 7);
  for (Index i = 0; i < 4; ++i) EXPECT_EQ(Vector3(points.col(2 * i)), model.bodies[0].marker(i).position(q)) << i;
}

TEST(BodyShape, OfABodyGivenByItsShapesIsItsNodesAndALine) {
  Model model;
  const ShapeCloud cloud{7, 3, 5};
  model.add_body("cloud", "flexible_body_planar", make_flexible_body_planar(cloud.options()));
  const auto shape = shape_of_only(model, 3);
  const auto count = static_cast<std::size_t>(model.bodies[0].nodes.count);
  ASSERT_EQ(shape.points.size(), count);
  ASSERT_EQ(shape.cells.size(), count + 1);
  EXPECT_EQ(shape.cells.back().points.size(), count);
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(shape.cells[i].kind, DrawnShape::Kind::vertex);
}

TEST(BodyShape, OfABodyWithoutNodesIsNothing) {
  ModelBody body;
  body.nodes.count = 0;
  EXPECT_TRUE(shape_of(body, 1).points.empty());
}

TEST(BodyShape, OfWallsReachesAsFarAsAsked) {
  const auto plate = Marker::planar(0, 0, {0.0, 1.0, 0.0});
  const Vector3 n = Vector3(2.0, 1.0, -2.0) / 3.0;
  const auto shape = shape_of_walls({{plate, Vector3::UnitY(), 2},
                                     {Marker::ground({1.0, 2.0, 3.0}), n, 3},
                                     {Marker::ground({4.0, 0.0, 0.0}), -Vector3::UnitX(), 1}},
                                    10.0);
  expect_valid_cells(shape);
  EXPECT_EQ(kinds(shape), (Kinds{DrawnShape::Kind::line, DrawnShape::Kind::polygon, DrawnShape::Kind::line}));
  const double quarter = 0.5 * std::acos(-1.0);
  const Matrix points = drawn_positions(shape, Vector3(5.0, 0.0, quarter), Vector::Zero(3));
  // The plate's wall, y = 1 in its axes, stands at x = 4.
  EXPECT_LE((points.col(0) - Vector3(4.0, 10.0, 0.0)).norm(), 1e-14);
  EXPECT_LE((points.col(1) - Vector3(4.0, -10.0, 0.0)).norm(), 1e-14);
  for (Index i = 2; i < 6; ++i) {
    const Vector3 from_middle = points.col(i) - Vector3(1.0, 2.0, 3.0);
    EXPECT_NEAR(n.dot(from_middle), 0.0, 1e-13);
    EXPECT_NEAR(from_middle.norm(), 10.0 * std::sqrt(2.0), 1e-13);
  }
  EXPECT_EQ(Vector3(points.col(7) - points.col(6)).norm(), 2.0);
  EXPECT_EQ(points(0, 6), 4.0);
}

}  // namespace body_shape_test
}  // namespace percuss
