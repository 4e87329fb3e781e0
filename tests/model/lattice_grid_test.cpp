// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_grid.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/model/lattice_grids.hpp"

namespace percuss {
namespace lattice_grid_test {

Index count(const LatticeGrid& grid, int diagonals) {
  Index bars = 0;
  for (const auto& kind : grid.bars(diagonals)) grid.for_bars(0, kind, [&](const LatticeGrid::Bar&) { ++bars; });
  return bars;
}

// Two by one cells: 7 edges, one or two diagonals in each.
TEST(LatticeGrid, HasTheBarsThatADrawingShows) {
  const auto plane = grid_of(2, {2, 1, 0});
  EXPECT_EQ(plane.num_nodes(), 6);
  EXPECT_EQ(count(plane, 0), 7);
  EXPECT_EQ(count(plane, 1), 9);
  EXPECT_EQ(count(plane, 2), 11);
  const auto cube = grid_of(3, {1, 1, 1});  // 12 edges, 6 faces
  EXPECT_EQ(cube.num_nodes(), 8);
  EXPECT_EQ(count(cube, 0), 12);
  EXPECT_EQ(count(cube, 1), 18);
  EXPECT_EQ(count(cube, 2), 24);
}

TEST(LatticeGrid, NoBarTwiceAndEachAsLongAsItsKind) {
  const auto grid = grid_of(3, {2, 3, 1});
  std::set<std::pair<Index, Index>> seen;
  for (const auto& kind : grid.bars(2))
    grid.for_bars(0, kind, [&](const LatticeGrid::Bar& bar) {
      const Index from = grid.node_of(bar, kind.start), to = grid.node_of(bar, kind.end);
      EXPECT_TRUE(seen.insert({std::min(from, to), std::max(from, to)}).second);
      EXPECT_LE((grid.position(to) - grid.position(from) - grid.span(kind)).norm(), 1e-14);
    });
  EXPECT_EQ(static_cast<Index>(seen.size()), count(grid, 2));
}

TEST(LatticeGrid, NumbersAlongXThenYThenZ) {
  const auto grid = grid_of(3, {2, 3, 1});
  EXPECT_EQ(grid.position(0), Eigen::Vector3d(10.0, 20.0, 30.0));
  EXPECT_EQ(grid.position(1), Eigen::Vector3d(10.5, 20.0, 30.0));
  EXPECT_EQ(grid.position(3), Eigen::Vector3d(10.0, 22.0, 30.0));
  EXPECT_EQ(grid.position(12), Eigen::Vector3d(10.0, 20.0, 33.0));
  for (Index node = 0; node < grid.num_nodes(); ++node) EXPECT_EQ(grid.node_at(grid.place(node)), node);
}

TEST(LatticeGrid, HeldFacesHaveNoFreeNumbers) {
  auto grid = grid_of(2, {3, 2, 0});
  grid.first_free[0] = 1;  // the face with the smallest x
  grid.last_free[1] = 1;   // and that with the largest y
  EXPECT_EQ(grid.num_free(), 6);
  for (Index free = 0; free < 6; ++free) EXPECT_EQ(grid.free_number(grid.number_of_free(free)), free);
  EXPECT_EQ(grid.free_number(0), -1);
  EXPECT_EQ(grid.free_number(grid.num_nodes() - 1), -1);
  EXPECT_EQ(grid.position(grid.number_of_free(0)), Eigen::Vector3d(10.5, 20.0, 30.0));
  EXPECT_EQ(grid.position(grid.number_of_free(5)), Eigen::Vector3d(11.5, 22.0, 30.0));
  grid.last_free = {0, 0, 0};
  EXPECT_EQ(grid.num_free(), 0);
}

}  // namespace lattice_grid_test
}  // namespace percuss
