// SPDX-License-Identifier: Apache-2.0
#include "model/flexible_body_planar.hpp"

#include <gtest/gtest.h>

#include "model/distributed_force.hpp"
#include "model/joint.hpp"
#include "simulation/doubts.hpp"
#include "simulation/quantity.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/models.hpp"
#include "tests/model/shape_integrals.hpp"

namespace percuss {
namespace flexible_body_planar_test {

using Frame = FloatingBeamPlanarOptions::Frame;

class OfAShapeCloud : public testing::Test {
 protected:
  OfAShapeCloud() : q(random_vector(6, random)), v(random_vector(6, random)) {}
  std::mt19937 random{4};
  ShapeCloud cloud{7, 3, 5};
  Vector q, v;
};

TEST_F(OfAShapeCloud, ItHasTheMassMatrixOfItsKineticEnergy) {
  const auto built = make_flexible_body_planar(cloud.options());
  const Matrix M = tangent_of(built.body(), q, v, {});
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j <= i; ++j) {  // T is quadratic: exact by polarisation
      const Vector a = Vector::Unit(6, i), b = Vector::Unit(6, j);
      EXPECT_NEAR(M(i, j), 0.5 * (cloud.kinetic(q, a + b) - cloud.kinetic(q, a - b)), 1e-13 * M.norm());
    }
  EXPECT_NEAR(built.body().energy(0.0, q, v).kinetic, cloud.kinetic(q, v), 1e-13 * cloud.kinetic(q, v));
  Vector f = v;
  ASSERT_TRUE(built.body().subtract_inertia(q, q, f));
  EXPECT_LE((f - (v - M * q)).norm(), 1e-13 * (M * q).norm());
}

TEST_F(OfAShapeCloud, ItHasTheForcesOfLagrangesEquations) {
  const auto built = make_flexible_body_planar(cloud.options());
  built.add_gravity({3.0, -9.81, 0.0});
  constexpr double h = 1e-3;
  const auto derivative = [](const auto& value) {
    return (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
  };
  Vector expected(6);
  for (Index i = 0; i < 6; ++i) {
    const Vector unit = Vector::Unit(6, i);
    const auto lagrangian = [&](double step) {
      const Vector there = q + step * unit;
      return cloud.kinetic(there, v) - built.body().energy(0.0, there, v).potential;
    };
    const auto momentum = [&](double step) {
      return 0.5 * (cloud.kinetic(q + step * v, v + unit) - cloud.kinetic(q + step * v, v - unit));
    };
    expected[i] = derivative(lagrangian) - derivative(momentum);
  }
  EXPECT_LE((forces_of(built.body(), q, v) - expected).norm(), 1e-9 * expected.norm());
}

TEST_F(OfAShapeCloud, ItsNodesMoveAsTheirParticlesDo) {
  auto options = cloud.options();
  options.position = {q[0], q[1]};
  options.angle = q[2];
  options.velocity = {v[0], v[1]};
  options.angular_velocity = v[2];
  options.coordinates = {q[3], q[4], q[5]};
  options.coordinate_rates = {v[3], v[4], v[5]};
  Model model;
  model.add_body("cloud", "flexible_body_planar", make_flexible_body_planar(options));
  const auto& body = model.bodies[0];
  Vector momentum = Vector::Zero(2);
  for (Index k = 0; k < 7; ++k) {
    const auto marker = body.marker(k);
    momentum += cloud.mass[k] * marker.velocity(model.initial.q, model.initial.v).head<2>();
    EXPECT_NEAR(marker.section_angle(model.initial.q), 0.1 * cloud.u.row(k).dot(q.tail(3)), 1e-15);
  }
  const EnergyLedger ledger;
  const Sample sample{model.initial, {}, {}, ledger, {}, {}};
  const auto value = [&](const std::string& name) { return find_quantity(model, name).value(sample); };
  const Vector3 beside(0.2, 0.3, 0.0), place(cloud.places(0, 2), cloud.places(1, 2), 0.0);
  const auto fixed = body.marker(2, place + 1e-3 * beside);
  const auto by_section = body.marker(2).at(1e-3 * beside);
  EXPECT_LE((fixed.position(model.initial.q) - by_section.position(model.initial.q)).norm(), 1e-15);
  EXPECT_NEAR(value("cloud.momentum.x"), momentum[0], 1e-13);
  EXPECT_NEAR(value("cloud.momentum.y"), momentum[1], 1e-13);
  EXPECT_EQ(value("cloud.elastic.2"), q[5]);
  EXPECT_EQ(value("cloud.elastic_rate.1"), v[4]);
  EXPECT_NEAR(value("cloud.nodes.3.deflection.y"), cloud.w.row(3).dot(q.tail(3)), 1e-15);
}

// The mesh of a beam as a body of its integrals: all that a solver asks of it is the same.
TEST(FlexibleBodyPlanar, IsTheBeamThatItsIntegralsAreOf) {
  auto beam = floating_rod(2, Frame::tangential);
  beam.mesh.rotary = BeamMeshOptions::Rotary::rayleigh;
  beam.mesh.damping.mass = 0.3;
  beam.mesh.damping.stiffness = 1e-3;
  const auto built = make_flexible_body_planar(integrals_of(beam)), expected = make_floating_beam_planar(beam);
  for (const auto* one : {&built, &expected}) one->add_gravity({0.0, -9.81, 0.0});
  std::mt19937 random(6);
  Vector q = random_vector(9, random), v = random_vector(9, random);
  q.tail(6) *= 0.1;
  const Matrix A = tangent_of(expected.body(), q, v, {1.0, 0.2, 0.03});
  EXPECT_LE((tangent_of(built.body(), q, v, {1.0, 0.2, 0.03}) - A).norm(), 1e-14 * A.norm());
  const Vector f = forces_of(expected.body(), q, v);
  EXPECT_LE((forces_of(built.body(), q, v) - f).norm(), 1e-12 * f.norm());
  EXPECT_NEAR(built.spin_limit, expected.spin_limit, 1e-9 * expected.spin_limit);
  const auto modes = built.modes(3), of_beam = expected.modes(3);
  EXPECT_LE((modes.omega - of_beam.omega).norm(), 1e-9 * of_beam.omega.norm());
  EXPECT_LE((modes.shapes - of_beam.shapes).norm(), 1e-9 * of_beam.shapes.norm());
  const auto tip = built.points(0, 0, {1.0, 0.0, 0.0}), tip_of_beam = expected.points(0, 0, {1.0, 0.0, 0.0});
  EXPECT_LE((tip.position(q) - tip_of_beam.position(q)).norm(), 1e-15);
  EXPECT_LE((tip.angular_velocity(q, v) - tip_of_beam.angular_velocity(q, v)).norm(), 1e-14);
}

class OnAFlexibleBody : public testing::Test {
 protected:
  OnAFlexibleBody() {
    options.nodes = {0.0, 0.0};
    options.shapes = {0.1, 0.0, 0.0};
    model.add_body("arm", "flexible_body_planar", make_flexible_body_planar(options));
  }
  FlexibleBodyPlanarOptions options = ShapeCloud(4, 1, 7).options();
  Model model;
};

TEST_F(OnAFlexibleBody, JointsActAtItsNodesAlone) {
  JointOptions joint;
  joint.body = "arm";
  joint.point = {0.1};
  EXPECT_EQ(keys_thrown([&] { add_joint(model, "pin", JointKind::revolute, joint); }), Keys{"point"});
  joint.point = {0.0, 0.0};
  EXPECT_TRUE(keys_thrown([&] { add_joint(model, "pin", JointKind::revolute, joint); }).empty());
  DistributedForceOptions load;
  load.body = "arm";
  load.direction = {1.0};
  load.value = 1.0;
  EXPECT_EQ(keys_thrown([&] { add_distributed_force(model, load); }), Keys{"body"});
}

TEST_F(OnAFlexibleBody, DoubtsWatchItsOnlyNode) {
  Doubts doubts(model);
  doubts.look(model.initial);
  EXPECT_TRUE(doubts.warnings().empty());
}

TEST_F(OnAFlexibleBody, AllThatIsWrongIsToldAtOnce) {
  const auto keys = [](const FlexibleBodyPlanarOptions& o) {
    return keys_thrown([&] { make_flexible_body_planar(o); });
  };
  auto wrong = options;
  wrong.integrals.inertia = 0.0;
  wrong.shapes.push_back(0.0);
  wrong.coordinates = {0.0, 0.0};
  wrong.coordinate_rates = {0.0, 0.0};
  wrong.position = {0.0};
  wrong.velocity = {0.0};
  EXPECT_EQ(keys(wrong), (Keys{"inertia", "shapes", "coordinates", "coordinate_rates", "position", "velocity"}));
  auto odd = options;
  odd.nodes.push_back(0.0);
  EXPECT_EQ(keys(odd), Keys{"nodes"});
  auto twice = options;
  twice.nodes = {0.0, 0.0, 0.0, 0.0};
  twice.shapes = {0.1, 0.0, 0.0, 0.1, 0.0, 0.0};
  EXPECT_EQ(keys(twice), Keys{"nodes"});
  auto without = options;
  without.shapes.clear();
  EXPECT_EQ(keys(without), Keys{"shapes"});
}

}  // namespace flexible_body_planar_test
}  // namespace percuss
