// SPDX-License-Identifier: Apache-2.0
#include "contact/point_face.hpp"

#include "contact/marker_plane.hpp"
#include "tests/contact/moving_contacts.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace point_face_test {

constexpr double face_rounding = 1e-14;  // some eps of sums of numbers of order 1 to 10

/// A point of one body against the upper side, half a metre up, of another.
PointFace::Contact on_top(const Marker& marker, const Marker& carrier, double friction = 0.3) {
  PointFace::Contact contact;
  contact.name = "top";
  contact.marker = marker;
  contact.carrier = carrier;
  contact.face = {0.0, 0.5, 0.0};
  contact.normal = Vector3::UnitY();
  contact.restitution = 0.5;
  contact.tangential_restitution = 0.25;
  contact.friction = friction;
  return contact;
}

// The lower box is turned by a quarter, so that its upper side looks to the left; the upper box's corner is 2 away.
TEST(PointFace, MeasuresACornerBeforeATurnedBox) {
  Model model;
  model.add_body("lower", "planar", planar_body(1.0, 1.0, {1.0, 2.0, M_PI / 2.0}, {0.0, 0.0, 3.0}));
  model.add_body("upper", "planar", planar_body(1.0, 1.0, {-2.5, 3.0, 0.0}, {4.0, 5.0, 0.0}));
  PointFace contacts;
  contacts.add(on_top(model.bodies[1].marker(0, {1.0, 0.0, 0.0}), model.bodies[0].marker(0)));
  Vector gap(1), rate(1);
  contacts.gaps(0.0, model.initial.q, gap);
  contacts.normal_velocities(0.0, model.initial.q, model.initial.v, rate);
  EXPECT_NEAR(gap[0], 2.0, face_rounding);  // corner at (-1.5, 3), face on the line x = 0.5
  // n = (-1, 0), t = (0, -1). The lower box's point at the corner, (-2.5, 1) from its centre, moves with 3 (-1, -2.5).
  EXPECT_NEAR(rate[0], -(4.0 + 3.0), face_rounding);
  const Vector gamma = jacobian(contacts, 6, model.initial.q).transpose() * model.initial.v;
  EXPECT_NEAR(gamma[0], -7.0, face_rounding);
  EXPECT_NEAR(gamma[1], -(5.0 + 7.5), face_rounding);
}

TEST(PointFace, PushesBothBodiesAtOnePoint) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const RandomBodies bodies(seed);
    PointFace contacts;
    contacts.add(on_top(bodies.marker("plate", {0.3, -0.2, 0.0}), bodies.marker("plank", Vector3::Zero())));
    const auto& q = bodies.state.q;
    const Matrix W = jacobian(contacts, bodies.model.system.num_v(), q);
    const Index a = bodies.model.find_body("plate")->v_offset, b = bodies.model.find_body("plank")->v_offset;
    const Eigen::Vector2d x = q.segment<2>(bodies.model.find_body("plate")->q_offset);
    const Eigen::Vector2d y = q.segment<2>(bodies.model.find_body("plank")->q_offset);
    for (Index r = 0; r < 2; ++r) {
      const Eigen::Vector2d force = W.col(r).segment<2>(a);
      EXPECT_NEAR(force.norm(), 1.0, face_rounding);
      EXPECT_LT((force + W.col(r).segment<2>(b)).norm(), face_rounding);
      const Eigen::Vector2d arm = x - y;
      EXPECT_NEAR(arm[0] * force[1] - arm[1] * force[0] + W(a + 2, r) + W(b + 2, r), 0.0, face_rounding);
    }
  }
}

