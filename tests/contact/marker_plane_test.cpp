// SPDX-License-Identifier: Apache-2.0
#include "contact/marker_plane.hpp"

#include "contact/point_plane.hpp"
#include "tests/contact/moving_contacts.hpp"

namespace percuss {
namespace marker_plane_test {

constexpr double plane_rounding = 1e-14;  // some eps of sums of numbers of order 1 to 10

MarkerPlane::Contact on_floor(const Marker& marker, double friction = 0.3) {
  MarkerPlane::Contact contact;
  contact.name = "floor";
  contact.marker = marker;
  contact.normal = Vector3::UnitY();
  contact.friction = friction;
  contact.restitution = 0.5;
  contact.tangential_restitution = 0.25;
  return contact;
}

TEST(MarkerPlane, MeasuresTheCornerOfATiltedPlate) {
  Model model;  // a square of half side 1, turned by 45 degrees, 3 above the floor
  model.add_body("plate", "planar", planar_body(1.0, 1.0, {0.0, 3.0, M_PI / 4.0}, {2.0, -1.0, 10.0}));
  MarkerPlane contacts;
  contacts.add(on_floor(model.bodies[0].marker(0, {-1.0, -1.0, 0.0})));
  Vector gap(1), rate(1);
  contacts.gaps(0.0, model.initial.q, gap);
  contacts.normal_velocities(0.0, model.initial.q, model.initial.v, rate);
  EXPECT_NEAR(gap[0], 3.0 - std::sqrt(2.0), plane_rounding);
  EXPECT_NEAR(rate[0], -1.0, plane_rounding);  // the corner is right below the centre: turning moves it along the floor
  const Matrix W = jacobian(contacts, 3, model.initial.q);
  EXPECT_TRUE(W.col(0).isApprox(Vector3(0.0, 1.0, 0.0), plane_rounding));
  EXPECT_TRUE(W.col(1).isApprox(Vector3(-1.0, 0.0, -std::sqrt(2.0)), plane_rounding));  // t = e_z x n = -e_x
}

TEST(MarkerPlane, ABallThatRollsDoesNotSlip) {
  Model model;
  model.add_body("wheel", "planar", planar_body(1.0, 1.0, {0.0, 0.5, 0.3}, {1.0, 0.0, -2.0}));
  model.add_body("ball", "spatial",
                 spatial_body(1.0, {1.0, 1.0, 1.0}, {0.0, 0.5, 0.0}, Eigen::Quaterniond::Identity(), {1.0, 0.0, 2.0},
                              {4.0, 7.0, -2.0}));  // v = omega x 0.5 e_y
  MarkerPlane contacts;
  for (const char* body : {"wheel", "ball"}) {
    auto contact = on_floor(model.find_body(body)->marker(0, Vector3::Zero()));
    contact.radius = 0.5;
    contacts.add(contact);
  }
  Vector gap(2);
  contacts.gaps(0.0, model.initial.q, gap);
  EXPECT_EQ(gap, Vector::Zero(2));
  const Vector gamma = jacobian(contacts, 9, model.initial.q).transpose() * model.initial.v;
  EXPECT_NEAR(gamma.lpNorm<Eigen::Infinity>(), 0.0, plane_rounding);
  EXPECT_EQ(contacts.place(0.0, model.initial.q, 1)->point, Vector3::Zero());
}

TEST(MarkerPlane, CarriesItsLaw) {
  MarkerPlane contacts;
  contacts.add(on_floor(Marker::planar(0, 0, Vector3::Zero())));
  contacts.add(on_floor(Marker::planar(0, 0, Vector3::Zero()), 0.0));
  contacts.add(on_floor(Marker::spatial(3, 3, Vector3::Zero())));
  ContactSet set;
  contacts.evaluate(0.0, Vector::Unit(10, 6), 9, all_of(contacts), set);
  EXPECT_EQ(contacts.name(0), "floor");
  EXPECT_EQ(set.cone, (std::vector{Cone::coulomb, Cone::unilateral, Cone::coulomb}));
  EXPECT_EQ(set.start, (std::vector<Index>{0, 2, 3, 6}));
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.5);
  EXPECT_EQ(set.eps_t[0], 0.25);
  EXPECT_FALSE(contacts.is_joint(0));
}

TEST(MarkerPlane, TakesTheTangentThatItIsGiven) {
  MarkerPlane contacts;
  auto contact = on_floor(Marker::planar(0, 0, Vector3::Zero()));
  contact.tangent = Vector3::UnitX();
  contacts.add(contact);
  EXPECT_EQ(jacobian(contacts, 3, Vector::Zero(3)).col(1), Vector3(1.0, 0.0, 0.0));
}

TEST(MarkerPlane, IsPointPlaneForANodeThatDoesNotTurn) {
  std::mt19937 random(7);
  std::normal_distribution<double> number;
  const auto vector = [&] { return Vector3(number(random), number(random), number(random)); };
  for (const Index dimension : {2, 3}) {
    Vector3 X = vector(), p = vector(), n = vector();
    if (dimension == 2) X[2] = p[2] = n[2] = 0.0;
    n.normalize();
    PointPlane::Contact node;
    node.dimension = dimension;
    node.q_row = {4, 5, 6};
    node.v_row = {3, 4, 5};
    node.friction = 0.3;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto at = static_cast<Index>(i);
      node.reference[i] = X[at];
      node.plane[i] = p[at];
      node.normal[i] = n[at];
    }
    PointPlane fast;
    fast.add(node);
    auto contact = on_floor(Marker::translation(dimension, 4, 3, X));
    contact.plane = p;
    contact.normal = n;
    MarkerPlane general;
    general.add(contact);
    EXPECT_TRUE(general.has_constant_jacobian());
    const Vector q = Vector::NullaryExpr(8, [&] { return number(random); });
    const Vector v = Vector::NullaryExpr(7, [&] { return number(random); });
    Vector a(1), b(1);
    fast.gaps(0.0, q, a);
    general.gaps(0.0, q, b);
    EXPECT_NEAR(a[0], b[0], plane_rounding);
    fast.normal_velocities(0.0, q, v, a);
    general.normal_velocities(0.0, q, v, b);
    EXPECT_NEAR(a[0], b[0], plane_rounding);
    EXPECT_TRUE(jacobian(fast, 7, q).isApprox(jacobian(general, 7, q), plane_rounding)) << "dimension " << dimension;
  }
}

