// SPDX-License-Identifier: Apache-2.0
#include "contact/woodpecker_pole.hpp"

#include <gtest/gtest.h>

#include "core/types.hpp"

namespace percuss {
namespace woodpecker_pole_test {

const std::vector<Index> all{0, 1, 2};

WoodpeckerPole pole(double friction = 0.3) {
  WoodpeckerPole::Laws laws;
  laws.friction = friction;
  laws.tangential_restitution = 0.1;
  return {"pole", 1, 2, {}, laws};  // rows 1 to 3 of q, 2 to 4 of v
}

Vector gaps(const WoodpeckerPole& contacts, const Vector& q) {
  Vector gap(3);
  contacts.gaps(0.0, q, gap);
  return gap;
}

TEST(WoodpeckerPole, HasTheGapsOfTheToy) {
  const auto contacts = pole();
  // lM + lG - lS - r0 = 2.4e-3; rM - r0 = 6e-4.
  EXPECT_LE((gaps(contacts, Vector::Zero(4)) - Eigen::Vector3d(2.4e-3, 6e-4, 6e-4)).norm(), 1e-17);
  const Vector q = (Vector(4) << 9.0, 7.0, 0.1, 0.12).finished();
  // hS 0.12 = 2.4e-3: the beak touches; hM 0.1 = 5.8e-4.
  EXPECT_LE((gaps(contacts, q) - Eigen::Vector3d(0.0, 1.18e-3, 2e-5)).norm(), 1e-17);
}

TEST(WoodpeckerPole, HasNormalsThatAreTheSlopesOfTheGaps) {
  const auto contacts = pole();
  ContactSet set;
  contacts.evaluate(0.0, Vector::Zero(4), 5, all, set);
  Vector rate(3);
  for (Index j = 0; j < 3; ++j) {
    const Vector slope = gaps(contacts, Vector::Unit(4, 1 + j)) - gaps(contacts, Vector::Zero(4));
    contacts.normal_velocities(0.0, Vector::Zero(4), Vector::Unit(5, 2 + j), rate);
    EXPECT_LE((rate - slope).norm(), 1e-17);  // eps of 0.02
    for (Index k = 0; k < 3; ++k) EXPECT_EQ(set.W.column_dot(2 * k, Vector::Unit(5, 2 + j)), rate[k]);
  }
}

TEST(WoodpeckerPole, SlidesWhereTheContactPointsGoUpAndDown) {
  ContactSet set;
  pole().evaluate(0.0, Vector::Zero(4), 5, all, set);
  const Vector v = (Vector(5) << 0.0, 0.0, 1.0, 10.0, 100.0).finished();
  EXPECT_NEAR(set.W.column_dot(1, v), 1.0 + 0.1 - 0.51, 1e-15);  // lM = 0.01, lG - lS = -0.0051
  EXPECT_NEAR(set.W.column_dot(3, v), 1.0 + 0.031, 1e-15);       // rM = 0.0031
  EXPECT_NEAR(set.W.column_dot(5, v), 1.0 + 0.031, 1e-15);
}

TEST(WoodpeckerPole, NamesAndNumbersItsContacts) {
  const auto contacts = pole();
  EXPECT_EQ(contacts.size(), 3);
  EXPECT_EQ(contacts.name(0), "pole.1");
  EXPECT_EQ(contacts.name(2), "pole.3");
  ContactSet set;
  set.clear(5);
  const std::vector<Index> beak_and_above{7, 9};  // as part of a list, from 7 on
  contacts.append(0.0, Vector::Zero(4), beak_and_above, 7, set);
  EXPECT_EQ(set.id, beak_and_above);
  EXPECT_EQ(set.eps_n, (std::vector<double>{0.5, 0.0}));
  EXPECT_EQ(set.eps_t, (std::vector<double>{0.1, 0.1}));
  EXPECT_EQ(set.mu, (std::vector<double>{0.3, 0.3}));
  EXPECT_EQ(set.cone, (std::vector<Cone>{Cone::coulomb, Cone::coulomb}));
}

TEST(WoodpeckerPole, WithoutFrictionHasNormalRowsAlone) {
  const auto contacts = pole(0.0);
  EXPECT_EQ(contacts.num_rows(1), 1);
  ContactSet set;
  contacts.evaluate(0.0, Vector::Zero(4), 5, all, set);
  EXPECT_EQ(set.rows(), 3);
  EXPECT_EQ(set.cone[0], Cone::unilateral);
}

}  // namespace woodpecker_pole_test
}  // namespace percuss
