// SPDX-License-Identifier: Apache-2.0
#include "contact/circle_in_circle.hpp"

#include <algorithm>

#include "contact/frame.hpp"
#include "tests/contact/moving_contacts.hpp"

namespace percuss {
namespace {

constexpr double circle_rounding = 2e-14;  // some eps of sums of products of numbers of order 1 to 10

CircleInCircle::Contact bearing(const Marker& journal, const Marker& ring, double friction = 0.3) {
  CircleInCircle::Contact contact;
  contact.name = "bearing";
  contact.journal = journal;
  contact.ring = ring;
  contact.radius = 0.3;
  contact.ring_radius = 1.0;
  contact.law = {friction, 0.5, 0.25};
  return contact;
}

/// gamma of all rows.
Vector rates(const CircleInCircle& contacts, const Vector& q, const Vector& v) {
  return jacobian(contacts, v.size(), q).transpose() * v;
}

double gap_of(const CircleInCircle& contacts, const Vector& q) {
  Vector gap(1);
  contacts.gaps(0.0, q, gap);
  return gap[0];
}

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

/// A pair in the plane and one in space with a skew axis, both centres off the bodies' reference points.
struct RandomBearings : RandomBodies {
  CircleInCircle contacts;
  std::vector<CircleInCircle::Contact> all;

  explicit RandomBearings(unsigned seed) : RandomBodies(seed) {
    all.push_back(bearing(marker("plate", {0.3, -0.2, 0.0}), marker("plank", {-0.1, 0.4, 0.0})));
    all.push_back(bearing(marker("stone", {0.3, -0.2, 0.1}), marker("brick", {-0.1, 0.4, 0.2})));
    all.back().axis = Vector3(1.0, -2.0, 2.0) / 3.0;
    for (const auto& contact : all) contacts.add(contact);
  }
  /// The directions turn fast where |e| is small: differences are poor there.
  bool eccentric() const {
    Vector gap(2);
    contacts.gaps(0.0, state.q, gap);
    return gap.maxCoeff() < 0.7 - 0.4;
  }
};

TEST(CircleInCircle, HasTheDerivativesOfItsGap) {
  int tried = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBearings bearings(seed);
    if (!bearings.eccentric()) continue;
    ++tried;
    EXPECT_FALSE(bearings.contacts.has_constant_jacobian());
    expect_consistent_derivatives(bearings.contacts, bearings);
    Vector rate(2);
    bearings.contacts.normal_velocities(0.0, bearings.state.q, bearings.state.v, rate);
    const Vector gamma = rates(bearings.contacts, bearings.state.q, bearings.state.v);
    EXPECT_NEAR(rate[0], gamma[0], circle_rounding);
    EXPECT_NEAR(rate[1], gamma[2], circle_rounding);
  }
  EXPECT_GE(tried, 25);
}

// The oracle follows two material points, of the journal and of the ring, that are at the outermost point of the
// journal, by central differences: error h^2 of third derivatives of order 100, round-off over h.
TEST(CircleInCircle, SlipIsThatOfTheMaterialPoints) {
  constexpr double h = 1e-5, difference_error = 1e-7;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBearings bearings(seed);
    const auto& [t, q, v] = bearings.state;
    const Vector gamma = rates(bearings.contacts, q, v);
    Vector ahead(q.size()), behind(q.size());
    bearings.model.system.advance(q, h, v, 0.0, v, ahead);
    bearings.model.system.advance(q, -h, v, 0.0, v, behind);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& c = bearings.all[k];
      const Vector3 axis = c.ring.rotation(q) * c.axis, x = c.journal.position(q);
      Vector3 u = x - c.ring.position(q);
      u = (u - axis * axis.dot(u)).normalized();
      const Vector3 outermost = x + c.radius * u;
      const auto fixed = [&](const Marker& marker) {
        const Marker origin = marker.at(Vector3::Zero());
        return marker.at(origin.rotation(q).transpose() * (outermost - origin.position(q)));
      };
      const Marker one = fixed(c.journal), two = fixed(c.ring);
      const Vector3 slip =
          (one.position(ahead) - two.position(ahead) - one.position(behind) + two.position(behind)) / (2.0 * h);
      const Index row = k == 0 ? 0 : 2;
      const double tolerance = difference_error * (1.0 + slip.norm());
      EXPECT_NEAR(gamma[row], -u.dot(slip), tolerance);
      EXPECT_NEAR(gamma[row + 1], u.cross(axis).dot(slip), tolerance);
      if (k == 1) {
        EXPECT_NEAR(gamma[row + 2], axis.dot(slip), tolerance);
      }
    }
  }
}

