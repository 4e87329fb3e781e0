// SPDX-License-Identifier: Apache-2.0
#include "model/circle_in_circle.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "model/disc.hpp"
#include "simulation/initial_overlap.hpp"
#include "tests/contact/contact_checks.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace circle_in_circle_test {

/// A disc of radius 0.3 at (0.4, 0.3), a plate, two rigid bodies in space, and what `bar_and_masses` has.
std::unique_ptr<Model> machine() {
  auto model = bar_and_masses();
  DiscOptions wheel;
  wheel.radius = 0.3;
  wheel.mass = 2.0;
  wheel.position = {0.4, 0.3};
  model->add_body("wheel", "disc", make_disc(wheel));
  model->add_body("plate", "planar", planar_body(1.0, 1.0, {0.5, 0.0, M_PI / 2.0}));
  model->add_body("shaft", "spatial", spatial_body(1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 1.0}));
  model->add_body("housing", "spatial", spatial_body(1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 1.5}));
  return model;
}

CircleInCircleOptions wheel_in_ring() {
  CircleInCircleOptions options;
  options.body = "wheel";
  options.ring_radius = 1.0;
  options.law = {0.3, 0.5, 0.25};
  return options;
}

CircleInCircleOptions shaft_in_housing() {
  CircleInCircleOptions options;
  options.body = "shaft";
  options.radius = 0.25;
  options.to = "housing";
  options.ring_radius = 1.0;
  options.axis = {3.0, 0.0};  // any length, missing components are 0
  return options;
}

double last_gap(const Model& model) {
  Vector gaps(model.contacts.size());
  model.contacts.gaps(0.0, model.initial.q, gaps);
  return gaps[gaps.size() - 1];
}

Keys bearing_keys(const CircleInCircleOptions& options) {
  auto model = machine();
  const auto keys = keys_thrown([&] { add_circle_in_circle(*model, "bearing", options); });
  if (!keys.empty()) {
    EXPECT_EQ(model->contacts.size(), 0);  // nothing half done
  }
  return keys;
}

constexpr double bearing_rounding = 1e-15;  // of lengths up to 1

TEST(CircleInCircleEntry, PutsADiscIntoARingOfGround) {
  auto model = machine();
  add_circle_in_circle(*model, "bearing", wheel_in_ring());
  EXPECT_EQ(model->contacts.name(0), "bearing");
  EXPECT_NEAR(last_gap(*model), 0.2, bearing_rounding);  // 1 - 0.3 - 0.5: its radius is its own
  ContactSet set;
  model->contacts.evaluate(0.0, model->initial.q, model->system.num_v(), std::vector<Index>{0}, set);
  EXPECT_EQ(set.num_rows(0), 2);
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.5);
  EXPECT_EQ(set.eps_t[0], 0.25);
  auto options = wheel_in_ring();
  options.radius = 0.1;  // a thin end of it
  options.to_point = {0.4};
  add_circle_in_circle(*model, "other", options);
  EXPECT_NEAR(last_gap(*model), 1.0 - 0.1 - 0.3, bearing_rounding);
}

// The plate is turned by a quarter: its point (0.3, 0.1) is at (0.4, 0.3).
TEST(CircleInCircleEntry, PutsCirclesOnPointsOfBodiesAndOnParticles) {
  auto model = machine();
  auto options = wheel_in_ring();
  options.to = "plate";
  options.to_point = {0.3, 0.1};
  add_circle_in_circle(*model, "centred", options);
  EXPECT_NEAR(last_gap(*model), 0.7, bearing_rounding);
  options.body = "disc";  // a particle at (1, 2)
  options.radius = 0.25;
  options.to_point = {2.0, 0.0};  // at (0.5, 2)
  add_circle_in_circle(*model, "particle", options);
  EXPECT_NEAR(last_gap(*model), 0.25, bearing_rounding);
  options = wheel_in_ring();
  options.to = "disc";
  options.ring_radius = 2.5;
  add_circle_in_circle(*model, "hoop", options);
  EXPECT_NEAR(last_gap(*model), 2.2 - std::hypot(0.6, 1.7), bearing_rounding);
}

