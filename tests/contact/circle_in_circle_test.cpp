// SPDX-License-Identifier: Apache-2.0
#include "contact/circle_in_circle.hpp"

#include <algorithm>

#include "tests/contact/bearings.hpp"

namespace percuss {
namespace circle_in_circle_test {

// e = (0.3, 0.4), so n = (-0.6, -0.8), t = (0.8, -0.6); the outermost point is 0.3 from the journal's centre and 0.8
// from that of the ring:  gamma_T = t . (3, 6) - (2 0.3 - 3 0.8).
TEST(CircleInCircle, MeasuresAJournalInARingThatBothMoveAndTurn) {
  CircleInCircle contacts;
  contacts.add(bearing(Marker::planar(0, 0, Vector3::Zero()), Marker::planar(3, 3, Vector3::Zero())));
  Vector q(6), v(6), rate(1);
  q << 1.3, 2.4, 0.7, 1.0, 2.0, -0.4;
  v << 4.0, 5.0, 2.0, 1.0, -1.0, 3.0;
  EXPECT_NEAR(gap_of(contacts, q), 0.2, circle_rounding);
  contacts.normal_velocities(0.0, q, v, rate);
  EXPECT_NEAR(rate[0], -6.6, circle_rounding);
  const Vector gamma = rates(contacts, q, v);
  ASSERT_EQ(gamma.size(), 2);
  EXPECT_NEAR(gamma[0], -6.6, circle_rounding);
  EXPECT_NEAR(gamma[1], 0.6, circle_rounding);
}

// Its centre goes around at the rate theta' and it turns backwards, R - r against r.
TEST(CircleInCircle, RollsInAFixedRingWithoutSlip) {
  CircleInCircle contacts;
  contacts.add(bearing(Marker::planar(0, 0, Vector3::Zero()), Marker::ground({0.5, -1.5, 0.0})));
  constexpr double distance = 0.7, theta = 2.3, rate = 1.7;
  Vector q(3), v(3);
  q << 0.5 + distance * std::cos(theta), -1.5 + distance * std::sin(theta), 0.0;
  v << -distance * rate * std::sin(theta), distance * rate * std::cos(theta), -distance * rate / 0.3;
  EXPECT_NEAR(gap_of(contacts, q), 0.0, circle_rounding);
  EXPECT_LT(rates(contacts, q, v).norm(), circle_rounding);
  v[2] = 2.0;  // and with another spin it slips
  EXPECT_NEAR(rates(contacts, q, v)[1], -(distance * rate + 0.3 * 2.0), circle_rounding);
}

// A quarter turn about x takes the ring's z axis to -y: e has no part along y, where the journal is far out.
TEST(CircleInCircle, TakesItsPlaneAlongWithTheRing) {
  CircleInCircle contacts;
  contacts.add(bearing(Marker::translation(3, 7, 6, Vector3::Zero()), Marker::spatial(0, 0, Vector3::Zero())));
  Vector q = Vector::Zero(10), v = Vector::Zero(9);
  q[3] = q[4] = std::sqrt(0.5);
  q.tail<3>() << 0.3, 7.0, 0.4;
  EXPECT_NEAR(gap_of(contacts, q), 0.2, circle_rounding);
  v.tail<3>() << 1.0, 10.0, 100.0;
  Vector gamma = rates(contacts, q, v);  // n = (-0.6, 0, -0.8), t = (0.8, 0, -0.6), a = (0, -1, 0)
  ASSERT_EQ(gamma.size(), 3);
  EXPECT_NEAR(gamma[0], -80.6, 10 * circle_rounding);  // of products of 100
  EXPECT_NEAR(gamma[1], -59.2, 10 * circle_rounding);
  EXPECT_NEAR(gamma[2], -10.0, 10 * circle_rounding);
  // The ring tilts at omega about absolute z: its point at (0.48, 7, 0.64), the outermost one, moves with (-7, 0.48,
  // 0).
  v.setZero();
  v.segment<3>(3) << 0.0, 1.0, 0.0;  // absolute z in its axes
  gamma = rates(contacts, q, v);
  EXPECT_NEAR(gamma[0], -0.6 * 7.0, circle_rounding);
  EXPECT_NEAR(gamma[1], 0.8 * 7.0, circle_rounding);
  EXPECT_NEAR(gamma[2], 0.48, circle_rounding);
}

// A bearing of millimetres and one of kilometres: nothing but the units differs.
TEST(CircleInCircle, KnowsNoUnits) {
  Vector q(6), v(6);
  q << 0.31, -0.62, 0.7, 0.1, 0.2, -0.4;
  v << 4.0, 5.0, 2.0, 1.0, -1.0, 3.0;
  CircleInCircle plain;
  plain.add(bearing(Marker::planar(0, 0, Vector3::Zero()), Marker::planar(3, 3, Vector3::Zero())));
  const Vector gamma = rates(plain, q, v);
  for (const double unit : {1e-6, 1e-3, 1e3}) {
    auto contact = bearing(Marker::planar(0, 0, Vector3::Zero()), Marker::planar(3, 3, Vector3::Zero()));
    contact.radius *= unit;
    contact.ring_radius *= unit;
    CircleInCircle scaled;
    scaled.add(contact);
    Vector lengths(6);
    lengths << unit, unit, 1.0, unit, unit, 1.0;
    const Vector its_q = q.cwiseProduct(lengths), its_v = v.cwiseProduct(lengths);
    EXPECT_NEAR(gap_of(scaled, its_q), unit * gap_of(plain, q), unit * circle_rounding);
    EXPECT_LT((rates(scaled, its_q, its_v) - unit * gamma).norm(), unit * circle_rounding);
    EXPECT_NEAR(scaled.extent(its_q), std::max({its_q.lpNorm<Eigen::Infinity>(), unit}), unit * circle_rounding);
  }
}

TEST(CircleInCircle, CarriesItsLaw) {
  CircleInCircle contacts;
  const Marker a = Marker::planar(0, 0, Vector3::Zero()), b = Marker::planar(3, 3, Vector3::Zero());
  contacts.add(bearing(a, b));
  contacts.add(bearing(b, a, 0.0));
  ContactSet set;
  Vector q = Vector::Zero(6);
  q[0] = 0.5;
  contacts.evaluate(0.0, q, 6, all_of(contacts), set);
  EXPECT_EQ(contacts.name(0), "bearing");
  EXPECT_EQ(set.cone, (std::vector{Cone::coulomb, Cone::unilateral}));
  EXPECT_EQ(set.start, (std::vector<Index>{0, 2, 3}));
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.5);
  EXPECT_EQ(set.eps_t[0], 0.25);
  set.clear(6);
  contacts.append(0.0, q, std::vector<Index>{11}, 10, set);
  EXPECT_EQ(set.id, std::vector<Index>{11});
  EXPECT_EQ(dense(set.W)(3, 0), 1.0);  // the second journal is to the left of its ring and is pushed to the right
}

TEST(CircleInCircle, RefusesWhatIsNoBearing) {
  CircleInCircle contacts;
  const Marker plate = Marker::planar(0, 0, Vector3::Zero()), stone = Marker::spatial(3, 3, Vector3::Zero());
  const auto sound = bearing(plate, Marker::ground(Vector3::Zero()));
  const auto refuses = [&](auto&& spoil) {
    auto contact = sound;
    spoil(contact);
    EXPECT_THROW(contacts.add(contact), std::invalid_argument);
  };
  refuses([](auto& c) { c.radius = 0.0; });
  refuses([](auto& c) { c.radius = c.ring_radius; });
  refuses([](auto& c) { c.ring_radius = std::numeric_limits<double>::infinity(); });
  refuses([](auto& c) { c.axis = {0.0, 0.0, 2.0}; });
  refuses([](auto& c) { c.axis = Vector3::UnitX(); });
  refuses([&](auto& c) { c.ring = stone; });
  refuses([](auto& c) { c.journal = Marker::ground(Vector3::Zero()); });
  refuses([](auto& c) { c.journal = Marker::translation(1, 0, 0, Vector3::Zero()); });
  EXPECT_EQ(contacts.size(), 0);
}

}  // namespace circle_in_circle_test
}  // namespace percuss
