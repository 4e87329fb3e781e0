// SPDX-License-Identifier: Apache-2.0
#include "contact/point_plane.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/LU>
#include <random>

#include "tests/contact/moving_contacts.hpp"

namespace percuss {
namespace point_plane_test {

PointPlane::Contact ball_on_ground() {
  PointPlane::Contact c;
  c.name = "ground";
  c.dimension = 2;
  c.q_row = {0, 1, 0};
  c.v_row = {0, 1, 0};
  c.plane = {5.0, 1.0, 0.0};
  c.normal = {0.0, 1.0, 0.0};
  c.restitution = 0.5;
  c.tangential_restitution = 0.25;
  c.friction = 0.3;
  return c;
}

ContactSet evaluate(const PointPlane& contacts, Index nv, const std::vector<Index>& closed) {
  ContactSet set;
  contacts.evaluate(0.0, Vector::Zero(nv), nv, closed, set);
  return set;
}

TEST(PointPlane, WithoutContactsHasNone) {
  const PointPlane contacts;
  EXPECT_EQ(contacts.size(), 0);
  EXPECT_TRUE(contacts.has_constant_jacobian());
  EXPECT_TRUE(evaluate(contacts, 3, {}).empty());
}

TEST(PointPlane, MeasuresTheHeightAboveThePlane) {
  PointPlane contacts;
  contacts.add(ball_on_ground());
  Vector gap(1), rate(1);
  const Vector q = (Vector(2) << 7.0, 1.25).finished(), v = (Vector(2) << 7.0, -2.0).finished();
  contacts.gaps(0.0, q, gap);
  contacts.normal_velocities(0.0, q, v, rate);
  EXPECT_EQ(gap[0], 0.25);
  EXPECT_EQ(rate[0], -2.0);
  EXPECT_EQ(contacts.name(0), "ground");
}

TEST(PointPlane, CountsFromTheReferencePosition) {
  auto contact = ball_on_ground();
  contact.reference = {3.0, 10.0, 0.0};
  PointPlane contacts;
  contacts.add(contact);
  Vector gap(1);
  contacts.gaps(0.0, (Vector(2) << 0.0, -8.5).finished(), gap);
  EXPECT_EQ(gap[0], 0.5);
}

TEST(PointPlane, HasAsManyRowsAsFrictionNeeds) {
  PointPlane contacts;
  auto contact = ball_on_ground();
  contacts.add(contact);
  contact.friction = 0.0;
  contacts.add(contact);
  contact.dimension = 3;
  contact.q_row = contact.v_row = {0, 1, 2};
  contact.friction = 0.1;
  contacts.add(contact);
  EXPECT_EQ(contacts.num_rows(0), 2);
  EXPECT_EQ(contacts.num_rows(1), 1);
  EXPECT_EQ(contacts.num_rows(2), 3);
  const auto set = evaluate(contacts, 3, {0, 1, 2});
  EXPECT_EQ(set.start, (std::vector<Index>{0, 2, 3, 6}));
  EXPECT_EQ(set.cone, (std::vector<Cone>{Cone::coulomb, Cone::unilateral, Cone::coulomb}));
}

TEST(PointPlane, PassesItsLawOn) {
  PointPlane contacts;
  contacts.add(ball_on_ground());
  contacts.add(ball_on_ground());
  const auto set = evaluate(contacts, 2, {1});  // only the second is closed
  ASSERT_EQ(set.size(), 1);
  EXPECT_EQ(set.id[0], 1);
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.5);
  EXPECT_EQ(set.eps_t[0], 0.25);
}

TEST(PointPlane, LeavesOutZerosOfTheNormal) {
  PointPlane contacts;
  contacts.add(ball_on_ground());
  const auto set = evaluate(contacts, 2, {0});
  EXPECT_EQ(set.W.non_zeros(), 2);  // normal along y, tangent along x
  EXPECT_EQ(dense(set.W), (Matrix(2, 2) << 0.0, -1.0, 1.0, 0.0).finished());
}

TEST(PointPlane, ReplacesTheSetItIsGiven) {
  PointPlane contacts;
  contacts.add(ball_on_ground());
  contacts.add(ball_on_ground());
  ContactSet set;
  const std::vector<Index> both{0, 1}, none;
  contacts.evaluate(0.0, Vector::Zero(2), 2, both, set);
  contacts.evaluate(0.0, Vector::Zero(2), 2, none, set);
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.W.cols(), 0);
}