TEST(MarkerPlane, HasTheDerivativesOfItsGap) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBodies bodies(seed);
    std::mt19937 random(seed + 1000);
    std::normal_distribution<double> number;
    MarkerPlane contacts;
    for (const char* body : {"plate", "stone", "plank"}) {
      const bool spatial = std::string(body) == "stone";
      const auto vector = [&] { return Vector3(number(random), number(random), spatial ? number(random) : 0.0); };
      auto contact = on_floor(bodies.marker(body, vector()));
      contact.plane = vector();
      contact.normal = vector().normalized();
      contact.radius = seed % 2 == 0 ? 0.3 : 0.0;
      contacts.add(contact);
    }
    EXPECT_FALSE(contacts.has_constant_jacobian());
    expect_consistent_derivatives(contacts, bodies);
    Vector rate(3);
    contacts.normal_velocities(0.0, bodies.state.q, bodies.state.v, rate);
    const Vector gamma = jacobian(contacts, bodies.model.system.num_v(), bodies.state.q).transpose() * bodies.state.v;
    EXPECT_NEAR(rate[0], gamma[0], plane_rounding);
    EXPECT_NEAR(rate[1], gamma[2], plane_rounding);  // after the two rows of the first
    EXPECT_NEAR(rate[2], gamma[5], plane_rounding);  // after the three of the second
  }
}

TEST(MarkerPlane, NumbersItsContactsWithinAList) {
  MarkerPlane contacts;
  contacts.add(on_floor(Marker::planar(0, 0, Vector3::Zero())));
  contacts.add(on_floor(Marker::planar(0, 0, Vector3::UnitX())));
  ContactSet set;
  set.clear(3);
  contacts.append(0.0, Vector::Zero(3), std::vector<Index>{11}, 10, set);
  EXPECT_EQ(set.id, std::vector<Index>{11});
  EXPECT_EQ(dense(set.W)(2, 0), 1.0);  // arm of the second contact
}

TEST(MarkerPlane, RefusesWhatIsNoFrame) {
  MarkerPlane contacts;
  auto contact = on_floor(Marker::planar(0, 0, Vector3::Zero()));
  contact.normal = {0.0, 2.0, 0.0};
  EXPECT_THROW(contacts.add(contact), std::invalid_argument);
  contact.normal = Vector3::UnitY();
  contact.tangent = Vector3::UnitY();
  EXPECT_THROW(contacts.add(contact), std::invalid_argument);
  contact = on_floor(Marker::translation(1, 0, 0, Vector3::Zero()));
  EXPECT_THROW(contacts.add(contact), std::invalid_argument);  // friction on a line
  EXPECT_EQ(contacts.size(), 0);
}

}  // namespace marker_plane_test
}  // namespace percuss
