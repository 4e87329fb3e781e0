// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/cone_function.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace percuss {
namespace cone_function_test {

double largest(const std::array<double, 3>& phi) {
  return std::max({std::abs(phi[0]), std::abs(phi[1]), std::abs(phi[2])});
}

// phi = 0 on Coulomb's law and nowhere else: open, stick, slip (the velocity against the force, no normal velocity).
TEST(ConeFunction, VanishesOnTheLawOfCoulomb) {
  const double mu = 0.5;
  const auto phi = [mu](std::array<double, 3> y, std::array<double, 3> gamma) {
    return largest(ConeFunction(mu, y.data(), gamma.data(), 3).phi);
  };
  const double rounding = 1e-10;  // 1e-20 of the squares keeps the root differentiable
  EXPECT_LE(phi({0.0, 0.0, 0.0}, {1.0, 3.0, -2.0}), 10 * rounding);
  EXPECT_LE(phi({2.0, 0.3, -0.4}, {0.0, 0.0, 0.0}), 10 * rounding);
  EXPECT_LE(phi({2.0, -0.6, 0.8}, {0.0, 3.0, -4.0}), 10 * rounding);
  EXPECT_GE(phi({2.0, -0.6, 0.8}, {1.5, 3.0, -4.0}), 0.1);  // the associated law would lift it: mu |gamma_T|
  EXPECT_GE(phi({2.0, 0.6, -0.8}, {0.0, 3.0, -4.0}), 0.1);  // friction drives
  EXPECT_GE(phi({-1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}), 0.1);   // the wall pulls
  EXPECT_GE(phi({0.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}), 0.1);   // the wall is entered
}

TEST(ConeFunction, HasTheDerivativesOfItsDifferences) {
  std::mt19937 random(1);
  std::normal_distribution<double> number;
  for (const double mu : {0.0, 0.3, 5.0})
    for (Index rows = 1; rows <= 3; ++rows)
      for (int sample = 0; sample < 20; ++sample) {
        std::array<double, 3> y{}, gamma{};
        for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) {
          y[i] = number(random);
          gamma[i] = number(random);
        }
        const double m = rows == 1 ? 0.0 : mu;
        const ConeFunction f(m, y.data(), gamma.data(), rows);
        for (std::size_t j = 0; j < static_cast<std::size_t>(rows); ++j)
          for (const bool force : {true, false}) {
            const double h = 1e-6;
            auto more = force ? y : gamma, less = more;
            more[j] += h;
            less[j] -= h;
            const ConeFunction up =
                force ? ConeFunction(m, more.data(), gamma.data(), rows) : ConeFunction(m, y.data(), more.data(), rows);
            const ConeFunction down =
                force ? ConeFunction(m, less.data(), gamma.data(), rows) : ConeFunction(m, y.data(), less.data(), rows);
            for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i)
              // the second-order error h^2 times a third derivative that near the edges of the cone is some thousand
              EXPECT_NEAR((force ? f.by_force : f.by_velocity)[3 * i + j], (up.phi[i] - down.phi[i]) / (2.0 * h), 1e-4);
          }
      }
}

}  // namespace cone_function_test
}  // namespace percuss
