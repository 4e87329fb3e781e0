// SPDX-License-Identifier: Apache-2.0
#include "model/beam_planar.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/decompositions.hpp"
#include "model/load.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace beam_planar_test {

using Support = BeamPlanarOptions::Support;

BeamPlanarOptions beam(Index elements, Support first, Support last = Support::free) {
  BeamPlanarOptions options;
  options.mesh = rod_mesh(elements);
  options.supports.first = first;
  options.supports.last = last;
  return options;
}

constexpr double EI = 200.0 / 3.0, rho_a = 3.12, EA = 2e6;

/// Frequencies [rad/s], ascending.
Vector frequencies(const BeamPlanarOptions& options) {
  const auto built = make_beam_planar(options);
  const Vector zero = Vector::Zero(built.body().num_v());
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(tangent_of(built.body(), zero, zero, {0.0, 0.0, 1.0}),
                                                                tangent_of(built.body(), zero, zero, {}));
  return solver.eigenvalues().cwiseMax(0.0).cwiseSqrt();
}

/// Where the beam is at rest under its loads.
Vector at_rest(const Model& model) {
  const Vector zero = Vector::Zero(model.system.num_v());
  const Matrix K = tangent_of(model.system.body(0), zero, zero, {0.0, 0.0, 1.0});
  return K.partialPivLu().solve(forces_of(model.system, zero, zero));
}

TEST(BeamPlanar, SagsUnderItsWeightAsTheTextbookSays) {
  for (const double angle : {0.0, 0.4}) {
    Model model;
    auto options = beam(3, Support::clamped);
    options.angle = angle;
    options.position = {2.0, 1.0};
    model.add_body("beam", "beam_planar", make_beam_planar(options));
    GravityOptions gravity;
    gravity.acceleration = {0.0, -9.81};
    add_gravity(model, gravity);
    const Vector q = at_rest(model);
    const auto tip = model.bodies[0].marker(3);
    // rho A g cos(angle) L^4 / (8 EI) across and rho A g sin(angle) L^2 / (2 EA) along; nodes are exact
    const Vector3 deflection = tip.deflection(q);
    EXPECT_NEAR(deflection[1], -rho_a * 9.81 * std::cos(angle) / (8.0 * EI), 1e-12);
    EXPECT_NEAR(deflection[0], -rho_a * 9.81 * std::sin(angle) / (2.0 * EA), 1e-15);
    EXPECT_NEAR(tip.section_angle(q), -rho_a * 9.81 * std::cos(angle) / (6.0 * EI), 1e-12);
    const Vector3 start(2.0, 1.0, 0.0), along(std::cos(angle), std::sin(angle), 0.0), across(-along[1], along[0], 0.0);
    EXPECT_LE((tip.position(q) - (start + (1.0 + deflection[0]) * along + deflection[1] * across)).norm(), 1e-14);
  }
}

TEST(BeamPlanar, BendsUnderAForceInsideAnElement) {
  Model model;
  model.add_body("beam", "beam_planar", make_beam_planar(beam(2, Support::pinned, Support::roller)));
  ForceOptions force;
  force.body = "beam";
  force.point = {0.3};
  force.direction = {0.0, -1.0};
  force.value = 100.0;
  add_force(model, force);
  const Vector q = at_rest(model);
  // At the middle node, F b (3 L^2 - 4 b^2)/(48 EI) with b = 0.3 from the near support: nodes are exact
  const double b = 0.3;
  EXPECT_NEAR(model.bodies[0].marker(1).deflection(q)[1], -100.0 * b * (3.0 - 4.0 * b * b) / (48.0 * EI), 1e-12);
}

TEST(BeamPlanar, HasTheFrequenciesOfItsSupports) {
  struct Row {
    Support first, last;
    double lambda;  // cos cosh of it
  };
  for (const auto& [first, last, lambda] :
       {Row{Support::clamped, Support::free, 1.8751040687119611}, Row{Support::pinned, Support::roller, M_PI},
        Row{Support::clamped, Support::clamped, 4.7300407448627040},
        Row{Support::clamped, Support::roller, 3.9266023120479188}}) {
    const auto w = frequencies(beam(20, first, last));
    const double exact = lambda * lambda * std::sqrt(EI / rho_a);
    EXPECT_NEAR(w[0] / exact, 1.0, 1.1 * std::pow(lambda / 20.0, 4) / 1440.0);  // of cubic elements
    EXPECT_GE(w[0], exact * (1.0 - 1e-9));                                      // from above
  }
  const auto free = frequencies(beam(20, Support::free, Support::free));
  const double first = 4.7300407448627040 * 4.7300407448627040 * std::sqrt(EI / rho_a);
  EXPECT_LE(free[2], 1e-3 * first);  // three rigid motions: the root of round-off in K
  EXPECT_NEAR(free[3] / first, 1.0, 1.1 * std::pow(4.73 / 20.0, 4) / 1440.0);
}

TEST(BeamPlanar, ConvergesWithTheFourthPowerOfItsElements) {
  const double exact = std::pow(1.8751040687119611, 2) * std::sqrt(EI / rho_a);
  const double coarse = frequencies(beam(4, Support::clamped))[0] / exact - 1.0;
  const double fine = frequencies(beam(8, Support::clamped))[0] / exact - 1.0;
  EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.1);
}

