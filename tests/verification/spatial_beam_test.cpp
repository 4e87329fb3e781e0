// SPDX-License-Identifier: Apache-2.0
// Beams in space against exact solutions of their semi-discrete models, from a code that was checked against
// Lagrange's equations in Cardan angles and keeps energy and momentum to 4e-15 (docs/verification.md).
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "contact/joints.hpp"
#include "model/joint.hpp"
#include "model/rigid_body.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/verification/example_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace spatial_beam_test {

using Frame = FloatingBeamOptions::Frame;

std::unique_ptr<Scheme> make_scheme(const Model& model, const std::string& name, const Values& options = {}) {
  SolverSet solvers;
  return find_scheme(name)->make(model.system, model.contacts, solvers, options);
}

State run(const Model& model, Scheme& scheme, double h, double until) {
  State state = model.initial;
  const auto steps = std::lround(until / h);
  for (long i = 0; i < steps; ++i)
    if (!scheme.step(h, state).ok()) {
      ADD_FAILURE() << "step " << i;
      break;
    }
  return state;
}

/// The beam that tumbles, bends and is wound up: R' = (.1, -.2, .3), omega = (2, 3, 4), v' = .8 s^2, w' = -1.2 s^2,
/// phi_x' = 15 s. The same motion in the pinned frame, whose x axis turns with the chord.
FloatingBeamOptions tumbling(Frame frame) {
  auto options = floating_in_space(4, frame);
  options.velocity = {0.1, -0.2, 0.3};
  const double chord_v = frame == Frame::pinned ? 0.8 : 0.0, chord_w = frame == Frame::pinned ? -1.2 : 0.0;
  options.angular_velocity = {2.0, 3.0 - chord_w, 4.0 + chord_v};
  for (int k = 0; k <= 4; ++k) {
    const double s = 0.25 * k;
    for (const double rate :
         {0.0, 0.8 * s * s - chord_v * s, -1.2 * s * s - chord_w * s, 15.0 * s, 2.4 * s + chord_w, 1.6 * s - chord_v})
      options.mesh.rate.push_back(rate);
  }
  return options;
}

/// Momentum and angular momentum about the origin, from M v: P in space and that about R in the axes of the frame.
std::pair<Vector3, Vector3> momenta(const Model& model, const State& state) {
  Vector m = Vector::Zero(model.system.num_v());
  model.system.body(0).subtract_inertia(state.q, state.v, m);
  const Vector3 P = -m.head<3>(), R = state.q.head<3>();
  return {P, R.cross(P) - model.bodies[0].marker(0).frame().rotation(state.q) * m.segment<3>(3)};
}

struct Flight {
  Frame frame;
  double x, y, z;  // of the tip at 1 s
};

class FreeFlight : public testing::TestWithParam<Flight> {};

// Order 3 (M = 2): halving the step from 1e-4 s to 5e-5 s changes the tip by 2e-7 m, an error of some 2e-8 m is left.
// What is constant: E = 23.9954715 J, P = (.468, 9.672, -7.488) kg m/s, H = (.0048165, 5.382, 6.708) kg m^2/s.
TEST_P(FreeFlight, EndsWhereTheExactSolutionDoes) {
  const auto& exact = GetParam();
  Model model;
  model.add_body("beam", "floating_beam", make_floating_beam(tumbling(exact.frame)));
  const auto scheme = make_scheme(model, "dg_plus", {{"order", std::int64_t{2}}});
  const State state = run(model, *scheme, 5e-5, 1.0);
  const Vector3 tip = model.bodies[0].marker(4).position(state.q);
  expect_figure("x of the tip", tip[0], exact.x, 5e-8, "m");
  expect_figure("y of the tip", tip[1], exact.y, 5e-8, "m");
  expect_figure("z of the tip", tip[2], exact.z, 5e-8, "m");
  expect_figure("energy", model.system.energy(1.0, state.q, state.v).total(), 23.9954715, 5e-8, "J");
  for (const State* at : std::array<const State*, 2>{&model.initial, &state}) {
    const auto [P, H] = momenta(model, *at);
    expect_figure("momentum", (P - Vector3(0.468, 9.672, -7.488)).norm(), 0.0, 5e-8, "kg m/s");
    expect_figure("angular momentum", (H - Vector3(0.0048165, 5.382, 6.708)).norm(), 0.0, 5e-8, "kg m^2/s");
  }
}

INSTANTIATE_TEST_SUITE_P(Frames, FreeFlight,
                         testing::Values(Flight{Frame::tangential, 1.0977131867181, 2.1027746623773, -1.631404382678},
                                         Flight{Frame::pinned, 1.0978726288428, 2.1020040926425, -1.6296682204002}));

struct Swing {
  std::string frame;
  double x, y, z;  // of the tip at 1 s
};
void PrintTo(const Swing& swing, std::ostream* out) { *out << swing.frame; }

class SpatialPendulum : public testing::TestWithParam<Swing> {};

// A scheme of order 2, from two steps the error of order 2 taken out. The axial waves hold 1e-8 m of motion.
TEST_P(SpatialPendulum, HasItsTipWhereTheExactSolutionHasIt) {
  const auto& exact = GetParam();
  const auto tip = [&](double h) {
    return run_example("17_spatial_pendulum/pendulum.yaml",
                       {"bodies.beam.frame=" + exact.frame, "simulation.scheme=half_explicit_velocity",
                        fmt::format("simulation.step={}", h), "simulation.end_time=1"},
                       {"beam.nodes.last.position.x", "beam.nodes.last.position.y", "beam.nodes.last.position.z"})
        .last();
  };
  const auto coarse = tip(4e-5), fine = tip(2e-5);
  expect_figure("x of the tip", (4.0 * fine[0] - coarse[0]) / 3.0, exact.x, 2e-7, "m");
  expect_figure("y of the tip", (4.0 * fine[1] - coarse[1]) / 3.0, exact.y, 2e-7, "m");
  expect_figure("z of the tip", (4.0 * fine[2] - coarse[2]) / 3.0, exact.z, 2e-7, "m");
}

