// SPDX-License-Identifier: Apache-2.0
#include "simulation/joint_quantity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/joint.hpp"
#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"
#include "tests/simulation/quantity_refusal.hpp"

namespace percuss {
namespace joint_quantity_test {

/// A weld in the plane (3 rows), a hinge in space (5 rows in two parts), a ball joint and a rod.
class JointQuantities : public testing::Test {
 protected:
  JointQuantities() {
    model_.add_body("plate", "planar", planar_body(1.0, 1.0, {0.0, 0.0, 0.0}));
    model_.add_body("door", "spatial", spatial_body(1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.0}));
    model_.add_body("stone", "point_mass", mass_at({3.0, 4.0, 5.0}));
    add(JointKind::fixed, "weld", "plate");
    add(JointKind::revolute, "hinge", "door");
    add(JointKind::ball, "ball", "stone");
    add(JointKind::distance, "rod", "stone");
    joints_.resize(static_cast<std::size_t>(model_.contacts.size()));
    records_.resize(joints_.size());
    percussions_.resize(joints_.size());
  }
  void add(JointKind kind, const std::string& name, const std::string& body) {
    JointOptions options;
    options.body = body;
    if (kind == JointKind::revolute) options.axis = {0.0, 0.0, 1.0};
    add_joint(model_, name, kind, options);
  }
  double value(const std::string& name) {
    const Sample sample{model_.initial, records_, percussions_, ledger_, {}, {}, joints_};
    return find_quantity(model_, name).value(sample);
  }
  std::string refusal(const std::string& name) { return refusal_of(model_, name); }
  void refuse(const std::string& name, const std::string& part) {
    EXPECT_NE(refusal(name).find(part), std::string::npos) << refusal(name);
  }

  Model model_;
  std::vector<ContactRecord> records_;
  std::vector<std::array<double, 3>> percussions_;
  std::vector<JointSample> joints_;
  EnergyLedger ledger_;
};

TEST_F(JointQuantities, NeverAddForcesAndMoments) {
  joints_[0].force = {{3.0, 4.0, 0.0}, {0.0, 0.0, -7.0}};
  joints_[0].percussion = {{0.3, 0.4, 0.0}, {0.0, 0.0, -0.7}};
  EXPECT_EQ(value("weld.force"), 5.0);
  EXPECT_EQ(value("weld.force.x"), 3.0);
  EXPECT_EQ(value("weld.force.y"), 4.0);
  EXPECT_EQ(value("weld.moment"), -7.0);
  EXPECT_EQ(value("weld.moment.z"), -7.0);
  EXPECT_EQ(value("weld.percussion"), 0.5);
  EXPECT_EQ(value("weld.percussion.y"), 0.4);
  EXPECT_EQ(value("weld.moment_percussion"), -0.7);
}

TEST_F(JointQuantities, OfAJointOfTwoPartsAreThoseOfTheWhole) {
  joints_[1].force.force = {1.0, 2.0, 2.0};
  joints_[2].force.moment = {2.0, 3.0, 6.0};
  joints_[1].axes << 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0;  // turned by 90 degrees about z
  EXPECT_EQ(value("hinge.force"), 3.0);
  EXPECT_EQ(value("hinge.force.z"), 2.0);
  EXPECT_EQ(value("hinge.moment"), 7.0);
  EXPECT_EQ(value("hinge.moment.x"), 2.0);
  EXPECT_EQ(value("hinge.moment.body.x"), 3.0);
  EXPECT_EQ(value("hinge.moment.body.y"), -2.0);
  EXPECT_EQ(value("hinge.force.body.x"), 2.0);
}

TEST_F(JointQuantities, ShowRowsOneByOne) {
  records_[1].force = {1.0, -2.0, 3.0};
  records_[2].force = {4.0, -5.0, 0.0};
  percussions_[4] = {-0.5, 0.0, 0.0};
  EXPECT_EQ(value("hinge.rows.2.force"), -2.0);
  EXPECT_EQ(value("hinge.rows.5.moment"), -5.0);
  EXPECT_EQ(value("rod.rows.1.percussion"), -0.5);
  refuse("hinge.rows.5.force", "Row 5 of `hinge` accepts: moment, moment_percussion");
  refuse("hinge.rows.6.force", "`hinge` has no row 6\n  its rows are 1 to 5");
  refuse("hinge.rows.0.force", "its rows are 1 to 5");
  refuse("hinge.rows", "the row is missing");
}

TEST_F(JointQuantities, AreRefusedWhereAJointHasNone) {
  refuse("ball.moment", "The joint `ball` accepts: force, percussion, rows");
  refuse("weld.force.z", "`weld.force` accepts: x, y, body");
  refuse("weld.moment.x", "`weld.moment` accepts: z, body");
  refuse("hinge.1.force", "The joint `hinge` accepts: force, percussion, moment, moment_percussion, rows");
  refuse("hinge.gap", "there is no quantity `gap`");
  refuse("hinge.percussion.body.x", "`hinge.percussion` accepts: x, y, z");
  refuse("hinge.force.body", "the quantity is missing");
  refuse("hinge.force.x.y", "end the name after `hinge.force.x`");
}

TEST_F(JointQuantities, AreShownComponentByComponentWhenNoneAreAskedFor) {
  const auto names = standard_quantities(model_);
  EXPECT_EQ(names,
            (Words{"weld.force.x", "weld.force.y", "weld.moment", "hinge.force.x", "hinge.force.y", "hinge.force.z",
                   "hinge.moment.x", "hinge.moment.y", "hinge.moment.z", "ball.force.x", "ball.force.y", "ball.force.z",
                   "rod.force.x", "rod.force.y", "rod.force.z", "energy.total"}));
  for (const auto& name : names) EXPECT_NO_THROW(find_quantity(model_, name)) << name;
}

TEST_F(JointQuantities, OfSamplesWithoutJointsAreNotANumber) {
  joints_.clear();
  EXPECT_TRUE(std::isnan(value("weld.force")));
  EXPECT_TRUE(std::isnan(value("hinge.moment.body.x")));
  EXPECT_TRUE(find_quantity(model_, "weld.force").needs_joints);
}

}  // namespace joint_quantity_test
}  // namespace percuss
