// SPDX-License-Identifier: Apache-2.0
#include "model/lattice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/decompositions.hpp"
#include "model/bar.hpp"
#include "tests/model/built_body.hpp"

namespace percuss {
namespace lattice_test {

using Bracing = LatticeOptions::Bracing;
using Support = LatticeOptions::Support;

LatticeOptions steel(std::vector<double> cells, std::vector<double> cell, Bracing bracing = Bracing::single) {
  LatticeOptions o;
  o.cells = std::move(cells);
  o.cell = std::move(cell);
  o.bracing = bracing;
  o.area = 2e-4;
  o.youngs_modulus = 2e11;
  o.density = 8000.0;
  return o;
}

constexpr auto mass = mass_weights, stiffness = stiffness_weights;

Eigen::Vector3d place(const BuiltBody& built, Index node) {
  const auto at = built.nodes.reference(node);
  return {at[0], at[1], at[2]};
}

// One square cell of 1 m with a diagonal, held on the left: two free nodes, three bars with an end at each but one.
TEST(Lattice, OfOneCellIsTheTrussByHand) {
  auto o = steel({1, 1}, {1.0});
  o.supports.x_min = Support::held;
  const auto built = make_lattice(o);
  ASSERT_EQ(built.nodes.count, 2);
  EXPECT_EQ(place(built, 0), Eigen::Vector3d(1.0, 0.0, 0.0));
  EXPECT_EQ(place(built, 1), Eigen::Vector3d(1.0, 1.0, 0.0));
  const double k = 2e11 * 2e-4, d = k / std::sqrt(2.0) / 2.0;  // E S / l; of the diagonal to node 1, times n n'
  Matrix K(4, 4);
  K << k, 0.0, 0.0, 0.0,   //
      0.0, k, 0.0, -k,     //
      0.0, 0.0, k + d, d,  //
      0.0, -k, d, k + d;
  EXPECT_LE((tangent(built, stiffness) - K).cwiseAbs().maxCoeff(), 1e-15 * k);
  const double m = 8000.0 * 2e-4;  // of a bar of 1 m: thirds at a free end, a sixth between the free nodes
  const Matrix M = tangent(built, mass);
  EXPECT_NEAR(M(0, 0), 2.0 * m / 3.0, 1e-14);
  EXPECT_NEAR(M(2, 2), (2.0 + std::sqrt(2.0)) * m / 3.0, 1e-14);
  EXPECT_NEAR(M(1, 3), m / 6.0, 1e-14);
  EXPECT_EQ(M(0, 1), 0.0);
}

// A displacement that is linear in the place strains every bar evenly: what pulls on a node from one side pulls as much
// from the other, and only the surface needs forces. Translations and small turnings need none anywhere.
TEST(Lattice, PassesThePatchTest) {
  for (const auto bracing : {Bracing::none, Bracing::single, Bracing::cross})
    for (const bool space : {false, true}) {
      const auto built =
          make_lattice(space ? steel({3, 4, 3}, {0.5, 0.4, 0.3}, bracing) : steel({4, 3}, {0.5, 0.3}, bracing));
      const Index d = space ? 3 : 2, n = built.nodes.count;
      Eigen::Matrix3d strain;
      strain << 1e-3, 2e-4, -3e-4, 2e-4, -5e-4, 4e-4, -3e-4, 4e-4, 7e-4;
      Eigen::Matrix3d turn;
      turn << 0.0, -1e-3, space ? 2e-3 : 0.0, 1e-3, 0.0, space ? -5e-4 : 0.0, space ? -2e-3 : 0.0, space ? 5e-4 : 0.0,
          0.0;
      Vector strained(d * n), rigid(d * n);
      for (Index i = 0; i < n; ++i) {
        strained.segment(d * i, d) = (strain * place(built, i)).head(d);
        rigid.segment(d * i, d) = (turn * place(built, i) + Eigen::Vector3d(0.1, 0.2, 0.3)).head(d);
      }
      const Vector f = forces(built, strained);
      const double scale = f.cwiseAbs().maxCoeff();
      EXPECT_GT(scale, 1e3);                                        // E S 1e-3 is 4e4 N
      EXPECT_LE(forces(built, rigid).cwiseAbs().maxCoeff(), 1e-7);  // k |q| eps: 1e9 * 0.3 * 1e-16
      const auto last = place(built, n - 1);
      for (Index i = 0; i < n; ++i) {
        bool inside = true;
        for (Index a = 0; a < d; ++a)
          inside = inside && place(built, i)[a] > 1e-9 && place(built, i)[a] < last[a] - 1e-9;
        if (!inside) continue;
        // k |q| eps of a dozen bars: 1e9 * 1e-3 * 1e-16
        EXPECT_LE(f.segment(d * i, d).cwiseAbs().maxCoeff(), 1e-8) << "node " << i;
      }
    }
}

TEST(Lattice, KnowsItsRigidMotions) {
  expect_rigid_motions(make_lattice(steel({4, 3}, {0.5, 0.3})), 2, 3);
  expect_rigid_motions(make_lattice(steel({3, 2, 4}, {0.5, 0.4, 0.3})), 3, 6);
}

TEST(Lattice, HasTheMassOfItsBars) {
  for (const auto kind : {LatticeOptions::Mass::consistent, LatticeOptions::Mass::lumped}) {
    auto o = steel({2, 1, 1}, {1.0}, Bracing::cross);
    o.mass = kind;
    const auto built = make_lattice(o);
    const Matrix M = tangent(built, mass);
    Vector along = Vector::Zero(M.rows());
    for (Index i = 2; i < along.size(); i += 3) along[i] = 1.0;
    // 20 edges and, in 11 faces, 22 diagonals
    const double length = 20.0 + 22.0 * std::sqrt(2.0);
    EXPECT_NEAR(along.dot(M * along), 8000.0 * 2e-4 * length, 1e-12 * 100.0);
    EXPECT_NEAR(built.body().energy(0.0, built.q, along).kinetic, 0.5 * 8000.0 * 2e-4 * length, 1e-10);
  }
}

// Without diagonals the rows of bars do not see each other: along x each is a bar of its own.
TEST(Lattice, UnbracedRowsAreBars) {
  const auto built = make_lattice(steel({5, 1}, {0.2}, Bracing::none));
  BarOptions bar;
  bar.length = 1.0;
  bar.elements = 5;
  bar.area = 2e-4;
  bar.youngs_modulus = 2e11;
  bar.density = 8000.0;
  const auto one = make_bar(bar);
  const Matrix K = tangent(built, stiffness), expected = tangent(one, stiffness);
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) EXPECT_NEAR(K(2 * i, 2 * j), expected(i, j), 1e-15 * 4e8);
}

// No eigenvalue of the lattice lies above that of its fastest bar, and a braced one comes near.
TEST(Lattice, BoundsItsFastestMode) {
  for (const auto kind : {LatticeOptions::Mass::consistent, LatticeOptions::Mass::lumped}) {
    auto o = steel({4, 3}, {0.5}, Bracing::cross);
    o.mass = kind;
    const auto built = make_lattice(o);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(tangent(built, stiffness), tangent(built, mass));
    const double fastest = std::sqrt(modes.eigenvalues().maxCoeff());
    ASSERT_TRUE(built.body().mode_bound().has_value());
    EXPECT_LE(fastest, built.body().mode_bound()->omega_max * (1.0 + 1e-12));
    EXPECT_GE(fastest, 0.5 * built.body().mode_bound()->omega_max);
    Index still = 0;
    for (const double value : modes.eigenvalues()) still += std::abs(value) < 1e-8 * fastest * fastest ? 1 : 0;
    EXPECT_EQ(still, 3) << "two translations and a turning";
  }
}

// Half of each bar that leads to a held node hangs on the free one.
TEST(Lattice, WeighsWhatHangsOnItsFreeNodes) {
  auto o = steel({1, 1}, {1.0}, Bracing::none);
  o.supports.y_max = Support::held;
  const auto built = make_lattice(o);
  built.add_gravity({0.0, -10.0, 0.0});
  const Vector f = forces(built, built.q);
  EXPECT_NEAR(f[1], -10.0 * 8000.0 * 2e-4, 1e-12);  // half of a bar below and half of one above, at each of two nodes
  EXPECT_NEAR(f[3], f[1], 1e-12);
  EXPECT_EQ(f[0], 0.0);
}

TEST(Lattice, MovesAsGivenAtTheStart) {
  auto o = steel({1, 1, 1}, {1.0});
  o.velocity = {1.0, 2.0, 3.0};
  o.position = {4.0, 5.0, 6.0};
  const auto built = make_lattice(o);
  EXPECT_EQ(built.v.head(6), (Vector(6) << 1.0, 2.0, 3.0, 1.0, 2.0, 3.0).finished());
  EXPECT_EQ(place(built, 7), Eigen::Vector3d(5.0, 6.0, 7.0));
}

TEST(Lattice, IsDrawnWithItsBarsAndHeldNodes) {
  auto o = steel({2, 1}, {1.0});
  o.supports.x_min = Support::held;
  const auto built = make_lattice(o);
  const auto shape = built.shape(0, 0);
  EXPECT_EQ(shape.points.size(), 6u);
  EXPECT_EQ(shape.cells.size(), 9u);
  Vector q = Vector::Zero(8);
  q[0] = 0.25;  // node 0 of the body is that beside the support
  EXPECT_EQ(shape.points[0].position(q), Eigen::Vector3d(0.0, 0.0, 0.0));
  EXPECT_EQ(shape.points[1].position(q), Eigen::Vector3d(1.25, 0.0, 0.0));
}

// N/25 10 eps L^3 / (h H^2): 5.6e-4 for N = 500 cells of 5 cm, 5.6e-2 where they are 5 mm high.
TEST(Lattice, RefusesLengthsOfWhichRoundOffLeavesNothing) {
  EXPECT_NO_THROW(make_lattice(steel({500, 1}, {0.5, 0.05})));
  EXPECT_NO_THROW(make_lattice(steel({500, 1}, {0.5, 0.005}, Bracing::none)));
  auto o = steel({1, 500}, {0.005, 0.5});
  EXPECT_THROW(make_lattice(o), InputError);
  o.free_span = 50.0;
  EXPECT_NO_THROW(make_lattice(o));
  o.free_span = 0.1;
  EXPECT_THROW(make_lattice(o), InputError);
}

TEST(Lattice, TellsWhatIsWrong) {
  const auto keys = [](const LatticeOptions& o) {
    std::string text;
    for (const auto& fault : o.validate()) text += fault.key + " ";
    return text;
  };
  EXPECT_EQ(keys(steel({2}, {1.0})), "cells ");
  EXPECT_EQ(keys(steel({2, 2, 2, 2}, {1.0})), "cells ");
  EXPECT_EQ(keys(steel({2, 1.5}, {1.0})), "cells ");
  EXPECT_EQ(keys(steel({1e6, 1e6}, {1.0})), "cells ");
  EXPECT_EQ(keys(steel({2, 2}, {1.0, 1.0, 1.0})), "cell ");
  auto o = steel({2, 2}, {1.0});
  o.position = {1.0};
  o.velocity = {1.0, 2.0, 3.0};
  EXPECT_EQ(keys(o), "position velocity ");
  o = steel({2, 2}, {1.0});
  o.supports.z_max = Support::held;
  EXPECT_EQ(keys(o), "supports.z_max ");
  o = steel({1, 2}, {1.0});
  o.supports.x_min = o.supports.x_max = Support::held;
  EXPECT_EQ(keys(o), "supports ");
  EXPECT_THROW(make_lattice(o), InputError);
  o = steel({1, 2}, {1e-200});
  EXPECT_THROW(make_lattice(o), InputError);
}

}  // namespace lattice_test
}  // namespace percuss
