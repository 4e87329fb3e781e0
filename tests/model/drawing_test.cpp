// SPDX-License-Identifier: Apache-2.0
#include "model/drawing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/model_text.hpp"
#include "tests/model/beam_bodies.hpp"

namespace percuss {
namespace drawing_test {

std::vector<double> values(Drawing& drawing, PointField field, const State& state) {
  std::vector<double> numbers;
  drawing.evaluate(field, state.q, state.v, numbers);
  EXPECT_EQ(numbers.size(), num_components(field) * drawing.num_points());
  return numbers;
}

/// A ball at a height of 2 above a floor; it is drawn as a point, the floor as a line as long as the two are apart.
TEST(Drawing, OfABallAndItsFloor) {
  const auto file = test::read_model_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-2, end_time: 2.0}
bodies:
  ball: {type: point_mass, mass: 2.0, position: [0.0, 2.0], velocity: [1.0, 0.0]}
contacts:
  floor: {type: node_wall, body: ball, normal: [0.0, 1.0]}
)");
  Drawing drawing(*file.model, 4);
  ASSERT_EQ(drawing.parts().size(), 2U);
  EXPECT_EQ(drawing.parts()[1].name, "floor");
  EXPECT_EQ(drawing.num_points(), 3U);
  State state = file.model->initial;
  state.q += Eigen::Vector2d(0.5, -0.25);
  state.v = Eigen::Vector2d(3.0, 4.0);
  EXPECT_EQ(values(drawing, PointField::position, state),
            (std::vector<double>{0.5, 1.75, 0.0, 2.0, 0.0, 0.0, -2.0, 0.0, 0.0}));
  const auto moved = values(drawing, PointField::displacement, state);
  EXPECT_EQ(std::vector<double>(moved.begin(), moved.begin() + 3), (std::vector<double>{0.5, -0.25, 0.0}));
  EXPECT_EQ(values(drawing, PointField::velocity, state), (std::vector<double>{3.0, 4.0, 0, 0, 0, 0, 0, 0, 0}));
  for (const double force : values(drawing, PointField::axial_force, state)) EXPECT_TRUE(std::isnan(force));
}

/// Points of a beam between its nodes move by its shape functions, and forces belong to them in their order: between
/// nodes that of the element, at a node the mean of both sides.
TEST(Drawing, OfABeamBentByItsShapeFunctions) {
  Model model;
  auto options = floating_rod(2, FloatingBeamPlanarOptions::Frame::tangential);
  model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(options));
  Drawing drawing(model, 4);
  ASSERT_EQ(drawing.num_points(), 9U);
  State state = model.initial;
  const double w1 = 0.02, phi1 = 0.05;
  state.q.tail(6) << 1e-5, w1, phi1, 3e-5, 0.06, 0.1;
  const auto bent = values(drawing, PointField::deflection, state);
  const double s = 0.5, l = 0.5;  // the middle of the first element
  EXPECT_NEAR(bent[3 * 2 + 1], w1 * s * s * (3.0 - 2.0 * s) + l * phi1 * s * s * (s - 1.0), 1e-15);
  const auto axial = values(drawing, PointField::axial_force, state);
  const auto line = section_elements(model.bodies[0]);
  for (std::size_t i = 0; i < 9; ++i) {
    const double expected = i < 4 ? 2e6 * 1e-5 / l : i > 4 ? 2e6 * 2e-5 / l : 2e6 * 1.5e-5 / l;
    EXPECT_NEAR(axial[i], expected, 1e-9) << i;
  }
  const auto moment = values(drawing, PointField::section_moment, state);
  EXPECT_EQ(moment[3 * 5 + 2], line[1].at(0.25, state.q).moment[2]);
  EXPECT_EQ(moment[3 * 4 + 2], 0.5 * (line[0].at(1.0, state.q).moment[2] + line[1].at(0.0, state.q).moment[2]));
}

/// A displaced bar is where it is, not where it was at the start.
TEST(Drawing, TellsDisplacementsOfBarsFromTheUndeformedPlace) {
  const auto file = test::read_model_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-5, end_time: 1.0e-3}
bodies:
  bar: {type: bar, length: 1.0, elements: 2, area: 1.0, youngs_modulus: 1.0e9, density: 1000.0, position: [0.25]}
)");
  Drawing drawing(*file.model, 4);
  EXPECT_EQ(values(drawing, PointField::displacement, file.model->initial),
            (std::vector<double>{0.25, 0, 0, 0.25, 0, 0, 0.25, 0, 0}));
}

/// Nothing to draw is no fault.
TEST(Drawing, OfAnEmptyModel) {
  const Model model;
  Drawing drawing(model, 1);
  EXPECT_TRUE(values(drawing, PointField::position, model.initial).empty());
}

}  // namespace drawing_test
}  // namespace percuss
