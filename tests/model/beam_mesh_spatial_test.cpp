// SPDX-License-Identifier: Apache-2.0
#include "model/beam_mesh_spatial.hpp"

#include <gtest/gtest.h>

#include "tests/model/beam_bodies.hpp"

namespace percuss {
namespace beam_mesh_spatial_test {

FrameConditions all_free(const BeamMeshSpatial& mesh) {
  return {mesh.num_unknowns(), {}, Matrix(mesh.num_unknowns(), 0), {}};
}

// u = a + b x along an axis, by its nodes.
Vector line_of_nodes(const BeamMeshSpatial& mesh, Index axis, double a, double b) {
  Vector x = Vector::Zero(mesh.num_unknowns());
  for (Index node = 0; node < mesh.num_nodes(); ++node) {
    x[6 * node + axis] = a + b * mesh.node(node);
    if (axis == 1) x[6 * node + 5] = b;
    if (axis == 2) x[6 * node + 4] = -b;
  }
  return x;
}

TEST(BeamMeshSpatial, HasTheMassOfItsBeamAndItsParts) {
  auto options = spatial_mesh(0);
  options.node_positions = {0.0, 0.3, 1.0};
  options.attach.nodes = {1.0};
  options.attach.mass = {2.0};
  const BeamMeshSpatial mesh(options);
  const double mass = 4.68 + 2.0, first = 4.68 / 2.0 + 2.0 * 0.3, second = 4.68 / 3.0 + 2.0 * 0.09;
  const auto inertia = mesh.inertia(all_free(mesh));
  EXPECT_NEAR(inertia.mass, mass, 1e-14);
  EXPECT_NEAR(inertia.first, first, 1e-14);
  EXPECT_NEAR(inertia.second, second, 1e-14);
  for (const Index axis : {0, 1, 2}) {
    const Vector shift = line_of_nodes(mesh, axis, 1.0, 0.0), turn = line_of_nodes(mesh, axis, 0.0, 1.0);
    EXPECT_NEAR(shift.dot(mesh.mass() * shift), mass, 1e-13);
    EXPECT_NEAR(turn.dot(mesh.mass() * turn), second, 1e-13);
    EXPECT_NEAR(shift.dot(inertia.products * turn), first, 1e-13);
    EXPECT_NEAR(inertia.x_shape.dot(turn), second, 1e-13);
    const Vector other = line_of_nodes(mesh, (axis + 1) % 3, 0.0, 1.0);  // another axis: M does not couple them
    EXPECT_NEAR(shift.dot(inertia.products * other), first, 1e-13);
    EXPECT_NEAR(shift.dot(mesh.mass() * other), 0.0, 1e-13);
    EXPECT_LE((mesh.stiffness() * shift).norm(), 1e-9);  // eps of 12 EI/l^3 = 1e5 and EA/l = 1e7
  }
}

// A point off the axis moves with its section: in the middle of an element, by the shape functions at hand.
TEST(BeamMeshSpatial, MovesPointsWithTheirSections) {
  const BeamMeshSpatial mesh(spatial_mesh(2));
  const FrameConditions frame = all_free(mesh);
  const auto motion = mesh.motion({0.25, 0.1, -0.2}, [&frame](Index i) { return frame.over_kept(i); });
  Vector x = Vector::Zero(mesh.num_unknowns());
  x[7] = 0.4;   // v of node 1, l = 0.5: H_3 = 1/2 and H_3' = 1.5/l in the middle
  x[9] = 0.06;  // phi_x of node 1
  Vector3 shift = Vector3::Zero(), turn = Vector3::Zero();
  for (const auto& share : motion.shares) {
    shift += x[share.unknown] * share.shift;
    turn += x[share.unknown] * share.turn;
  }
  EXPECT_LE((turn - Vector3(0.03, 0.0, 1.2)).norm(), 1e-15);
  EXPECT_LE((shift - Vector3(-0.12, 0.2 + 0.03 * 0.2, 0.03 * 0.1)).norm(), 1e-15);
}

}  // namespace beam_mesh_spatial_test
}  // namespace percuss
