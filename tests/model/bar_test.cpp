// SPDX-License-Identifier: Apache-2.0
#include "model/bar.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/model/built_body.hpp"

namespace percuss {
namespace bar_test {

BarOptions steel(Index elements) {
  BarOptions options;
  options.length = 2.0;
  options.elements = elements;
  options.area = 1e-4;
  options.youngs_modulus = 2.1e11;
  options.density = 7800.0;
  return options;
}

std::vector<std::string> keys_in(const std::vector<Fault>& faults) {
  std::vector<std::string> keys;
  for (const auto& fault : faults) keys.push_back(fault.key);
  return keys;
}

TEST(Bar, OfOneElementIsThatElement) {
  const auto bar = make_bar(steel(1));
  const double mass = 7800.0 * 1e-4 * 2.0, spring = 2.1e11 * 1e-4 / 2.0;
  const Matrix M = tangent(bar, {1.0, 0.0, 0.0}), K = tangent(bar, {0.0, 0.0, 1.0});
  EXPECT_LE((M - mass / 6.0 * (Matrix(2, 2) << 2.0, 1.0, 1.0, 2.0).finished()).cwiseAbs().maxCoeff(), 1e-15 * mass);
  EXPECT_LE((K - spring * (Matrix(2, 2) << 1.0, -1.0, -1.0, 1.0).finished()).cwiseAbs().maxCoeff(), 1e-15 * spring);
}

TEST(Bar, WeighsWhatItsVolumeWeighs) {
  for (const Index elements : {1, 2, 7, 100})
    for (const auto mass : {BarOptions::Mass::consistent, BarOptions::Mass::lumped}) {
      auto options = steel(elements);
      options.mass = mass;
      const double exact = 7800.0 * 1e-4 * 2.0;                                 // rho S L
      EXPECT_NEAR(tangent(make_bar(options), {}).sum(), exact, 1e-13 * exact);  // some hundred roundings
    }
}

TEST(Bar, FeelsNothingWhereverItIsMovedAsAWhole) {
  const auto bar = make_bar(steel(33));
  Vector f(34);
  for (const double far : {1e-3, 1.0, 1e9 / 3.0}) {
    bar.body().forces(0.0, Vector::Constant(34, far), Vector::Zero(34), f);
    EXPECT_EQ(f, Vector::Zero(34)) << far;  // exactly: see SymmetricMatrix
  }
}

TEST(Bar, StretchesByHookesLaw) {
  const auto bar = make_bar(steel(10));
  Vector f(11);
  bar.body().forces(0.0, Vector::LinSpaced(11, 0.0, 1e-3), Vector::Zero(11), f);
  const double pull = 2.1e11 * 1e-4 * 1e-3 / 2.0;  // E S dL / L
  EXPECT_NEAR(f[0], pull, 1e-12 * pull);           // differences of displacements lose a digit or two
  EXPECT_NEAR(f[10], -pull, 1e-12 * pull);
  EXPECT_LE(f.segment(1, 9).cwiseAbs().maxCoeff(), 1e-12 * pull);
}

// All elements alike: the fastest mode of the bar, every node against its neighbours, is that of the free element.
TEST(Bar, IsAsFastAsItsModeBoundAndNoFaster) {
  for (const Index elements : {1, 2, 5, 20, 51})
    for (const auto mass : {BarOptions::Mass::consistent, BarOptions::Mass::lumped}) {
      auto options = steel(elements);
      options.mass = mass;
      const auto bar = make_bar(options);
      const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(tangent(bar, {0.0, 0.0, 1.0}), tangent(bar, {}));
      const double omega = std::sqrt(modes.eigenvalues().maxCoeff());
      EXPECT_NEAR(bar.body().mode_bound()->omega_max, omega, 1e-12 * omega) << elements;  // dense eigenvalues: n eps
    }
}

TEST(Bar, HasTheFirstModeOfTheContinuum) {
  const auto bar = make_bar(steel(100));
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(tangent(bar, {0.0, 0.0, 1.0}), tangent(bar, {}));
  const double exact = std::numbers::pi / 2.0 * std::sqrt(2.1e11 / 7800.0);  // pi c0 / L
  EXPECT_NEAR(std::sqrt(modes.eigenvalues()[1]), exact, 1e-4 * exact);       // (pi/100)^2/24 = 4e-5 of discretisation
}

TEST(Bar, IsDampedInProportionToMassAndStiffness) {
  auto options = steel(4);
  EXPECT_FALSE(make_bar(options).body().forces_depend_on_velocity());
  options.damping.mass = 3.0;
  options.damping.stiffness = 1e-6;
  const auto bar = make_bar(options);
  const Matrix M = tangent(bar, {}), C = tangent(bar, {0.0, 1.0, 0.0}), K = tangent(bar, {0.0, 0.0, 1.0});
  EXPECT_LE((C - 3.0 * M - 1e-6 * K).cwiseAbs().maxCoeff(), 1e-14 * C.cwiseAbs().maxCoeff());  // a few eps
  EXPECT_EQ(bar.body().mode_bound()->mass_damping, 3.0);
  EXPECT_EQ(bar.body().mode_bound()->stiffness_damping, 1e-6);
}

TEST(Bar, StartsWhereItIsTold) {
  auto options = steel(2);
  options.position = {0.5};
  options.velocity = {1.0, 2.0, 3.0};
  const auto bar = make_bar(options);
  EXPECT_EQ(bar.q, Vector::Constant(3, 0.5));
  EXPECT_EQ(bar.v, (Vector(3) << 1.0, 2.0, 3.0).finished());
}

TEST(Bar, HasItsNodesAlongX) {
  const auto bar = make_bar(steel(4));
  EXPECT_EQ(bar.nodes.count, 5);
  EXPECT_EQ(bar.nodes.dimension, 1);
  EXPECT_EQ(bar.nodes.reference(0), (std::array<double, 3>{0.0, 0.0, 0.0}));
  EXPECT_EQ(bar.nodes.reference(4), (std::array<double, 3>{2.0, 0.0, 0.0}));
}

TEST(Bar, TellsAllThatIsWrongAtOnce) {
  EXPECT_EQ(keys_in(BarOptions{}.validate()),
            (std::vector<std::string>{"length", "elements", "area", "youngs_modulus", "density"}));
  auto options = steel(3);
  options.area = -1.0;
  options.damping.mass = -1.0;
  options.position = {1.0, 2.0};
  options.velocity = {};
  EXPECT_EQ(keys_in(options.validate()), (std::vector<std::string>{"area", "damping.mass", "position", "velocity"}));
  EXPECT_THROW(make_bar(options), InputError);
  EXPECT_TRUE(steel(3).validate().empty());
}

}  // namespace bar_test
}  // namespace percuss
