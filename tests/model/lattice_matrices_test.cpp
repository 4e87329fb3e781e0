// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_matrices.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace lattice_matrices_test {

/// Two bars of 1 m along x and two of 2 m along y, 3 kg/m and E S = 10 N, held on the left: both nodes on the right are
/// at the end of a bar along x, and the bar along y joins them.
TEST(LatticeMatrices, OfOneCellAreThoseByHand) {
  LatticeGrid grid;
  grid.cells = grid.last_free = {1, 1, 0};
  grid.edge = {1.0, 2.0, 0.0};
  grid.first_free[0] = 1;
  const LatticeMesh mesh(grid, {0, 2, {}, 1});
  const auto bar = [](double length, const Eigen::Vector3d& direction) {
    return LatticeElementType{
        fem::bar_member({length, 1.0, 10.0, 3.0}, direction, 2, false), 7.0 / length, {10.0, 0.0, 0.0, 0.0}};
  };
  const auto all = assemble_lattice(mesh, {bar(1.0, Eigen::Vector3d::UnitX()), bar(2.0, Eigen::Vector3d::UnitY())});
  Matrix K(4, 4), M(4, 4), weight(4, 2);
  K << 10.0, 0.0, 0.0, 0.0,  //
      0.0, 5.0, 0.0, -5.0,   //
      0.0, 0.0, 10.0, 0.0,   //
      0.0, -5.0, 0.0, 5.0;
  M << 3.0, 0.0, 1.0, 0.0,  // a third of 3 kg and of 6 kg; a sixth of 6 kg
      0.0, 3.0, 0.0, 1.0,   //
      1.0, 0.0, 3.0, 0.0,   //
      0.0, 1.0, 0.0, 3.0;
  weight << 4.5, 0.0,  // half of both bars
      0.0, 4.5,        //
      4.5, 0.0,        //
      0.0, 4.5;
  EXPECT_LE((Matrix(all.K) - K).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LE((Matrix(all.M) - M).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LE((all.weight - weight).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(all.fastest, 7.0);
  EXPECT_NEAR(all.mass, 18.0, 1e-13);
}

}  // namespace lattice_matrices_test
}  // namespace percuss
