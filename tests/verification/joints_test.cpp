// SPDX-License-Identifier: Apache-2.0
// Mechanisms assembled from rigid bodies and joints, against the same motion known otherwise: the slider-crank of
// [HETS] in minimal coordinates, pendulums, closed loops with more joints than they need.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/joint_rank.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/verification/angle_error.hpp"
#include "tests/verification/assembled_slider_crank.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace joints_test {

using S = Table1;

struct Row {
  std::string label, scheme;
  Values options;
  double factor;               // allowed over the errors in minimal coordinates
  std::vector<double> errors;  // those, at h = 1e-3, 1e-4, 1e-5
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.label; }

double largest_error(const Row& row, const Model& model, const std::string& reference, double h) {
  return largest_angle_error(row.scheme, row.options, model.system, model.contacts, model.initial, {2, 5, 8}, reference,
                             h);
}

/// The schemes run in nine coordinates instead of three, so their errors differ from those of the table in minimal
/// coordinates (tests/verification/slider_crank_test.cpp), by a factor and not in order. Explicit Moreau-Jean moves
/// every turning point along its tangent: the rods grow by h omega^2 / 2 per second, which minimal coordinates do not
/// feel, and that is 16 times the error it has there.
void compare(const Row& row, SliderGuide::Kind guide, const std::string& reference) {
  const std::vector<double> hs{1e-3, 1e-4, 1e-5};
  for (std::size_t i = 0; i < hs.size(); ++i) {
    const auto model = assembled_slider_crank(guide);
    expect_figure(fmt::format("largest error of an angle, h = {} s", hs[i]),
                  largest_error(row, *model, reference, hs[i]), 0.0, row.factor * row.errors[i], "rad");
  }
}

class AssembledBilateralSliderCrank : public testing::TestWithParam<Row> {};

