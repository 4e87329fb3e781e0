// SPDX-License-Identifier: Apache-2.0
// A disc in a fixed bearing with clearance: it rolls, slides, strikes, and climbs as it spins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "model/circle_in_circle.hpp"
#include "model/disc.hpp"
#include "model/load.hpp"
#include "model/point_mass.hpp"
#include "model/spring.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace journal_bearing_test {

using test::NamedScheme;

class JournalBearing : public testing::TestWithParam<NamedScheme> {};
class FrictionalJournalBearing : public testing::TestWithParam<NamedScheme> {};

std::string bearing_label(const testing::TestParamInfo<NamedScheme>& p) { return p.param.label; }
INSTANTIATE_TEST_SUITE_P(Schemes, JournalBearing, testing::ValuesIn(test::all_schemes()), bearing_label);
INSTANTIATE_TEST_SUITE_P(Schemes, FrictionalJournalBearing, testing::ValuesIn(test::frictional_schemes()),
                         bearing_label);

constexpr double journal_radius = 0.1, hole_radius = 0.5, hole_clearance = hole_radius - journal_radius,
                 earth_pull = 9.81;

/// A disc of 1 kg, its centre at the angle theta from the bottom of a fixed ring and `off` short of touching it.
std::unique_ptr<Model> disc_in_ring(double theta, double off, const SurfaceLaw& law, double gravity,
                                    std::vector<double> velocity = {0.0, 0.0}, double spin = 0.0) {
  auto model = std::make_unique<Model>();
  DiscOptions disc;
  disc.radius = journal_radius;
  disc.mass = 1.0;
  const double distance = hole_clearance - off;
  disc.position = {distance * std::sin(theta), -distance * std::cos(theta)};
  disc.velocity = std::move(velocity);
  disc.angular_velocity = spin;
  model->add_body("disc", "disc", make_disc(disc));
  CircleInCircleOptions bearing;
  bearing.body = "disc";
  bearing.ring_radius = hole_radius;
  bearing.law = law;
  add_circle_in_circle(*model, "bearing", bearing);
  if (gravity > 0.0) add_gravity(*model, {{0.0, -gravity}, ""});
  return model;
}

double angle_of(const State& state) { return std::atan2(state.q[0], -state.q[1]); }

constexpr double just_touching =
    -1e-10;  // `off` of a disc that is in contact from the start on, whatever the round-off

/// Explicit motion on acceleration level and Galerkin schemes of degree 1 leave the ring at order h.
bool leaves_ring(const NamedScheme& scheme) {
  return scheme.name == "half_explicit_acceleration" || (test::is_galerkin(scheme) && scheme.options.empty());
}

struct RingSwing {
  double frequency = 0.0;    ///< of the angle's passages through 0 [1/s]
  double penetration = 0.0;  ///< largest [m]
  double energy_made = 0.0;  ///< largest, of the energy of the swing [1]
};

constexpr double swing_angle = 0.02;

RingSwing swing_in_ring(const NamedScheme& named, double friction) {
  constexpr double h = 1e-3;
  const auto model = disc_in_ring(swing_angle, just_touching, {friction, 0.0, 0.0}, earth_pull);
  const auto scheme = make(named, model->system, model->contacts);
  State state = model->initial;
  const auto energy = [&] { return model->system.energy(state.t, state.q, state.v).total(); };
  const double at_start = energy(), of_swing = earth_pull * hole_clearance * (1.0 - std::cos(swing_angle));
  RingSwing seen;
  std::vector<double> passages;
  while (passages.size() < 7 && state.t < 10.0) {
    const double before = angle_of(state), t = state.t;
    const auto step = scheme->step(h, state);
    EXPECT_TRUE(step.ok()) << step.report.message;
    if (!step.ok()) break;
    const double after = angle_of(state);
    if (before * after < 0.0) passages.push_back(t + h * before / (before - after));
    seen.penetration = std::max(seen.penetration, std::hypot(state.q[0], state.q[1]) - hole_clearance);
    seen.energy_made = std::max(seen.energy_made, (energy() - at_start) / of_swing);
  }
  if (passages.size() == 7) seen.frequency = 6.0 * M_PI / (passages.back() - passages.front());
  return seen;
}

/// Of a pendulum of small swings: 1 - a^2/16.
double pendulum_rate(double stiffness) { return std::sqrt(stiffness) * (1.0 - swing_angle * swing_angle / 16.0); }

// Kinetic energy m v^2/2 + J omega^2/2 = 3/4 m v^2 for r omega = -v: frequency^2 = 2 g/(3 (R - r)). Tolerances: of the
// roughest scheme, (omega h)^2/4 relative, and the way h^2 a/2 of a step.
TEST_P(FrictionalJournalBearing, RollsLikeAPendulumOfOneAndAHalfTimesItsLength) {
  const auto seen = swing_in_ring(GetParam(), 0.5);
  expect_figure("frequency of rolling", seen.frequency, pendulum_rate(2.0 * earth_pull / (3.0 * hole_clearance)), 2e-5,
                "1/s");
  expect_figure("penetration", seen.penetration, 0.0, 1e-5, "m");
  expect_figure("energy made, of that of the swing", seen.energy_made, 0.0, 5e-3, "1");  // omega h: explicit Moreau
}

