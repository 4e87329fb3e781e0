// SPDX-License-Identifier: Apache-2.0
#include "scheme/ggl_decoupled.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace ggl_decoupled_test {

const NamedScheme decoupled{"GglDecoupled", "ggl_decoupled", {}};

// m = 2 kg falls onto a dead floor at 1 m/s, h = 0.1 s. Open at the forecast (gap 0.06 - 0.05): the step ends 0.04
// below the floor, and the projection alone lifts it back; the next step stops it.
TEST(GglDecoupled, LiftsABallThatEndsBelowTheFloorAndLeavesItsVelocityAlone) {
  const auto model = ParticleOverFloor{.position = {0.06}, .velocity = {-1.0}}.build();
  const auto scheme = make(decoupled, model->system, model->contacts);
  State state = model->initial;
  ASSERT_TRUE(scheme->step(0.1, state).ok());
  EXPECT_NEAR(state.q[0], 0.0, 1e-17);  // round-off of 0.06 - 0.1
  EXPECT_EQ(state.v[0], -1.0);
  ASSERT_TRUE(scheme->step(0.1, state).ok());
  EXPECT_NEAR(state.q[0], 0.0, 1e-17);
  EXPECT_EQ(state.v[0], 0.0);
}

// Closed at the forecast: Newton's law turns it, q_bar = 0.04 - 0.1 (1 - 0.5)/2 = 0.015 needs no projection.
TEST(GglDecoupled, DoesNotTouchABallThatEndsAboveTheFloor) {
  const auto model = ParticleOverFloor{.position = {0.04}, .velocity = {-1.0}, .restitution = 0.5}.build();
  const auto scheme = make(decoupled, model->system, model->contacts);
  State state = model->initial;
  ASSERT_TRUE(scheme->step(0.1, state).ok());
  EXPECT_NEAR(state.q[0], 0.015, 1e-17);
  EXPECT_EQ(state.v[0], 0.5);
}

// A particle that glides along the inside of the unit circle: its gap is curved, one linear correction would not do.
TEST(GglDecoupled, ProjectsOntoACurvedWallItself) {
  for (const double h : {1e-3, 1e-2, 0.1}) {
    auto model = ParticleOverFloor{.position = {1.0, 0.0}, .velocity = {0.0, 1.0}}.build();
    const UnitCircle circle(Cone::unilateral);
    const auto scheme = make(decoupled, model->system, circle);
    State state = model->initial;
    double lowest = 0.0;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(scheme->step(h, state).ok());
      lowest = std::min(lowest, scheme->contacts()[0].gap);
    }
    EXPECT_GE(lowest, -2e-15) << "h = " << h;  // the bound of the projection
  }
}

TEST(GglDecoupled, KeepsAPendulumOnItsJointWhereTheMidpointRuleDriftsOff) {
  const UnitCircle joint(Cone::bilateral);
  const auto farthest = [&](const char* name) {
    auto model = ParticleOverFloor{.position = {1.0, 0.0}, .velocity = {0.0, 0.0}, .gravity = -10.0}.build();
    const auto scheme = find_scheme(name)->make(model->system, joint, {}, {});
    State state = model->initial;
    double drift = 0.0;
    for (int i = 0; i < 10000; ++i) {
      EXPECT_TRUE(scheme->step(1e-3, state).ok());
      drift = std::max(drift, std::abs(1.0 - state.q.norm()));
    }
    return drift;
  };
  EXPECT_LE(farthest("ggl_decoupled"), 2e-15);  // the bound of the projection
  EXPECT_GT(farthest("moreau_midpoint"), 1e-3);
}

// A wedge with its edge down: lifted off one wall the particle is pushed into the other, which then takes part.
TEST(GglDecoupled, ProjectsOntoTwoWallsAtOnce) {
  const auto model = ParticleOverFloor{.position = {0.01, 0.01}, .velocity = {-1.0, -1.0}}.build();
  NodeWallOptions slope;
  slope.body = "particle";
  slope.normal = {1.0, -0.5};
  add_node_wall(*model, "slope", slope);
  const auto scheme = make(decoupled, model->system, model->contacts);
  State state = model->initial;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(scheme->step(0.1, state).ok());
    for (const auto& contact : scheme->contacts()) EXPECT_GE(contact.gap, -2e-15);
  }
  EXPECT_NEAR(state.q.norm(), 0.0, 1e-14);  // in the corner
}

/// A joint that asks for 1 + q^2 = 0.
class OutOfReach final : public ContactModel {
 public:
  Index size() const override { return 1; }
  Index num_rows(Index) const override { return 1; }
  const std::string& name(Index) const override { return name_; }
  bool is_joint(Index) const override { return true; }
  bool has_constant_jacobian() const override { return false; }
  void gaps(double, VecRef, VecOut gap) const override { gap[0] = 0.0; }
  void normal_velocities(double, VecRef, VecRef, VecOut rate) const override { rate[0] = 0.0; }
  void row_gaps(double, VecRef q, std::span<const Index>, Index, VecOut value) const override {
    value[0] = 1.0 + q[0] * q[0];
  }
  void append(double, VecRef q, std::span<const Index> closed, Index, ContactSet& set) const override {
    for (const Index k : closed) {
      set.W.push(0, 2.0 * q[0]);
      set.W.finish_column();
      set.finish_contact(k, Cone::bilateral, 1, 0.0, 0.0, 0.0);
    }
  }

 private:
  std::string name_ = "joint";
};

TEST(GglDecoupled, LeavesTheStateAsItWasWhenTheProjectionFails) {
  const auto model = ParticleOverFloor{.position = {1.0}, .velocity = {1.0}}.build();
  const OutOfReach joint;
  const auto scheme = make(decoupled, model->system, joint);
  State state = model->initial;
  const State before = state;
  const auto report = scheme->step(1e-3, state);
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.report.message.find("projection"), std::string::npos) << report.report.message;
  EXPECT_NE(report.report.message.find("`joint`"), std::string::npos) << report.report.message;
  EXPECT_EQ(state.q, before.q);
  EXPECT_EQ(state.v, before.v);
  EXPECT_EQ(state.t, before.t);
}

}  // namespace ggl_decoupled_test

}  // namespace percuss::test
