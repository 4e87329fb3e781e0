// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_members.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/at.hpp"
#include "core/decompositions.hpp"
#include "model/beam_lattice.hpp"
#include "model/lattice.hpp"
#include "tests/model/built_body.hpp"

namespace percuss {
namespace lattice_members_test {

using Bracing = LatticeCells::Bracing;
using Support = LatticeCells::Support;
using Names = std::vector<std::string>;

template <class Options>
Options steel(std::vector<double> cells, std::vector<double> cell, Bracing bracing) {
  Options o;
  o.cells = std::move(cells);
  o.cell = std::move(cell);
  o.bracing = bracing;
  o.youngs_modulus = 2e11;
  o.density = 8000.0;
  return o;
}

LatticeOptions truss(std::vector<double> cells, std::vector<double> cell, Bracing bracing) {
  auto o = steel<LatticeOptions>(std::move(cells), std::move(cell), bracing);
  o.area = 2e-4;
  return o;
}

BeamLatticeOptions frame(std::vector<double> cells, std::vector<double> cell, Bracing bracing) {
  auto o = steel<BeamLatticeOptions>(std::move(cells), std::move(cell), bracing);
  o.section.area = 1.0;
  o.section.second_moment = 1e-6;
  if (o.cells.size() == 3) o.torsion_constant = 3e-6, o.poisson_ratio = 0.25;
  return o;
}

/// Of a body alone in its model.
struct Lattice {
  explicit Lattice(BuiltBody built) : K(tangent(built, stiffness_weights)) {
    model.add_body("it", "lattice", std::move(built));
  }
  const ModelBody& body() const { return model.bodies.front(); }
  SectionElement member(const std::string& direction, const std::string& place) const {
    const auto found = body().members->find(direction, place);
    EXPECT_TRUE(found) << direction << " " << place;
    return body().members->elements(body(), *found).front();
  }

