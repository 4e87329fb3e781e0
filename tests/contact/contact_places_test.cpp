// SPDX-License-Identifier: Apache-2.0
// Every contact model: the force W lambda is what sum lambda_i direction_i does at the place of the contact.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "contact/circle_in_circle.hpp"
#include "contact/disc_group.hpp"
#include "contact/disc_plane.hpp"
#include "contact/marker_plane.hpp"
#include "contact/point_face.hpp"
#include "contact/point_plane.hpp"
#include "contact/slider_guide.hpp"
#include "contact/woodpecker_pole.hpp"
#include "core/contact_list.hpp"
#include "tests/contact/moving_contacts.hpp"

namespace percuss {
namespace contact_places_test {

constexpr double rounding = 1e-13;  // some eps of sums of products of numbers of order 1 to 10

Vector random_numbers(Index n, std::mt19937& random) {
  std::normal_distribution<double> number;
  Vector x(n);
  for (auto& xi : x) xi = number(random);
  return x;
}

/// f += what a force at a point in space does to the body of `on`, which is rigid or the point itself.
void push_at(const Marker& on, VecRef q, const Vector3& point, const Vector3& force, Vector& f) {
  const Marker frame = on.frame();
  frame.at(frame.rotation(q).transpose() * (point - frame.position(q))).add_force(q, force, f);
}

/// `push(k, point, force, f)` adds what the force does, and its counter-force, in f.
using Push = std::function<void(Index k, const Vector3& point, const Vector3& force, Vector& f)>;

void expect_forces_at_places(const ContactModel& contacts, Index nv, const Vector& q, const Push& push) {
  std::mt19937 random(9);
  ContactSet set;
  contacts.evaluate(0.0, q, nv, all_of(contacts), set);
  const Matrix W = dense(set.W);
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index rows = contacts.num_rows(k);
    const Vector lambda = random_numbers(rows, random);
    const auto place = contacts.place(0.0, q, k);
    ASSERT_TRUE(place) << contacts.name(k);
    Vector3 force = Vector3::Zero();
    for (Index r = 0; r < 3; ++r) {
      const auto& direction = place->direction[static_cast<std::size_t>(r)];
      EXPECT_NEAR(direction.norm(), r < rows ? 1.0 : 0.0, rounding) << "row " << r << " of " << contacts.name(k);
      if (r < rows) force += lambda[r] * direction;
    }
    Vector f = Vector::Zero(nv);
    push(k, place->point, force, f);
    EXPECT_LE((f - W.middleCols(set.first_row(k), rows) * lambda).norm(), rounding * (1.0 + q.norm()))
        << contacts.name(k);
  }
}

TEST(ContactPlaces, OfAPointAtAPlane) {
  std::mt19937 random(1);
  const Vector q = random_numbers(6, random);
  for (Index dimension = 1; dimension <= 3; ++dimension)
    for (const double friction : {0.0, 0.3}) {
      if (dimension == 1 && friction > 0.0) continue;
      PointPlane::Contact contact;
      contact.name = "stop";
      contact.dimension = dimension;
      contact.q_row = {3, 4, 5};
      contact.v_row = {2, 3, 4};
      contact.reference = {0.4, dimension > 1 ? -0.7 : 0.0, dimension > 2 ? 1.1 : 0.0};
      contact.friction = friction;
      if (dimension == 1) contact.normal = {-1.0, 0.0, 0.0};
      if (dimension == 2) contact.normal = {0.6, 0.8, 0.0};
      if (dimension == 3) contact.normal = {2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0};
      PointPlane contacts;
      contacts.add(contact);
      const auto point = Marker::translation(dimension, 3, 2,
                                             Vector3(contact.reference[0], contact.reference[1], contact.reference[2]));
      EXPECT_LE((contacts.place(0.0, q, 0)->point - point.position(q)).norm(), rounding);
      expect_forces_at_places(contacts, 5, q, [&](Index, const Vector3&, const Vector3& force, Vector& f) {
        point.add_force(q, force, f);
      });
    }
}

TEST(ContactPlaces, OfPointsOfBodiesAtPlanes) {
  const RandomBodies bodies(2);
  const auto& q = bodies.state.q;
  const std::vector<Marker> markers{bodies.marker("plate", {0.3, -0.2, 0.0}), bodies.marker("stone", {0.3, -0.2, 0.5}),
                                    Marker::translation(2, 4, 4, {1.0, 2.0, 0.0})};
  MarkerPlane contacts;
  for (const auto& marker : markers)
    for (const double friction : {0.0, 0.4}) {
      MarkerPlane::Contact contact;
      contact.name = "wall";
      contact.marker = marker;
      contact.normal = marker.dimension() == 3 ? Vector3(2.0, 1.0, -2.0) / 3.0 : Vector3(0.8, -0.6, 0.0);
      contact.friction = friction;
      contacts.add(contact);
    }
  expect_forces_at_places(contacts, bodies.state.v.size(), q,
                          [&](Index k, const Vector3& point, const Vector3& force, Vector& f) {
                            push_at(markers[static_cast<std::size_t>(k / 2)], q, point, force, f);
                          });
}

TEST(ContactPlaces, OfDiscsAtAPlane) {
  std::mt19937 random(3);
  const Vector q = random_numbers(5, random);
  DiscPlane contacts;
  for (const double friction : {0.0, 0.3}) contacts.add({"floor", {2, 1, 0.7}, {0.1, 0.2}, {-0.6, 0.8}, {friction}});
  const auto disc = Marker::planar(2, 1, Vector3::Zero());
  expect_forces_at_places(
      contacts, 4, q, [&](Index, const Vector3& p, const Vector3& force, Vector& f) { push_at(disc, q, p, force, f); });
  Vector gap(2);
  contacts.gaps(0.0, q, gap);
  const Vector3 point = contacts.place(0.0, q, 0)->point;
  EXPECT_NEAR(gap[0], -0.6 * (point[0] - 0.1) + 0.8 * (point[1] - 0.2), rounding);
}

TEST(ContactPlaces, OfDiscsThatTouch) {
  std::mt19937 random(4);
  for (const double friction : {0.0, 0.3}) {
    Vector q = random_numbers(6, random);
    const Eigen::Vector2d between = (q.segment<2>(3) - q.head<2>()).normalized();
    q.segment<2>(3) = q.head<2>() + (0.5 + 0.8) * between;
    const DiscGroup pair("pair", {{0, 0, 0.5}, {3, 3, 0.8}}, {friction});
    expect_forces_at_places(pair, 6, q, [&](Index, const Vector3& point, const Vector3& force, Vector& f) {
      push_at(Marker::planar(3, 3, Vector3::Zero()), q, point, force, f);
      push_at(Marker::planar(0, 0, Vector3::Zero()), q, point, -force, f);
    });
  }
}

TEST(ContactPlaces, OfNobodyIsNowhere) {
  std::vector<Disc> discs;
  Vector q = Vector::Zero(3 * 9);
  for (Index i = 0; i < 9; ++i) {
    discs.push_back({3 * i, 3 * i, 0.5});
    q[3 * i] = static_cast<double>(i) * 1.01;
  }
  DiscGroup group("heap", discs, {0.3});
  group.prepare(0.0, q, Vector::Zero(q.size()), 1e-3);
  Index pairs = 0;
  for (Index k = 0; k < group.size(); ++k) {
    EXPECT_EQ(group.place(0.0, q, k).has_value(), !group.pair(k).is_free());
    if (!group.pair(k).is_free()) ++pairs;
  }
  EXPECT_EQ(pairs, 8);
  EXPECT_EQ(group.size(), 27);
}

TEST(ContactPlaces, OfJournalsInRings) {
  const RandomBodies bodies(5);
  const auto& q = bodies.state.q;
  struct Pair {
    Marker journal, ring;
  };
  const std::vector<Pair> pairs{{bodies.marker("plate", {0.3, 0.1, 0.0}), bodies.marker("plank", {-0.2, 0.4, 0.0})},
                                {bodies.marker("plate", {0.3, 0.1, 0.0}), Marker::ground({0.1, 0.2, 0.0})},
                                {bodies.marker("stone", {0.3, 0.1, 0.2}), bodies.marker("brick", {-0.2, 0.4, 0.1})}};
  CircleInCircle contacts;
  for (const auto& [journal, ring] : pairs)
    for (const double friction : {0.0, 0.4}) {
      CircleInCircle::Contact contact;
      contact.name = "bearing";
      contact.journal = journal;
      contact.ring = ring;
      contact.radius = 0.3;
      contact.ring_radius = 1.0;
      if (journal.dimension() == 3) contact.axis = Vector3(2.0, 1.0, -2.0) / 3.0;
      contact.law.friction = friction;
      contacts.add(contact);
    }
  expect_forces_at_places(contacts, bodies.state.v.size(), q,
                          [&](Index k, const Vector3& point, const Vector3& force, Vector& f) {
                            const auto& [journal, ring] = pairs[static_cast<std::size_t>(k / 2)];
                            push_at(journal, q, point, force, f);
                            if (ring.dimension() > 0) push_at(ring, q, point, -force, f);
                          });
}

TEST(ContactPlaces, OfPointsAtFaces) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const RandomBodies bodies(seed);
    const auto& q = bodies.state.q;
    struct Pair {
      const char *point, *face;
      double half_length;
    };
    constexpr double endless = std::numeric_limits<double>::infinity();
    const std::vector<Pair> pairs{{"plate", "plank", endless}, {"plate", "plank", 0.1}, {"stone", "brick", endless}};
    PointFace contacts;
    for (const auto& pair : pairs)
      for (const double friction : {0.0, 0.4}) {
        PointFace::Contact contact;
        contact.name = pair.face;
        contact.marker = bodies.marker(pair.point, {0.3, 0.1, pair.face[0] == 'b' ? 0.2 : 0.0});
        contact.carrier = bodies.marker(pair.face, Vector3::Zero());
        contact.face = {0.2, 0.1, 0.0};
        contact.normal = {0.6, -0.8, 0.0};
        contact.half_length = pair.half_length;
        contact.friction = friction;
        contacts.add(contact);
      }
    expect_forces_at_places(contacts, bodies.state.v.size(), q,
                            [&](Index k, const Vector3& point, const Vector3& force, Vector& f) {
                              const auto& pair = pairs[static_cast<std::size_t>(k / 2)];
                              push_at(bodies.marker(pair.point, Vector3::Zero()), q, point, force, f);
                              push_at(bodies.marker(pair.face, Vector3::Zero()), q, point, -force, f);
                            });
  }
}

