// SPDX-License-Identifier: Apache-2.0
#include "core/joint_places.hpp"

#include <gtest/gtest.h>

#include "contact/joints.hpp"
#include "core/contact_list.hpp"

namespace percuss {
namespace joint_places_test {

using Row = Joints::Row;

/// A rod of length 5 from body 0 to the origin, and body 1 pinned 2 beside its own origin.
ContactList rod_and_pin(bool rod) {
  ContactList contacts;
  auto& joints = contacts.last<Joints>();
  if (rod)
    joints.add({"rod",
                Marker::planar(0, 0, Vector3::Zero()),
                Marker::ground(Vector3::Zero()),
                {Row::distance(5.0)},
                {JointLaw{10.0, 0.0}}});
  joints.add({"pin",
              Marker::planar(3, 3, Vector3(2.0, 0.0, 0.0)),
              Marker::ground(Vector3(102.0, 0.0, 0.0)),
              {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY())}});
  return contacts;
}

const Vector q = (Vector(6) << 3.0, 4.0, 0.0, 100.0, 0.0, 0.0).finished();

TEST(JointPlaces, AreThoseOfRigidJointsWhereThatIsAsked) {
  EXPECT_EQ(rigid_joints(rod_and_pin(true)), std::vector<Index>{1});
  EXPECT_EQ(rigid_joints(ContactList{}), std::vector<Index>{});
}

TEST(JointPlaces, KnowHowLongJointsAreAndWhatMovesThem) {
  const auto contacts = rod_and_pin(true);
  const JointPlaces both(contacts, std::vector<Index>{0, 1}, q);
  EXPECT_EQ(both.size, 5.0);
  EXPECT_EQ(both.levers(6, 0.5), (Vector(6) << 1.0, 1.0, 0.5, 1.0, 1.0, 2.0).finished());
  EXPECT_EQ(both.levers(6, 5.0), (Vector(6) << 1.0, 1.0, 5.0, 1.0, 1.0, 5.0).finished());
  const JointPlaces pin(contacts, std::vector<Index>{1}, q);
  EXPECT_EQ(pin.size, 2.0);  // from the point to the body's origin, wherever those are
  EXPECT_EQ(pin.levers(6, 0.0), (Vector(6) << 1.0, 1.0, 1.0, 1.0, 1.0, 2.0).finished());
}

TEST(JointPlaces, MoveAsFastAsTheirBodies) {
  const JointPlaces places(rod_and_pin(true), std::vector<Index>{0, 1}, q);
  EXPECT_EQ(places.fastest(Vector::Zero(6)), 0.0);
  EXPECT_EQ(places.fastest((Vector(6) << 0.0, -3.0, 9.0, 0.0, 0.0, 0.0).finished()), 3.0);
  EXPECT_EQ(places.fastest((Vector(6) << 0.0, -3.0, 0.0, 0.0, 1.0, -2.0).finished()), 3.0);
  EXPECT_EQ(places.fastest((Vector(6) << 0.0, -3.0, 0.0, 0.0, 0.0, -2.0).finished()), 4.0);
}

TEST(JointPlaces, OfNoJointsAreNone) {
  const JointPlaces none(ContactList{}, {}, q);
  EXPECT_EQ(none.size, 0.0);
  EXPECT_EQ(none.levers(6, 1.0), Vector::Ones(6));
  EXPECT_EQ(none.fastest(Vector::Ones(6)), 0.0);
}

}  // namespace joint_places_test
}  // namespace percuss
