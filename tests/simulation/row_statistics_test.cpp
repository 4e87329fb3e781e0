// SPDX-License-Identifier: Apache-2.0
#include "simulation/row_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/fault.hpp"
#include "tests/io/model_text.hpp"

namespace percuss {
namespace {

class RowStatisticsTest : public ::testing::Test {
 protected:
  static ModelFile read(const std::string& history) {
    return test::read_model_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-2, end_time: 2.0}
bodies:
  ball: {type: point_mass, mass: 2.0, position: 0.5}
contacts:
  floor: {type: node_wall, body: ball}
outputs: {history: )" + history + "}\n");
  }
  /// Velocity and force of the one contact.
  Sample sample(double velocity, double force) {
    state_ = {0.0, Vector::Zero(1), Vector::Constant(1, velocity)};
    contacts_.assign(1, {});
    contacts_[0].force[0] = force;
    return {state_, contacts_, {}, ledger_, {}, {}};
  }
  State state_;
  std::vector<ContactRecord> contacts_;
  EnergyLedger ledger_;
};

/// Two steps of 1 and 3 s, at whose ends v = 1 and -3 m/s and the force 10 and 2 N; v was 0 at the row before.
TEST_F(RowStatisticsTest, ByHand) {
  const auto file = read(
      "[max(ball.nodes.first.velocity), min(ball.nodes.first.velocity), mean(ball.nodes.first.velocity), "
      "rms(ball.nodes.first.velocity), impulse(floor.force), mean(floor.force), max(floor.force), "
      "ball.nodes.first.velocity]");
  const auto history = make_history(file);
  EXPECT_EQ(history.names[0], "max(ball.nodes.first.velocity)");
  EXPECT_EQ(history.units[0], "m/s");
  EXPECT_EQ(history.units[4], "N s");
  RowStatistics statistics(history);
  EXPECT_FALSE(statistics.is_empty() || statistics.has(7));
  const auto values = [&](const Sample& now) {
    std::vector<double> found;
    for (std::size_t i = 0; i < 7; ++i) found.push_back(statistics.value(i, now));
    return found;
  };
  EXPECT_EQ(values(sample(0.0, 7.0)), (std::vector<double>{0, 0, 0, 0, 0, 7, 7}));  // a row without a step before it
  statistics.start_row(sample(0.0, 7.0));
  for (int row = 0; row < 2; ++row) {
    statistics.look(sample(1.0, 10.0), 1.0);
    statistics.look(sample(-3.0, 2.0), 3.0);
    const auto found = values(sample(-3.0, 2.0));
    // By trapezoids; in the second row the first of them starts at -3.
    const double first = row == 0 ? 0.0 : -3.0;
    EXPECT_EQ(found[0], 1.0);
    EXPECT_EQ(found[1], -3.0);
    EXPECT_NEAR(found[2], (0.5 * (first + 1.0) + 1.5 * (1.0 - 3.0)) / 4.0, 1e-15);
    EXPECT_NEAR(found[3], std::sqrt((0.5 * (first * first + 1.0) + 1.5 * (1.0 + 9.0)) / 4.0), 1e-15);
    EXPECT_NEAR(found[4], 16.0, 1e-15);
    EXPECT_NEAR(found[5], 4.0, 1e-15);
    EXPECT_EQ(found[6], 10.0);
    statistics.start_row(sample(-3.0, 2.0));
  }
}

TEST_F(RowStatisticsTest, AreWalked) {
  const auto history = make_history(read("[rms(ball.nodes.first.velocity), min(floor.force)]"));
  RowStatistics one(history), other(history);
  one.start_row(sample(1.0, 3.0));
  one.look(sample(2.0, 5.0), 0.5);
  MemoryImage image;
  auto save = MemoryWalk::saving(image);
  one.walk_memory(save);
  auto restore = MemoryWalk::restoring(image);
  other.walk_memory(restore);
  for (auto* each : {&one, &other}) each->look(sample(-1.0, 4.0), 0.25);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(one.value(i, sample(-1.0, 4.0)), other.value(i, sample(-1.0, 4.0)));
  RowStatistics fewer(make_history(read("[max(floor.force)]")));  // other outputs: begins anew
  auto again = MemoryWalk::restoring(image);
  fewer.walk_memory(again);
  fewer.look(sample(0.0, 1.0), 1.0);
  EXPECT_EQ(fewer.value(0, sample(0.0, 1.0)), 1.0);
}

/// Percussions and certificates are over that time as they are; a heading may not say what a column does not show.
TEST_F(RowStatisticsTest, RefusesWhatMeansNothing) {
  for (const auto* columns :
       {"[max(floor.percussion)]", "[mean(solver.min_gap)]", "[{name: floor.gap, quantity: floor.gap, over: max}]",
        "[{name: a, quantity: floor.gap, over: most}]"})
    EXPECT_THROW(make_history(read(columns)), InputError) << columns;
  EXPECT_NO_THROW(
      make_history(read("[floor.percussion, solver.min_gap, {name: floor.gap, quantity: floor.gap, over: end}]")));
}

TEST_F(RowStatisticsTest, AreToldWithWhatTheyShow) {
  const auto history =
      make_history(read("[{name: peak, quantity: floor.force, over: max}, impulse(floor.closed), rms(floor.gap)]"));
  EXPECT_EQ(history.words, (std::vector<std::string>{"max(floor.force)", "impulse(floor.closed)", "rms(floor.gap)"}));
  EXPECT_EQ(history.units, (std::vector<std::string>{"N", "s", "m"}));
  RowStatistics statistics(history);
  auto first = sample(0.0, 1.0);
  contacts_[0].gap = -0.5;
  EXPECT_EQ(statistics.value(2, first), 0.5);  // of a row without a step before it
}

}  // namespace
}  // namespace percuss