TEST(CircleInCircle, ForceAndCounterForceHaveNoMomentTogether) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const RandomBearings bearings(seed);
    const auto& q = bearings.state.q;
    const auto& model = bearings.model;
    const Matrix W = jacobian(bearings.contacts, model.system.num_v(), q);
    for (Index r = 0; r < 5; ++r) {
      Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
      for (const char* name : {"plate", "plank", "stone", "brick"}) {
        const auto& body = *model.find_body(name);
        const Marker reference = body.marker(0, Vector3::Zero());
        const Index dimension = body.nodes.dimension, v = body.v_offset;
        Vector3 f = Vector3::Zero(), m(0.0, 0.0, W(v + 2, r));
        f.head(dimension) = W.col(r).segment(v, dimension);
        if (dimension == 3) m = reference.rotation(q) * W.col(r).segment<3>(v + 3);
        force += f;
        moment += m + reference.position(q).cross(f);
      }
      EXPECT_LT(force.norm(), circle_rounding);
      EXPECT_LT(moment.norm(), circle_rounding);
    }
  }
}

// Concentric circles: any direction will do that is a unit vector across the axis and goes along with the ring.
TEST(CircleInCircle, HasADirectionWhereTheCirclesAreConcentric) {
  for (const double off : {0.0, 1e-310, 1e-16}) {
    RandomBearings bearings(3);
    auto& [t, q, v] = bearings.state;
    for (const auto& c : bearings.all) {
      const bool planar = c.ring.dimension() == 2;
      const auto& body = *bearings.model.find_body(planar ? "plate" : "stone");
      q.segment(body.q_offset, body.nodes.dimension) +=
          (c.ring.position(q) - c.journal.position(q) + Vector3(off, 0.0, 0.0)).head(body.nodes.dimension);
    }
    Vector gap(2), bias(5), rate(2);
    bearings.contacts.gaps(t, q, gap);
    bearings.contacts.normal_velocities(t, q, v, rate);
    bearings.contacts.velocity_bias(bearings.model.system, t, q, v, all_of(bearings.contacts), 0, bias);
    EXPECT_NEAR(gap[0], 0.7, circle_rounding);
    EXPECT_NEAR(gap[1], 0.7, circle_rounding);
    EXPECT_TRUE(bias.allFinite() && rate.allFinite());
    EXPECT_LT(bias.norm(), 1e3);  // speeds and lengths are of order 1: some 10, not 1 over a tiny |e|
    const Matrix W = jacobian(bearings.contacts, v.size(), q);
    const Vector3 n = W.col(2).segment<3>(bearings.model.find_body("stone")->v_offset);
    EXPECT_NEAR(n.norm(), 1.0, circle_rounding);
    EXPECT_NEAR(n.dot(bearings.all[1].ring.rotation(q) * bearings.all[1].axis), 0.0, circle_rounding);
    const Vector3 fixed = bearings.all[1].ring.rotation(q).transpose() * n;
    EXPECT_LT((fixed + tangents_of(bearings.all[1].axis)[0]).norm(), circle_rounding);
  }
  Vector q(3);  // alone in the plane, exactly concentric
  q << 0.0, 0.0, 0.0;
  CircleInCircle contacts;
  contacts.add(bearing(Marker::planar(0, 0, Vector3::Zero()), Marker::ground(Vector3::Zero())));
  EXPECT_EQ(gap_of(contacts, q), 0.7);
  EXPECT_EQ(jacobian(contacts, 3, q)(0, 0), -1.0);
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

}  // namespace
}  // namespace percuss