TEST_P(AssembledBilateralSliderCrank, MovesAsInMinimalCoordinates) {
  compare(GetParam(), SliderGuide::Kind::joint, "slider_crank_bilateral.csv");
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, AssembledBilateralSliderCrank,
    testing::Values(Row{"MoreauMidpoint", "moreau_midpoint", {}, 2.0, {5.89e-1, 5.00e-2, 4.91e-3}},
                    Row{"MoreauJeanExplicit", "moreau_jean", {{"theta", 0.0}}, 20.0, {9.98e-2, 5.18e-3, 5.07e-4}},
                    Row{"HalfExplicit", "half_explicit_velocity", {}, 1.2, {5.82e-2, 8.09e-4, 8.32e-6}}),
    [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

class AssembledUnilateralSliderCrank : public testing::TestWithParam<Row> {};

TEST_P(AssembledUnilateralSliderCrank, MovesAsInMinimalCoordinates) {
  compare(GetParam(), SliderGuide::Kind::notch, "slider_crank_unilateral.csv");
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, AssembledUnilateralSliderCrank,
    testing::Values(Row{"MoreauMidpoint", "moreau_midpoint", {}, 2.0, {5.67e-1, 4.82e-2, 4.70e-3}},
                    Row{"MoreauJeanExplicit", "moreau_jean", {{"theta", 0.0}}, 20.0, {1.18e-1, 7.25e-3, 6.99e-4}},
                    Row{"HalfExplicit", "half_explicit_velocity", {}, 3.0, {5.56e-2, 9.58e-4, 3.00e-5}}),
    [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

/// Half-explicit steps of size h up to `until`; the state there.
State integrate(const Model& model, double h, double until) {
  SolverSet solvers;
  solvers.contact.max_iterations = 100000;
  const auto scheme = find_scheme("half_explicit_velocity")->make(model.system, model.contacts, solvers, {});
  State state = model.initial;
  const auto steps = std::lround(until / h);
  for (long i = 0; i < steps; ++i) {
    const auto report = scheme->step(h, state);
    EXPECT_TRUE(report.ok()) << report.report.message << " at t = " << state.t;
    if (!report.ok()) break;
  }
  return state;
}

double largest_drift(const Model& model, const Vector& q) {
  std::vector<Index> all;
  Index rows = 0;
  for (Index k = 0; k < model.contacts.size(); ++k) {
    all.push_back(k);
    rows += model.contacts.num_rows(k);
  }
  Vector value(rows);
  model.contacts.row_gaps(0.0, q, all, 0, value);
  return value.lpNorm<Eigen::Infinity>();
}

/// A parallelogram of two cranks of length 1 and a coupler of length 2, and perhaps a third crank in its middle that
/// nobody needs. All revolute in the plane; gravity pulls it down from 60 degrees.
std::unique_ptr<Model> parallelogram(bool third_crank) {
  auto model = std::make_unique<Model>();
  const double phi = std::numbers::pi / 3.0, g = -9.81;
  const Vector3 along(std::cos(phi), std::sin(phi), 0.0);
  const auto crank = [&](const std::string& name, double x) {
    model->add_body(name, "planar", planar_body(1.0, 0.1, Vector3(x, 0.0, phi) + 0.5 * along, Vector3::Zero(), g));
    revolute(*model, name + "_bearing", name, {-0.5}, "ground", {x, 0.0});
  };
  model->add_body("coupler", "planar", planar_body(2.0, 0.5, Vector3(1.0, 0.0, 0.0) + along, Vector3::Zero(), g));
  crank("left", 0.0);
  crank("right", 2.0);
  if (third_crank) crank("middle", 1.0);
  revolute(*model, "left_pin", "left", {0.5}, "coupler", {-1.0});
  revolute(*model, "right_pin", "right", {0.5}, "coupler", {1.0});
  if (third_crank) revolute(*model, "middle_pin", "middle", {0.5}, "coupler", {0.0});
  return model;
}

/// phi'' = -(w / I) cos phi from rest at phi_0 by the classical Runge-Kutta method, error far below 1e-10.
double pendulum_angle(double ratio, double phi, double until) {
  double omega = 0.0;
  const int steps = 20000;
  const double h = until / steps;
  const auto rate = [ratio](double p) { return -ratio * std::cos(p); };
  for (int i = 0; i < steps; ++i) {
    const double k1 = rate(phi), k2 = rate(phi + 0.5 * h * omega), k3 = rate(phi + 0.5 * h * omega + 0.25 * h * h * k1),
                 k4 = rate(phi + h * omega + 0.5 * h * h * k2);
    phi += h * omega + h * h / 6.0 * (k1 + k2 + k3);
    omega += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return phi;
}

// Cranks of m = 1, J = 0.1 about their centres, a coupler of 2 that only translates: one degree of freedom phi with
// I = 2 (J + m/4) + 2 and weight (2/2 + 2) g cos phi; a third crank adds J + m/4 and 1/2.
TEST(ClosedLoops, OfFourBarsAndOfFiveMoveAsTheyShould) {
  for (const bool third : {false, true}) {
    const auto model = parallelogram(third);
    const auto rank = joint_rank(model->contacts, model->system.num_v(), 0.0, model->initial.q);
    EXPECT_EQ(rank.rows, third ? 12 : 8);
    EXPECT_EQ(rank.redundant(), third ? 1 : 0);
    const double inertia = (third ? 3.0 : 2.0) * 0.35 + 2.0, weight = ((third ? 1.5 : 1.0) + 2.0) * 9.81;
    const double until = 0.4, expected = pendulum_angle(weight / inertia, std::numbers::pi / 3.0, until);
    const auto state = integrate(*model, 1e-4, until);
    // Order 2: (h omega)^2 with omega about 5 1/s, times some periods.
    expect_figure(third ? "angle of the crank, three cranks" : "angle of the crank, two cranks", state.q[5], expected,
                  1e-6, "rad");
    EXPECT_LE(largest_drift(*model, state.q), 1e-6);
  }
}

TEST(DoubledJoints, DoNotChangeTheMotion) {
  const auto once = assembled_slider_crank(SliderGuide::Kind::joint),
             twice = assembled_slider_crank(SliderGuide::Kind::joint);
  revolute(*twice, "crank_pin_again", "rod", {-0.5 * S::l2}, "crank", {0.5 * S::l1});
  const auto rank = joint_rank(twice->contacts, twice->system.num_v(), 0.0, twice->initial.q);
  EXPECT_EQ(rank.rows, 10);
  EXPECT_EQ(rank.rank, 8);
  const auto a = integrate(*once, 1e-4, 0.02), b = integrate(*twice, 1e-4, 0.02);
  // What the tolerance of the contact solver, 1e-12 of 150 rad/s per step, makes of 200 steps.
  EXPECT_LE((a.q - b.q).lpNorm<Eigen::Infinity>(), 1e-8);
}

// A bob on a massless rod is the mathematical pendulum.
TEST(DistanceJoint, MakesAPendulumOfABob) {
  Model model;
  const double phi = -0.3, length = 0.8;
  model.add_body("bob", "planar",
                 planar_body(2.0, 0.1, {length * std::cos(phi), length * std::sin(phi), 0.0}, Vector3::Zero(), -9.81));
  JointOptions rod;
  rod.body = "bob";
  rod.length = length;
  add_joint(model, "rod", JointKind::distance, rod);
  const double until = 1.0, expected = pendulum_angle(9.81 / length, phi, until);
  const auto state = integrate(model, 1e-4, until);
  expect_figure("angle of the pendulum at 1 s", std::atan2(state.q[1], state.q[0]), expected, 1e-6, "rad");
  EXPECT_LE(std::abs(state.q[2]), 1e-14);  // the rod holds it at its centre
}

// On a ball joint at a distance l from its centre a body circles steadily at the angle theta to the vertical when
// omega^2 = m g l / (((J_1 + m l^2) - J_3) cos theta), J_3 about the line to the joint, without spin of its own about
// that line in the circling frame: omega along the vertical alone.
TEST(BallJoint, CarriesAConicalPendulum) {
  const double mass = 2.0, l = 0.5, g = 9.81, theta = 0.6, J1 = 0.04, J3 = 0.01;
  const double omega = std::sqrt(mass * g * l / ((J1 + mass * l * l - J3) * std::cos(theta)));
  Model model;  // the body's z axis points from the centre to the joint
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(-theta, Vector3::UnitY()));
  const Vector3 to_joint = turn * Vector3::UnitZ(), centre = -l * to_joint, spin(0.0, 0.0, omega);
  model.add_body(
      "bob", "spatial",
      spatial_body(mass, {J1, J1, J3}, centre, turn, spin.cross(centre), turn.conjugate() * spin, {0.0, 0.0, -g}));
  JointOptions joint;
  joint.body = "bob";
  joint.point = {0.0, 0.0, l};
  joint.to_point = {0.0, 0.0, 0.0};
  add_joint(model, "hook", JointKind::ball, joint);
  const double until = 2.0;
  const auto state = integrate(model, 1e-4, until);
  const Vector3 expected = Eigen::AngleAxisd(omega * until, Vector3::UnitZ()) * centre;
  // Order 2: (h omega)^2 with omega about 5 1/s over some ten radians.
  expect_figure("x of the centre after 2 s", state.q[0], expected[0], 5e-6, "m");
  expect_figure("y of the centre after 2 s", state.q[1], expected[1], 5e-6, "m");
  expect_figure("height of the centre after 2 s", state.q[2], expected[2], 5e-6, "m");
}

// A door that is pushed turns about its hinge alone: the physical pendulum about an axis that is inclined by beta to
// the vertical has the weight m g l sin beta.
TEST(RevoluteJoint, HangsADoorOnAnInclinedAxis) {
  const double mass = 3.0, l = 0.4, g = 9.81, beta = 0.5, J3 = 0.2;
  for (const Index hinges : {1, 3}) {
    Model model;  // the hinge is the body's z axis through (-l, 0, 0); x starts level
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(beta, Vector3::UnitX()));
    model.add_body("door", "spatial",
                   spatial_body(mass, {0.1, 0.15, J3}, turn * Vector3(l, 0.0, 0.0), turn, Vector3::Zero(),
                                Vector3::Zero(), {0.0, 0.0, -g}));
    for (Index i = 0; i < hinges; ++i) {
      JointOptions hinge;
      const double height = 0.3 * static_cast<double>(i);
      const Vector3 axis = turn * Vector3::UnitZ();
      hinge.body = "door";
      hinge.point = {-l, 0.0, height};
      hinge.axis = {axis[0], axis[1], axis[2]};
      hinge.body_axis = {0.0, 0.0, 1.0};
      add_joint(model, fmt::format("hinge_{}", i), JointKind::revolute, hinge);
    }
    EXPECT_EQ(joint_rank(model.contacts, 6, 0.0, model.initial.q).rank, 5);
    // phi counts from the level start: the centre at l (cos phi, sin phi) in the door's plane, height l sin beta sin
    // phi.
    const double until = 0.5,
                 expected = pendulum_angle(mass * g * l * std::sin(beta) / (J3 + mass * l * l), 0.0, until);
    const auto state = integrate(model, 1e-4, until);
    const Vector3 x =
        turn.conjugate() * Eigen::Quaterniond(state.q[3], state.q[4], state.q[5], state.q[6]) * Vector3::UnitX();
    expect_figure(fmt::format("angle of the door on {} hinges", hinges), std::atan2(x[1], x[0]), expected, 1e-6, "rad");
    EXPECT_LE(largest_drift(model, state.q), 1e-6);
  }
}

}  // namespace joints_test

}  // namespace percuss::verification
