// SPDX-License-Identifier: Apache-2.0
// ImpulseLaw: contacts of impulse schemes on curved ways.
#include <gtest/gtest.h>

#include "scheme/moreau_jean.hpp"
#include "scheme/moreau_midpoint.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace impulse_law_test {

struct Slide {
  Index lets_go = 0;          // steps in which the contact has no force
  double gap_velocity = 0.0;  // at the end
  double worst_force = 0.0;   // |lambda - what the circle asks for|, of the last step
};

/// A particle of 2 kg slides along the inside of the unit circle at 1 m/s, pushed outwards by nothing but its way: the
/// circle asks for m v^2/r = 2 N. Restitution 0.5.
template <class AnyScheme>
Slide slide(const ImpulseLaw& law, double h) {
  Model model;
  PointMassOptions particle;
  particle.mass = 2.0;
  particle.position = {1.0, 0.0};
  particle.velocity = {0.0, 1.0};
  model.add_body("particle", "point_mass", make_point_mass(particle));
  UnitCircle circle(Cone::unilateral, 0.5);
  AnyScheme scheme(model.system, circle, SolverSet{});
  scheme.set_impulse_law(law);
  State state = model.initial;
  Slide found;
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(scheme.step(h, state).ok());
    if (i > 0 && scheme.contacts()[0].mode == ContactMode::apart) ++found.lets_go;  // the first step begins nothing
  }
  found.gap_velocity = -state.q.dot(state.v) / state.q.norm();
  found.worst_force = std::abs(scheme.contacts()[0].force[0] - 2.0);
  return found;
}

template <class AnyScheme>
void slides_along() {
  const ImpulseLaw plain, at_ends{.drift = 1e-2, .at_ends = true, .plastic = true};
  for (const double h : {1e-2, 5e-3}) {
    const auto usual = slide<AnyScheme>(plain, h), holds = slide<AnyScheme>(at_ends, h);
    EXPECT_GT(std::abs(usual.gap_velocity), 0.05 * h);  // eps/(1 + eps) of the turning of W in a step, and half a step
    EXPECT_EQ(holds.lets_go, 0);
    EXPECT_LT(std::abs(holds.gap_velocity), 2.0 * h * h);  // W'dot v over half a step leaves the second order
    EXPECT_LT(holds.worst_force, 10.0 * h);
  }
}

TEST(ImpulseLaw, ContactsOnACircleKeepTheirVelocityToSecondOrder) {
  slides_along<MoreauMidpoint>();
  slides_along<MoreauJean>();
}

/// What had no force is struck as ever: gamma+ = -eps gamma- at the ends of the step.
TEST(ImpulseLaw, AnImpactHasItsRestitution) {
  const auto model =
      ParticleOverFloor{.position = {0.0, 1e-4}, .velocity = {0.0, -1.0}, .gravity = 0.0, .restitution = 0.5}.build();
  MoreauMidpoint scheme(model->system, model->contacts, {});
  scheme.set_impulse_law({.drift = 1e-6, .at_ends = true, .plastic = true});
  State state = model->initial;
  ASSERT_TRUE(scheme.step(1e-3, state).ok());
  EXPECT_NEAR(state.v[1], 0.5, 1e-15);
  EXPECT_EQ(scheme.contacts()[0].mode, ContactMode::holds);
  ASSERT_TRUE(scheme.step(1e-3, state).ok());  // it leaves
  EXPECT_NEAR(state.v[1], 0.5, 1e-15);
  EXPECT_EQ(scheme.contacts()[0].mode, ContactMode::apart);
}

/// A contact with a force is closed up to `drift`, one without is not.
TEST(ImpulseLaw, DriftHoldsWhatHadAForce) {
  const auto mode_after = [](double drift, double lift) {
    const auto model =
        ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}, .gravity = -9.81, .restitution = 0.5}.build();
    MoreauMidpoint scheme(model->system, model->contacts, {});
    scheme.set_impulse_law({.drift = drift, .at_ends = true, .plastic = true});
    State state = model->initial;
    EXPECT_TRUE(scheme.step(1e-3, state).ok());
    EXPECT_EQ(scheme.contacts()[0].mode, ContactMode::holds);
    state.q[1] = lift;
    EXPECT_TRUE(scheme.step(1e-3, state).ok());
    return scheme.contacts()[0].mode;
  };
  EXPECT_EQ(mode_after(1e-6, 5e-7), ContactMode::holds);
  EXPECT_EQ(mode_after(1e-6, 2e-6), ContactMode::apart);
  EXPECT_EQ(mode_after(0.0, 5e-7), ContactMode::apart);
}

}  // namespace impulse_law_test

}  // namespace percuss::test
