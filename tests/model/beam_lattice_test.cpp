// SPDX-License-Identifier: Apache-2.0
#include "model/beam_lattice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/decompositions.hpp"
#include "model/lattice_members.hpp"
#include "tests/model/built_body.hpp"

namespace percuss {
namespace beam_lattice_test {

using Bracing = LatticeCells::Bracing;
using Support = LatticeCells::Support;

BeamLatticeOptions steel(std::vector<double> cells, std::vector<double> cell, Bracing bracing = Bracing::none) {
  BeamLatticeOptions o;
  o.cells = std::move(cells);
  o.cell = std::move(cell);
  o.bracing = bracing;
  o.section.shape = BeamSection::Shape::circle;
  o.section.diameter = 0.05;
  o.youngs_modulus = 2e11;
  o.density = 8000.0;
  if (o.cells.size() == 3) o.poisson_ratio = 0.25;
  return o;
}

constexpr auto mass = mass_weights, stiffness = stiffness_weights;

/// A portal of height 3 m and width 2 m, its feet clamped, whose members do not stretch.
BeamLatticeOptions portal() {
  auto o = steel({1, 1}, {2.0, 3.0});
  o.section = {};
  o.section.area = 1.0;
  o.section.second_moment = 1e-6;
  o.supports.y_min = Support::held;
  return o;
}

// A force P at the eaves of a portal with clamped feet sways it by P h^3/(24 E I) (4 + 6 k)/(1 + 6 k), k = h/b.
TEST(BeamLattice, PortalSwaysAsByHand) {
  const auto built = make_beam_lattice(portal());
  ASSERT_EQ(built.nodes.count, 2);
  ASSERT_EQ(built.q.size(), 6);
  Vector load = Vector::Zero(6);
  load[0] = load[3] = 500.0;
  const Vector u = tangent(built, stiffness).ldlt().solve(load);
  const double k = 3.0 / 2.0, sway = 1000.0 * 27.0 / (24.0 * 2e5) * (4.0 + 6.0 * k) / (1.0 + 6.0 * k);
  EXPECT_NEAR(u[0], sway, 1e-5 * sway);  // the members stretch by I/(S b^2) of it
  EXPECT_NEAR(u[3], sway, 1e-5 * sway);
  EXPECT_NEAR(u[1], -u[4], 1e-5 * sway);
}

// A square table sways as two portals beside each other: what joins them turns with both and does not twist.
TEST(BeamLattice, TableSwaysAsTwoPortals) {
  auto o = steel({1, 1, 1}, {2.0, 2.0, 3.0});
  o.section = {};
  o.section.area = 1.0;
  o.section.second_moment = 1e-6;
  o.torsion_constant = 3e-6;
  o.supports.z_min = Support::held;
  const auto built = make_beam_lattice(o);
  ASSERT_EQ(built.q.size(), 24);
  for (const Index axis : {0, 1}) {
    Vector load = Vector::Zero(24);
    for (Index node = 0; node < 4; ++node) load[6 * node + axis] = 500.0;
    const Vector u = tangent(built, stiffness).ldlt().solve(load);
    const double k = 3.0 / 2.0, sway = 1000.0 * 27.0 / (24.0 * 2e5) * (4.0 + 6.0 * k) / (1.0 + 6.0 * k);
    for (Index node = 0; node < 4; ++node) EXPECT_NEAR(u[6 * node + axis], sway, 1e-5 * sway);
  }
}

// Columns on hinges are cantilevers that hang on the beam: P h^3/(6 E I), and what its turning ends add, P h^2 b/(12 E
// I).
TEST(BeamLattice, PortalOnHingesSwaysAsByHand) {
  auto o = portal();
  o.supports.y_min = Support::pinned_feet;
  const auto built = make_beam_lattice(o);
  ASSERT_EQ(built.nodes.count, 4);
  ASSERT_EQ(built.q.size(), 2 + 6);
  Vector load = Vector::Zero(8);
  load[2] = load[5] = 500.0;
  const Vector u = tangent(built, stiffness).ldlt().solve(load);
  const double sway = 1000.0 / 2e5 * (27.0 / 6.0 + 18.0 / 12.0);
  EXPECT_NEAR(u[2], sway, 1e-5 * sway);  // the members stretch by I/(S b^2) of it
  EXPECT_NEAR(u[5], sway, 1e-5 * sway);
  EXPECT_NEAR(u[0], u[1], 1e-5 * std::abs(u[0]));  // the feet turn alike
}

// With a beam between the feet like that above, it bends as if it were two portals of half the height.
TEST(BeamLattice, APinnedFaceKeepsItsMembers) {
  auto o = portal();
  o.supports.y_min = Support::pinned;
  Vector load = Vector::Zero(8);
  load[2] = load[5] = 500.0;
  const Vector u = tangent(make_beam_lattice(o), stiffness).ldlt().solve(load);
  const double sway = 1000.0 / 2e5 * (27.0 / 24.0 + 18.0 / 24.0);
  EXPECT_NEAR(u[2], sway, 1e-5 * sway);
}

/// Whatever is held: the matrices, weight and points of the free lattice without the held unknowns.
TEST(BeamLattice, OnSupportsIsTheFreeOneWithoutWhatTheyHold) {
  for (const bool space : {false, true}) {
    auto o = space ? steel({2, 1, 2}, {0.5, 0.4, 0.3}, Bracing::single) : steel({3, 2}, {0.5, 0.3}, Bracing::cross);
    o.velocity = space ? std::vector{1.0, 2.0, 3.0} : std::vector{1.0, 2.0};
    const auto whole = make_beam_lattice(o);
    const Index d = space ? 3 : 2, unknowns = space ? 6 : 3;
    (space ? o.supports.z_min : o.supports.y_min) = Support::pinned;
    o.supports.x_max = Support::roller;
    const auto built = make_beam_lattice(o);
    ASSERT_EQ(built.nodes.count, whole.nodes.count);
    std::vector<Index> kept;
    for (Index node = 0; node < whole.nodes.count; ++node) {
      const auto place = whole.nodes.reference(node);
      const bool below = place[static_cast<std::size_t>(d - 1)] == 0.0, right = place[0] > (space ? 0.9 : 1.4);
      for (Index a = 0; a < unknowns; ++a)
        if (!(below && a < d) && !(right && a == 0)) kept.push_back(unknowns * node + a);
    }
    const Matrix K = tangent(whole, stiffness), M = tangent(whole, mass);
    ASSERT_EQ(built.q.size(), static_cast<Index>(kept.size()));
    EXPECT_EQ(tangent(built, stiffness), Matrix(K(kept, kept)));
    EXPECT_EQ(tangent(built, mass), Matrix(M(kept, kept)));
    EXPECT_EQ(built.v, Vector(whole.v(kept)));
    for (const auto* it : {&whole, &built}) it->add_gravity({1.0, -2.0, 3.0});
    EXPECT_EQ(forces(built, built.q), Vector(forces(whole, whole.q)(kept)));
    Vector q = Vector::Zero(whole.q.size());
    for (std::size_t i = 0; i < kept.size(); ++i) q[kept[i]] = 1e-3 * static_cast<double>(i + 1);
    for (Index node = 0; node < whole.nodes.count; ++node) {
      const auto at = whole.nodes.reference(node);
      const Vector3 point(at[0], at[1], at[2]);
      const auto of_whole = whole.points(0, 0, point), of_built = built.points(0, 0, point);
      EXPECT_EQ(of_built.position(q(kept)), of_whole.position(q));
      EXPECT_EQ(of_built.section_turn(q(kept)), of_whole.section_turn(q));
    }
    const auto modes = built.modes(3);
    EXPECT_EQ(modes.shapes.rows(), whole.q.size());
    const Matrix residual = K(kept, kept) * modes.shapes(kept, Eigen::all) -
                            M(kept, kept) * modes.shapes(kept, Eigen::all) * modes.omega.cwiseAbs2().asDiagonal();
    EXPECT_LE(residual.cwiseAbs().maxCoeff(), 1e-8 * K.cwiseAbs().maxCoeff() * modes.shapes.cwiseAbs().maxCoeff());
    EXPECT_GT(modes.omega[0], 0.0);
  }
}

TEST(BeamLattice, OnPinnedFeetHasNoMembersBetweenThem) {
  auto o = steel({2, 1, 1}, {0.5, 0.4, 0.3}, Bracing::cross);
  o.supports.z_min = Support::pinned_feet;
  const auto built = make_beam_lattice(o);
  const auto cells = built.shape(0, 0).cells.size();
  o.supports.z_min = Support::pinned;
  EXPECT_EQ(make_beam_lattice(o).shape(0, 0).cells.size() - cells, 4U + 3U + 2U * 2U);  // along x, y and diagonals
}

/// Lumped masses that can move along y alone: the slowest mode against the dense one, not taken for a rigid motion.
TEST(BeamLattice, HasModesWhereNothingMovesAlongX) {
  auto o = steel({1, 1}, {1.0});
  o.mass = LatticeCells::Mass::lumped;
  o.supports.x_min = Support::held;
  o.supports.x_max = Support::roller;
  const auto built = make_beam_lattice(o);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(tangent(built, stiffness), tangent(built, mass));
  EXPECT_NEAR(built.modes(1).omega[0], std::sqrt(modes.eigenvalues()[0]), 1e-9 * std::sqrt(modes.eigenvalues()[0]));
}

TEST(BeamLattice, WithANodeWithoutMembersIsRefused) {
  auto o = steel({2, 2}, {1.0, 2.0});
  o.position = {5.0, 7.0};
  o.supports.x_min = o.supports.y_max = Support::pinned_feet;
  try {
    make_beam_lattice(o);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().key, "supports");
    EXPECT_NE(error.faults().front().message.find("no member leads to the node at [5, 11, 0]"), std::string::npos)
        << error.what();
  }
  o.supports.y_max = Support::pinned;
  EXPECT_NO_THROW(make_beam_lattice(o));
}

TEST(BeamLattice, OnRollersAloneSlides) {
  auto o = portal();
  o.supports.y_min = Support::roller;
  const auto built = make_beam_lattice(o);
  ASSERT_EQ(built.q.size(), 2 * 2 + 2 * 3);
  const Eigen::SelfAdjointEigenSolver<Matrix> modes(tangent(built, stiffness));
  EXPECT_LT(std::abs(modes.eigenvalues()[0]), 1e-9 * modes.eigenvalues().maxCoeff());
  const Vector still = modes.eigenvectors().col(0);
  for (const Index row : {0, 2, 4, 7}) EXPECT_NEAR(std::abs(still[row]), 0.5, 1e-6);  // u_x of all four nodes
}

TEST(BeamLattice, ResistsNoSmallRigidMotion) {
  for (const auto bracing : {Bracing::none, Bracing::single, Bracing::cross})
    for (const bool space : {false, true}) {
      const auto built =
          make_beam_lattice(space ? steel({2, 2, 1}, {0.5, 0.4, 0.3}, bracing) : steel({3, 2}, {0.5, 0.3}, bracing));
      const Index d = space ? 3 : 2, unknowns = space ? 6 : 3;
      ASSERT_EQ(built.q.size(), unknowns * built.nodes.count);
      const Eigen::Vector3d spin(space ? 5e-4 : 0.0, space ? 2e-3 : 0.0, 1e-3), shift(1e-3, 2e-3, 3e-3);
      Vector rigid(built.q.size()), bent = Vector::Zero(built.q.size());
      for (Index i = 0; i < built.nodes.count; ++i) {
        const auto at = built.nodes.reference(i);
        const Eigen::Vector3d moved = shift + spin.cross(Eigen::Vector3d(at[0], at[1], at[2]));
        rigid.segment(unknowns * i, d) = moved.head(d);
        rigid.segment(unknowns * i + d, unknowns - d) = spin.tail(unknowns - d);
        bent[unknowns * i] = 1e-3 * at[1];
      }
      EXPECT_LE(forces(built, rigid).cwiseAbs().maxCoeff(), 1e-7);  // 1e9 N/m * 5e-3 m * eps, summed
      EXPECT_GT(forces(built, bent).cwiseAbs().maxCoeff(), 1e2);
      const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(tangent(built, stiffness), tangent(built, mass));
      const double fastest = std::sqrt(modes.eigenvalues().maxCoeff());
      EXPECT_LE(fastest, built.body().mode_bound()->omega_max * (1.0 + 1e-12));
      Index still = 0;
      for (const double value : modes.eigenvalues()) still += std::abs(value) < 1e-9 * fastest * fastest ? 1 : 0;
      EXPECT_EQ(still, space ? 6 : 3);
    }
}

TEST(BeamLattice, KnowsItsRigidMotions) {
  expect_rigid_motions(make_beam_lattice(steel({4, 3}, {0.5, 0.3})), 3, 3);
  expect_rigid_motions(make_beam_lattice(steel({3, 2, 4}, {0.5, 0.4, 0.3})), 6, 6);
}

// Elements of equal loads give nodes their exact displacements, and moments that lack the w l^2/12 of their ends. Under
// its weight w the girder of a portal has w b^2/(6 (k + 2)) at its ends, w b^2/8 less in the middle, and half of the
// former at the feet, whatever the columns weigh.
TEST(BeamLattice, MembersOfSeveralElementsBendAsByHand) {
  auto o = portal();
  const double w = o.density * 10.0, k = 1.5, ends = -w * 4.0 / (6.0 * (k + 2.0));
  Vector of_one;
  for (const int elements : {1, 2, 4, 8}) {
    o.elements = elements;
    auto built = make_beam_lattice(o);
    ASSERT_EQ(built.nodes.count, 2);
    ASSERT_EQ(built.q.size(), 3 * (2 + 3 * (elements - 1)));
    built.add_gravity({0.0, -10.0, 0.0});
    const Vector q = tangent(built, stiffness).ldlt().solve(forces(built, built.q));
    if (elements == 1) of_one = q;
    EXPECT_LE((q.head(6) - of_one).cwiseAbs().maxCoeff(), 1e-8 * of_one.cwiseAbs().maxCoeff());
    Model model;
    model.add_body("portal", "beam_lattice", std::move(built));
    const auto& body = model.bodies.front();
    const auto moment = [&](const char* direction, const char* place, double s) {
      const auto line = body.members->elements(body, *body.members->find(direction, place));
      const auto e = static_cast<std::size_t>(s * elements);
      return e == line.size() ? line.back().at(1.0, q).moment[2]
                              : line[e].at(s * elements - static_cast<double>(e), q).moment[2];
    };
    const double lacks = w * 4.0 / (12.0 * elements * elements), near = 1e-4 * std::abs(ends);  // columns shorten
    EXPECT_NEAR(moment("x", "0_1", 0.0), ends + lacks, near);
    EXPECT_NEAR(moment("x", "0_1", 1.0), ends + lacks, near);
    EXPECT_NEAR(moment("y", "0_0", 0.0), 0.5 * -ends, near);
    if (elements > 1) {
      EXPECT_NEAR(moment("x", "0_1", 0.5), ends + w * 4.0 / 8.0 + lacks, near);
    }
    const auto girder = body.members->elements(body, *body.members->find("x", "0_1"));
    EXPECT_NEAR(forces_within(girder, SectionPlace::middle, q).shear[1], 0.0, 1e-6 * w);  // by symmetry
    EXPECT_EQ(forces_within(girder, SectionPlace::start, q).shear[1], girder.front().at(0.0, q).shear[1]);
    EXPECT_EQ(forces_within(girder, SectionPlace::end, q).moment, girder.back().at(1.0, q).moment);
  }
}

TEST(BeamLattice, ElementsAddMotionsButNoMass) {
  for (const bool space : {false, true}) {
    auto o = space ? steel({2, 1, 1}, {0.5, 0.4, 0.3}) : steel({2, 1}, {0.5, 0.3});
    o.velocity = space ? std::vector{1.0, 2.0, 3.0} : std::vector{1.0, 2.0};
    const auto coarse = make_beam_lattice(o);
    o.elements = 3;
    const auto fine = make_beam_lattice(o);
    expect_rigid_motions(fine, space ? 6 : 3, space ? 6 : 3);
    const Matrix M = tangent(fine, mass);
    const double energy = coarse.v.dot(tangent(coarse, mass) * coarse.v);
    EXPECT_NEAR(fine.v.dot(M * fine.v), energy, 1e-12 * energy);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(tangent(fine, stiffness), M);
    EXPECT_LE(std::sqrt(modes.eigenvalues().maxCoeff()), fine.body().mode_bound()->omega_max * (1.0 + 1e-12));
    const auto shape = fine.shape(0, 0);
    EXPECT_EQ(std::ssize(shape.points), fine.nodes.count + 2 * std::ssize(shape.cells));
    for (const auto& cell : shape.cells) {
      ASSERT_EQ(cell.points.size(), 4U);
      const auto place = [&](std::size_t i) { return shape.points[static_cast<std::size_t>(cell.points[i])].point(); };
      EXPECT_LE((2.0 * place(1) - place(0) - place(2)).norm(), 1e-15);
      EXPECT_LE((2.0 * place(2) - place(1) - place(3)).norm(), 1e-15);
    }
    // Elements of three a member get the slow modes closer: from above.
    const auto slow = coarse.modes(10).omega, closer = fine.modes(10).omega;
    EXPECT_LT(closer[8], slow[8]);
    EXPECT_GT(closer[8], 0.5 * slow[8]);
  }
}

TEST(BeamLattice, HasTheMassOfItsBeams) {
  for (const auto kind : {LatticeCells::Mass::consistent, LatticeCells::Mass::lumped}) {
    auto o = steel({2, 1, 1}, {1.0}, Bracing::cross);
    o.mass = kind;
    const auto built = make_beam_lattice(o);
    Vector along = Vector::Zero(built.q.size());
    for (Index i = 2; i < along.size(); i += 6) along[i] = 1.0;
    const double length = 20.0 + 22.0 * std::sqrt(2.0), per_length = 8000.0 * M_PI * 0.0025 / 4.0;
    EXPECT_NEAR(along.dot(tangent(built, mass) * along), per_length * length, 1e-12 * 1e3);
  }
}

// Half of a column hangs on the free node, and a horizontal beam turns its ends by m g l/12.
TEST(BeamLattice, WeighsWhatHangsOnItsFreeNodes) {
  const auto built = make_beam_lattice(portal());
  built.add_gravity({0.0, -10.0, 0.0});
  const Vector f = forces(built, built.q);
  EXPECT_NEAR(f[1], -10.0 * 8000.0 * (1.5 + 1.0), 1e-8);
  EXPECT_NEAR(f[2], -10.0 * 8000.0 * 4.0 / 12.0, 1e-8);
  EXPECT_NEAR(f[5], -f[2], 1e-8);
  EXPECT_NEAR(f[0], 0.0, 1e-9);
}

TEST(BeamLattice, NodesMoveAndTurnWhereContactsMeetThem) {
  auto o = steel({2, 1, 1}, {1.0, 2.0, 3.0});
  o.supports.x_min = Support::held;
  o.position = {10.0, 0.0, 0.0};
  const auto built = make_beam_lattice(o);
  ASSERT_TRUE(built.points != nullptr);
  const auto at = built.nodes.reference(3);  // x = 12, y = 2, z = 0
  const auto marker = built.points(0, 0, {at[0], at[1], at[2]});
  Vector q = Vector::Zero(built.q.size());
  q[18] = 0.1;
  q[20] = 0.3;
  EXPECT_LE((marker.position(q) - Eigen::Vector3d(12.1, 2.0, 0.3)).norm(), 1e-15);
  Vector v = Vector::Zero(built.v.size());
  v[19] = 2.0;
  v[22] = 0.5;
  EXPECT_LE((marker.velocity(q, v) - Eigen::Vector3d(0.0, 2.0, 0.0)).norm(), 1e-15);
  EXPECT_LE((marker.angular_velocity(q, v) - Eigen::Vector3d(0.0, 0.5, 0.0)).norm(), 1e-15);
  const auto shape = built.shape(0, 0);
  EXPECT_EQ(shape.points.size(), 12u);
  EXPECT_LE((shape.points[11].position(q) - Eigen::Vector3d(12.0, 2.0, 3.0)).norm(), 1e-15);
}

TEST(BeamLattice, HasModesOfItsOwn) {
  const auto built = make_beam_lattice(portal());
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> all(tangent(built, stiffness), tangent(built, mass));
  const auto modes = built.modes(2);
  for (Index k = 0; k < 2; ++k) {
    const double omega = std::sqrt(all.eigenvalues()[k]);
    EXPECT_NEAR(modes.omega[k], omega, 1e-10 * omega);
  }
  EXPECT_EQ(built.modes(10).omega.size(), 6) << "all there are";
  EXPECT_EQ(built.node_unknowns, (std::vector<std::string>{"u_x", "u_y", "phi_z"}));
}

TEST(BeamLattice, TellsWhatIsWrong) {
  const auto keys = [](const BeamLatticeOptions& o) {
    std::string text;
    for (const auto& fault : o.validate()) text += fault.key + " ";
    return text;
  };
  EXPECT_EQ(keys(steel({2, 2}, {1.0})), "");
  EXPECT_EQ(keys(steel({2, 2, 2}, {1.0})), "");
  auto o = steel({2, 2}, {1.0});
  o.poisson_ratio = 0.3;
  o.torsion_constant = 1e-6;
  EXPECT_EQ(keys(o), "section.torsion_constant poisson_ratio ");
  o = steel({2, 2, 2}, {1.0});
  o.shear_modulus = 8e10;
  EXPECT_EQ(keys(o), "shear_modulus ");
  o.shear_modulus = 0.0;
  o.poisson_ratio = no_poisson_ratio;
  EXPECT_EQ(keys(o), "shear_modulus ");
  o = steel({2, 2, 2}, {1.0});
  o.section = {};
  o.section.shape = BeamSection::Shape::rectangle;
  o.section.width = 0.05;
  o.section.height = 0.04;
  EXPECT_EQ(keys(o), "section.height ");
  o.section.height = 0.05;
  EXPECT_EQ(keys(o), "");
  o.section = {};
  o.section.area = 1e-3;
  o.section.second_moment = 1e-7;
  EXPECT_EQ(keys(o), "section.torsion_constant ");
  EXPECT_EQ(keys(steel({2}, {1.0})), "cells ");
  o = steel({2, 2}, {1.0});
  o.section.diameter = 0.0;
  EXPECT_EQ(keys(o), "section.diameter ");
  EXPECT_THROW(make_beam_lattice(o), InputError);
}

TEST(BeamLattice, RefusesMoreCellsThanMemoryHolds) {
  try {
    make_beam_lattice(steel({20000, 20000}, {1.0}));  // 2 TB
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().key, "cells");
  }
}

// Slender frames bend by the bending of their members: 2000 cells of 1 m leave too few digits, braced or not. Measured
// by long double: 3000 cells with cross bracing sag by 0.6 % too much.
TEST(BeamLattice, RefusesLengthsOfWhichRoundOffLeavesNothing) {
  EXPECT_NO_THROW(make_beam_lattice(steel({500, 1}, {1.0})));
  auto o = steel({2000, 1}, {1.0});
  EXPECT_THROW(make_beam_lattice(o), InputError);
  o.bracing = Bracing::single;
  EXPECT_THROW(make_beam_lattice(o), InputError);
  o.free_span = 100.0;
  EXPECT_NO_THROW(make_beam_lattice(o));
}

}  // namespace beam_lattice_test
}  // namespace percuss
