// SPDX-License-Identifier: Apache-2.0
#include "contact/marker.hpp"

#include <gtest/gtest.h>

#include "model/beam.hpp"
#include "model/beam_planar.hpp"
#include "model/floating_beam.hpp"
#include "model/floating_beam_planar.hpp"
#include "model/rigid_body.hpp"
#include "model/rigid_body_planar.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"
#include "tests/model/shaft_bodies.hpp"

namespace percuss {
namespace marker_test {

BeamMeshOptions mesh_of_three() {
  BeamMeshOptions mesh;
  mesh.length = 1.5;
  mesh.elements = 3;
  mesh.section.area = mesh.section.second_moment = mesh.youngs_modulus = mesh.density = 1.0;
  return mesh;
}

/// A particle in the plane, a planar and a spatial rigid body in a row, a floating beam with an eliminated unknown and
/// a beam at rest: q has 2 + 3 + 7 + 12 + 9, v one row less. Then the beams in space: 25 more in q, 24 in v, and 18; a
/// shaft, 20.
std::unique_ptr<Model> bodies_of_all_kinds() {
  auto model = std::make_unique<Model>();
  model->add_body("stone", "point_mass", mass_at({0.0, 0.0}));
  RigidBodyPlanarOptions plate;
  plate.mass = plate.inertia = 1.0;
  model->add_body("plate", "rigid_body_planar", make_rigid_body_planar(plate));
  RigidBodyOptions brick;
  brick.mass = 1.0;
  brick.inertia = {1.0, 2.0, 2.5};
  model->add_body("brick", "rigid_body", make_rigid_body(brick));
  FloatingBeamPlanarOptions floating;
  floating.mesh = mesh_of_three();
  floating.frame = FloatingBeamPlanarOptions::Frame::articulated;
  model->add_body("floating", "floating_beam_planar", make_floating_beam_planar(floating));
  BeamPlanarOptions resting;
  resting.mesh = mesh_of_three();
  resting.supports.first = BeamPlanarOptions::Support::clamped;
  resting.position = {1.0, 2.0};
  resting.angle = 0.7;
  model->add_body("resting", "beam_planar", make_beam_planar(resting));
  model->add_body("flying", "floating_beam",
                  make_floating_beam(floating_in_space(3, FloatingBeamOptions::Frame::free)));
  BeamOptions shaft;
  shaft.mesh = spatial_mesh(3);
  shaft.supports.first = BeamOptions::Support::clamped;
  shaft.position = {1.0, 2.0, 3.0};
  shaft.orientation = {0.3, -0.5, 0.9};
  model->add_body("shaft", "beam", make_beam(shaft));
  ShaftOptions spinning = soft_shaft(3);
  spinning.origin = {1.0, 2.0, 3.0};
  spinning.axis = {0.5, -0.6, 0.8};
  model->add_body("rotor", "shaft", make_shaft(spinning));
  return model;
}

std::vector<Marker> markers_of(const Model& model) {
  const Vector3 point(0.3, -0.5, 0.7), flat(0.3, -0.5, 0.0);
  return {Marker::ground(point),
          model.bodies[0].marker(0),
          model.bodies[1].marker(0, flat),
          model.bodies[2].marker(0, point),
          model.bodies[3].marker(0),                       // the first node
          model.bodies[3].marker(2),                       // the node with the eliminated unknown
          model.bodies[3].marker(0, {0.8, 0.1, 0.0}),      // inside an element, off the axis
          model.bodies[3].marker(3).at({0.2, -0.3, 0.0}),  // welded to the last section
          model.bodies[4].marker(3),
          model.bodies[4].marker(0, {0.2, 0.1, 0.0}),
          model.bodies[5].marker(0),                       // nodes with eliminated unknowns
          model.bodies[5].marker(0, {0.8, 0.1, -0.2}),     // inside an element, off the axis
          model.bodies[5].marker(3).at({0.2, -0.3, 0.1}),  // welded to the last section
          model.bodies[6].marker(3),
          model.bodies[6].marker(0, {0.2, 0.1, 0.15}),
          model.bodies[7].marker(0),
          model.bodies[7].marker(3),
          model.bodies[7].marker(0, {0.6, 0.0, 0.0}),   // inside an element
          model.bodies[7].marker(0, {0.6, 0.1, -0.2}),  // off the axis
          model.bodies[7].marker(2).at({0.2, -0.3, 0.1})};
}

class AnyMotion : public testing::TestWithParam<int> {
 protected:
  AnyMotion() : model_(bodies_of_all_kinds()), random_(static_cast<unsigned>(GetParam())) {
    q_ = random_vector(model_->system.num_q(), random_);
    q_.segment<4>(8).normalize();
    q_.segment<4>(36).normalize();
    v_ = random_vector(model_->system.num_v(), random_);
  }
  /// Derivative by time of value(q) along the motion with velocity v.
  template <class Value>
  Vector3 rate(Value&& value) const {
    Vector there(q_.size()), back(q_.size());
    model_->system.advance(q_, difference_step, v_, 0.0, v_, there);
    model_->system.advance(q_, -difference_step, v_, 0.0, v_, back);
    return (value(there) - value(back)) / (2.0 * difference_step);
  }
  std::unique_ptr<Model> model_;
  std::mt19937 random_;
  Vector q_, v_;
};

// Central differences of smooth functions of size 1: 1e-10 of truncation, 1e-11 of round-off.
constexpr double difference_tolerance = 1e-9;

TEST_P(AnyMotion, HasTheVelocityByWhichThePositionChanges) {
  for (const auto& marker : markers_of(*model_))
    EXPECT_LE((marker.velocity(q_, v_) - rate([&](const Vector& q) { return marker.position(q); })).norm(),
              difference_tolerance);
}

TEST_P(AnyMotion, HasTheAngularVelocityByWhichTheAxesTurn) {
  for (const auto& marker : markers_of(*model_)) {
    const Vector3 omega = marker.angular_velocity(q_, v_);
    for (Index i = 0; i < 3; ++i) {
      const Vector3 axis = marker.rotation(q_).col(i);
      const Vector3 turning = rate([&](const Vector& q) { return Vector3(marker.rotation(q).col(i)); });
      // Truncation grows with omega^3, and sections of short elements turn fast.
      EXPECT_LE((omega.cross(axis) - turning).norm(), difference_tolerance * (1.0 + omega.squaredNorm()));
    }
  }
}

TEST_P(AnyMotion, HasTheAccelerationThatAConstantVelocityOfTheBodyGives) {
  for (const auto& marker : markers_of(*model_))
    EXPECT_LE((marker.acceleration_bias(q_, v_) - rate([&](const Vector& q) { return marker.velocity(q, v_); })).norm(),
              difference_tolerance);
}

TEST_P(AnyMotion, HasTheAngularAccelerationThatAConstantVelocityOfTheBodyGives) {
  for (const auto& marker : markers_of(*model_)) {
    const Vector3 expected = rate([&](const Vector& q) { return marker.angular_velocity(q, v_); });
    EXPECT_LE((marker.angular_acceleration_bias(q_, v_) - expected).norm(),
              difference_tolerance * (1.0 + std::pow(marker.angular_velocity(q_, v_).norm(), 3)));
  }
}

TEST_P(AnyMotion, TellsContactsTheSameVelocityByItsColumns) {
  const Vector3 d = random_vector(3, random_);
  for (const auto& marker : markers_of(*model_)) {
    SparseColumns W;
    W.clear(v_.size());
    marker.push_velocity(q_, d, W);
    W.finish_column();
    marker.push_angular_velocity(q_, d, W);
    W.finish_column();
    EXPECT_NEAR(W.column_dot(0, v_), d.dot(marker.velocity(q_, v_)), 1e-14);  // a few eps of 10
    EXPECT_NEAR(W.column_dot(1, v_), d.dot(marker.angular_velocity(q_, v_)), 2e-14);
  }
}

TEST_P(AnyMotion, GivesForcesTheirPower) {
  const Vector3 force = random_vector(3, random_), torque = random_vector(3, random_);
  for (const auto& marker : markers_of(*model_)) {
    Vector f = Vector::Zero(v_.size());
    marker.add_force(q_, force, f);
    marker.add_torque(q_, torque, f);
    const double power = force.dot(marker.velocity(q_, v_)) + torque.dot(marker.angular_velocity(q_, v_));
    EXPECT_NEAR(f.dot(v_), power, 1e-14);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, AnyMotion, testing::Range(1, 9));

TEST_P(AnyMotion, HasTheAngleOfItsAxes) {
  for (const auto& marker : markers_of(*model_)) {
    if (marker.dimension() != 2) continue;
    const Matrix3 R = marker.rotation(q_);
    EXPECT_NEAR(std::remainder(marker.angle(q_) - std::atan2(R(1, 0), R(0, 0)), 2.0 * M_PI), 0.0, 1e-14);
  }
}

// On the floating beam with theta = 0 and on the beam at rest at 0.7 rad, by the shape functions at hand.
TEST(Marker, OfABeamFollowsItsElement) {
  const auto model = bodies_of_all_kinds();
  Vector q = Vector::Zero(model->system.num_q());
  const Index first = model->find_body("resting")->q_offset;
  q[first + 1] = 0.3;   // w of node 1, at x = 0.5
  q[first + 2] = -0.2;  // phi of node 1
  q[first + 0] = 0.1;   // u of node 1
  const Vector3 p = model->find_body("resting")->marker(0, {0.25, 0.1, 0.0}).position(q);
  // In the middle of element 0, l = 0.5: H_3 = 1/2, H_4 = -l/8, H_3' = 1.5/l, H_4' = -1/4; the point lies 0.1 off the
  // axis and goes back by 0.1 w'.
  const double w = 0.15 + 0.2 * 0.5 / 8.0, slope = 1.5 / 0.5 * 0.3 + 0.2 / 4.0;
  const Vector3 local(0.25 + 0.05 - 0.1 * slope, 0.1 + w, 0.0);
  const double c = std::cos(0.7), s = std::sin(0.7);
  EXPECT_NEAR(p[0], 1.0 + c * local[0] - s * local[1], 1e-15 * 4);
  EXPECT_NEAR(p[1], 2.0 + s * local[0] + c * local[1], 1e-15 * 4);
  EXPECT_NEAR(model->find_body("resting")->marker(1).angle(q), 0.7 - 0.2, 1e-15);
}

TEST(Marker, KnowsTheFrameThatItMovesWith) {
  const auto model = bodies_of_all_kinds();
  std::mt19937 random(1);
  const Vector q = random_vector(model->system.num_q(), random);
  const auto* const floating = model->find_body("floating");
  EXPECT_EQ(floating->marker(2).frame().position(q).head<2>(), q.segment<2>(floating->q_offset));
  EXPECT_EQ(model->find_body("resting")->marker(2).frame().position(q), Vector3(1.0, 2.0, 0.0));
  EXPECT_EQ(model->bodies[1].marker(0, {1.0, 2.0, 0.0}).frame().position(q).head<2>(), q.segment<2>(2));
  EXPECT_EQ(model->bodies[0].marker(0).frame().position(q).head<2>(), q.head<2>());
}

TEST(Marker, OfAPlanarBodyTurnsWithIt) {
  const auto marker = Marker::planar(0, 0, Vector3(2.0, 1.0, 0.0));
  const Vector3 q(10.0, 20.0, 0.5 * M_PI), v(1.0, 2.0, 3.0);
  EXPECT_LE((marker.position(q) - Vector3(9.0, 22.0, 0.0)).norm(), 1e-14);  // eps of 22
  EXPECT_LE((marker.velocity(q, v) - Vector3(1.0 - 6.0, 2.0 - 3.0, 0.0)).norm(), 1e-14);
  EXPECT_LE((marker.acceleration_bias(q, v) - Vector3(9.0, -18.0, 0.0)).norm(), 1e-14);
}

TEST(Marker, OfATurnedBodyInSpaceHasItsAngularVelocityInAbsoluteAxes) {
  const auto marker = Marker::spatial(0, 0, Vector3(0.0, 0.0, 1.0));
  Vector q(7), v = Vector::Zero(6);
  q << 0.0, 0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5), 0.0, 0.0;  // a quarter turn about x: body y is absolute z
  v[4] = 2.0;
  EXPECT_LE((marker.angular_velocity(q, v) - Vector3(0.0, 0.0, 2.0)).norm(), 1e-15);
  EXPECT_LE((marker.position(q) - Vector3(0.0, -1.0, 0.0)).norm(), 1e-15);
  EXPECT_LE((marker.velocity(q, v) - Vector3(2.0, 0.0, 0.0)).norm(), 1e-15);
}

TEST(Marker, KnowsWhatMovesIt) {
  EXPECT_TRUE(Marker::ground(Vector3::Zero()).has_constant_jacobian());
  EXPECT_EQ(Marker::ground(Vector3::Zero()).dimension(), 0);
  EXPECT_TRUE(Marker::translation(2, 0, 0, Vector3::Zero()).has_constant_jacobian());
  EXPECT_FALSE(Marker::translation(2, 0, 0, Vector3::Zero()).can_turn());
  EXPECT_FALSE(Marker::planar(0, 0, Vector3::Zero()).has_constant_jacobian());
  EXPECT_TRUE(Marker::spatial(0, 0, Vector3::Zero()).can_turn());
}

TEST(Marker, CanBeMovedToAnotherPointOfItsBody) {
  const auto other = Marker::planar(3, 3, Vector3::Zero()).at(Vector3(1.0, 0.0, 0.0));
  EXPECT_EQ(other.position(Vector::Zero(6)), Vector3(1.0, 0.0, 0.0));
  EXPECT_EQ(other.motion(), Marker::Motion::planar);
}

}  // namespace marker_test
}  // namespace percuss
