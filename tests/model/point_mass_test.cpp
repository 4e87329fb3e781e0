// SPDX-License-Identifier: Apache-2.0
#include "model/point_mass.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace point_mass_test {

PointMassOptions stone(std::vector<double> position) {
  PointMassOptions options;
  options.mass = 2.0;
  options.position = std::move(position);
  return options;
}

std::vector<std::string> keys_of(const std::vector<Fault>& faults) {
  std::vector<std::string> keys;
  for (const auto& fault : faults) keys.push_back(fault.key);
  return keys;
}

TEST(PointMass, MovesInAsManyDirectionsAsItHasCoordinates) {
  for (const std::vector<double>& position : {std::vector{1.0}, std::vector{1.0, 2.0}, std::vector{1.0, 2.0, 3.0}}) {
    const auto built = make_point_mass(stone(position));
    const auto n = static_cast<Index>(position.size());
    EXPECT_EQ(built.body().num_v(), n);
    EXPECT_EQ(built.nodes.count, 1);
    EXPECT_EQ(built.nodes.dimension, n);
    EXPECT_EQ(built.q, Eigen::Map<const Vector>(position.data(), n));
    EXPECT_EQ(built.v, Vector::Zero(n));
    SparseMatrix M;
    built.body().tangent(0.0, built.q, built.v, {}, M);
    EXPECT_EQ(Matrix(M), Matrix(2.0 * Matrix::Identity(n, n)));
  }
}

TEST(PointMass, IsFreeAndThereforeHasNoOscillation) {
  const auto built = make_point_mass(stone({1.0, 2.0}));
  Vector f(2);
  built.body().forces(0.0, built.q, Vector::Ones(2), f);
  EXPECT_EQ(f, Vector::Zero(2));
  EXPECT_EQ(built.body().mode_bound()->omega_max, 0.0);
}

TEST(PointMass, IsBrakedInProportionToItsMass) {
  auto options = stone({0.0});
  options.velocity = {3.0};
  options.damping.mass = 0.5;
  const auto built = make_point_mass(options);
  Vector f(1);
  built.body().forces(0.0, built.q, built.v, f);
  EXPECT_EQ(f[0], -0.5 * 2.0 * 3.0);
  EXPECT_EQ(built.body().mode_bound()->mass_damping, 0.5);
}

TEST(PointMass, TellsAllThatIsWrongAtOnce) {
  EXPECT_EQ(keys_of(PointMassOptions{}.validate()), std::vector<std::string>{"mass"});
  auto options = stone({1.0, 2.0, 3.0, 4.0});
  options.mass = -1.0;
  options.velocity = {1.0};
  options.damping.mass = -1.0;
  EXPECT_EQ(keys_of(options.validate()), (std::vector<std::string>{"mass", "damping.mass", "position", "velocity"}));
  EXPECT_THROW(make_point_mass(options), InputError);
  EXPECT_EQ(keys_of(stone({}).validate()), std::vector<std::string>{"position"});
}

}  // namespace point_mass_test
}  // namespace percuss