TEST(PointPlane, RefusesANormalThatIsNotOfUnitLength) {
  PointPlane contacts;
  for (const double length : {0.0, 0.5, 2.0, std::nan("")}) {
    auto contact = ball_on_ground();
    contact.normal = {0.0, length, 0.0};
    EXPECT_THROW(contacts.add(contact), std::invalid_argument) << length;
  }
  EXPECT_EQ(contacts.size(), 0);
}

TEST(PointPlane, RefusesFrictionOnALine) {
  PointPlane contacts;
  auto contact = ball_on_ground();
  contact.dimension = 1;
  contact.normal = {1.0, 0.0, 0.0};
  EXPECT_THROW(contacts.add(contact), std::invalid_argument);
  contact.friction = 0.0;
  contacts.add(contact);
  EXPECT_EQ(contacts.size(), 1);
}

/// A contact in `dimension` coordinates whose rows lie scattered among six, with a random plane.
PointPlane::Contact random_contact(Index dimension, std::mt19937& random) {
  std::normal_distribution<double> number;
  PointPlane::Contact c;
  c.dimension = dimension;
  c.q_row = {4, 0, 2};
  c.v_row = {1, 5, 3};
  c.friction = dimension > 1 ? 0.5 : 0.0;
  double length = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i) {
    c.reference[i] = number(random);
    c.plane[i] = number(random);
    c.normal[i] = number(random);
    length = std::hypot(length, c.normal[i]);
  }
  for (double& n : c.normal) n /= length;
  return c;
}

class RandomPlane : public testing::TestWithParam<Index> {};

TEST_P(RandomPlane, HasAnOrthonormalFrame) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    PointPlane contacts;
    contacts.add(random_contact(GetParam(), random));
    const Matrix W = dense(evaluate(contacts, 6, {0}).W);
    EXPECT_LE((W.transpose() * W - Matrix::Identity(GetParam(), GetParam())).cwiseAbs().maxCoeff(), 1e-15 * 4)
        << "seed " << seed;  // unit vectors to a few eps
  }
}

TEST_P(RandomPlane, HasTheNormalRowThatItsGapHas) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::normal_distribution<double> number;
    PointPlane contacts;
    contacts.add(random_contact(GetParam(), random));
    const Vector q = Vector::NullaryExpr(6, [&] { return number(random); });
    const Vector v = Vector::NullaryExpr(6, [&] { return number(random); });
    // q' = v for the point's own coordinates: rows of q and v differ here on purpose.
    Vector q_rate = Vector::Zero(6);
    const auto rows = random_contact(GetParam(), random);
    for (std::size_t i = 0; i < static_cast<std::size_t>(GetParam()); ++i) q_rate[rows.q_row[i]] = v[rows.v_row[i]];
    Vector ahead(1), behind(1), rate(1);
    contacts.gaps(0.0, q + 0.5 * q_rate, ahead);  // the gap is linear: a large step is exact but for rounding
    contacts.gaps(0.0, q - 0.5 * q_rate, behind);
    contacts.normal_velocities(0.0, q, v, rate);
    constexpr double rounding = 1e-14;  // some eps of sums of numbers of order 1 to 10
    EXPECT_NEAR(rate[0], ahead[0] - behind[0], rounding);
    EXPECT_NEAR(evaluate(contacts, 6, {0}).W.column_dot(0, v), rate[0], rounding);
  }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, RandomPlane, testing::Values(1, 2, 3));

TEST(PointPlane, HasRightHandedTangentsInSpace) {
  for (const std::array<double, 3> normal :
       {std::array{1.0, 0.0, 0.0}, std::array{0.0, -1.0, 0.0}, std::array{0.0, 0.0, 1.0}, std::array{0.6, 0.8, 0.0}}) {
    PointPlane::Contact c;
    c.dimension = 3;
    c.q_row = c.v_row = {0, 1, 2};
    c.normal = normal;
    c.friction = 0.1;
    PointPlane contacts;
    contacts.add(c);
    const Matrix W = dense(evaluate(contacts, 3, {0}).W);
    EXPECT_NEAR(W.determinant(), 1.0, 4e-16 * 4);  // a few eps
  }
}

}  // namespace point_plane_test
}  // namespace percuss
