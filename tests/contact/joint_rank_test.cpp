// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_rank.hpp"

#include <gtest/gtest.h>

#include "contact/joints.hpp"
#include "contact/marker_plane.hpp"
#include "core/contact_list.hpp"

namespace percuss {
namespace joint_rank_test {

using Row = Joints::Row;

std::vector<Row> pin() { return {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY())}; }

TEST(JointRank, IsNothingWithoutJoints) {
  ContactList contacts;
  const auto none = joint_rank(contacts, 3, 0.0, Vector::Zero(3));
  EXPECT_EQ(none.rows, 0);
  EXPECT_EQ(none.rank, 0);
  MarkerPlane::Contact floor;
  floor.marker = Marker::planar(0, 0, Vector3::Zero());
  floor.normal = Vector3::UnitY();
  contacts.last<MarkerPlane>().add(floor);
  EXPECT_EQ(joint_rank(contacts, 3, 0.0, Vector::Zero(3)).rows, 0);  // a contact is no joint
}

TEST(JointRank, OfADoorOnThreeHingesIsThatOfOne) {
  Joints joints;  // z is the axis; a hinge holds a point and two turnings
  Vector q = Vector::Zero(7);
  q[3] = 1.0;
  for (const double height : {0.0, 0.7, 2.0}) {
    const Vector3 hinge(-0.5, 0.0, height);
    const Marker door = Marker::spatial(0, 0, hinge), frame = Marker::ground(hinge);
    joints.add({"hinge.1",
                door,
                frame,
                {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY()), Row::point(Vector3::UnitZ())}});
    joints.add({"hinge.2",
                door,
                frame,
                {Row::turn(Vector3::UnitZ(), Vector3::UnitX(), Vector3::UnitZ()),
                 Row::turn(Vector3::UnitZ(), Vector3::UnitY(), Vector3::UnitZ())}});
  }
  const auto door = joint_rank(joints, 6, 0.0, q);
  EXPECT_EQ(door.rows, 15);
  EXPECT_EQ(door.rank, 5);
  EXPECT_EQ(door.redundant(), 10);
}

// Lengths of micrometres beside radians: rows are compared by their directions, not by their sizes.
TEST(JointRank, DoesNotDependOnTheUnitOfLength) {
  for (const double unit : {1e-6, 1.0, 1e3}) {
    Joints joints;
    const Marker body = Marker::planar(0, 0, unit * Vector3(-1.0, 0.0, 0.0));
    joints.add({"pin", body, Marker::ground(unit * Vector3(-1.0, 0.0, 0.0)), pin()});
    joints.add({"far", body.at(unit * Vector3(1.0, 0.0, 0.0)), Marker::ground(Vector3::Zero()), pin()});
    const auto held = joint_rank(joints, 3, 0.0, Vector::Zero(3));
    EXPECT_EQ(held.rows, 4) << unit;
    EXPECT_EQ(held.rank, 3) << unit;
  }
}

/// A chain of `links` planar rods, each pinned to the next, of which the first `doubled` pins are there twice.
Joints chain(Index links, Index doubled) {
  Joints joints;
  for (Index i = 0; i < links; ++i) {
    const Marker rod = Marker::planar(3 * i, 3 * i, {-0.5, 0.0, 0.0});
    const Marker before =
        i == 0 ? Marker::ground(Vector3::Zero()) : Marker::planar(3 * i - 3, 3 * i - 3, {0.5, 0.0, 0.0});
    for (int times = 0; times < (i < doubled ? 2 : 1); ++times) joints.add({"pin", rod, before, pin()});
  }
  return joints;
}

Vector stretched(Index links) {
  Vector q = Vector::Zero(3 * links);
  for (Index i = 0; i < links; ++i) q[3 * i] = static_cast<double>(i) + 0.5;
  return q;
}

TEST(JointRank, CountsRepeatedPinsOfShortAndLongChains) {
  for (const Index links : {4, 400}) {  // dense and sparse
    for (const Index doubled : {0, 3}) {
      const auto found = joint_rank(chain(links, doubled), 3 * links, 0.0, stretched(links));
      EXPECT_EQ(found.rows, 2 * (links + doubled));
      EXPECT_EQ(found.rank, 2 * links) << links << " links";
    }
  }
}

// n x n particles in the plane on a square grid, with rods along the lines and one diagonal in each mesh: more rods
// than the net needs to be rigid.
TEST(JointRank, CountsTheRedundantDiagonalsOfANet) {
  for (const Index n : {5, 20}) {  // dense and sparse
    Joints net;
    Vector q(2 * n * n);
    const auto particle = [n](Index i, Index j) {
      return Marker::translation(2, 2 * (i * n + j), 2 * (i * n + j), Vector3::Zero());
    };
    const auto rod = [&](const Marker& a, const Marker& b) { net.add({"rod", a, b, {Row::distance(1.0)}}); };
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        q.segment<2>(2 * (i * n + j)) << static_cast<double>(i), static_cast<double>(j);
        if (i + 1 < n) rod(particle(i, j), particle(i + 1, j));
        if (j + 1 < n) rod(particle(i, j), particle(i, j + 1));
        if (i + 1 < n && j + 1 < n) rod(particle(i, j), particle(i + 1, j + 1));
      }
    const auto found = joint_rank(net, 2 * n * n, 0.0, q);
    EXPECT_EQ(found.rows, 2 * n * (n - 1) + (n - 1) * (n - 1));
    EXPECT_EQ(found.rank, 2 * n * n - 3) << "all but the motions of a rigid body are held";
  }
}

}  // namespace joint_rank_test
}  // namespace percuss
