// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_columns.hpp"

#include <gtest/gtest.h>

#include "contact/joints.hpp"
#include "contact/marker_plane.hpp"
#include "core/contact_list.hpp"
#include "core/joint_places.hpp"

namespace percuss {
namespace joint_columns_test {

using Row = Joints::Row;

/// A floor below body 0; a rod of length 5 from it to the origin, a spring likewise, a rod between points of ground,
/// and body 1 pinned.
ContactList rods() {
  ContactList contacts;
  MarkerPlane::Contact floor;
  floor.marker = Marker::planar(0, 0, Vector3::Zero());
  floor.normal = Vector3::UnitY();
  contacts.last<MarkerPlane>().add(floor);
  auto& joints = contacts.last<Joints>();
  const auto origin = Marker::ground(Vector3::Zero());
  joints.add({"rod", Marker::planar(0, 0, Vector3::Zero()), origin, {Row::distance(5.0)}});
  joints.add({"spring", Marker::planar(0, 0, Vector3::Zero()), origin, {Row::distance(5.0)}, {JointLaw{10.0, 0.0}}});
  joints.add({"nothing", Marker::ground(Vector3(1.0, 0.0, 0.0)), origin, {Row::distance(1.0)}});
  joints.add({"pin",
              Marker::planar(3, 3, Vector3(2.0, 0.0, 0.0)),
              Marker::ground(Vector3(2.0, 0.0, 0.0)),
              {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY())}});
  return contacts;
}

TEST(JointColumns, AreThoseOfRigidJointsThatHoldSomething) {
  const auto contacts = rods();
  const auto joints = rigid_joints(contacts);
  EXPECT_EQ(joints, (std::vector<Index>{1, 3, 4}));
  Vector q(6);
  q << 3.0, 4.0, 0.0, 0.0, 0.0, 0.0;
  const JointColumns columns(contacts, 6, joints, 0.0, q);
  EXPECT_EQ(columns.rows, 4);
  ASSERT_EQ(columns.cols(), 3);
  EXPECT_EQ(columns.of, (std::vector<JointRowId>{{1, 0}, {4, 0}, {4, 1}}));
  EXPECT_EQ(columns.place, (std::vector<Index>{0, 2, 3}));
  // The rod's column has an entry for the turning of body 0, which is 0: its point is the centre.
  EXPECT_EQ(columns.touched, (std::vector<Index>{0, 1, 2, 3, 4, 5}));
  const Matrix W(columns.unit);
  EXPECT_TRUE(W.col(0).isApprox((Vector(6) << 0.6, 0.8, 0.0, 0.0, 0.0, 0.0).finished(), 1e-15));
  // A turning of body 1 counts by the pin's distance from its origin, whatever the rod of the other body is long.
  EXPECT_EQ(columns.lever, (Vector(6) << 1.0, 1.0, 5.0, 1.0, 1.0, 2.0).finished());
  EXPECT_TRUE(W.col(2).isApprox((Vector(6) << 0.0, 0.0, 0.0, 0.0, 1.0, 1.0).finished() / std::sqrt(2.0), 1e-15));
  EXPECT_NEAR(columns.length[2], std::sqrt(2.0), 1e-15);
}

TEST(JointColumns, OfNoJointsAreNone) {
  const ContactList contacts;
  const JointColumns columns(contacts, 6, {}, 0.0, Vector::Zero(6));
  EXPECT_EQ(columns.rows, 0);
  EXPECT_EQ(columns.cols(), 0);
}

}  // namespace joint_columns_test
}  // namespace percuss
