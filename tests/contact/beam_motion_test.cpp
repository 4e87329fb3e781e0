// SPDX-License-Identifier: Apache-2.0
// Beams that meet, by the schemes: balances of momentum, laws of impact and rest.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "model/beam.hpp"
#include "model/beam_contacts.hpp"
#include "model/floating_beam.hpp"
#include "model/floating_beam_planar.hpp"
#include "model/load.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {
namespace beam_motion_test {

StepReport step(Model& model, Scheme& scheme, double h, State& state) {
  model.contacts.prepare(state.t, state.q, state.v, h);
  return scheme.step(h, state);
}

std::unique_ptr<Scheme> make(const Model& model, const std::string& name) {
  return find_scheme(name)->make(model.system, model.contacts, {}, {});
}

/// A round rod, 1 m long and 40 mm thick, of 1 kg/m: A = pi/2500 m^2.
template <class Mesh>
void make_rod(Mesh& mesh, Index elements, double youngs_modulus) {
  mesh.length = 1.0;
  mesh.elements = elements;
  mesh.section.shape = BeamSection::Shape::circle;
  mesh.section.diameter = 0.04;
  mesh.density = 2500.0 / M_PI;
  mesh.youngs_modulus = youngs_modulus;
}

FloatingBeamOptions rod_in_space(std::vector<double> position, std::vector<double> turn, std::vector<double> velocity,
                                 double youngs_modulus = 1e8) {
  FloatingBeamOptions rod;
  make_rod(rod.mesh, 4, youngs_modulus);
  rod.mesh.poisson_ratio = 0.3;
  rod.frame = FloatingBeamOptions::Frame::free;
  rod.position = std::move(position);
  rod.orientation = std::move(turn);
  rod.velocity = std::move(velocity);
  return rod;
}

/// Linear momentum and that about the origin.
struct Momentum {
  Vector3 linear = Vector3::Zero(), angular = Vector3::Zero();
};

/// Of bodies with floating frames: the rows of M v of a frame are its momentum, in absolute axes, and the moment of
/// momentum about its origin, in its own.
Momentum momentum(const Model& model, const State& state) {
  Momentum sum;
  for (const auto& body : model.bodies) {
    const auto& its = model.system.body(body.number);
    const Vector q = state.q.segment(body.q_offset, its.num_q()), v = state.v.segment(body.v_offset, its.num_v());
    Vector p = Vector::Zero(its.num_v());
    its.subtract_inertia(q, v, p);
    p = -p;
    const bool in_space = body.nodes.dimension == 3;
    const Marker frame = body.marker(0).frame();
    Vector3 linear = Vector3::Zero();
    linear.head(body.nodes.dimension) = p.head(body.nodes.dimension);
    const Vector3 own = in_space ? Vector3(frame.rotation(state.q) * p.segment<3>(3)) : Vector3(0.0, 0.0, p[2]);
    sum.linear += linear;
    sum.angular += frame.position(state.q).cross(linear) + own;
  }
  return sum;
}

class BeamCollision : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Schemes, BeamCollision, testing::Values("moreau_jean", "moreau_midpoint"));

// The forces on both beams act at points that are |gap| apart: that pair is all that the moment of momentum may gain,
// and it vanishes with the step.
TEST_P(BeamCollision, MomentumIsConservedInSpace) {
  for (const double h : {2e-4, 2e-5}) {
    Model model;
    model.add_body("one", "floating_beam",
                   make_floating_beam(rod_in_space({-0.5, 0.1, 0.0}, {0.1, 0.2, 0.0}, {0, 0, 2})));
    model.add_body("two", "floating_beam",
                   make_floating_beam(rod_in_space({0.1, -0.4, 0.25}, {0.0, 0.1, 1.3}, {0.5, 0.3, -1})));
    BeamGroupOptions group;
    group.law = {0.4, 0.5, 0.0};
    add_beam_group(model, "rods", group);
    const auto scheme = make(model, GetParam());
    State state = model.initial;
    const auto before = momentum(model, state);
    int impacts = 0;
    for (int i = 0; i * h < 0.2; ++i) {
      const auto report = step(model, *scheme, h, state);
      ASSERT_TRUE(report.ok()) << report.report.message;
      impacts += report.impact ? 1 : 0;
    }
    EXPECT_GE(impacts, 1);
    const auto after = momentum(model, state);
    // Masses of floating frames depend on the positions: momentum M(q) v is kept to the order of the scheme.
    EXPECT_NEAR((after.linear - before.linear).norm(), 0.0, 40.0 * h);
    // 3 m/s h of gap, percussions of 2 N s; and the frames turn by steps of the first order.
    EXPECT_NEAR((after.angular - before.angular).norm(), 0.0, 40.0 * h);
    EXPECT_GT((after.angular - before.angular).norm() + before.angular.norm(), 0.1) << "there is something to keep";
  }
}

