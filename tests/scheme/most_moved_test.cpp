// SPDX-License-Identifier: Apache-2.0
#include "scheme/most_moved.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace most_moved_test {

TEST(MostMoved, NamesTheContactWhoseRelativeVelocityChangesMost) {
  const auto model = ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}}.build();
  NodeWallOptions side;
  side.body = "particle";
  side.normal = {1.0, 0.0};
  add_node_wall(*model, "side", side);
  ContactSet set;
  const auto named = [&](std::vector<Index> closed, double x, double y) {
    model->contacts.evaluate(0.0, model->initial.q, 2, closed, set);
    return most_moved(model->contacts, set, Eigen::Vector2d(x, y));
  };
  EXPECT_EQ(named({0, 1}, 0.1, -0.2), ", among the contacts most at `floor`");
  EXPECT_EQ(named({0, 1}, -0.3, -0.2), ", among the contacts most at `side`");
  EXPECT_EQ(named({0, 1}, std::numeric_limits<double>::quiet_NaN(), 1.0), ", among the contacts most at `side`");
  EXPECT_EQ(named({1}, 0.1, -0.2), ", among the contacts most at `side`");
  EXPECT_EQ(named({}, 1.0, 1.0), "");
}

}  // namespace most_moved_test

}  // namespace percuss::test
