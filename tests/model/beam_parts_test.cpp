// SPDX-License-Identifier: Apache-2.0
#include "model/beam_parts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/beam_mesh_planar.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/shaft_bodies.hpp"

namespace percuss {
namespace beam_parts_test {

/// A round rod of 1 m: 0.4 m of 30 mm, then 0.6 m of 20 mm, of two materials.
template <class Options>
Options stepped() {
  Options mesh;
  mesh.length = 1.0;
  mesh.section.shape = BeamSection::Shape::circle;
  mesh.parts.lengths = {0.4, 0.6};
  mesh.parts.elements = {2.0, 3.0};
  mesh.parts.diameter = {0.03, 0.02};
  mesh.parts.youngs_modulus = {2e9, 5e9};
  mesh.parts.density = {7800.0, 2700.0};
  return mesh;
}

BeamMeshOptions stepped_plane() { return stepped<BeamMeshOptions>(); }

BeamMeshSpatialOptions stepped_space() {
  auto mesh = stepped<BeamMeshSpatialOptions>();
  mesh.parts.shear_modulus = {0.7e9, 2e9};
  return mesh;
}

/// One of the parts by itself, as a beam of constant section.
template <class Options>
Options part_alone(const Options& whole, std::size_t p) {
  Options mesh = whole;
  mesh.parts = {};
  mesh.length = whole.parts.lengths[p];
  mesh.elements = static_cast<Index>(whole.parts.elements[p]);
  mesh.section.diameter = whole.parts.diameter[p];
  mesh.youngs_modulus = whole.parts.youngs_modulus[p];
  mesh.density = whole.parts.density[p];
  return mesh;
}

double area(double d) { return 0.25 * std::numbers::pi * d * d; }
double second_moment(double d) { return std::numbers::pi * std::pow(d, 4) / 64.0; }

template <class Options>
std::vector<Fault> faults_in(const Options& mesh) {
  std::vector<Fault> faults;
  mesh.check(faults);
  return faults;
}

TEST(BeamParts, HaveNodesAtTheirEnds) {
  const auto mesh = stepped_plane();
  EXPECT_TRUE(faults_in(mesh).empty());
  const std::vector<double> expected{0.0, 0.2, 0.4, 0.6, 0.8, 1.0};
  const auto nodes = mesh.nodes();
  ASSERT_EQ(nodes.size(), expected.size());
  EXPECT_EQ(mesh.num_nodes(), 6);
  for (std::size_t i = 0; i < nodes.size(); ++i) EXPECT_NEAR(nodes[i], expected[i], 1e-16);
  EXPECT_EQ(mesh.parts.at(0.1), 0);
  EXPECT_EQ(mesh.parts.at(0.39), 0);
  EXPECT_EQ(mesh.parts.at(0.41), 1);
  EXPECT_EQ(BeamParts{}.at(0.7), 0);
}

// A force F across and a pull at the tip of the clamped rod: w = F int (L - x)^2/EI dx, u = F int 1/EA dx. Cubic
// elements are exact at their nodes.
TEST(BeamParts, BendAndStretchAsStepped) {
  const auto mesh = stepped_plane();
  const BeamMeshPlanar beam(mesh);
  const Index n = beam.num_unknowns() - 3;
  Vector f = Vector::Zero(n);
  f[n - 3] = f[n - 2] = 10.0;
  const Vector x = Matrix(beam.stiffness()).bottomRightCorner(n, n).llt().solve(f);
  const double EI1 = 2e9 * second_moment(0.03), EI2 = 5e9 * second_moment(0.02);
  const double w = 10.0 / 3.0 * ((1.0 - std::pow(0.6, 3)) / EI1 + std::pow(0.6, 3) / EI2);
  const double u = 10.0 * (0.4 / (2e9 * area(0.03)) + 0.6 / (5e9 * area(0.02)));
  EXPECT_NEAR(x[n - 2], w, 1e-10 * w);  // the condition of K
  EXPECT_NEAR(x[n - 3], u, 1e-12 * u);
}

TEST(BeamParts, TwistAsStepped) {
  const BeamMeshSpatial beam(stepped_space());
  const Index n = beam.num_unknowns() - 6;
  Vector f = Vector::Zero(n);
  f[n - 3] = 10.0;
  const Vector x = Matrix(beam.stiffness()).bottomRightCorner(n, n).llt().solve(f);
  const double twist = 10.0 * (0.4 / (0.7e9 * 2.0 * second_moment(0.03)) + 0.6 / (2e9 * 2.0 * second_moment(0.02)));
  EXPECT_NEAR(x[n - 3], twist, 1e-12 * twist);
}

TEST(BeamParts, HaveTheirMasses) {
  auto mesh = stepped_plane();
  mesh.rotary = BeamMeshOptions::Rotary::reference;
  const BeamMeshPlanar beam(mesh);
  const auto inertia = beam.inertia(FrameConditions(beam.num_unknowns(), {}, Matrix(beam.num_unknowns(), 0), {}));
  const double m1 = 7800.0 * area(0.03) * 0.4, m2 = 2700.0 * area(0.02) * 0.6;
  EXPECT_NEAR(inertia.mass, m1 + m2, 1e-14);
  EXPECT_NEAR(inertia.first[0], 0.2 * m1 + 0.7 * m2, 1e-14);
  const double rotary = 7800.0 * second_moment(0.03) * 0.4 + 2700.0 * second_moment(0.02) * 0.6;
  EXPECT_NEAR(inertia.second, m1 * 0.16 / 3.0 + m2 * (0.49 + 0.03) + rotary, 1e-14);
}

/// Matrices of the parts by themselves, laid over each other at the node between them.
template <class Mesh, class Options>
void expect_parts_side_by_side(const Options& mesh, Index per_node) {
  const Mesh whole(mesh), one(part_alone(mesh, 0)), other(part_alone(mesh, 1));
  Matrix M = Matrix::Zero(whole.num_unknowns(), whole.num_unknowns()), K = M;
  const Index a = one.num_unknowns(), b = other.num_unknowns();
  ASSERT_EQ(a + b - per_node, whole.num_unknowns());
  M.topLeftCorner(a, a) += Matrix(one.mass());
  K.topLeftCorner(a, a) += Matrix(one.stiffness());
  M.bottomRightCorner(b, b) += Matrix(other.mass());
  K.bottomRightCorner(b, b) += Matrix(other.stiffness());
  EXPECT_LE((Matrix(whole.mass()) - M).norm(), 1e-14 * M.norm());  // lengths of elements round differently: l^-3
  EXPECT_LE((Matrix(whole.stiffness()) - K).norm(), 1e-14 * K.norm());
  const double fastest = std::max(one.mode_bound().omega_max, other.mode_bound().omega_max);
  EXPECT_NEAR(whole.mode_bound().omega_max, fastest, 1e-12 * fastest);
}

TEST(BeamParts, AreBeamsSideBySide) {
  for (const auto mass : {BeamLineOptions::Mass::consistent, BeamLineOptions::Mass::lumped}) {
    auto plane = stepped_plane();
    plane.mass = mass;
    plane.rotary = BeamMeshOptions::Rotary::rayleigh;
    expect_parts_side_by_side<BeamMeshPlanar>(plane, 3);
    auto space = stepped_space();
    space.mass = mass;
    space.parts.shear_modulus = {};
    space.poisson_ratio = 0.3;
    expect_parts_side_by_side<BeamMeshSpatial>(space, 6);
  }
}

// The inertia of the turning shaft, and its torsional frequencies: of two discs much heavier than it on the springs
// G J/l of its parts, one after the other.
TEST(BeamParts, MakeSteppedShafts) {
  ShaftOptions shaft;
  static_cast<BeamMeshSpatialOptions&>(shaft.mesh) = stepped_space();
  shaft.angular_velocity = 7.0;
  const auto turning = make_shaft(shaft);
  const double J1 = 7800.0 * 2.0 * second_moment(0.03), J2 = 2700.0 * 2.0 * second_moment(0.02);
  const double expected = 0.5 * (0.4 * J1 + 0.6 * J2) * 49.0;
  EXPECT_NEAR(turning.body().energy(0.0, turning.q, turning.v).kinetic, expected, 1e-12 * expected);
  shaft.attach.positions = {0.0, 1.0};
  shaft.attach.mass = {1.0, 1.0};
  shaft.attach.spin_inertia = {10.0, 10.0};
  shaft.attach.transverse_inertia = {10.0, 10.0};
  const double c = 1.0 / (0.4 / (0.7e9 * 2.0 * second_moment(0.03)) + 0.6 / (2e9 * 2.0 * second_moment(0.02)));
  const auto modes = make_shaft(shaft).modes(30);
  const double twist = std::sqrt(2.0 * c / 10.0);
  double nearest = 1e300;
  for (const double omega : modes.omega) nearest = std::min(nearest, std::abs(omega - twist));
  EXPECT_LE(nearest, 1e-4 * twist);  // the shaft's own inertia: 1e-5 of the discs'
}

TEST(BeamParts, OfOneKindAreTheUniformBeam) {
  auto mesh = spatial_mesh(4);
  const BeamMeshSpatial uniform(mesh);
  mesh.parts.lengths = {0.25, 0.25, 0.5};
  mesh.parts.density = {mesh.density, mesh.density, mesh.density};
  mesh.density = 0.0;
  const BeamMeshSpatial parts(mesh);
  EXPECT_EQ(Matrix(parts.mass()), Matrix(uniform.mass()));
  EXPECT_EQ(Matrix(parts.stiffness()), Matrix(uniform.stiffness()));
}

template <class Change>
void expect_fault(const char* key, const char* text, Change change) {
  auto mesh = stepped_plane();
  change(mesh);
  const auto faults = faults_in(mesh);
  ASSERT_FALSE(faults.empty()) << key;
  EXPECT_EQ(faults[0].key, key);
  EXPECT_NE((faults[0].message + faults[0].remedy).find(text), std::string::npos)
      << faults[0].message << "; " << faults[0].remedy;
}

TEST(BeamParts, AreRefusedWithTheirRemedy) {
  expect_fault("parts.lengths", "1.1 m long together", [](auto& m) { m.parts.lengths = {0.4, 0.7}; });
  expect_fault("parts.diameter", "one number per part", [](auto& m) { m.parts.diameter.pop_back(); });
  expect_fault("parts.diameter", "by `section.diameter`", [](auto& m) { m.section.diameter = 0.1; });
  expect_fault("parts.density", "by `density`", [](auto& m) { m.density = 1.0; });
  expect_fault("density", "or `parts.density`", [](auto& m) { m.parts.density.clear(); });
  expect_fault("parts.elements", "whole numbers", [](auto& m) { m.parts.elements = {1.5, 2.0}; });
  expect_fault("parts.elements", "given twice", [](auto& m) { m.elements = 5; });
  expect_fault("section.diameter", "has none", [](auto& m) { m.parts.diameter.clear(); });
  expect_fault("parts.lengths", "nearest node is at 0.5 m", [](auto& m) {
    m.parts.elements.clear();
    m.elements = 2;
  });
  expect_fault("parts.youngs_modulus", "parts.lengths", [](auto& m) {
    m.parts.lengths.clear();
    m.parts.elements.clear();
    m.elements = 2;
  });
}

}  // namespace beam_parts_test
}  // namespace percuss