TEST_P(BeamCollision, MomentumIsConservedInThePlane) {
  for (const double h : {2e-4, 2e-5}) {
    Model model;
    for (const bool second : {false, true}) {
      FloatingBeamPlanarOptions rod;
      make_rod(rod.mesh, 4, 1e8);
      rod.frame = FloatingBeamPlanarOptions::Frame::free;
      rod.position = second ? std::vector{0.2, 0.3} : std::vector{-0.5, 0.0};
      rod.angle = second ? 0.3 : 0.0;
      rod.velocity = second ? std::vector{1.0, -2.0} : std::vector{0.0, 1.0};
      model.add_body(second ? "two" : "one", "floating_beam_planar", make_floating_beam_planar(rod));
    }
    BeamGroupOptions group;
    group.law = {0.4, 0.5, 0.0};
    add_beam_group(model, "rods", group);
    const auto scheme = make(model, GetParam());
    State state = model.initial;
    const auto before = momentum(model, state);
    int impacts = 0;
    for (int i = 0; i * h < 0.3; ++i) {
      const auto report = step(model, *scheme, h, state);
      ASSERT_TRUE(report.ok()) << report.report.message;
      impacts += report.impact ? 1 : 0;
    }
    EXPECT_GE(impacts, 1);
    const auto after = momentum(model, state);
    EXPECT_NEAR((after.linear - before.linear).norm(), 0.0, 40.0 * h);
    EXPECT_NEAR((after.angular - before.angular).norm(), 0.0, 40.0 * h);
  }
}

// Middle on middle, at right angles and without friction: the nodes there part with e times the speed of approach.
TEST_P(BeamCollision, FollowsNewtonsLaw) {
  Model model;
  model.add_body("one", "floating_beam", make_floating_beam(rod_in_space({-0.5, 0, 0}, {0, 0, 0}, {0, 0, 1})));
  model.add_body("two", "floating_beam",
                 make_floating_beam(rod_in_space({0, -0.5, 0.04}, {0, 0, M_PI / 2}, {0, 0, -1})));
  BeamGroupOptions group;
  group.law = {0.0, 0.6, 0.0};
  add_beam_group(model, "rods", group);
  const auto scheme = make(model, GetParam());
  State state = model.initial;
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(step(model, *scheme, 1e-9, state).ok());
  const auto middle = [&](Index body) {
    return model.bodies[static_cast<std::size_t>(body)].marker(2).velocity(state.q, state.v)[2];
  };
  EXPECT_NEAR(middle(1) - middle(0), 0.6 * 2.0, 1e-4);  // 3e-9 s of elastic waves after the impact
}

// A rod on two clamped ones: their forces carry its weight, each its half.
TEST(BeamRest, ARodRestsOnTwoOthers) {
  Model model;
  for (const double y : {-0.3, 0.3}) {
    BeamOptions support;
    make_rod(support.mesh, 2, 2e11);
    support.mesh.poisson_ratio = 0.3;
    support.supports.first = support.supports.last = BeamOptions::Support::clamped;
    support.position = {-0.5, y, 0.0};
    model.add_body(y < 0.0 ? "left" : "right", "beam", make_beam(support));
  }
  auto rod = rod_in_space({0.1, -0.5, 0.04}, {0, 0, M_PI / 2}, {0, 0, 0}, 2e9);
  rod.mesh.damping.stiffness = 1e-3;
  model.add_body("rod", "floating_beam", make_floating_beam(rod));
  BeamGroupOptions group;
  group.law.friction = 0.3;
  add_beam_group(model, "rods", group);
  GravityOptions gravity;
  gravity.acceleration = {0.0, 0.0, -9.81};
  gravity.body = "rod";
  add_gravity(model, gravity);
  const auto scheme = make(model, "moreau_jean");
  State state = model.initial;
  for (int i = 0; i < 3000; ++i) {
    const auto report = step(model, *scheme, 2e-4, state);
    ASSERT_TRUE(report.ok()) << report.report.message;
  }
  std::vector<double> forces;
  for (Index k = 0; k < model.contacts.size(); ++k)
    if (const auto& record = scheme->contacts()[static_cast<std::size_t>(k)]; record.closed)
      forces.push_back(record.percussion[0] / 2e-4);
  ASSERT_EQ(forces.size(), 2u);
  // 0.6 s of damped vibrations from 0.2 mm.
  EXPECT_NEAR(forces[0], 0.5 * 9.81, 1e-3);
  EXPECT_NEAR(forces[1], 0.5 * 9.81, 1e-3);
}

}  // namespace beam_motion_test
}  // namespace percuss
