// SPDX-License-Identifier: Apache-2.0
// Discs that collide, by the schemes: what the laws of impact and the balances of momentum say.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "model/disc.hpp"
#include "model/disc_contacts.hpp"
#include "model/discs.hpp"
#include "model/load.hpp"
#include "scheme/scheme_registry.hpp"

namespace percuss {
namespace disc_motion_test {

std::unique_ptr<Scheme> make(const Model& model, const std::string& name) {
  return find_scheme(name)->make(model.system, model.contacts, {}, {});
}

StepReport step(Model& model, Scheme& scheme, double h, State& state) {
  model.contacts.prepare(state.t, state.q, state.v, h);
  return scheme.step(h, state);
}

DiscOptions disc_at(double x, double y, double vx, double vy, double omega, double mass = 2.0, double radius = 0.5) {
  DiscOptions disc;
  disc.mass = mass;
  disc.radius = radius;
  disc.position = {x, y};
  disc.velocity = {vx, vy};
  disc.angular_velocity = omega;
  return disc;
}

std::unique_ptr<Model> two_discs(const DiscOptions& one, const DiscOptions& two, const SurfaceLaw& law) {
  auto model = std::make_unique<Model>();
  model->add_body("one", "disc", make_disc(one));
  model->add_body("two", "disc", make_disc(two));
  DiscDiscOptions contact;
  contact.body = "one";
  contact.other = "two";
  contact.law = law;
  add_disc_disc(*model, "contact", contact);
  return model;
}

struct Momentum {
  double x = 0.0, y = 0.0, about_origin = 0.0;
};

Momentum momentum(const Model& model, const State& state, const std::vector<double>& mass) {
  Momentum sum;
  std::size_t k = 0;
  for (const auto& body : model.bodies)
    for (Index i = 0; i < body.nodes.count; ++i, ++k) {
      const double m = mass[k], r = body.radii[static_cast<std::size_t>(i)];
      const auto q = state.q.segment<3>(body.q_row(i, 0)), v = state.v.segment<3>(body.v_row(i, 0));
      sum.x += m * v[0];
      sum.y += m * v[1];
      sum.about_origin += m * (q[0] * v[1] - q[1] * v[0]) + 0.5 * m * r * r * v[2];
    }
  return sum;
}

class Collision : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Schemes, Collision,
                         testing::Values("moreau_jean", "moreau_midpoint", "half_explicit_velocity"));

// m = 2, r = 0.5: G_N = 2/m = 1, G_T = 2/m + 2 r^2/J = 3; gamma- = (-3, 1 - 0.5 (0.4 + 0)) = (-3, 0.8).
TEST_P(Collision, ObliqueImpactFollowsTheLawsByHand) {
  for (const double mu : {0.01, 1.0}) {
    const auto model = two_discs(disc_at(0.0, 0.0, 3.0, 0.0, 0.4), disc_at(1.0, 0.0, 0.0, 1.0, 0.0), {mu, 0.5, 0.0});
    const auto scheme = make(*model, GetParam());
    State state = model->initial;
    const double h = 1e-9;  // so short that they do not turn about each other before the impact
    int steps = 0;
    while (state.v[0] == 3.0 && steps++ < 3) ASSERT_TRUE(step(*model, *scheme, h, state).ok());
    const double normal = 1.5 * 3.0 / 1.0, slip = 0.8;
    const double tangential = -std::min(slip / 3.0, mu * normal);
    // 2e-8: the way of 1e-9 s turns n by 1e-9 per step, times velocities of 3 and lever arms.
    EXPECT_NEAR(state.v[0], 3.0 - normal / 2.0, 2e-8);
    EXPECT_NEAR(state.v[3], normal / 2.0, 2e-8);
    EXPECT_NEAR(state.v[1], -tangential / 2.0, 2e-8);
    EXPECT_NEAR(state.v[4], 1.0 + tangential / 2.0, 2e-8);
    EXPECT_NEAR(state.v[2], 0.4 - 0.5 * tangential / 0.25, 2e-8);
    EXPECT_NEAR(state.v[5], -0.5 * tangential / 0.25, 2e-8);
  }
}

// The friction percussions on both discs act at points that are |gap| apart: that pair is all that the angular momentum
// may gain, and it vanishes with the step.
TEST_P(Collision, MomentumIsConserved) {
  const std::vector<double> mass{2.0, 3.0};
  for (const double h : {1e-3, 1e-5}) {
    const auto model = two_discs(disc_at(-1.0, 0.3, 2.0, 0.1, 3.0, mass[0], 0.5),
                                 disc_at(1.0, -0.2, -1.0, 0.5, -2.0, mass[1], 0.8), {0.4, 0.6, 0.0});
    const auto scheme = make(*model, GetParam());
    State state = model->initial;
    const auto before = momentum(*model, state, mass);
    const double spin = state.v[2];
    for (int i = 0; i * h < 1.0; ++i) ASSERT_TRUE(step(*model, *scheme, h, state).ok());
    const auto after = momentum(*model, state, mass);
    EXPECT_GT(std::abs(state.v[2] - spin), 0.1) << "they must have met, and rubbed";
    EXPECT_NEAR(after.x, before.x, 1e-13);  // round-off of some 1e5 steps of numbers of order 1
    EXPECT_NEAR(after.y, before.y, 1e-13);
    EXPECT_NEAR(after.about_origin, before.about_origin, 4.0 * h);  // |gap| <= 3 m/s h, percussion about 2 N s
  }
}

/// Discs in a row, the first of which flies against the others at 1 m/s.
std::unique_ptr<Model> cradle(int discs, double gap) {
  auto model = std::make_unique<Model>();
  for (int i = 0; i < discs; ++i)
    model->add_body("disc" + std::to_string(i), "disc", make_disc(disc_at(i * (1.0 + gap), 0.0, i == 0, 0.0, 0.0)));
  DiscGroupOptions contacts;
  contacts.law.restitution = 1.0;
  add_disc_group(*model, "contact", contacts);
  return model;
}

TEST_P(Collision, AlongARowWithGapsTheVelocityGoesToTheLastDisc) {
  const auto model = cradle(5, 0.0105);
  const auto scheme = make(*model, GetParam());
  State state = model->initial;
  int impacts = 0;
  for (int i = 0; i < 100; ++i) impacts += step(*model, *scheme, 1e-3, state).impact ? 1 : 0;
  EXPECT_EQ(impacts, 4);
  for (Index i = 0; i < 5; ++i) EXPECT_NEAR(state.v[3 * i], i == 4 ? 1.0 : 0.0, 1e-14) << i;  // round-off of 4 impacts
}

// Newton's law with all contacts closed at once is no cradle: three equal discs leave with -1/3, 2/3, 2/3.
TEST_P(Collision, DiscsThatTouchAreStruckTogether) {
  const auto model = cradle(3, 0.0);
  const auto scheme = make(*model, GetParam());
  State state = model->initial;
  for (int i = 0; i < 3; ++i) step(*model, *scheme, 1e-9, state);
  EXPECT_NEAR(state.v[0], -1.0 / 3.0, 1e-11);  // some tolerances of the contact solver, 1e-12 of 2 m/s
  EXPECT_NEAR(state.v[3], 2.0 / 3.0, 1e-11);
  EXPECT_NEAR(state.v[6], 2.0 / 3.0, 1e-11);
}

TEST_P(Collision, ADiscRollsDownASlope) {
  Model model;
  model.add_body("disc", "disc", make_disc(disc_at(0.0, 0.5, 0.0, 0.0, 0.0)));
  DiscPlaneOptions slope;
  slope.law.friction = 0.4;  // tan 30 deg / 3 = 0.19 is enough to roll
  add_disc_plane(model, "slope", slope);
  GravityOptions gravity;  // turned by 30 deg: down the slope is +x
  gravity.acceleration = {9.81 * 0.5, -9.81 * std::sqrt(0.75)};
  add_gravity(model, gravity);
  const auto scheme = make(model, GetParam());
  State state = model.initial;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(step(model, *scheme, 1e-3, state).ok());
  // a = 2/3 g sin(30 deg); a first step that does not see the contact is allowed: 1e-3 s of 4.9 m/s^2.
  EXPECT_NEAR(state.v[0], 2.0 / 3.0 * 9.81 * 0.5, 5e-3);
  EXPECT_NEAR(state.v[2], -state.v[0] / 0.5, 2e-2);
  EXPECT_NEAR(state.q[1], 0.5, 1e-5);  // g h^2
}

/// Share of +y in what a wall of `box` gives: the tangent of the left one is +y, that of the right one -y.
double upward_force(const std::string& contact, const ContactRecord& record, double h) {
  const auto row = [&](std::size_t r) {
    const bool forces_hold_all = record.force[r] != 0.0;  // impulse schemes; half-explicit: the one or the other
    return forces_hold_all ? record.force[r] : record.percussion[r] / h;
  };
  if (contact.starts_with("box.bottom")) return row(0);
  if (contact.starts_with("box.top")) return -row(0);
  if (contact.starts_with("box.left")) return row(1);
  if (contact.starts_with("box.right")) return -row(1);
  return 0.0;
}

TEST_P(Collision, AHeapInABoxComesToRestAndWeighsWhatItMust) {
  Model model;
  DiscsOptions options;
  options.count = 25;
  options.radius = {0.03, 0.05};
  options.density = 10.0;
  options.speed = 1.0;
  options.to = {0.7, 0.7};
  model.add_body("discs", "discs", make_discs(options));
  const SurfaceLaw law{0.3, 0.2, 0.0};
  add_disc_box(model, "box", {"", {0.0, 0.0}, {0.7, 1.0}, law});
  add_disc_group(model, "contact", {"", law});
  GravityOptions gravity;
  gravity.acceleration = {0.0, -9.81};
  add_gravity(model, gravity);
  SolverSet solvers;
  solvers.contact.tolerance_absolute = 1e-4;  // m/s: Gauss-Seidel is slow in a heap
  const auto scheme = find_scheme(GetParam())->make(model.system, model.contacts, solvers, {});
  State state = model.initial;
  const double start = model.system.energy(0.0, state.q, state.v).total(), h = 1e-3;
  const int steps = 1200, last = 300;
  double upward = 0.0, min_gap = 0.0;  // mean force of the walls over the last steps [N]
  std::vector<double> mass;
  double weight = 0.0;
  for (const double r : model.bodies[0].radii) mass.push_back(10.0 * std::numbers::pi * r * r);
  for (const double m : mass) weight += 9.81 * m;
  Momentum before;
  for (int i = 0; i < steps; ++i) {
    if (i == steps - last) before = momentum(model, state, mass);
    const auto report = step(model, *scheme, h, state);
    ASSERT_TRUE(report.ok()) << report.report.message;
    for (Index k = 0; k < model.contacts.size(); ++k) {
      const auto& record = scheme->contacts()[static_cast<std::size_t>(k)];
      min_gap = std::min(min_gap, record.gap);
      if (i >= steps - last) upward += upward_force(model.contacts.name(k), record, h) / last;
    }
  }
  EXPECT_LT(model.system.energy(0.0, state.q, state.v).kinetic, 1e-4 * start);
  EXPECT_GT(min_gap, -0.01);  // impact velocities are below 5 m/s: at most 5 mm in a step, from both sides
  const double gained = (momentum(model, state, mass).y - before.y) / (last * h);
  // Exact but for round-off; of the half-explicit scheme only the force at the end of a step is known, not its mean.
  EXPECT_NEAR(upward, weight + gained, (GetParam() == "half_explicit_velocity" ? 0.1 : 1e-10) * weight);
}

}  // namespace disc_motion_test
}  // namespace percuss
