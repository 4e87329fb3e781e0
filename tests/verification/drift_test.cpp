// SPDX-License-Identifier: Apache-2.0
// How far contacts and joints drift off with the half-explicit schemes [HETS, Figs. 5, 8, 10; Fig. 18 is in
// ball_in_box_test.cpp]. The figures are curves; what the text reads off them is stated here in numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "model/point_mass.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/figure.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

namespace drift_test {

using test::NamedScheme;
const NamedScheme velocity{"Velocity", "half_explicit_velocity", {}};
// As in the paper: else what an impact leaves of an approach is stopped.
const NamedScheme acceleration{"Acceleration", "half_explicit_acceleration", {{"impact", std::string("all")}}};
const NamedScheme explicit_zero{"ExplicitZero", "explicit_velocity", {{"forecast", std::string("zero")}}};
const NamedScheme explicit_forces{"ExplicitForces", "explicit_velocity", {{"forecast", std::string("forces")}}};

/// Runs the slider-crank up to 0.1 s and calls look(state, report) after each step.
template <class Look>
void run_slider_crank(const NamedScheme& named, const SliderGuide& guide, double h, Look&& look) {
  const auto system = slider_crank();
  SolverSet solvers;
  solvers.contact.max_iterations = 100000;
  const auto scheme = test::make(named, system, guide, solvers);
  State state = slider_crank_start();
  const auto steps = std::lround(0.1 / h);
  for (long i = 0; i < steps; ++i) {
    const auto report = scheme->step(h, state);
    ASSERT_TRUE(report.ok()) << report.report.message;
    look(state, report);
  }
}

/// Largest |y_3| of the slider on its joint [m].
double joint_drift(const NamedScheme& named, double h) {
  double worst = 0.0;
  run_slider_crank(named, slider_guide(SliderGuide::Kind::joint), h, [&](const State& state, const StepReport&) {
    worst = std::max(worst, std::abs(slider_height(state.q)));
  });
  return worst;
}

struct Sinking {
  double depth = 0.0;  // growth of the penetration while a wall is touched, since the last impact [m]
  int releases = 0;    // how often a touched wall is left
};

/// The frictionless slider in its notch, restitution 0.4.
Sinking sinking(const NamedScheme& named, double h) {
  const auto guide = slider_guide(SliderGuide::Kind::notch, 1e-3, 0.4, 0.0);
  Sinking seen;
  Vector gap(4);
  double at_impact = 0.0;
  bool touches = false;
  run_slider_crank(named, guide, h, [&](const State& state, const StepReport& report) {
    guide.gaps(state.t, state.q, gap);
    const double g = gap.minCoeff();
    if (g <= 0.0 && (!touches || report.impact)) at_impact = g;
    seen.releases += touches && g > 0.0 ? 1 : 0;
    touches = g <= 0.0;
    if (touches) seen.depth = std::max(seen.depth, at_impact - g);
  });
  return seen;
}

// A particle of unit speed on the unit circle, held there by a joint. All steps look alike, so that the drift of the
// radius r can be worked out. Velocity level: each step ends tangentially, |q'|^2 = (1 - h^2/2)^2 + h^2 adds h^4/8 to
// r. Acceleration level: each step leaves -h^3/4 of radial velocity. Explicit: the force answers the velocity h/r v of
// the turn only after the step, and the particle leaves with that velocity.
TEST(ParticleOnACircle, DriftsLinearlyOnVelocityLevelAndAsAParabolaOnAccelerationLevel) {
  constexpr double h = 1e-3;
  struct Case {
    NamedScheme scheme;
    double (*drift)(double t);
    double tolerance;  // relative; the drift itself bends the motion, the explicit scheme takes a few steps to start
  };
  for (const auto& c : {Case{velocity, [](double t) { return h * h * h * t / 8; }, 1e-3},
                        Case{acceleration, [](double t) { return -h * h * t * t / 8; }, 5e-3},
                        Case{explicit_zero, [](double t) { return h * t; }, 1e-2},
                        Case{explicit_forces, [](double t) { return h * t; }, 1e-2}}) {
    MechanicalSystem system;
    PointMassOptions particle;
    particle.position = {1.0, 0.0};
    particle.velocity = {0.0, 1.0};
    particle.mass = 1.0;
    auto built = make_point_mass(particle);
    State state{0.0, built.q, built.v};
    system.add(std::move(built.bodies.front()));
    const test::UnitCircle joint(Cone::bilateral);
    const auto scheme = test::make(c.scheme, system, joint);
    for (int t = 1; t <= 4; ++t) {
      for (int i = 0; i < 1000; ++i) ASSERT_TRUE(scheme->step(h, state).ok());
      expect_figure(fmt::format("{}: drift of the radius at t = {} s", c.scheme.label, t), state.q.norm() - 1.0,
                    c.drift(t), c.tolerance * std::abs(c.drift(t)), "m");
    }
  }
}

// Fig. 10 for the joint: both levels are of order 2, but what acceleration level leaves in the velocity adds up.
// Sec. 4.6: the explicit scheme is of order 1 and drifts more than acceleration level.
TEST(SliderOnAJoint, DriftsLeastOnVelocityLevelThenOnAccelerationLevelThenWithTheExplicitScheme) {
  const std::vector<double> hs{2e-4, 1e-4, 5e-5, 2.5e-5};
  std::vector<double> at_velocity, at_acceleration, with_zero, with_forces;
  for (const double h : hs) {
    at_velocity.push_back(joint_drift(velocity, h));
    at_acceleration.push_back(joint_drift(acceleration, h));
    with_zero.push_back(joint_drift(explicit_zero, h));
    with_forces.push_back(joint_drift(explicit_forces, h));
    EXPECT_GT(at_acceleration.back(), 10 * at_velocity.back()) << h;  // 24 times seen
    EXPECT_GT(with_zero.back(), 1.5 * at_acceleration.back())
        << h;                                                  // 1.7 times seen at 2e-4, then twice as much per half
    EXPECT_GT(with_forces.back(), 5 * with_zero.back()) << h;  // 13 times seen
  }
  // 0.05: the asymptotic range is reached to a hundredth.
  EXPECT_NEAR(test::order(hs, at_velocity), 2.0, 0.05);
  EXPECT_NEAR(test::order(hs, at_acceleration), 2.0, 0.05);
  EXPECT_NEAR(test::order(hs, with_zero), 1.0, 0.05);
  EXPECT_NEAR(test::order(hs, with_forces), 1.0, 0.05);
}

// Figs. 5, 8 and 10: the slider in its notch at h = 1e-4 s, and around. The bounds are a fraction of the closing speed
// gamma h that an impact's capture costs (0.84 m/s h): none on velocity level, where no touch ends a step approaching.
TEST(SliderInItsNotch, SinksIntoTheWallsItTouchesButOnVelocityLevel) {
  for (const double h : {2e-4, 1e-4, 5e-5, 2.5e-5}) {
    const double at_velocity = sinking(velocity, h).depth, at_acceleration = sinking(acceleration, h).depth,
                 with_zero = sinking(explicit_zero, h).depth, with_forces = sinking(explicit_forces, h).depth;
    EXPECT_LT(at_velocity, joint_drift(velocity, h)) << h;  // Fig. 10, solid: no more than the joint drifts
    EXPECT_GT(at_acceleration, 0.1 * 0.84 * h) << h;        // Fig. 5: 0.34 to 0.56 seen
    EXPECT_GT(with_zero, 1.3 * at_acceleration) << h;       // Fig. 8, "even stronger": 1.6 to 2.7 times seen
    EXPECT_GT(with_forces, 2.0 * with_zero) << h;           // 3.8 to 4.6 times seen
  }
}

// Sec. 4.6: f~ = f "induces bad oscillatory behavior [..], i.e. loss of contact".
TEST(SliderInItsNotch, LosesItsContactsWhenTheExplicitForcesForecast) {
  constexpr double h = 1e-5;
  const int exact = sinking(velocity, h).releases;
  EXPECT_NEAR(sinking(explicit_zero, h).releases, exact, 5);   // a bounce more or less of dying-out sequences
  EXPECT_GT(sinking(explicit_forces, h).releases, 2 * exact);  // 3.3 times seen, about twice as often at half the step
}

}  // namespace drift_test

}  // namespace percuss::verification
