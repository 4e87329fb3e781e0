// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/jacobi_pace.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/jacobi.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace jacobi_pace_test {

TEST(JacobiPace, HalvesWhatLeadsNowhereAndRecovers) {
  JacobiPace pace(1.0, 8);
  EXPECT_EQ(pace.next(4.0), 1.0);
  EXPECT_EQ(pace.next(3.0), 1.0);
  EXPECT_EQ(pace.next(3.5), 0.5);
  EXPECT_EQ(pace.next(3.5), 0.25);  // nothing gained either
  EXPECT_EQ(pace.next(3.0), 1.05 * 0.25);
  for (int i = 0; i < 5; ++i) pace.next(4.0);
  EXPECT_EQ(pace.next(4.0), 1.0 / 8.0);
}

TEST(JacobiPace, GoesNoFurtherThanAsked) {
  JacobiPace pace(0.1, 8);  // less than 1/rows
  EXPECT_EQ(pace.next(1.0), 0.1);
  EXPECT_EQ(pace.next(2.0), 0.1);
  EXPECT_EQ(pace.next(1.0), 0.1);
}

// Two contacts that repeat each other: sweeps without relaxation lead from 0 to twice the force and back for ever.
TEST(Jacobi, SolvesContactsThatRepeatEachOther) {
  Problem problem;
  for (int k = 0; k < 2; ++k) push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Ones(2, 2);
  problem.c = Vector::Constant(2, -1.0);
  const DenseDelassus G(problem.G);
  Vector x = Vector::Zero(2);
  const auto report = Jacobi(ContactSolverOptions{}).solve({G, problem.c, problem.contacts}, x, 1e-12, 100);
  EXPECT_TRUE(report.ok());
  EXPECT_LE((x - Vector::Constant(2, 0.5)).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace jacobi_pace_test
}  // namespace percuss