INSTANTIATE_TEST_SUITE_P(Frames, SpatialPendulum,
                         testing::Values(Swing{"tangential", -.491089798645, .869305998136, -.056142594472},
                                         Swing{"pinned", -.490022385404, .869953882663, -.055416846853}),
                         [](const auto& swing) { return swing.param.frame; });

// Linear frames are 1.3e-3 m apart at 1 s; with the mean strain of 8 elements 2.5e-5 m.
TEST(SpatialPendulumFrames, AgreeWhenTheyStiffen) {
  const auto tip = [](const char* frame) {
    const auto p =
        run_example("17_spatial_pendulum/pendulum.yaml",
                    {std::string("bodies.beam.frame=") + frame, "bodies.beam.stiffening=mean_strain",
                     "bodies.beam.elements=8", "simulation.end_time=1"},
                    {"beam.nodes.last.position.x", "beam.nodes.last.position.y", "beam.nodes.last.position.z"})
            .last();
    return Vector3(p[0], p[1], p[2]);
  };
  const Vector3 tangential = tip("tangential");
  for (const char* frame : {"pinned", "articulated", "free"})
    expect_figure(fmt::format("distance of the tips, {}", frame), (tip(frame) - tangential).norm(), 0.0, 5e-5, "m");
}

/// A shaft of 10 mm in bearings on the X axis, spinning at 200 rad/s, with an eccentric disc at a quarter of its
/// length: a rigid body fixed to the node, so that its gyroscopic moment is whole.
std::unique_ptr<Model> rotor() {
  auto model = std::make_unique<Model>();
  FloatingBeamOptions shaft;
  shaft.frame = Frame::pinned;
  shaft.mesh.length = 0.6;
  shaft.mesh.elements = 4;
  shaft.mesh.section.shape = BeamSection::Shape::circle;
  shaft.mesh.section.diameter = 0.01;
  shaft.mesh.youngs_modulus = 2.1e11;
  shaft.mesh.shear_modulus = 79.2950068814 / shaft.mesh.section.numbers().torsion;
  shaft.mesh.density = 7800.0;
  shaft.angular_velocity = {200.0, 0.0, 0.0};
  model->add_body("shaft", "floating_beam", make_floating_beam(shaft));
  RigidBodyOptions disc;
  disc.mass = 2.0;
  disc.inertia = {6.4e-3, 3.2e-3, 3.2e-3};
  disc.position = {0.15, 2e-4, 0.0};
  disc.velocity = {0.0, 0.0, 200.0 * 2e-4};
  disc.angular_velocity = shaft.angular_velocity;
  model->add_body("disc", "rigid_body", make_rigid_body(disc));
  for (auto& body : model->bodies) body.add_gravity({0.0, 0.0, -9.81});
  JointOptions weld;
  weld.body = "disc";
  weld.point = {0.0, -2e-4, 0.0};
  weld.to = "shaft";
  weld.to_node = "1";
  add_joint(*model, "weld", JointKind::fixed, weld);
  auto& joints = model->contacts.last<Joints>();
  using Row = Joints::Row;
  const auto& shaft_body = model->bodies[0];
  joints.add({"left",
              shaft_body.marker(0),
              Marker::ground(Vector3::Zero()),
              {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY()), Row::point(Vector3::UnitZ())}});
  joints.add({"right",
              shaft_body.marker(4),
              Marker::ground(Vector3(0.6, 0.0, 0.0)),
              {Row::point(Vector3::UnitY()), Row::point(Vector3::UnitZ())}});
  return model;
}

/// Of the shaft at the disc, at t = 0.05, 0.1 and 0.2 s.
std::vector<Vector3> whirl_of_the_rotor(double h) {
  const auto model = rotor();
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  State state = model->initial;
  std::vector<Vector3> seen;
  for (const double t : {0.05, 0.1, 0.2}) {
    while (state.t < t - 0.5 * h) {
      const auto step = scheme->step(h, state);
      EXPECT_TRUE(step.ok()) << step.report.message;
      if (!step.ok()) return std::vector<Vector3>(3, Vector3::Zero());
    }
    seen.push_back(model->bodies[0].marker(1).position(state.q));
  }
  return seen;
}

// The reference has the disc in the body's own inertia, turned by exp(theta~): the same model. Order 2, extrapolated
// from two steps; what axial waves of 1e5 1/s are out of phase in each of them is left.
TEST(Rotor, WhirlsAsTheExactOne) {
  const auto coarse = whirl_of_the_rotor(1e-5), fine = whirl_of_the_rotor(5e-6);
  const std::vector<std::array<double, 3>> exact{{0.05, 4.00612407583e-4, 3.58482123110e-4},
                                                 {0.10, -2.88946264186e-4, -8.70231691644e-5},
                                                 {0.20, -3.35023642147e-4, -3.78025344229e-4}};
  constexpr double tolerance = 2e-10;  // 5e-7 of the orbit
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto [t, y, z] = exact[i];
    const Vector3 limit = (4.0 * fine[i] - coarse[i]) / 3.0;
    expect_figure(fmt::format("y of the shaft at the disc, t = {}", t), limit[1], y, tolerance, "m");
    expect_figure(fmt::format("z of the shaft at the disc, t = {}", t), limit[2], z, tolerance, "m");
  }
}

}  // namespace spatial_beam_test

}  // namespace percuss::verification
