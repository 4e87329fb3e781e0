// SPDX-License-Identifier: Apache-2.0
#include "contact/column_choice.hpp"

#include <gtest/gtest.h>

#include "contact/joints.hpp"
#include "core/joint_places.hpp"

namespace percuss {
namespace column_choice_test {

using Columns = std::vector<Index>;

Matrix unit(std::initializer_list<Vector3> columns) {
  Matrix W(3, static_cast<Index>(columns.size()));
  Index j = 0;
  for (const auto& column : columns) W.col(j++) = column.normalized();
  return W;
}

TEST(ColumnChoice, TakesTheFirstOfThoseThatAreAlike) {
  const auto W = unit({{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 2, 3}});
  const auto choice = choose_columns(W, {0, 0, 0, 0, 0});
  EXPECT_EQ(choice.taken, (Columns{0, 1, 3}));
  EXPECT_EQ(choice.rest, (Columns{2, 4}));
  EXPECT_TRUE((choice.basis.transpose() * choice.basis).isIdentity(1e-15));
}

TEST(ColumnChoice, TakesDrivenOnesBeforeAll) {
  const auto W = unit({{1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
  const auto choice = choose_columns(W, {0, 0, 1});
  EXPECT_EQ(choice.taken, (Columns{0, 2}));
  EXPECT_EQ(choice.rest, (Columns{1}));
}

// The second stands off the first by 1e-6 only: it would do, but the third does better.
TEST(ColumnChoice, PrefersWhatStandsOffWell) {
  const auto W = unit({{1, 0, 0}, {1, 1e-6, 0}, {0, 1, 0}});
  const auto choice = choose_columns(W, {0, 0, 0});
  EXPECT_EQ(choice.taken, (Columns{0, 2}));
  EXPECT_EQ(choose_columns(W.leftCols(2), {0, 0}).taken, (Columns{0, 1})) << "where there is no better";
  EXPECT_EQ(choose_columns(unit({{1, 0, 0}, {1, 1e-12, 0}}), {0, 0}).rest, (Columns{1})) << "and not at all";
}

TEST(ColumnChoice, OfNothingIsNothing) {
  const auto choice = choose_columns(Matrix(3, 0), {});
  EXPECT_TRUE(choice.taken.empty());
  EXPECT_TRUE(choice.rest.empty());
  EXPECT_EQ(choice.basis.cols(), 0);
}

// A pin at a lever of 0.001 and one at 1000: as lengths their columns are the same.
TEST(ScaledColumns, AreTheSameInEveryUnitOfLength) {
  for (const double unit_of_length : {1e-3, 1e3}) {
    Joints joints;
    const Vector3 pin(unit_of_length, 0.0, 0.0);
    joints.add({"pin",
                Marker::planar(0, 0, pin),
                Marker::ground(pin),
                {Joints::Row::point(Vector3::UnitX()), Joints::Row::point(Vector3::UnitY())}});
    const JointColumns columns(joints, 8, rigid_joints(joints), 0.0, Vector::Zero(3));
    const ScaledColumns scaled(columns, columns.touched);
    EXPECT_TRUE(scaled.W.col(1).isApprox(Vector3(0.0, 1.0, 1.0).normalized(), 1e-15)) << unit_of_length;
    EXPECT_NEAR(scaled.length[1], std::sqrt(2.0), 1e-15);
    EXPECT_EQ(scaled.lever[2], unit_of_length);
    // Of the same joints elsewhere, in the levers of here; velocities in between that no joint touches are 0.
    const ScaledColumns among(columns, {0, 1, 2, 7});
    EXPECT_TRUE(among.W.topRows(3).isApprox(scaled.W, 1e-15));
    EXPECT_EQ(among.W.row(3).norm(), 0.0);
  }
}

}  // namespace column_choice_test
}  // namespace percuss