TEST(BeamPlanar, IsAsSlowAsItsAttachedMassMakesIt) {
  auto options = beam(10, Support::clamped);
  options.mesh.attach.nodes = {10.0};
  options.mesh.attach.mass = {1000.0};
  // 3 EI/L^3 over the mass and 33/140 of the beam's (Rayleigh)
  EXPECT_NEAR(frequencies(options)[0], std::sqrt(3.0 * EI / (1000.0 + 33.0 / 140.0 * rho_a)), 1e-6);
}

TEST(BeamPlanar, NoModeIsFasterThanItsBound) {
  for (const auto mass : {BeamMeshOptions::Mass::consistent, BeamMeshOptions::Mass::lumped}) {
    auto options = beam(6, Support::free);
    options.mesh.mass = mass;
    const double bound = make_beam_planar(options).body().mode_bound()->omega_max;
    const double fastest = frequencies(options).maxCoeff();
    EXPECT_LE(fastest, bound * (1.0 + 1e-9));
    EXPECT_GE(fastest, 0.5 * bound);
  }
}

TEST(BeamPlanar, TakesAnyMesh) {
  auto graded = beam(0, Support::clamped);
  graded.mesh.node_positions = {0.0, 0.1, 0.15, 0.4, 0.45, 0.8, 1.0};
  EXPECT_NEAR(frequencies(graded)[0] / frequencies(beam(20, Support::clamped))[0], 1.0, 1e-4);
}

TEST(BeamPlanar, SectionsByShapeAreThoseByNumbers) {
  const auto check = [](BeamSection section, double area, double second_moment) {
    EXPECT_NEAR(section.numbers().area, area, 1e-15);
    EXPECT_NEAR(section.numbers().second_moment, second_moment, 1e-15);
  };
  using Section = BeamSection::Shape;
  check({Section::circle, 0.0, 0.0, 0.2, 0.0, 0.0, 0.0}, M_PI * 0.01, M_PI * 0.0016 / 64.0);
  check({Section::tube, 0.0, 0.0, 0.2, 0.1, 0.0, 0.0}, M_PI * 0.0075, M_PI * 0.0015 / 64.0);
  check({Section::rectangle, 0.0, 0.0, 0.0, 0.0, 0.3, 0.2}, 0.06, 0.3 * 0.008 / 12.0);
  check({Section::given, 0.5, 0.25, 0.0, 0.0, 0.0, 0.0}, 0.5, 0.25);
}

TEST(BeamPlanar, StartsAsItIsTold) {
  auto options = beam(1, Support::clamped);
  options.mesh.displacement = {0.0, 0.0, 0.0, 0.01, 0.02, 0.03};
  options.mesh.rate = {0.0, 0.0, 0.0, 1.0, 2.0, 3.0};
  const auto built = make_beam_planar(options);
  EXPECT_EQ(built.q, Vector3(0.01, 0.02, 0.03));
  EXPECT_EQ(built.v, Vector3(1.0, 2.0, 3.0));
}

Keys keys(const BeamPlanarOptions& options) {
  return keys_thrown([&] { make_beam_planar(options); });
}

TEST(BeamPlanar, TellsAllThatIsWrongAtOnce) {
  BeamPlanarOptions nothing;
  EXPECT_EQ(keys(nothing),
            (Keys{"length", "youngs_modulus", "density", "section.area", "section.second_moment", "elements"}));
  auto both = beam(2, Support::free);
  both.mesh.section.area = 1.0;
  EXPECT_EQ(keys(both), Keys{"section.area"});
  auto twice = beam(2, Support::free);
  twice.mesh.node_positions = {0.0, 1.0};
  EXPECT_EQ(keys(twice), Keys{"node_positions"});
  auto unordered = beam(0, Support::free);
  unordered.mesh.node_positions = {0.0, 0.5, 0.4, 1.0};
  EXPECT_EQ(keys(unordered), Keys{"node_positions"});
  auto parts = beam(2, Support::free);
  parts.mesh.attach.nodes = {3.0, 0.5};
  EXPECT_EQ(keys(parts), (Keys{"attach.nodes", "attach.nodes", "attach.mass"}));
  auto held = beam(1, Support::clamped, Support::clamped);
  EXPECT_EQ(keys(held), Keys{"supports"});
  auto moved = beam(1, Support::clamped);
  moved.mesh.displacement = {0.1, 0.0, 0.0, 0.0, 0.0, 0.0};
  EXPECT_EQ(keys(moved), Keys{"displacement"});
  auto short_list = beam(2, Support::clamped);
  short_list.mesh.rate = {0.0};
  EXPECT_EQ(keys(short_list), Keys{"displacement_rate"});
  auto pipe = beam(2, Support::free);
  pipe.mesh.section = {BeamSection::Shape::tube, 0.0, 0.0, 0.1, 0.2, 0.0, 0.0};
  EXPECT_EQ(keys(pipe), Keys{"section.inner_diameter"});
  EXPECT_EQ(keys(beam(5000, Support::clamped)), Keys{"elements"});  // round-off: 3e-3 of the deflection
  auto rotary = beam(2, Support::free);
  rotary.mesh.rotary = BeamMeshOptions::Rotary::reference;
  EXPECT_EQ(keys(rotary), Keys{"rotary_inertia"});
}

}  // namespace beam_planar_test
}  // namespace percuss