/// In minimal coordinates the points move with their bodies: W holds the rates of their coordinates, here by
/// differences, whose error is 1e-12 of third derivatives and round-off over the step.
void expect_columns_are_rates(const ContactModel& contacts, Index first_q, Index first_v, Index nv, const Vector& q) {
  const Matrix W = jacobian(contacts, nv, q);
  constexpr double h = 1e-6;
  Index row = 0;
  for (Index k = 0; k < contacts.size(); ++k)
    for (Index r = 0; r < contacts.num_rows(k); ++r, ++row) {
      const auto place = contacts.place(0.0, q, k);
      ASSERT_TRUE(place);
      Vector expected = Vector::Zero(nv);
      for (Index i = 0; i < 3; ++i) {
        const Vector step = h * Vector::Unit(q.size(), first_q + i);
        const Vector3 way = contacts.place(0.0, q + step, k)->point - contacts.place(0.0, q - step, k)->point;
        expected[first_v + i] = place->direction[static_cast<std::size_t>(r)].dot(way) / (2.0 * h);
      }
      EXPECT_LE((W.col(row) - expected).norm(), 1e-9) << "row " << r << " of " << contacts.name(k);
    }
}

TEST(ContactPlaces, OfASliderInItsGuide) {
  std::mt19937 random(6);
  SliderGuide::Parameters p;
  p.q = 2;
  p.v = 1;
  p.crank_length = 0.153;
  p.rod_length = 0.306;
  p.half_length = 0.05;
  p.half_height = 0.025;
  p.clearance = 1e-3;
  for (const double friction : {0.0, 0.1}) {
    p.friction = friction;
    const SliderGuide notch(p);
    const Vector q = random_numbers(5, random);
    expect_columns_are_rates(notch, 2, 1, 4, q);
    Vector gap(4);
    notch.gaps(0.0, q, gap);
    for (Index k = 0; k < 4; ++k) {
      const auto place = *notch.place(0.0, q, k);
      EXPECT_NEAR(gap[k], 0.026 + place.direction[0].dot(place.point), rounding);
    }
  }
  p.kind = SliderGuide::Kind::joint;
  p.friction = 0.0;
  EXPECT_FALSE(SliderGuide(p).place(0.0, Vector::Zero(5), 0));
}

