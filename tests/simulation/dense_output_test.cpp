// SPDX-License-Identifier: Apache-2.0
#include "simulation/dense_output.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/simulation/motion_of_a_point.hpp"

namespace percuss {
namespace {

class DenseOutputs : public ::testing::Test {
 protected:
  DenseOutput::Row row() {
    return [this](const State& state) { rows_.push_back(state); };
  }
  State at(double t, double q, double v) const { return {t, Vector::Constant(1, q), Vector::Constant(1, v)}; }

  test::MotionOfAPoint point_;
  std::vector<State> rows_;
};

/// Steps of 0.25 s at 2 m/s, rows of 0.1 s, one of them to round-off at the end of a step: 0.5 s.
TEST_F(DenseOutputs, RowsStandAtMultiplesOfTheInterval) {
  DenseOutput dense(point_.system(), 1);
  dense.start(at(0.0, 1.0, 2.0), 0.1);
  for (int i = 1; i <= 4; ++i) dense.take({0.25 * i, 0.25, 1, false}, at(0.25 * i, 1.0 + 0.5 * i, 2.0), row());
  ASSERT_EQ(rows_.size(), 10u);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    EXPECT_EQ(rows_[k].t, 0.1 * static_cast<double>(k + 1));
    EXPECT_NEAR(rows_[k].q[0], 1.0 + 2.0 * rows_[k].t, 1e-15);
    EXPECT_NEAR(rows_[k].v[0], 2.0, 1e-15);
  }
}

/// A ball comes at -1 m/s and leaves at 0.5 m/s in the step from 1 to 2 s: velocities jump at its end, and the step
/// behind it knows nothing of what was before.
TEST_F(DenseOutputs, VelocitiesJumpAtTheEndOfAStepThatSwitches) {
  DenseOutput dense(point_.system(), 5);
  dense.start(at(0.0, 3.0, -1.0), 0.25);
  dense.take({1.0, 1.0, 1, false}, at(1.0, 2.0, -1.0), row());
  dense.take({2.0, 1.0, 1, true}, at(2.0, 1.75, 0.5), row());
  dense.take({3.0, 1.0, 5, false}, at(3.0, 2.25, 0.5), row());
  ASSERT_EQ(rows_.size(), 12u);
  for (const auto& [t, q, v] : rows_) {
    EXPECT_NEAR(v[0], t < 2.0 ? -1.0 : 0.5, 1e-15) << t;
    const double struck = 2.0 - 0.25 * (t - 1.0);  // by the mean velocity, as the state at its end says
    EXPECT_NEAR(q[0], t <= 1.0 ? 3.0 - t : t <= 2.0 ? struck : 0.75 + 0.5 * t, 1e-14) << t;
  }
}

/// Where accelerations jump, between two steps without a switch, nodes before it would bend what is straight.
TEST_F(DenseOutputs, BreaksOffAtAKink) {
  DenseOutput dense(point_.system(), 5);
  dense.start(at(0.0, 0.0, 0.0), 0.5);
  dense.take({1.0, 1.0, 5, false}, at(1.0, 0.5, 1.0), row());  // a = 1
  dense.break_off();
  dense.take({2.0, 1.0, 5, false}, at(2.0, 1.5, 1.0), row());  // a = 0
  ASSERT_EQ(rows_.size(), 4u);
  EXPECT_NEAR(rows_[2].q[0], 1.0, 1e-15);
  EXPECT_NEAR(rows_[2].v[0], 1.0, 1e-15);
}

/// From -1 to 0 s: the last row's time is 2e-19 s when it is computed. With start_time beyond round-off of 0.
TEST_F(DenseOutputs, ARowAtTimeZeroIsNotLost) {
  DenseOutput dense(point_.system(), 1);
  dense.start(at(-1e-3, 0.0, 0.0), 1e-4);
  dense.take({0.0, 1e-3, 1, false}, at(0.0, 0.0, 0.0), row());
  ASSERT_EQ(rows_.size(), 10u);
}

TEST_F(DenseOutputs, NothingIsToldOfWhatIsNotFiniteOrNotAskedFor) {
  DenseOutput dense(point_.system(), 1);
  dense.start(at(0.0, 0.0, 0.0), 0.1);
  dense.take({1.0, 1.0, 1, false}, at(1.0, 0.0, std::numeric_limits<double>::infinity()), row());
  EXPECT_TRUE(rows_.empty());
  dense.start(at(0.0, 0.0, 0.0), 0.0);
  dense.take({1.0, 1.0, 1, false}, at(1.0, 0.0, 0.0), row());
  dense.break_off();
  EXPECT_TRUE(rows_.empty());
}

/// A run that goes on has the rows that the unbroken one has; with another interval, those that are still to come.
TEST_F(DenseOutputs, GoesOn) {
  DenseOutput whole(point_.system(), 4);
  whole.start(point_.at(0.0), 0.03);
  MemoryImage image;
  for (int i = 1; i <= 10; ++i) {
    whole.take({0.1 * i, 0.1, 4, false}, point_.at(0.1 * i), row());
    if (i != 6) continue;  // at 0.6 s, where a row stands
    auto save = MemoryWalk::saving(image);
    whole.walk_memory(save);
  }
  const auto all = rows_;
  for (const double interval : {0.03, 0.25, 0.0}) {
    rows_.clear();
    DenseOutput dense(point_.system(), 4);
    dense.start(point_.at(0.0), interval);
    auto restore = MemoryWalk::restoring(image);
    dense.walk_memory(restore);
    dense.go_on(point_.at(0.6));
    for (int i = 7; i <= 10; ++i) dense.take({0.1 * i, 0.1, 4, false}, point_.at(0.1 * i), row());
    if (interval == 0.03) {
      ASSERT_EQ(all.size(), 33u);
      ASSERT_EQ(rows_.size(), 13u);
      for (std::size_t k = 0; k < 13; ++k) EXPECT_EQ(rows_[k].q, all[k + 20].q);
    } else if (interval == 0.25) {
      ASSERT_EQ(rows_.size(), 2u);
      EXPECT_EQ(rows_[0].t, 0.75);
    } else {
      EXPECT_TRUE(rows_.empty());
    }
  }
}

}  // namespace
}  // namespace percuss
