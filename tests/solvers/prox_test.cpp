// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/prox.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace percuss {
namespace prox_test {

using Pair = std::array<double, 2>;
using Triple = std::array<double, 3>;

Triple in_cone(Cone cone, double mu, Triple x) {
  prox_cone(cone, mu, x);
  return x;
}

TEST(ProxPositive, CutsOffTheNegativeNumbers) {
  EXPECT_EQ(prox_positive(2.0), 2.0);
  EXPECT_EQ(prox_positive(0.0), 0.0);
  EXPECT_EQ(prox_positive(-2.0), 0.0);
  EXPECT_TRUE(std::isnan(prox_positive(std::nan(""))));
}

TEST(ProxDisc, KeepsWhatLiesInside) {
  Pair x{3.0, -4.0};
  prox_disc(5.0, x);  // on the rim
  EXPECT_EQ(x, (Pair{3.0, -4.0}));
}

TEST(ProxDisc, PullsInWhatLiesOutside) {
  Pair x{3.0, -4.0};
  prox_disc(2.5, x);
  EXPECT_EQ(x, (Pair{1.5, -2.0}));
  std::array<double, 1> y{-7.0};
  prox_disc(2.0, y);
  EXPECT_EQ(y[0], -2.0);
}

TEST(ProxDisc, OfNoRadiusIsItsCentre) {
  Pair x{3.0, -4.0};
  prox_disc(0.0, x);
  EXPECT_EQ(x, (Pair{0.0, -0.0}));
  Pair centre{0.0, 0.0};
  prox_disc(0.0, centre);
  EXPECT_EQ(centre, (Pair{0.0, 0.0}));
  prox_disc(1.0, std::span<double>());  // no tangential direction
}

TEST(ProxCone, LeavesAJointFree) {
  EXPECT_EQ(in_cone(Cone::bilateral, 0.0, {-1.0, 5.0, 7.0}), (Triple{-1.0, 5.0, 7.0}));
}

TEST(ProxCone, OpensAContactThatPulls) {
  EXPECT_EQ(in_cone(Cone::coulomb, 0.5, {-1.0, 5.0, 7.0}), (Triple{0.0, 0.0, 0.0}));
  EXPECT_EQ(in_cone(Cone::unilateral, 0.0, {-1.0, 5.0, 7.0}), (Triple{0.0, 0.0, 0.0}));
}

TEST(ProxCone, LimitsFrictionByTheNormalForce) {
  EXPECT_EQ(in_cone(Cone::coulomb, 0.5, {10.0, 3.0, -4.0}), (Triple{10.0, 3.0, -4.0}));  // sticks
  EXPECT_EQ(in_cone(Cone::coulomb, 0.25, {10.0, 3.0, -4.0}), (Triple{10.0, 1.5, -2.0}));
  EXPECT_EQ(in_cone(Cone::coulomb, 0.0, {10.0, 3.0, -4.0}), (Triple{10.0, 0.0, -0.0}));
  EXPECT_EQ(in_cone(Cone::unilateral, 0.5, {10.0, 3.0, -4.0}), (Triple{10.0, 0.0, -0.0}));  // mu has no say
}

TEST(ProxCone, ChangesNothingTheSecondTime) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  for (int i = 0; i < 1000; ++i) {
    const double mu = 0.5 * std::abs(number(random));
    const auto once = in_cone(Cone::coulomb, mu, {number(random), number(random), number(random)});
    EXPECT_GE(once[0], 0.0);
    EXPECT_LE(std::hypot(once[1], once[2]), mu * once[0] * (1.0 + 1e-15) + 1e-300);  // scaled back to the rim, rounded
    const auto twice = in_cone(Cone::coulomb, mu, once);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(twice[k], once[k], 4e-16) << "draw " << i;  // numbers below 2
  }
}

}  // namespace prox_test
}  // namespace percuss