TEST(PointFace, IsMarkerPlaneForAFaceThatStandsStill) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    for (const bool spatial : {false, true}) {
      const RandomBodies bodies(seed);
      const Marker marker = bodies.marker(spatial ? "stone" : "plate", {0.3, -0.2, spatial ? 0.1 : 0.0});
      const Marker carrier = bodies.marker(spatial ? "brick" : "plank", Vector3::Zero());
      const auto& q = bodies.state.q;
      const auto face = on_top(marker, carrier);
      const Matrix3 R = carrier.rotation(q);
      MarkerPlane::Contact plane;
      plane.marker = marker;
      plane.plane = carrier.at(face.face).position(q);
      plane.normal = R * face.normal;
      plane.tangent = R * (spatial ? Vector3::UnitX() : Vector3(-Vector3::UnitX()));
      plane.friction = face.friction;
      PointFace moving;
      moving.add(face);
      MarkerPlane fixed;
      fixed.add(plane);
      Vector a(1), b(1);
      moving.gaps(0.0, q, a);
      fixed.gaps(0.0, q, b);
      EXPECT_NEAR(a[0], b[0], face_rounding);
      const Index nv = bodies.model.system.num_v();
      const auto* const body = bodies.model.find_body(spatial ? "stone" : "plate");
      const Index rows = spatial ? 6 : 3;
      const Matrix own = jacobian(moving, nv, q).middleRows(body->v_offset, rows);
      const Matrix expected = jacobian(fixed, nv, q).middleRows(body->v_offset, rows);
      if (spatial) {  // any two tangents will do: the normal and the plane they span
        EXPECT_LT((own.col(0) - expected.col(0)).norm(), face_rounding);
        EXPECT_LT((own.rightCols(2) * own.rightCols(2).transpose() -
                   expected.rightCols(2) * expected.rightCols(2).transpose())
                      .norm(),
                  face_rounding);
      } else {
        EXPECT_LT((own - expected).norm(), face_rounding);
      }
    }
  }
}

TEST(PointFace, HasTheDerivativesOfItsGapOnTheFace) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBodies bodies(seed);
    PointFace contacts;
    contacts.add(on_top(bodies.marker("plate", {0.3, -0.2, 0.0}), bodies.marker("plank", Vector3::Zero())));
    contacts.add(on_top(bodies.marker("stone", {0.3, -0.2, 0.1}), bodies.marker("brick", Vector3::Zero())));
    auto with_ends = on_top(bodies.marker("plank", {0.3, -0.2, 0.0}), bodies.marker("plate", Vector3::Zero()));
    with_ends.half_length = 100.0;
    contacts.add(with_ends);
    EXPECT_FALSE(contacts.has_constant_jacobian());
    expect_consistent_derivatives(contacts, bodies);
    Vector rate(3);
    contacts.normal_velocities(0.0, bodies.state.q, bodies.state.v, rate);
    const Vector gamma = jacobian(contacts, bodies.model.system.num_v(), bodies.state.q).transpose() * bodies.state.v;
    EXPECT_NEAR(rate[0], gamma[0], face_rounding);
    EXPECT_NEAR(rate[1], gamma[2], face_rounding);  // after the two rows of the first
    EXPECT_NEAR(rate[2], gamma[5], face_rounding);  // after the three of the second
  }
}

// What slides in the plane of the face comes from beyond an end onto it, and goes off the other: an end is no wall.
TEST(PointFace, HasNoContactWithItsEnds) {
  PointFace contacts;
  auto contact = on_top(Marker::translation(2, 3, 3, Vector3::Zero()), Marker::planar(0, 0, Vector3::Zero()));
  contact.half_length = 1.0;
  contacts.add(contact);
  for (const double x : {-1.5, -1.0 - 1e-6, -1.0 - 1e-10, -0.5, 0.5, 1.0 + 1e-10, 1.0 + 1e-6, 1.5}) {
    Vector q = Vector::Zero(5), v = Vector::Zero(5), gap(1), rate(1);
    q.tail<2>() << x, 0.5;
    v.tail<2>() << -3.0 * x, 0.0;  // towards the middle, and past it
    contacts.prepare(0.0, q, v, 1.0);
    contacts.gaps(0.0, q, gap);
    contacts.normal_velocities(0.0, q, v, rate);
    EXPECT_NEAR(gap[0], std::abs(x) < 1.0 + 1e-8 ? 0.0 : std::abs(x) - 1.0, face_rounding) << x;
    EXPECT_EQ(rate[0], 0.0) << x;
    const Matrix W = jacobian(contacts, 5, q);
    EXPECT_EQ(W.col(0).tail<2>(), Eigen::Vector2d(0.0, 1.0)) << x;
    v.tail<2>() << 0.0, -2.0;
    contacts.normal_velocities(0.0, q, v, rate);
    EXPECT_EQ(rate[0], std::abs(x) < 1.0 + 1e-8 ? -2.0 : 2.0) << x << ": no forecast closes it where the face is not";
  }
}

