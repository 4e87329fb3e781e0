// SPDX-License-Identifier: Apache-2.0
// Every type of body, and all contacts of the examples, can be drawn.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "io/model_file.hpp"
#include "model/beam.hpp"
#include "model/body_shape.hpp"
#include "model/disc.hpp"
#include "model/model_registry.hpp"
#include "model/rigid_body.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/drawn_points.hpp"

namespace percuss {
namespace example_shapes_test {

/// Points are where numbers are, cells have points that there are.
void expect_drawable(const DrawnShape& shape, const Model& model, const std::string& what) {
  SCOPED_TRACE(what);
  expect_valid_cells(shape);
  EXPECT_TRUE(drawn_positions(shape, model.initial.q, model.initial.v).allFinite());
}

TEST(ExampleShapes, OfEveryBodyAndContactCanBeDrawn) {
  std::set<std::string> seen;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PERCUSS_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".yaml") continue;
    const auto file = read_model(entry.path().string());
    for (const auto& body : file.model->bodies)
      for (const Index points : {1, 3}) {
        const auto shape = shape_of(body, points);
        EXPECT_FALSE(shape.points.empty()) << body.name << " of " << entry.path();
        EXPECT_FALSE(shape.cells.empty()) << body.name << " of " << entry.path();
        expect_drawable(shape, *file.model, body.name);
        seen.insert(body.type);
      }
    for (const auto& [name, shape, walls] : file.model->scenery) {
      expect_drawable(shape, *file.model, name);
      expect_drawable(shape_of_walls(walls, 1.0), *file.model, name);
    }
  }
  Model others;  // of which no example is
  RigidBodyOptions stone;
  stone.mass = 1.0;
  stone.inertia = {1.0};
  others.add_body("stone", "rigid_body", make_rigid_body(stone));
  BeamOptions beam;
  beam.mesh = spatial_mesh(2);
  beam.supports.first = BeamOptions::Support::clamped;
  others.add_body("beam", "beam", make_beam(beam));
  others.add_body("disc", "disc", build_discs({{0.5, 1.0, {}, {}}}));
  for (const auto& body : others.bodies) {
    expect_drawable(shape_of(body, 3), others, body.name);
    seen.insert(body.type);
  }
  for (const auto& type : body_types()) EXPECT_TRUE(seen.count(type.name)) << type.name;
}

}  // namespace example_shapes_test
}  // namespace percuss
