// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/regularisation.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace regularisation_test {

Regularisation of(const std::vector<Cone>& cones) {
  ContactSet contacts;
  for (const auto cone : cones) push(contacts, cone, 1);
  Regularisation regularisation;
  regularisation.restart(contacts);
  regularisation.begin(1e-9);
  return regularisation;
}

TEST(Regularisation, AddsNothingWherePivotsAreLarge) {
  for (const auto& cones : {std::vector{Cone::unilateral}, {Cone::bilateral}, {Cone::unilateral, Cone::bilateral}}) {
    const auto regularisation = of(cones);
    EXPECT_EQ(regularisation.of_contacts(), 0.0);
    EXPECT_EQ(regularisation.of_joints(), 0.0);
    EXPECT_TRUE(regularisation.accepts(1e-10));
    EXPECT_FALSE(regularisation.accepts(1e-15));  // rounding
    EXPECT_FALSE(regularisation.accepts(std::numeric_limits<double>::quiet_NaN()));
  }
}

TEST(Regularisation, BelievesSmallerPivotsOfJoints) {
  EXPECT_TRUE(of({Cone::bilateral}).accepts(1e-12));
  EXPECT_FALSE(of({Cone::unilateral}).accepts(1e-12));
  EXPECT_FALSE(of({Cone::bilateral, Cone::unilateral}).accepts(1e-12));  // it may be the contact's
}

TEST(Regularisation, SparesJointsAsLongAsContactsAreEnough) {
  auto mixed = of({Cone::bilateral, Cone::unilateral});
  mixed.increase();
  EXPECT_EQ(mixed.of_contacts(), 1e-9);
  EXPECT_EQ(mixed.of_joints(), 0.0);
  EXPECT_TRUE(mixed.accepts(1e-12));
  EXPECT_FALSE(mixed.accepts(1e-15));
  mixed.increase();
  EXPECT_EQ(mixed.of_joints(), 1e-9);
  EXPECT_TRUE(mixed.accepts(1e-15));
  EXPECT_FALSE(mixed.accepts(0.0));
  mixed.increase();
  EXPECT_DOUBLE_EQ(mixed.of_joints(), 1e-7);
  EXPECT_DOUBLE_EQ(mixed.of_contacts(), 1e-7);
}

TEST(Regularisation, HasNothingToSpareWhereAllAreAlike) {
  for (const auto cone : {Cone::bilateral, Cone::coulomb}) {
    auto regularisation = of({cone, cone});
    regularisation.increase();
    EXPECT_TRUE(regularisation.accepts(1e-15));
    EXPECT_EQ(regularisation.of_contacts(), 1e-9);
  }
}

TEST(Regularisation, IsRememberedFromStepToStep) {
  auto regularisation = of({Cone::unilateral});
  regularisation.increase();
  regularisation.begin(1e-7);
  EXPECT_EQ(regularisation.of_contacts(), 1e-7);
  regularisation.forget();
  regularisation.begin(1e-7);
  EXPECT_EQ(regularisation.of_contacts(), 0.0);
}

// Shifted equations have pivots of the shift's size at least.
TEST(Regularisation, TakesPivotsOfTheSizeOfTheShift) {
  EXPECT_TRUE(of({Cone::unilateral}).accepts(1e-12, 1e-11));
  EXPECT_FALSE(of({Cone::unilateral}).accepts(1e-12, 1e-9));
}

}  // namespace regularisation_test
}  // namespace percuss