TEST(PointFace, EndsWhereItIsTold) {
  PointFace contacts;
  auto contact = on_top(Marker::translation(2, 3, 3, Vector3::Zero()), Marker::planar(0, 0, Vector3::Zero()));
  contact.half_length = 1.0;
  contacts.add(contact);
  const auto gap = [&](double x, double y) {
    Vector q = Vector::Zero(5), g(1);
    q.tail<2>() << x, y;
    contacts.gaps(0.0, q, g);
    return g[0];
  };
  EXPECT_EQ(gap(1.0, 0.25), -0.25);  // the end still belongs to the face
  EXPECT_EQ(gap(-1.0, 0.75), 0.25);
  EXPECT_EQ(gap(4.0, 4.5), 5.0);
  EXPECT_EQ(gap(-4.0, -3.5), 5.0);  // beside the body that carries the face: free to fall
}

/// A particle before a table from (-1, 0) to (1, 0) that does not move; it is in the face down to a depth of 0.1.
struct AtATable {
  explicit AtATable(const Eigen::Vector4d& start) {
    model.add_body("particle", "point_mass", mass_at({start[0], start[1]}, 1.0));
    model.add_body("table", "planar", planar_body(1.0, 1.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}));
    model.initial.v.head<2>() = start.tail<2>();
    auto contact = on_top(model.bodies[0].marker(0), model.bodies[1].marker(0));
    contact.face.setZero();
    contact.half_length = 1.0;
    contact.depth = 0.1;
    contacts.add(contact);
    contacts.prepare(0.0, model.initial.q, model.initial.v, 1.0);
  }
  bool passes_forecast() const {
    try {
      contacts.check_forecast();
    } catch (const std::runtime_error&) {
      return false;
    }
    return true;
  }
  bool may_have_passed(double x, double y) const {
    Vector q = model.initial.q;
    q.head<2>() << x, y;
    return contacts.may_have_passed(q);
  }
  Model model;
  PointFace contacts;
};

// (x, y, v_x, v_y), in a step of 1 s: through the face at the share y/-v_y of it.
TEST(PointFace, TellsStepsInWhichAPointComesThroughAndGoesOnPastAnEnd) {
  EXPECT_FALSE(
      AtATable(Eigen::Vector4d{-0.5, 0.5, 2.0, -1.0}).passes_forecast());  // through the middle, to (1.5, -0.5)
  EXPECT_TRUE(
      AtATable(Eigen::Vector4d{-0.5, 0.5, 1.0, -1.0}).passes_forecast());  // to (0.5, -0.5): held as in the face
  EXPECT_TRUE(AtATable(Eigen::Vector4d{-0.5, 0.5, 3.1, -1.0}).passes_forecast());  // at 1.05, by the end
  EXPECT_TRUE(AtATable(Eigen::Vector4d{-0.5, 0.5, 4.0, -1.0}).passes_forecast());  // past the end
}

TEST(PointFace, TellsStepsInWhichAPointComesRoundAnEndOrCannotBeFound) {
  EXPECT_FALSE(AtATable(Eigen::Vector4d{-1.4, 0.01, 1.0, -0.08})
                   .passes_forecast());  // round at -1.275, to (-0.4, -0.07): in the face
  EXPECT_TRUE(
      AtATable(Eigen::Vector4d{-1.4, 0.01, 1.0, -0.5}).passes_forecast());  // likewise, to a depth of 0.49: behind it
  EXPECT_FALSE(
      AtATable(Eigen::Vector4d{-1.4, 0.5, 2.0, -0.7}).passes_forecast());  // through at 0.03, to (0.6, -0.2): behind it
  EXPECT_TRUE(AtATable(Eigen::Vector4d{0.9, 1e-12, 2.0, -1e-3}).passes_forecast());  // slides off the end
}

