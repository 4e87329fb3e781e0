// SPDX-License-Identifier: Apache-2.0
// Every scheme runs floating beams in every frame: the flexible pendulum at 0.5 s, against exact solutions, and the
// spatial one at 0.1 s; and a body that is given by its shape integrals.
#include <gtest/gtest.h>

#include "model/joint.hpp"
#include "model/load.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/shape_integrals.hpp"
#include "tests/verification/example_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace flexible_schemes_test {

class FlexibleScheme : public testing::TestWithParam<std::string> {};

// Steps of 4e-5 s; schemes of order 1 are 1e-6 m off, the others 1e-7 m (axial waves included).
TEST_P(FlexibleScheme, RunsEveryFrame) {
  struct Row {
    const char* frame;
    double x, y;
  };
  for (const auto& [frame, x, y] :
       {Row{"tangential", -.088767352836, -.996086608633}, Row{"pinned", -.089295014950, -.996028197190},
        Row{"articulated", -.089443763858, -.996014985047}, Row{"free", -.089268382915, -.996030577787}}) {
    const auto tip = run_example("15_flexible_pendulum/pendulum.yaml",
                                 {std::string("bodies.rod.frame=") + frame, "simulation.scheme=" + GetParam(),
                                  "simulation.step=4e-5", "simulation.end_time=0.5"},
                                 {"rod.nodes.last.position.x", "rod.nodes.last.position.y"})
                         .last();
    expect_figure(fmt::format("x of the tip, {}", frame), tip[0], x, 2e-6, "m");
    expect_figure(fmt::format("y of the tip, {}", frame), tip[1], y, 2e-6, "m");
  }
}

// The same reduced to the six slowest modes of each frame.
TEST_P(FlexibleScheme, RunsModesOfEveryFrame) {
  struct Row {
    const char* frame;
    double x, y;
  };
  for (const auto& [frame, x, y] :
       {Row{"tangential", -.088760498895087, -.99608760236449}, Row{"pinned", -.089298954540305, -.9960277598688},
        Row{"articulated", -.089443533697164, -.99601497405917}, Row{"free", -.089343730840561, -.99600086657629}}) {
    const auto tip = run_example("15_flexible_pendulum/pendulum.yaml",
                                 {std::string("bodies.rod.frame=") + frame, "bodies.rod.modes.count=6",
                                  "simulation.scheme=" + GetParam(), "simulation.step=4e-5", "simulation.end_time=0.5"},
                                 {"rod.nodes.last.position.x", "rod.nodes.last.position.y"})
                         .last();
    expect_figure(fmt::format("x of the tip, six modes, {}", frame), tip[0], x, 2e-6, "m");
    expect_figure(fmt::format("y of the tip, six modes, {}", frame), tip[1], y, 2e-6, "m");
  }
}

// The same in space, where schemes of order 1 are 3e-6 m off. The articulated and the free frame, of which there is no
// reference, are those of dg_plus of order 3 at this step. Reduced to all its 24 modes a beam is the same.
TEST_P(FlexibleScheme, RunsEveryFrameInSpace) {
  struct Row {
    const char* frame;
    double x, y, z;
  };
  for (const auto& [frame, x, y, z] : {Row{"tangential", .965341707801, -.196907231053, -.171343605312},
                                       Row{"pinned", .965340125410, -.196922721457, -.171317998934},
                                       Row{"articulated", .965340614535, -.196925958542, -.171312354997},
                                       Row{"free", .965340084810, -.196922404912, -.171318708372}}) {
    for (const bool modal : {false, true}) {
      std::vector<std::string> overrides{std::string("bodies.beam.frame=") + frame, "simulation.scheme=" + GetParam(),
                                         "simulation.step=4e-5", "simulation.end_time=0.1"};
      if (modal) overrides.emplace_back("bodies.beam.modes.count=24");
      const auto tip =
          run_example("17_spatial_pendulum/pendulum.yaml", overrides,
                      {"beam.nodes.last.position.x", "beam.nodes.last.position.y", "beam.nodes.last.position.z"})
              .last();
      const auto where = fmt::format("of the tip, {}{}", frame, modal ? ", modes" : "");
      expect_figure("x " + where, tip[0], x, 4e-6, "m");
      expect_figure("y " + where, tip[1], y, 4e-6, "m");
      expect_figure("z " + where, tip[2], z, 4e-6, "m");
    }
  }
}

// A hinged rod and a body that is given by its shape integrals do the same, whichever scheme it is.
TEST_P(FlexibleScheme, RunsABodyOfShapeIntegrals) {
  auto rod = floating_rod(2, FloatingBeamPlanarOptions::Frame::pinned);
  rod.mesh.damping.stiffness = 1e-5;
  const auto tip = [](BuiltBody built) {
    Model model;
    model.add_body("rod", "rod", std::move(built));
    add_gravity(model, GravityOptions{{0.0, -9.81}, {}});
    JointOptions hinge;
    hinge.body = "rod";
    add_joint(model, "hinge", JointKind::revolute, hinge);
    SimulationSettings settings;
    settings.scheme = GetParam();
    settings.step = 2e-5;
    settings.end_time = 0.05;
    Simulation simulation(model, settings);
    EXPECT_EQ(simulation.run({}).outcome, Outcome::done);
    return model.bodies[0].marker(2).position(simulation.state().q);
  };
  const Vector3 expected = tip(make_floating_beam_planar(rod)),
                seen = tip(make_flexible_body_planar(integrals_of(rod)));
  expect_figure("x of the tip, shape integrals", seen[0], expected[0], 1e-10, "m");
  expect_figure("y of the tip, shape integrals", seen[1], expected[1], 1e-10, "m");
}

std::vector<std::string> scheme_names() {
  std::vector<std::string> names;
  for (const auto& type : scheme_types()) names.push_back(type.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Schemes, FlexibleScheme, testing::ValuesIn(scheme_names()),
                         [](const auto& scheme) { return scheme.param; });

}  // namespace flexible_schemes_test

}  // namespace percuss::verification
