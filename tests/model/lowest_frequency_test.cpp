// SPDX-License-Identifier: Apache-2.0
#include "model/lowest_frequency.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace {

/// Three masses of 2 kg in a row between springs of 8 N/m, the ends free.
SparseMatrix chain_stiffness() {
  Matrix K(3, 3);
  K << 8.0, -8.0, 0.0, -8.0, 16.0, -8.0, 0.0, -8.0, 8.0;
  return K.sparseView();
}
SparseMatrix chain_mass() { return SparseMatrix(2.0 * Matrix::Identity(3, 3).sparseView()); }

// The shift that makes K regular is 1e-12 of omega^2, of what is seen twenty iterations leave less.
TEST(LowestFrequency, LeavesOutWhatConditionsForbid) {
  Matrix mean = Matrix::Ones(3, 1);
  const FrameConditions centred(3, {}, mean, {1});  // no common motion: 1, 0, -1 at sqrt(8/2)
  EXPECT_NEAR(lowest_frequency(chain_stiffness(), chain_mass(), centred), 2.0, 1e-9);
  const FrameConditions free(3, {}, Matrix(3, 0), {});
  EXPECT_NEAR(lowest_frequency(chain_stiffness(), chain_mass(), free), 0.0, 1e-6);
}

}  // namespace
}  // namespace percuss
