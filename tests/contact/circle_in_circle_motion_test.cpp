// SPDX-License-Identifier: Apache-2.0
// Journals in rings on bodies that move and turn at random.
#include "contact/frame.hpp"
#include "tests/contact/bearings.hpp"

namespace percuss {
namespace circle_in_circle_motion_test {

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

TEST(CircleInCircleMotion, HasTheDerivativesOfItsGap) {
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
TEST(CircleInCircleMotion, SlipIsThatOfTheMaterialPoints) {
  constexpr double h = 1e-5, difference_error = 1e-7;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBearings bearings(seed);
    const Vector &q = bearings.state.q, &v = bearings.state.v;
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

TEST(CircleInCircleMotion, ForceAndCounterForceHaveNoMomentTogether) {
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
TEST(CircleInCircleMotion, HasADirectionWhereTheCirclesAreConcentric) {
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

}  // namespace circle_in_circle_motion_test
}  // namespace percuss
