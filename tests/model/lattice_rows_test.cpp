// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_rows.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace lattice_rows_test {

LatticeGrid grid_of(int dimension, std::array<Index, 3> cells) {
  LatticeGrid grid;
  grid.dimension = dimension;
  grid.cells = grid.last_free = cells;
  grid.edge = {0.5, 2.0, 3.0};
  grid.origin = {10.0, 20.0, 30.0};
  return grid;
}

TEST(LatticeRows, FollowTheNodesWhereNothingIsHeld) {
  const LatticeRows rows(grid_of(2, {1, 1, 0}), 3, {});
  EXPECT_TRUE(rows.are_uniform());
  EXPECT_EQ(rows.count(), 12);
  EXPECT_EQ(rows.row(2, 1), 7);
  EXPECT_EQ(rows.row(-1, 0), -1);
  const Matrix numbers = Matrix::Random(12, 2);
  EXPECT_EQ(rows.expand(numbers), numbers);
}

/// Two by one cells, (u_x, u_y, phi) a node; below u_x and u_y are held, on the right u_x.
TEST(LatticeRows, LeaveOutWhatAFaceHolds) {
  const LatticeRows rows(grid_of(2, {2, 1, 0}), 3, {{{0, 1}, {3, 0}, {0, 0}}});
  EXPECT_FALSE(rows.are_uniform());
  const std::vector<std::array<Index, 3>> expected{{-1, -1, 0}, {-1, -1, 1}, {-1, -1, 2},
                                                   {3, 4, 5},   {6, 7, 8},   {-1, 9, 10}};
  EXPECT_EQ(rows.count(), 11);
  for (Index node = 0; node < 6; ++node)
    for (Index a = 0; a < 3; ++a)
      EXPECT_EQ(rows.row(node, a), expected[static_cast<std::size_t>(node)][static_cast<std::size_t>(a)]);
  const auto rigid = rows.rigid_motions();
  EXPECT_EQ(rigid.rows_per_node, 1);
  EXPECT_EQ(rigid.motions.rows(), 11);
  EXPECT_EQ(Vector(rigid.motions.col(0)), (Vector(11) << 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0).finished());
  EXPECT_EQ(Vector(rigid.motions.col(1)), (Vector(11) << 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0).finished());
  const Vector all = rows.expand(Vector::LinSpaced(11, 1.0, 11.0));
  EXPECT_EQ(all, (Vector(18) << 0, 0, 1, 0, 0, 2, 0, 0, 3, 4, 5, 6, 7, 8, 9, 0, 10, 11).finished());
}

// Two free nodes 2 m apart in y, about whose middle a turn moves them by 1 m each way along x.
TEST(LatticeRows, MoveAsOne) {
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
  EXPECT_EQ(LatticeRows(grid, 2, {}).rigid_motions().motions, bars);
  EXPECT_EQ(LatticeRows(grid, 3, {}).rigid_motions().motions, beams);
  EXPECT_EQ(LatticeRows(grid, 3, {}).rigid_motions().rows_per_node, 3);
}

// u = omega x r at one corner of a cell of 0.5 x 2 x 3 m.
TEST(LatticeRows, TurnAboutTheirMiddleInSpace) {
  const auto rigid = LatticeRows(grid_of(3, {1, 1, 1}), 6, {}).rigid_motions();
  Matrix corner = Matrix::Zero(6, 6);
  corner.diagonal().setOnes();
  corner.topRightCorner(3, 3) << 0.0, -1.5, 1.0,  //
      1.5, 0.0, -0.25,                            //
      -1.0, 0.25, 0.0;
  EXPECT_EQ(Matrix(rigid.motions.topRows(6)), corner);
  // Displacements cancel over the eight corners, rotations add up.
  EXPECT_EQ(Vector(rigid.motions.colwise().sum().tail(3)), Vector::Constant(3, 8.0));
}

}  // namespace lattice_rows_test
}  // namespace percuss
