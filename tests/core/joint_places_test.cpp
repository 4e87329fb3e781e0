// SPDX-License-Identifier: Apache-2.0
#include "core/joint_places.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/joints.hpp"
#include "core/contact_list.hpp"

namespace percuss {
namespace joint_places_test {

using Row = Joints::Row;

/// A rod of length 5 from body 0 to the origin, and body 1 pinned 2 beside its own origin.
ContactList rod_and_pin() {
  ContactList contacts;
  auto& joints = contacts.last<Joints>();
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
  EXPECT_EQ(rigid_joints(rod_and_pin()), std::vector<Index>{1});
  EXPECT_EQ(rigid_joints(ContactList{}), std::vector<Index>{});
}

TEST(JointPlaces, KnowHowLongJointsAreAndWhatMovesThem) {
  const auto contacts = rod_and_pin();
  const JointPlaces both(contacts, 6, std::vector<Index>{0, 1}, q);
  EXPECT_EQ(both.size(), 5.0);
  // Two mechanisms: the pin's is as long as from the point to the body's origin, wherever those are.
  ASSERT_EQ(both.groups().size(), 2u);
  EXPECT_EQ(both.groups()[0].joints, std::vector<Index>{0});
  EXPECT_EQ(both.groups()[1].joints, std::vector<Index>{1});
  EXPECT_EQ(both.groups()[1].size, 2.0);
  EXPECT_EQ(both.levers(), (Vector(6) << 1.0, 1.0, 5.0, 1.0, 1.0, 2.0).finished());
}

TEST(JointPlaces, OfOneMechanismAreMeasuredByTheLongestJoint) {
  auto contacts = rod_and_pin();
  contacts.last<Joints>().add({"link",
                               Marker::planar(0, 0, Vector3::Zero()),
                               Marker::planar(3, 3, Vector3(0.0, 7.0, 0.0)),
                               {Row::distance(110.0)}});
  const JointPlaces all(contacts, 6, std::vector<Index>{0, 1, 2}, q);
  ASSERT_EQ(all.groups().size(), 1u);
  EXPECT_EQ(all.groups()[0].joints, (std::vector<Index>{0, 1, 2}));
  EXPECT_NEAR(all.size(), std::hypot(97.0, 4.0), 1e-13);  // to the origin of body 1
  EXPECT_EQ(all.levers()[5], all.size());
}

// What turns alone has no length, wherever its points are; the ground's points are no arms but to a rod.
TEST(JointPlaces, TakeNoLengthFromWhereAMotorStands) {
  ContactList contacts;
  auto& joints = contacts.last<Joints>();
  joints.add(
      {"motor", Marker::planar(0, 0, Vector3::Zero()), Marker::ground(Vector3(1e3, 0.0, 0.0)), {Row::angle(0.0)}});
  joints.add({"guide",
              Marker::planar(0, 0, Vector3(1e-3, 0.0, 0.0)),
              Marker::ground(Vector3(1e3, 0.0, 0.0)),
              {Row::point(Vector3::UnitY())}});
  const JointPlaces motor(contacts, 3, std::vector<Index>{0}, Vector::Zero(3));
  EXPECT_EQ(motor.size(), 0.0);
  EXPECT_EQ(motor.levers(), Vector::Ones(3));
  const JointPlaces both(contacts, 3, std::vector<Index>{0, 1}, Vector::Zero(3));
  EXPECT_EQ(both.size(), 1e-3);
  EXPECT_EQ(both.levers()[2], 1e-3);
}

TEST(JointPlaces, MoveAsFastAsTheirBodies) {
  const auto contacts = rod_and_pin();
  const JointPlaces places(contacts, 6, std::vector<Index>{0, 1}, q);
  EXPECT_EQ(places.fastest(Vector::Zero(6)), 0.0);
  EXPECT_EQ(places.fastest((Vector(6) << 0.0, -3.0, 9.0, 0.0, 0.0, 0.0).finished()), 3.0);
  EXPECT_EQ(places.fastest((Vector(6) << 0.0, -3.0, 0.0, 0.0, 1.0, -2.0).finished()), 3.0);
  EXPECT_EQ(places.fastest((Vector(6) << 0.0, -3.0, 0.0, 0.0, 0.0, -2.0).finished()), 4.0);
}

TEST(JointPlaces, OfNoJointsAreNone) {
  const JointPlaces none(ContactList{}, 6, {}, q);
  EXPECT_EQ(none.size(), 0.0);
  EXPECT_EQ(none.levers(), Vector::Ones(6));
  EXPECT_EQ(none.fastest(Vector::Ones(6)), 0.0);
}

}  // namespace joint_places_test
}  // namespace percuss