TEST(ContactPlaces, OfAWoodpeckerAtItsPole) {
  std::mt19937 random(7);
  for (const double friction : {0.0, 0.3}) {
    WoodpeckerPole::Laws laws;
    laws.friction = friction;
    const WoodpeckerPole::Geometry geometry;
    const WoodpeckerPole pole("pole", 1, 2, geometry, laws);
    const Vector q = random_numbers(4, random);
    expect_columns_are_rates(pole, 1, 2, 5, q);
    Vector gap(3);
    pole.gaps(0.0, q, gap);
    for (Index k = 0; k < 3; ++k) EXPECT_NEAR(gap[k], pole.place(0.0, q, k)->point[0] - geometry.pole_radius, rounding);
  }
}

TEST(ContactPlaces, InAListAreThoseOfItsParts) {
  std::mt19937 random(8);
  const Vector q = random_numbers(6, random);
  ContactList list;
  list.last<DiscPlane>().add({"floor", {0, 0, 0.5}, {0.0, 0.0}, {0.0, 1.0}, {}});
  list.add(std::make_unique<DiscGroup>("pair", std::vector<Disc>{{0, 0, 0.5}, {3, 3, 0.8}}, SurfaceLaw{}));
  EXPECT_EQ(list.place(0.0, q, 0)->point, list.parts()[0]->place(0.0, q, 0)->point);
  EXPECT_EQ(list.place(0.0, q, 1)->point, list.parts()[1]->place(0.0, q, 0)->point);
}

}  // namespace contact_places_test
}  // namespace percuss
