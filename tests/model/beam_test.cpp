// SPDX-License-Identifier: Apache-2.0
#include "model/beam.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/decompositions.hpp"
#include "model/load.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace beam_test {

using Support = BeamOptions::Support;

BeamOptions beam_in_space(Index elements, Support first, Support last = Support::free) {
  BeamOptions options;
  options.mesh = spatial_mesh(elements);
  options.supports.first = first;
  options.supports.last = last;
  return options;
}

constexpr double EA = 3e6, EIy = 100.0, EIz = 225.0, GJ = 90.0, rho_a = 4.68, rho_ip = 5.07e-4;

/// Frequencies [rad/s], ascending.
Vector spatial_frequencies(const BeamOptions& options) {
  const auto built = make_beam(options);
  const Vector zero = Vector::Zero(built.body().num_v());
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(tangent_of(built.body(), zero, zero, {0.0, 0.0, 1.0}),
                                                                tangent_of(built.body(), zero, zero, {}));
  return solver.eigenvalues().cwiseMax(0.0).cwiseSqrt();
}

bool has_frequency(const Vector& all, double frequency, double relative) {
  return ((all.array() - frequency).abs() < relative * frequency).any();
}

// Bending in both planes, twist and stretch of a cantilever: exact values, 12 elements.
TEST(Beam, OscillatesInBothPlanesAndTwists) {
  const Vector all = spatial_frequencies(beam_in_space(12, Support::clamped));
  for (const double factor : {3.5160152685, 22.034491565})
    for (const double EI : {EIy, EIz})
      EXPECT_TRUE(has_frequency(all, factor * std::sqrt(EI / rho_a), 1e-4)) << factor << ' ' << EI;
  // Linear shapes: (pi/2)^2/(24 n^2) too high
  EXPECT_TRUE(has_frequency(all, 0.5 * M_PI * std::sqrt(GJ / rho_ip), 1e-3));
  EXPECT_TRUE(has_frequency(all, 0.5 * M_PI * std::sqrt(EA / rho_a), 1e-3));
  EXPECT_GT(all[0], 1.0);
}

// Pinned ends: omega^2 = EI k^4 / (rho A + rho I k^2), k = n pi / L; exact but for the mesh.
TEST(Beam, IsSlowerWithTheRotaryInertiaOfItsSections) {
  auto options = beam_in_space(24, Support::pinned, Support::roller);
  options.mesh.rotary = BeamMeshSpatialOptions::Rotary::rayleigh;
  const Vector all = spatial_frequencies(options);
  for (const double n : {1.0, 3.0, 5.0})
    for (const double EI : {EIy, EIz}) {
      const double k = n * M_PI, I = EI / 5e9;
      const double expected = std::sqrt(EI * std::pow(k, 4) / (rho_a + 7800.0 * I * k * k));
      const double of_mesh = std::pow(k / 24.0, 4) / 1000.0;  // cubic elements; Rayleigh's share is 1.6e-4 n^2 and more
      EXPECT_TRUE(has_frequency(all, expected, of_mesh + 1e-8)) << n << ' ' << EI;
    }
}

TEST(Beam, IsAsFreeAsItsSupportsLeaveIt) {
  const auto rigid_motions = [](Support first, Support last) {
    const Vector all = spatial_frequencies(beam_in_space(4, first, last));
    return (all.array() < 1e-2).count();  // round-off of 0 under the root: sqrt(eps) of 1e5 rad/s is 1e-3
  };
  EXPECT_EQ(rigid_motions(Support::free, Support::free), 6);
  EXPECT_EQ(rigid_motions(Support::pinned, Support::free), 3);
  EXPECT_EQ(rigid_motions(Support::pinned, Support::roller), 1);  // spin
  EXPECT_EQ(rigid_motions(Support::hinged, Support::roller), 0);
  EXPECT_EQ(rigid_motions(Support::clamped, Support::free), 0);
  EXPECT_EQ(rigid_motions(Support::roller, Support::roller), 2);  // along and about itself
}

// A cantilever along any direction sags by rho A g L^4 / (8 EI) across, in each of its planes.
TEST(Beam, SagsUnderItsWeightAsTheTextbookSays) {
  Model model;
  auto options = beam_in_space(3, Support::clamped);
  options.orientation = {0.3, -0.5, 0.9};
  options.position = {1.0, 2.0, 3.0};
  model.add_body("beam", "beam", make_beam(options));
  GravityOptions gravity;
  gravity.acceleration = {1.0, 2.0, -9.81};
  add_gravity(model, gravity);
  const Vector zero = Vector::Zero(model.system.num_v());
  const Matrix K = tangent_of(model.system.body(0), zero, zero, {0.0, 0.0, 1.0});
  const Vector q = K.partialPivLu().solve(forces_of(model.system, zero, zero));
  const auto tip = model.bodies[0].marker(3);
  const Matrix3 axes = tip.frame().rotation(q) * tip.rotation(zero);
  const Vector3 g = axes.transpose() * Vector3(1.0, 2.0, -9.81), sag = tip.deflection(q);
  EXPECT_NEAR(sag[0], rho_a * g[0] / (2.0 * EA), 1e-15);
  EXPECT_NEAR(sag[1], rho_a * g[1] / (8.0 * EIz), 1e-12);
  EXPECT_NEAR(sag[2], rho_a * g[2] / (8.0 * EIy), 1e-12);
  EXPECT_NEAR(tip.section_turn(q)[1], -rho_a * g[2] / (6.0 * EIy), 1e-12);
  EXPECT_NEAR(tip.section_turn(q)[2], rho_a * g[1] / (6.0 * EIz), 1e-12);
  EXPECT_LE((tip.position(q) - Vector3(1.0, 2.0, 3.0) - axes * (Vector3(1.0, 0.0, 0.0) + sag)).norm(), 1e-14);
}

TEST(Beam, TellsWhatIsWrong) {
  const auto keys = [](const BeamOptions& options) { return keys_thrown([&] { make_beam(options); }); };
  auto options = beam_in_space(2, Support::clamped);
  options.position = {1.0};
  options.orientation = {0.0, 0.0, 0.0, 0.0};
  options.supports.pinned_nodes = {7.0};
  EXPECT_EQ(keys(options), (Keys{"position", "orientation", "supports.pinned_nodes"}));
  EXPECT_EQ(keys(beam_in_space(1, Support::clamped, Support::clamped)), Keys{"supports"});
  auto moved = beam_in_space(1, Support::clamped);
  moved.mesh.displacement.assign(12, 0.1);
  EXPECT_EQ(keys(moved), Keys{"displacement"});
}

}  // namespace beam_test
}  // namespace percuss