  Matrix K;
  Model model;
};

LatticeMembers members_of(const LatticeCells& o, Index per_node) {
  return {std::make_shared<const LatticeMesh>(o.mesh(per_node)), std::vector<SectionStiffness>(9)};
}

TEST(LatticeMembers, HaveNames) {
  const auto members = members_of(truss({2, 1}, {1.0}, Bracing::cross), 2);
  EXPECT_EQ(members.directions(), (Names{"x", "y", "xy", "yx"}));
  Names all;
  members.for_all([&](const auto& member) { all.push_back(members.name(member)); });
  EXPECT_EQ(all, (Names{"x.0_0", "x.1_0", "x.0_1", "x.1_1", "y.0_0", "y.1_0", "y.2_0", "xy.0_0", "xy.1_0", "yx.0_0",
                        "yx.1_0"}));
  EXPECT_EQ(members.places(0), "0_0 to 1_1");
  EXPECT_EQ(members_of(truss({1, 1, 1}, {1.0}, Bracing::cross), 3).directions(),
            (Names{"x", "y", "z", "xy", "yx", "xz", "zx", "yz", "zy"}));
}

TEST(LatticeMembers, AreFoundByNameAlone) {
  const auto members = members_of(truss({2, 1}, {1.0}, Bracing::single), 2);
  members.for_all([&](const auto& member) {
    const auto name = members.name(member);
    const auto dot = name.find('.');
    const auto found = members.find(name.substr(0, dot), name.substr(dot + 1));
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(members.name(*found), name);
  });
  for (const auto* place :
       {"2_0", "0_2", "0", "0_", "_0", "0_0_0", "0-0", "-1_0", "0_0 ", "", "a_b", "00000000000000000000_0x"})
    EXPECT_FALSE(members.find("x", place)) << place;
  EXPECT_FALSE(members.find("z", "0_0"));
  EXPECT_FALSE(members.find("yx", "0_0"));
}

TEST(LatticeMembers, AreNotBetweenFeet) {
  auto o = frame({2, 1}, {1.0}, Bracing::none);
  o.supports.y_min = LatticeCells::Support::pinned_feet;
  const auto members = members_of(o, 3);
  Names all;
  members.for_all([&](const auto& member) { all.push_back(members.name(member)); });
  EXPECT_EQ(all, (Names{"x.0_1", "x.1_1", "y.0_0", "y.1_0", "y.2_0"}));
  EXPECT_FALSE(members.find("x", "0_0"));
}

/// A portal with clamped feet, pushed by P at its eaves, h = 3, b = 2, k = h/b: moments P h/2 (3 k + 1)/(6 k + 1) at
/// the feet, P h/2 3 k/(6 k + 1) at the eaves, and the columns carry a couple of 2/b of the latter.
TEST(LatticeMembers, OfAPortalCarryWhatTheyMust) {
  auto o = frame({1, 1}, {2.0, 3.0}, Bracing::none);
  o.supports.y_min = Support::held;
  const Lattice lattice(make_beam_lattice(o));
  Vector load = Vector::Zero(6);
  load[0] = load[3] = 500.0;
  const Vector q = Matrix(lattice.K).ldlt().solve(load);
  const double foot = 1500.0 * 5.5 / 10.0, eaves = 1500.0 * 4.5 / 10.0;
  const double near = 1e-5 * foot;  // the members stretch by I/(S b^2) of the sway
  for (const auto* column : {"0_0", "1_0"}) {
    const auto member = lattice.member("y", column);
    EXPECT_NEAR(member.at(0.0, q).moment[2], -foot, near);
    EXPECT_NEAR(member.at(1.0, q).moment[2], eaves, near);
    EXPECT_NEAR(member.at(0.5, q).shear[1], -500.0, near);
    EXPECT_NEAR(member.at(0.5, q).axial, column[0] == '0' ? eaves : -eaves, near);
  }
  const auto beam = lattice.member("x", "0_1");
  EXPECT_NEAR(beam.at(0.0, q).moment[2], eaves, near);
  EXPECT_NEAR(beam.at(1.0, q).moment[2], -eaves, near);
  EXPECT_NEAR(beam.at(0.5, q).moment[2], 0.0, near);
  EXPECT_EQ(lattice.member("x", "0_0").at(0.5, q).axial, 0.0);  // between feet
}

/// One square cell held on the left, P down at the lower node on the right: the post pulls the upper node down by P,
/// which the diagonal pushes up, and the upper bar holds back.
TEST(LatticeMembers, OfATrussCarryWhatTheyMust) {
  auto o = truss({1, 1}, {1.0}, Bracing::single);
  o.supports.x_min = Support::held;
  const Lattice lattice(make_lattice(o));
  const double P = 700.0;
  const Vector q = Matrix(lattice.K).ldlt().solve((Vector(4) << 0.0, -P, 0.0, 0.0).finished());
  const double near = 1e-9 * P;
  EXPECT_NEAR(lattice.member("y", "1_0").at(0.5, q).axial, P, near);
  EXPECT_NEAR(lattice.member("xy", "0_0").at(0.5, q).axial, -std::sqrt(2.0) * P, near);
  EXPECT_NEAR(lattice.member("x", "0_1").at(0.5, q).axial, P, near);
  EXPECT_NEAR(lattice.member("x", "0_0").at(0.5, q).axial, 0.0, near);
}

/// The axes of a member, as the header has them.
Matrix3 axes_of(const std::string& direction, bool in_space) {
  const auto number = [](char axis) { return static_cast<Index>(axis - 'x'); };
  const bool edge = direction.size() == 1;
  const Index first = number(direction[0]), second = edge ? first : number(direction[1]);
  const Index normal = !in_space ? 2 : edge ? (first + 2) % 3 : 3 - first - second;
  return (Matrix3() << Vector3::Zero(), Vector3::Zero(), Vector3::Unit(normal)).finished();
}

/// Whatever the displacements: the forces that all elements exert on the points at their ends sum to - K q.
template <class Options>
void expect_equilibrium(const Options& o, BuiltBody built) {
  const Lattice lattice(std::move(built));
  const auto& body = lattice.body();
  const bool in_space = o.cells.size() == 3;
  const Index unknowns = body.is_flexible() ? (in_space ? 6 : 3) : o.dimension();
  const LatticeMesh mesh = o.mesh(unknowns);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1e-3, 1e-3);
  Vector q(lattice.K.rows());
  for (auto& entry : q) entry = number(random);
  Vector sum = Vector::Zero(q.size());
  body.members->for_all([&](const LatticeMembers::Member& member) {
    const auto elements = body.members->elements(body, member);
    ASSERT_EQ(std::ssize(elements), o.elements);
    Matrix3 axes = axes_of(body.members->directions()[member.kind], in_space);  // columns: those of the member
    axes.col(0) = mesh.grid().span(mesh.kinds()[member.kind]).normalized();
    axes.col(1) = axes.col(2).cross(axes.col(0));
    for (Index e = 0; e < o.elements; ++e)
      for (const Index end : {0, 1}) {
        const auto in = elements[at(e)].at(static_cast<double>(end), q);
        const double sign = end == 0 ? 1.0 : -1.0;
        const Vector3 force = sign * (axes * (in.axial * Vector3::UnitX() + in.shear)),
                      moment = sign * (axes * in.moment);
        const auto add = [&](Index unknown, double value) {
          if (const Index row = mesh.row(member, e + end, unknown); row >= 0) sum[row] += value;
        };
        for (Index a = 0; a < o.dimension(); ++a) add(a, force[a]);
        if (unknowns == 3 && !in_space) add(2, moment[2]);
        for (Index a = 0; a < 3 && unknowns == 6; ++a) add(3 + a, moment[a]);
      }
  });
  // Round-off of sums of some thirty terms as large as the largest.
  const double scale = (lattice.K.cwiseAbs() * q.cwiseAbs()).maxCoeff();
  EXPECT_LE((sum + lattice.K * q).cwiseAbs().maxCoeff(), 1e-14 * scale);
}

TEST(LatticeMembers, HoldTheirNodesInBalance) {
  for (const auto bracing : {Bracing::none, Bracing::single, Bracing::cross})
    for (const bool space : {false, true}) {
      const std::vector<double> cells = space ? std::vector{2.0, 1.0, 2.0} : std::vector{3.0, 2.0},
                                cell = space ? std::vector{0.5, 0.4, 0.3} : std::vector{0.5, 0.3};
      auto bars = truss(cells, cell, bracing);
      bars.supports.x_min = Support::held;
      bars.position = space ? std::vector{5.0, -3.0, 1.0} : std::vector{5.0, -3.0};
      if (bracing != Bracing::none) expect_equilibrium(bars, make_lattice(bars));
      auto beams = frame(cells, cell, bracing);
      beams.section.area = 1e-3;
      beams.position = bars.position;
      for (const int elements : {1, 3}) {
        beams.elements = elements;
        for (const auto support : {Support::held, Support::pinned, Support::pinned_feet, Support::roller}) {
          beams.supports.y_max = support;
          expect_equilibrium(beams, make_beam_lattice(beams));
        }
      }
    }
}

}  // namespace lattice_members_test
}  // namespace percuss
