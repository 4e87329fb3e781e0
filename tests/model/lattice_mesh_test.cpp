// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_mesh.hpp"

#include <gtest/gtest.h>

#include "tests/model/lattice_grids.hpp"

namespace percuss {
namespace lattice_mesh_test {

LatticeMesh mesh_of(const LatticeGrid& grid, Index per_node, const LatticeMesh::Faces& held = {}, Index elements = 1) {
  return {grid, {1, per_node, held, elements}};
}

TEST(LatticeMesh, HasRowsByNodeWhereNothingIsHeld) {
  const auto rows = mesh_of(grid_of(2, {1, 1, 0}), 3);
  EXPECT_EQ(rows.num_rows(), 12);
  EXPECT_EQ(rows.row(2, 1), 7);
  EXPECT_EQ(rows.row(-1, 0), -1);
  const Matrix numbers = Matrix::Random(12, 2);
  EXPECT_EQ(rows.of_nodes(numbers), numbers);
}

/// Two by one cells, (u_x, u_y, phi) a node; below u_x and u_y are held, on the right u_x.
TEST(LatticeMesh, LeavesOutWhatAFaceHolds) {
  const auto rows = mesh_of(grid_of(2, {2, 1, 0}), 3, {{{0, 1}, {3, 0}, {0, 0}}});
  const std::vector<std::array<Index, 3>> expected{{-1, -1, 0}, {-1, -1, 1}, {-1, -1, 2},
                                                   {3, 4, 5},   {6, 7, 8},   {-1, 9, 10}};
  EXPECT_EQ(rows.num_rows(), 11);
  for (Index node = 0; node < 6; ++node)
    for (Index a = 0; a < 3; ++a)
      EXPECT_EQ(rows.row(node, a), expected[static_cast<std::size_t>(node)][static_cast<std::size_t>(a)]);
  EXPECT_EQ(rows.rigid_motions().motions.size(), 0);
  const Vector all = rows.of_nodes(Vector::LinSpaced(11, 1.0, 11.0));
  EXPECT_EQ(all, (Vector(18) << 0, 0, 1, 0, 0, 2, 0, 0, 3, 4, 5, 6, 7, 8, 9, 0, 10, 11).finished());
}

/// One cell, held on the left, of three elements a member: the left member stands still.
TEST(LatticeMesh, NumbersThePointsWithinMembersAfterTheNodes) {
  auto grid = grid_of(2, {1, 1, 0});
  grid.first_free[0] = 1;
  const auto mesh = mesh_of(grid, 3, {}, 3);  // x, x, y, y, xy
  EXPECT_EQ(mesh.num_rows(), 3 * (2 + 4 * 2));
  const LatticeMesh::Bar below{0, {0, 0, 0}}, left{1, {0, 0, 0}}, right{1, {1, 0, 0}};
  EXPECT_EQ(mesh.row(below, 0, 1), -1);
  EXPECT_EQ(mesh.row(below, 1, 0), 6);
  EXPECT_EQ(mesh.row(below, 2, 2), 11);
  EXPECT_EQ(mesh.row(below, 3, 1), 1);
  for (Index point = 0; point < 4; ++point) EXPECT_EQ(mesh.row(left, point, 0), -1);
  EXPECT_EQ(mesh.row(right, 0, 0), 0);
  EXPECT_EQ(mesh.row(right, 1, 0), 18);
  EXPECT_EQ(mesh.row(right, 3, 0), 3);
  EXPECT_LE((mesh.position(right, 1) - Eigen::Vector3d(10.5, 20.0 + 2.0 / 3.0, 30.0)).norm(), 1e-14);
  EXPECT_EQ(mesh.marker(left, 1, 0, 0).motion(), Marker::Motion::ground);
  EXPECT_FALSE(mesh.marker(left, 1, 0, 0).is_elastic());
  Vector q = Vector::Zero(30);
  q[19] = 0.25;  // u_y of the first point of the right member
  EXPECT_EQ(mesh.marker(right, 1, 0, 0).deflection(q), Vector3(0.0, 0.25, 0.0));
}

// Two free nodes 2 m apart in y, about whose middle a turn moves them by 1 m each way along x.
TEST(LatticeMesh, MovesAsOne) {
  auto grid = grid_of(2, {1, 1, 0});
  grid.first_free[0] = 1;
  Matrix bars(4, 3), beams(6, 3);
  bars << 1.0, 0.0, 1.0,  //
      0.0, 1.0, 0.0,      //
      1.0, 0.0, -1.0,     //
      0.0, 1.0, 0.0;
  beams << 1.0, 0.0, 1.0,  //
      0.0, 1.0, 0.0,       //
      0.0, 0.0, 1.0,       //
      1.0, 0.0, -1.0,      //
      0.0, 1.0, 0.0,       //
      0.0, 0.0, 1.0;
  EXPECT_EQ(mesh_of(grid, 2).rigid_motions().motions, bars);
  EXPECT_EQ(mesh_of(grid, 3).rigid_motions().motions, beams);
  EXPECT_EQ(mesh_of(grid, 3).rigid_motions().rows_per_node, 3);
}

// u = omega x r at one corner of a cell of 0.5 x 2 x 3 m.
TEST(LatticeMesh, TurnsAboutItsMiddleInSpace) {
  const auto rigid = mesh_of(grid_of(3, {1, 1, 1}), 6).rigid_motions();
  Matrix corner = Matrix::Zero(6, 6);
  corner.diagonal().setOnes();
  corner.topRightCorner(3, 3) << 0.0, -1.5, 1.0,  //
      1.5, 0.0, -0.25,                            //
      -1.0, 0.25, 0.0;
  EXPECT_EQ(Matrix(rigid.motions.topRows(6)), corner);
  // Displacements cancel over the eight corners, rotations add up.
  EXPECT_EQ(Vector(rigid.motions.colwise().sum().tail(3)), Vector::Constant(3, 8.0));
}

}  // namespace lattice_mesh_test
}  // namespace percuss