TEST(CircleInCircleEntry, TakesTheRadiusOfTheDiscThatItNamesInAGroup) {
  Model model;
  model.add_body("balls", "discs", build_discs({{0.1, 1.0, {0.0, 0.0, 0.0}, {}}, {0.2, 1.0, {0.5, 0.0, 0.0}, {}}}));
  auto options = wheel_in_ring();
  options.body = "balls";
  options.node = "last";
  add_circle_in_circle(model, "drum", options);
  EXPECT_NEAR(last_gap(model), 1.0 - 0.2 - 0.5, bearing_rounding);
}

TEST(CircleInCircleEntry, PutsAShaftIntoAHousingInSpace) {
  auto model = machine();
  auto options = shaft_in_housing();
  add_circle_in_circle(*model, "frictionless", options);
  EXPECT_NEAR(last_gap(*model), 0.25, bearing_rounding);
  EXPECT_EQ(model->contacts.num_rows(0), 1);
  options.law.friction = 0.1;
  options.axis = {0.0, 0.0, 1e-3};
  add_circle_in_circle(*model, "frictional", options);
  EXPECT_NEAR(last_gap(*model), 0.75, bearing_rounding);  // the centres differ along the axis alone
  EXPECT_EQ(model->contacts.num_rows(1), 3);
}

// The journal is a node of a beam that bends, twists and moves about, the ring another beam's end, and the other way
// round. Differences of lengths of 1 m and rates of order 1, over steps of 1e-6: 1e-7 of the largest of them.
TEST(CircleInCircleEntry, HasTheDerivativesOfItsGapOnBeams) {
  std::mt19937 random(5);
  for (const auto frame : all_spatial_frames()) {
    Model model;
    auto shaft = floating_in_space(2, frame), arm = floating_in_space(2, frame);
    shaft.position = {0.0, 0.3, 0.2};
    arm.orientation = {0.3, -0.4, 0.8};
    model.add_body("shaft", "floating_beam", make_floating_beam(shaft));
    model.add_body("arm", "floating_beam", make_floating_beam(arm));
    auto options = shaft_in_housing();
    options.node = "1";
    options.to = "arm";
    options.to_node = "last";
    options.axis = {1.0, 0.5, 0.0};
    options.law.friction = 0.1;
    add_circle_in_circle(model, "bearing", options);
    std::swap(options.body, options.to);
    options.to_node = "first";
    options.to_point = {0.4, 0.05, 0.0};  // between nodes
    add_circle_in_circle(model, "reverse", options);
    Vector q = model.initial.q + 0.05 * random_vector(model.initial.q.size(), random);
    for (const auto& body : model.bodies) q.segment<4>(body.q_offset + 3).normalize();
    const Vector v = random_vector(model.system.num_v(), random);
    expect_consistent_derivatives(model.contacts, model.system, q, v, 1e-7 * (1.0 + v.squaredNorm()));
  }
  Model model;
  model.add_body("rod", "floating_beam_planar",
                 make_floating_beam_planar(floating_rod(2, FloatingBeamPlanarOptions::Frame::tangential)));
  model.add_body("plate", "planar", planar_body(1.0, 1.0, {0.5, 0.2, 0.3}));
  auto options = wheel_in_ring();
  options.body = "rod";
  options.node = "last";
  options.radius = 0.01;
  options.to = "plate";
  add_circle_in_circle(model, "bearing", options);
  const Vector q = model.initial.q + 0.05 * random_vector(model.initial.q.size(), random);
  const Vector v = random_vector(model.system.num_v(), random);
  expect_consistent_derivatives(model.contacts, model.system, q, v, 1e-7 * (1.0 + v.squaredNorm()));
}

