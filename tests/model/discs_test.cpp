// SPDX-License-Identifier: Apache-2.0
#include "model/discs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/model/models.hpp"

namespace percuss {
namespace discs_test {

DiscsOptions gravel() {
  DiscsOptions options;
  options.count = 200;
  options.radius = {0.01, 0.02};
  options.density = 3.0;
  options.from = {-1.0, 0.0};
  options.to = {0.0, 0.5};
  options.speed = 0.7;
  options.angular_speed = 4.0;
  return options;
}

TEST(Discs, LieWithinTheirRectangleAndDoNotOverlap) {
  const auto built = make_discs(gravel());
  ASSERT_EQ(built.nodes.count, 200);
  ASSERT_EQ(built.bodies.size(), 200u);
  for (Index i = 0; i < 200; ++i) {
    const double r = built.radii[static_cast<std::size_t>(i)];
    EXPECT_GE(r, 0.01);
    EXPECT_LT(r, 0.02);
    const auto x = built.q.segment<2>(3 * i);
    EXPECT_GE(x[0] - r, -1.0 - 1e-15);
    EXPECT_LE(x[0] + r, 1e-15);
    EXPECT_GE(x[1] - r, -1e-15);
    EXPECT_LE(x[1] + r, 0.5 + 1e-15);
    for (Index j = 0; j < i; ++j)
      EXPECT_GE((x - built.q.segment<2>(3 * j)).norm(), r + built.radii[static_cast<std::size_t>(j)]);
    SparseMatrix M;
    built.bodies[static_cast<std::size_t>(i)]->tangent(0.0, built.q.segment<3>(3 * i), built.v.segment<3>(3 * i), {},
                                                       M);
    EXPECT_NEAR(M.coeff(0, 0), 3.0 * std::numbers::pi * r * r, 1e-17);
  }
}

TEST(Discs, VelocitiesFillTheirRangeEvenly) {
  const auto built = make_discs(gravel());
  double sum = 0.0, squares = 0.0;
  for (Index i = 0; i < 200; ++i) {
    EXPECT_LE(built.v.segment<2>(3 * i).lpNorm<Eigen::Infinity>(), 0.7);
    EXPECT_LE(std::abs(built.v[3 * i + 2]), 4.0);
    sum += built.v[3 * i];
    squares += built.v[3 * i] * built.v[3 * i];
  }
  EXPECT_NEAR(sum / 200, 0.0, 3.0 * 0.7 / std::sqrt(3.0 * 200));  // three standard deviations
  EXPECT_NEAR(squares / 200, 0.49 / 3.0, 3.0 * 0.49 * std::sqrt(4.0 / 45.0 / 200));
}

// Numbers of std::mt19937_64 with seed 1 as (x >> 11) 2^-53, worked out apart from this program: they must not change.
TEST(Discs, TheSameSeedGivesTheSameDiscsEverywhere) {
  auto options = gravel();
  const auto one = make_discs(options), two = make_discs(options);
  EXPECT_EQ(one.q, two.q);
  EXPECT_EQ(one.v, two.v);
  EXPECT_NEAR(one.radii[0], 0.01 + 0.01 * 0.13387664401253263, 1e-15);
  EXPECT_NEAR(one.radii[1], 0.01 + 0.01 * 0.13640703636619722, 1e-15);
  options.seed = 2;
  EXPECT_NE(make_discs(options).q, one.q);
}

TEST(Discs, ThatDoNotFindRoomAreToldWithTheShareTheyCover) {
  auto options = gravel();
  options.count = 700;
  try {
    make_discs(options);
    FAIL() << "700 discs cover more than nine tenths of the rectangle";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults()[0].key, "count");
    EXPECT_NE(error.faults()[0].message.find("of 700 discs fit"), std::string::npos);
  }
  options.count = 1;
  options.radius = {0.3};  // wider than the rectangle is high
  EXPECT_EQ(keys_thrown([&] { make_discs(options); }), Keys{"count"});
}

TEST(Discs, TellAllThatIsWrongAtOnce) {
  const auto keys_of = [](const DiscsOptions& options) { return keys_thrown([&] { make_discs(options); }); };
  auto options = gravel();
  options.radius = {0.02, 0.01};
  options.mass = 1.0;
  options.from = {0.0};
  EXPECT_EQ(keys_of(options), (Keys{"radius", "density", "from"}));
  options = gravel();
  options.to = options.from;
  EXPECT_EQ(keys_of(options), Keys{"to"});
  options = gravel();
  options.radius = {};
  EXPECT_EQ(keys_of(options), Keys{"radius"});
}

}  // namespace discs_test
}  // namespace percuss
