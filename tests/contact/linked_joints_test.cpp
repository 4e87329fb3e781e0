// SPDX-License-Identifier: Apache-2.0
#include "contact/linked_joints.hpp"

#include <gtest/gtest.h>

#include "contact/joints.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace linked_joints_test {

using Row = Joints::Row;

/// Bodies of the plane, each on two rods to the ground, and a rod from the first to the third.
struct Bodies {
  Model model;
  Joints rods;
  explicit Bodies(Index count) {
    for (Index b = 0; b < count; ++b)
      model.add_body("b" + std::to_string(b), "planar",
                     planar_body(1.0, 0.2, Vector3(3.0 * static_cast<double>(b), 0, 0)));
    for (Index b = 0; b < count; ++b)
      for (int twice = 0; twice < 2; ++twice)
        add(body_end(b), Marker::ground(Vector3(3.0 * static_cast<double>(b), 1.0, 0.0)));
    if (count > 2) add(body_end(0), body_end(2));
  }
  Marker body_end(Index b) const {
    return Marker::planar(model.system.q_offset(b), model.system.v_offset(b), Vector3::Zero());
  }
  void add(const Marker& from, const Marker& to) { rods.add({"rod", from, to, {Row::distance(1.0)}}); }
  std::vector<LinkedJoints> groups(const std::vector<JointRowId>& repeated) const {
    return linked_joints(rods, model.system, repeated, 0.0, model.initial.q);
  }
};

TEST(LinkedJoints, OfNothingRepeatedAreNone) { EXPECT_TRUE(Bodies(3).groups({}).empty()); }

TEST(LinkedJoints, HangTogetherByBodiesButNotByTheGround) {
  const auto groups =
      Bodies(4).groups({{1, 0}, {3, 0}, {5, 0}});  // bodies 0 and 2 by joint 8; body 3: nothing repeated
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].joints, (std::vector<Index>{0, 1, 4, 5, 8}));
  EXPECT_EQ(groups[0].repeated, (std::vector<JointRowId>{{1, 0}, {5, 0}}));
  EXPECT_EQ(groups[1].joints, (std::vector<Index>{2, 3}));
  EXPECT_EQ(groups[1].repeated, (std::vector<JointRowId>{{3, 0}}));
}

}  // namespace linked_joints_test
}  // namespace percuss