TEST(CircleInCircleEntry, RefusesBodiesThatAreNotThereOrDoNotFit) {
  EXPECT_EQ(bearing_keys(wheel_in_ring()), Keys{});
  EXPECT_EQ(bearing_keys(shaft_in_housing()), Keys{});
  for (const char* other : {"weel", "wheel", "shaft", "bar", ""}) {
    auto options = wheel_in_ring();
    options.to = other;
    EXPECT_EQ(bearing_keys(options), Keys{"to"}) << other;
  }
  auto options = wheel_in_ring();
  options.body = "weel";
  EXPECT_EQ(bearing_keys(options), Keys{"body"});
  options = wheel_in_ring();
  options.body = "bar";
  options.radius = 0.1;
  EXPECT_EQ(bearing_keys(options), Keys{"body"});
  options = wheel_in_ring();
  options.node = "1";
  EXPECT_EQ(bearing_keys(options), Keys{"node"});
  options = wheel_in_ring();
  options.to_point = {0.0, 0.0, 1.0};
  EXPECT_EQ(bearing_keys(options), Keys{"to_point"});
  options.to = "disc";  // a particle has no points
  EXPECT_EQ(bearing_keys(options), Keys{"to_point"});
}

TEST(CircleInCircleEntry, RefusesRadiiThatDoNotGoIntoEachOther) {
  for (const double ring_radius : {0.3, 0.2}) {
    auto options = wheel_in_ring();
    options.ring_radius = ring_radius;
    EXPECT_EQ(bearing_keys(options), Keys{"ring_radius"}) << ring_radius;
  }
  for (const double none : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    auto options = wheel_in_ring();
    options.ring_radius = none;
    EXPECT_EQ(bearing_keys(options)[0], "ring_radius") << none;
    options = wheel_in_ring();
    options.radius = none;
    EXPECT_EQ(bearing_keys(options)[0], "radius") << none;
  }
  auto options = wheel_in_ring();
  options.ring_radius = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(bearing_keys(options).empty());
  options = wheel_in_ring();
  options.body = "plate";  // has no radius of its own
  EXPECT_EQ(bearing_keys(options), Keys{"radius"});
}

TEST(CircleInCircleEntry, AsksForAnAxisInSpaceAlone) {
  auto options = shaft_in_housing();
  options.axis = {};
  EXPECT_EQ(bearing_keys(options), Keys{"axis"});
  options.axis = {0.0, 0.0, 0.0};
  EXPECT_EQ(bearing_keys(options), Keys{"axis"});
  options.axis = {0.0, 0.0, 1.0, 0.0};
  EXPECT_EQ(bearing_keys(options), Keys{"axis"});
  options = wheel_in_ring();
  options.axis = {0.0, 0.0, 1.0};
  EXPECT_EQ(bearing_keys(options), Keys{"axis"});
}

TEST(CircleInCircleEntry, TellsAllThatIsWrongAtOnce) {
  auto options = shaft_in_housing();
  options.radius = 2.0;
  options.axis = {};
  options.law.friction = -1.0;
  EXPECT_EQ(bearing_keys(options), (Keys{"friction", "axis", "ring_radius"}));
}

TEST(CircleInCircleEntry, OverlapsAtTheStartAreRefused) {
  auto model = machine();
  auto options = wheel_in_ring();
  options.ring_radius = 0.75;  // 0.05 too small for where the wheel is
  add_circle_in_circle(*model, "bearing", options);
  SimulationSettings settings;
  settings.step = 1e-3;
  EXPECT_EQ(keys_thrown([&] { check_initial_overlap(*model, settings); }), Keys{"contacts.bearing"});
  settings.initial_overlap = 0.051;
  EXPECT_EQ(keys_thrown([&] { check_initial_overlap(*model, settings); }), Keys{});
}

}  // namespace circle_in_circle_test
}  // namespace percuss
