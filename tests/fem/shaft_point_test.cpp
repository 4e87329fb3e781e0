// SPDX-License-Identifier: Apache-2.0
#include "fem/shaft_point.hpp"

#include <gtest/gtest.h>

#include <random>

namespace percuss::fem {
namespace shaft_point_test {

BeamElementSpatial short_element() {
  BeamElementSpatial part;
  part.length = 0.7;
  part.start = 0.2;
  part.line_density = 1.3;
  part.bending_y = 2.0;
  part.bending_z = 3.0;
  part.torsion = 1.5;
  part.polar_inertia = 0.4;
  return part;
}

Vector10 random_ten(std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  Vector10 d;
  for (double& x : d) x = entry(random);
  return d;
}

class AnyShaftPoint : public testing::TestWithParam<unsigned> {
 protected:
  std::mt19937 random{GetParam()};
  ShaftPoint disc{short_element(), 0.3, {1.1, 0.2, 0.7, 0.5}};
  Vector10 d = random_ten(random), rate = random_ten(random);
  ShaftPointLoad load{{0.3, -9.81, 2.0}, 0.7, 0.4};
};

TEST_P(AnyShaftPoint, HasTheMassOfItsKineticEnergy) {
  Matrix10 M = Matrix10::Zero();
  disc.add_mass(d, 1.0, M);
  EXPECT_NEAR(disc.kinetic_energy(d, rate), 0.5 * rate.dot(M * rate), 1e-14);
  const Vector10 a = random_ten(random);
  Vector10 f = Vector10::Zero();
  disc.subtract_inertia(d, a, f);
  EXPECT_LE((f + M * a).norm(), 1e-14);
}

// f . d' = - d/dt of the potential energy + 1/2 d' M' d' - dissipation: what is left of the power of inertia when the
// acceleration is zero. M' by differences.
TEST_P(AnyShaftPoint, HasTheForcesThatItsEnergyNeeds) {
  Vector10 f = Vector10::Zero();
  disc.add_force(d, rate, load, f);
  constexpr double h = 1e-5;
  const auto power = [&](const auto& energy) { return (energy(h) - energy(-h)) / (2.0 * h); };
  const double potential = power([&](double s) { return disc.potential_energy(d + s * rate, load); });
  const double kinetic = power([&](double s) { return disc.kinetic_energy(d + s * rate, rate); });
  EXPECT_NEAR(f.dot(rate), -potential - kinetic - disc.dissipation(d, rate, load), 1e-8);
}

TEST_P(AnyShaftPoint, DissipatesByItsDampingMatrix) {
  Matrix10 C = Matrix10::Zero();
  disc.add_damping(d, load, 1.0, C);
  EXPECT_NEAR(disc.dissipation(d, rate, load), rate.dot(C * rate), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Seeds, AnyShaftPoint, testing::Range(1U, 6U));

TEST(ShaftPoint, LeavesOutTheUnknownsAlongTheAxis) {
  std::mt19937 random(1);
  const Vector10 d = random_ten(random);
  const Vector12 all = in_beam_order(d);
  EXPECT_EQ(from_beam_order(all), d);
  EXPECT_EQ(all[0], 0.0);
  EXPECT_EQ(all[6], 0.0);
  const Matrix12 K = stiffness(short_element());
  EXPECT_NEAR(d.dot(from_beam_order(K) * d), all.dot(K * all), 1e-12);
}

}  // namespace shaft_point_test
}  // namespace percuss::fem