// In the face to a depth of 0.2 already.
TEST(PointFace, TellsStepsInWhichAPointSinksOutPastAnEnd) {
  AtATable sinking(Eigen::Vector4d{0.5, 0.0, 1.0, -0.2});
  sinking.model.initial.q[1] = -0.2;
  sinking.contacts.prepare(0.0, sinking.model.initial.q, sinking.model.initial.v, 1.0);
  EXPECT_FALSE(sinking.passes_forecast());
  EXPECT_TRUE(sinking.may_have_passed(1.5, -0.4));
  EXPECT_FALSE(sinking.may_have_passed(0.9, -0.4));
  EXPECT_FALSE(sinking.may_have_passed(1.5, -0.1)) << "it comes up";
}

// A body over the end of one face and before another one beside it, both at the height 0.5 of one body: as deep as it
// has sunk into the first it slides onto the second. With nothing sunk, 5e-4 of the half length is all.
TEST(PointFace, WhatHasSunkIntoOneFaceSlidesOntoTheNext) {
  for (const bool two : {true, false}) {
    PointFace contacts;
    const auto body = Marker::planar(3, 3, Vector3::Zero());
    auto contact = on_top(body, Marker::planar(0, 0, Vector3::Zero()));
    contact.half_length = 1.0;
    contact.depth = 0.1;
    contacts.add(contact);
    if (two) {
      contact.face[0] = -2.0;
      contacts.add(contact);
    }
    Vector q = Vector::Zero(6), gap(contacts.size());
    const Vector v = Vector::Zero(6);
    for (const double x : {-1.2, -1.1, -0.9}) {
      q.segment<2>(3) << x, 0.5 - 0.01;
      contacts.prepare(0.0, q, v, 1e-3);
    }
    contacts.gaps(0.0, q, gap);
    EXPECT_NEAR(gap[0], two ? -0.01 : 0.01, face_rounding);  // in the face, or behind it
  }
}

TEST(PointFace, TellsWhatHasPassedUnforeseen) {
  const AtATable resting(Eigen::Vector4d{0.0, 0.5, 0.0, 0.0});
  EXPECT_TRUE(resting.passes_forecast());
  EXPECT_TRUE(resting.may_have_passed(1.5, -0.5));
  EXPECT_FALSE(resting.may_have_passed(0.5, -0.5));
  EXPECT_FALSE(resting.may_have_passed(1.5, 0.5));
}

TEST(PointFace, CarriesItsLaw) {
  PointFace contacts;
  const Marker a = Marker::planar(0, 0, Vector3::Zero()), b = Marker::planar(3, 3, Vector3::Zero());
  contacts.add(on_top(a, b));
  contacts.add(on_top(b, a, 0.0));
  ContactSet set;
  contacts.evaluate(0.0, Vector::Zero(6), 6, all_of(contacts), set);
  EXPECT_EQ(contacts.name(0), "top");
  EXPECT_EQ(set.cone, (std::vector{Cone::coulomb, Cone::unilateral}));
  EXPECT_EQ(set.start, (std::vector<Index>{0, 2, 3}));
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.5);
  EXPECT_EQ(set.eps_t[0], 0.25);
  set.clear(6);
  contacts.append(0.0, Vector::Zero(6), std::vector<Index>{11}, 10, set);
  EXPECT_EQ(set.id, std::vector<Index>{11});
  EXPECT_EQ(dense(set.W)(4, 0), 1.0);  // the second contact pushes the second body up
}

TEST(PointFace, RefusesWhatIsNoFace) {
  PointFace contacts;
  const Marker a = Marker::planar(0, 0, Vector3::Zero()), stone = Marker::spatial(3, 3, Vector3::Zero());
  auto contact = on_top(a, Marker::planar(3, 3, Vector3::Zero()));
  contact.normal = {0.0, 2.0, 0.0};
  EXPECT_THROW(contacts.add(contact), std::invalid_argument);
  contact = on_top(a, stone);
  EXPECT_THROW(contacts.add(contact), std::invalid_argument);
  contact = on_top(Marker::spatial(10, 9, Vector3::Zero()), stone);
  contact.half_length = 1.0;
  EXPECT_THROW(contacts.add(contact), std::invalid_argument);
  EXPECT_EQ(contacts.size(), 0);
}

}  // namespace point_face_test
}  // namespace percuss
