// SPDX-License-Identifier: Apache-2.0
#include "io/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace percuss {
namespace growth_test {

constexpr double never = std::numeric_limits<double>::infinity();

TEST(Growth, OfAPowerIsItsExponent) {
  const std::vector<double> sizes{1000.0, 10.0, 100.0, 100.0};
  std::vector<double> costs;
  for (const double size : sizes) costs.push_back(3e-6 * std::pow(size, 1.25));
  const auto growth = growth_of(sizes, costs);
  EXPECT_NEAR(growth.exponent, 1.25, 1e-12);
  EXPECT_NEAR(growth.factor, 3e-6, 1e-16);
  EXPECT_EQ(growth.problems, 4u);
}

// log y = 0, 0, 3 over log x = 0, 1, 2: slope 3/2, from -1/2.
TEST(Growth, OfWhatIsNoPowerIsTheLeastSquares) {
  const double e = std::exp(1.0);
  const auto growth = growth_of(std::vector<double>{1.0, e, e * e}, std::vector<double>{1.0, 1.0, e * e * e});
  EXPECT_NEAR(growth.exponent, 1.5, 1e-12);
  EXPECT_NEAR(growth.factor, std::exp(-0.5), 1e-12);
}

TEST(Growth, IsUnknownOfFewSizesAndLeavesOutWhatWasNotSolved) {
  const auto three =
      growth_of(std::vector<double>{1.0, 10.0, 100.0, 50.0}, std::vector<double>{1.0, 10.0, 100.0, never});
  EXPECT_NEAR(three.exponent, 1.0, 1e-12);
  EXPECT_EQ(three.problems, 3u);
  for (const auto& costs : {std::vector<double>{1.0, never, 100.0}, {0.0, 2.0, 3.0}, {never, never, never}})
    EXPECT_TRUE(std::isnan(growth_of(std::vector<double>{1.0, 10.0, 100.0}, costs).exponent));
  EXPECT_TRUE(std::isnan(growth_of(std::vector<double>{5.0, 5.0, 7.0}, std::vector<double>{1.0, 2.0, 3.0}).exponent));
  EXPECT_EQ(growth_of({}, {}).problems, 0u);
}

TEST(Growth, IsDrawnBySizeWithoutWhatWasNotSolved) {
  const std::vector<std::string> names{"a", "b"};
  const std::vector<std::vector<double>> costs{{3.0, 1.0, never}, {never, never, never}};
  const auto curves = growth_curves(names, std::vector<double>{100.0, 10.0, 1000.0}, costs);
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].name, "a");
  EXPECT_EQ(curves[0].x, (std::vector<double>{10.0, 100.0}));
  EXPECT_EQ(curves[0].y, (std::vector<double>{1.0, 3.0}));
  EXPECT_TRUE(curves[1].x.empty());
}

}  // namespace growth_test
}  // namespace percuss