TEST_P(JournalBearing, SlidesLikeAPendulumOfTheClearance) {
  const auto seen = swing_in_ring(GetParam(), 0.0);
  const bool drift = leaves_ring(GetParam());
  expect_figure("frequency of sliding", seen.frequency, pendulum_rate(earth_pull / hole_clearance), drift ? 4e-2 : 3e-5,
                "1/s");
  expect_figure("penetration", seen.penetration, 0.0, drift ? 1e-2 : 1e-5, "m");
  expect_figure("energy made, of that of the swing", seen.energy_made, 0.0, 5e-3, "1");
}

// A particle in a ring is what `UnitCircle` writes down by itself, bias included: the same motion, round-off of some
// eps grown by three seconds of flying, striking and swinging.
TEST_P(JournalBearing, OfAParticleIsTheUnitCircle) {
  constexpr double h = 1e-2;
  Model model;
  PointMassOptions particle;
  particle.mass = 2.0;
  particle.position = {0.6, 0.3};
  particle.velocity = {0.0, 1.0};
  model.add_body("particle", "point_mass", make_point_mass(particle));
  add_gravity(model, {{0.0, -earth_pull}, ""});
  CircleInCircleOptions bearing;
  bearing.body = "particle";
  bearing.radius = 0.25;
  bearing.ring_radius = 1.25;
  add_circle_in_circle(model, "bearing", bearing);
  const test::UnitCircle circle(Cone::unilateral);
  const auto one = make(GetParam(), model.system, model.contacts), two = make(GetParam(), model.system, circle);
  State a = model.initial, b = a;
  double apart = 0.0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(one->step(h, a).ok() && two->step(h, b).ok());
    apart = std::max(apart, (a.q - b.q).norm());
  }
  EXPECT_LE(apart, 1e-12);
}

/// State after the impact of a disc that meets the ring at its right, the rate of its centre and its spin before given.
State after_strike(const NamedScheme& named, const SurfaceLaw& law, std::vector<double> velocity, double spin) {
  constexpr double h = 1e-7, off = 2.5 * h;
  const auto model = disc_in_ring(0.5 * M_PI, off * velocity[0], law, 0.0, velocity, spin);
  const auto scheme = make(named, model->system, model->contacts);
  State state = model->initial;
  for (int i = 0; i < 10; ++i) {
    const auto step = scheme->step(h, state);
    EXPECT_TRUE(step.ok()) << step.report.message;
  }
  return state;
}

// Slip before 1 + 0.1 5 = 1.5 m/s, effective mass of slip m/3. Normal percussion 1.5 m 3 = 4.5 N s. Friction 0.3 holds:
// -0.5 N s, spin changed by r (-0.5)/J = -10. Friction 0.1 slides: -0.45 N s. Tolerance: n turns by h v/(R - r) on the
// way, and so much is u rotated: 1e-6 of speeds of order 1, spins of order 10.
TEST_P(FrictionalJournalBearing, StrikesAsNewtonAndCoulombSay) {
  const auto holds = after_strike(GetParam(), {0.3, 0.5, 0.0}, {3.0, 1.0}, 5.0).v;
  expect_figure("normal velocity after", holds[0], -1.5, 1e-5, "m/s");
  expect_figure("tangential velocity after", holds[1], 0.5, 1e-5, "m/s");
  expect_figure("spin after", holds[2], -5.0, 1e-4, "1/s");
  const auto slides = after_strike(GetParam(), {0.1, 0.5, 0.0}, {3.0, 1.0}, 5.0).v;
  expect_figure("normal velocity after, sliding", slides[0], -1.5, 1e-5, "m/s");
  expect_figure("tangential velocity after, sliding", slides[1], 0.55, 1e-5, "m/s");
  expect_figure("spin after, sliding", slides[2], -4.0, 1e-4, "1/s");
}

// It spins counter-clockwise and climbs to the left, to where gravity, normal force and mu times it balance; a damper
// of about critical damping lets it come to rest there. Tolerances: what is left of the swing after 4 s, e^-20, and the
// undamped acceleration of Newmark.
TEST_P(FrictionalJournalBearing, AJournalThatSpinsClimbsToTheAngleOfFriction) {
  constexpr double h = 2e-3, mu = 0.3;
  const auto model = disc_in_ring(0.0, just_touching, {mu, 0.0, 0.0}, earth_pull, {0.0, 0.0}, 1000.0);
  SpringOptions damper;
  damper.body = "disc";
  damper.to = "ground";
  damper.to_point = {1e3, 0.0};
  damper.damping = 10.0;
  add_spring(*model, "damper", damper);
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  while (state.t < 4.0) {
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok()) << step.report.message;
  }
  expect_figure("angle", angle_of(state), -std::atan(mu), 2e-8, "rad");
  const double normal = earth_pull * std::cos(std::atan(mu));
  expect_figure("normal force", scheme->contacts()[0].force[0], normal, 5e-5, "N");
  EXPECT_GT(state.v[2], 100.0);  // still sliding
}

}  // namespace journal_bearing_test

}  // namespace percuss::verification
