// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_redundancy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/joint.hpp"
#include "model/motor.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace joint_redundancy_test {

using Point = std::vector<double>;

void add(Model& model, JointKind kind, const std::string& name, const std::string& body, Point point,
         const std::string& to, Point to_point) {
  JointOptions joint;
  joint.body = body;
  joint.point = std::move(point);
  joint.to = to;
  joint.to_point = std::move(to_point);
  add_joint(model, name, kind, joint);
}

JointRedundancy of(const Model& model) {
  return joint_redundancy(model.system, model.contacts, model.initial.t, model.initial.q);
}

/// Four bars pinned in a row to ground at (0, 0) and `far`, through the corners given.
void four_bars(Model& model, double unit, const Vector3& a, const Vector3& b, const Vector3& far) {
  const auto bar = [&](const std::string& name, const Vector3& from, const Vector3& to) {
    const Vector3 along = unit * (to - from), middle = 0.5 * unit * (from + to);
    model.add_body(name, "planar",
                   planar_body(1.0, 0.1, Vector3(middle.x(), middle.y(), std::atan2(along.y(), along.x()))));
    return 0.5 * along.norm();
  };
  const double left = bar("left", Vector3::Zero(), a), top = bar("top", a, b), right = bar("right", far, b);
  add(model, JointKind::revolute, "a", "left", {-left, 0.0}, "ground", {0.0, 0.0});
  add(model, JointKind::revolute, "b", "top", {-top, 0.0}, "left", {left, 0.0});
  add(model, JointKind::revolute, "c", "right", {right, 0.0}, "top", {top, 0.0});
  add(model, JointKind::revolute, "d", "right", {-right, 0.0}, "ground", {unit * far.x(), unit * far.y()});
}

TEST(JointRedundancy, OfIndependentJointsIsNone) {
  Model model;
  EXPECT_EQ(of(model).rows, 0);
  EXPECT_TRUE(of(model).repeated.empty());
  four_bars(model, 1.0, {0.3, 1.0, 0.0}, {2.2, 1.4, 0.0}, {2.0, 0.0, 0.0});
  EXPECT_EQ(of(model).rank, 8);
  EXPECT_TRUE(of(model).repeated.empty());
}

// A coupler of a parallelogram moves along circles: so does the rod from its middle. In micrometres as in metres.
TEST(JointRedundancy, FindsTheRodThatFollowsFromAParallelogram) {
  for (const double unit : {1e-6, 1e-3, 1.0, 1e3}) {
    Model model;
    four_bars(model, unit, {0.3, 1.0, 0.0}, {2.3, 1.0, 0.0}, {2.0, 0.0, 0.0});
    add(model, JointKind::distance, "rod", "top", {0.0, 0.0}, "ground", {unit, 0.0});
    const auto found = of(model);
    EXPECT_EQ(found.rank, 8) << unit;
    EXPECT_EQ(found.repeated, (std::vector<JointRowId>{{4, 0}})) << unit << ": the last one";
  }
}

// The same rod from a point of ground beside holds the coupler in place: its row is one of the mechanism's.
TEST(JointRedundancy, KeepsTheRodThatStopsAParallelogram) {
  Model model;
  four_bars(model, 1.0, {0.3, 1.0, 0.0}, {2.3, 1.0, 0.0}, {2.0, 0.0, 0.0});
  add(model, JointKind::distance, "rod", "top", {0.0, 0.0}, "ground", {1.1, 0.0});
  EXPECT_EQ(of(model).rank, 9);
  EXPECT_TRUE(of(model).repeated.empty());
}

// Stretched out, a parallelogram could be parted by one row less; no other position could.
TEST(JointRedundancy, TakesNothingForRepeatedThatIsSoInOnePositionAlone) {
  Model model;
  four_bars(model, 1.0, {1.0, 0.0, 0.0}, {3.0, 0.0, 0.0}, {2.0, 0.0, 0.0});
  EXPECT_EQ(of(model).rank, 7);
  EXPECT_TRUE(of(model).repeated.empty());
}

// Two rods in line hold a particle between them across, too, though only by the square of the way.
TEST(JointRedundancy, KeepsBothRodsInLine) {
  Model model;
  model.add_body("bob", "planar", planar_body(1.0, 0.1, Vector3::Zero()));
  add(model, JointKind::distance, "left", "bob", {0.0, 0.0}, "ground", {-1.0, 0.0});
  add(model, JointKind::distance, "right", "bob", {0.0, 0.0}, "ground", {1.0, 0.0});
  EXPECT_EQ(of(model).rank, 1);
  EXPECT_TRUE(of(model).repeated.empty());
}

// The same parallelogram far from the origin, where positions have fewer digits, and with its joints off the corners by
// what a start may miss a joint by: neither rank nor repeated row changes. Off by a hundred times that, the rod is one
// that stops the mechanism.
TEST(JointRedundancy, TellsWhatIsMeantFromWhatIsTyped) {
  const auto parallelogram = [](double off, double far, double unit) {
    auto model = std::make_unique<Model>();
    const auto place = [&](double x, double y) { return Point{far + unit * x, unit * y - far}; };
    for (const auto& [name, x] : {std::pair("left", 0.15), std::pair("right", 2.15)})
      model->add_body(name, "planar", planar_body(1.0, 0.1, Vector3(far + unit * x, 0.5 * unit - far, 0.0)));
    model->add_body("top", "planar", planar_body(1.0, 0.1, Vector3(far + 1.3 * unit, unit - far, 0.0)));
    for (const double side : {-1.0, 1.0}) {
      const std::string name = side < 0.0 ? "left" : "right";
      add(*model, JointKind::revolute, "foot " + name, name, {-0.15 * unit, -0.5 * unit}, "ground", {});
      add(*model, JointKind::revolute, "head " + name, name, {0.15 * unit, 0.5 * unit}, "top", {});
    }
    add(*model, JointKind::distance, "rod", "top", {0.0, 0.0}, "ground", place(1.0 + off, 0.3 * off));
    return model;
  };
  const std::vector<JointRowId> rod{{4, 0}};
  for (const double unit : {1e-4, 1.0, 1e3})
    for (const double far : {0.0, 100.0, 1e6 * unit}) {
      const double digits = 1e-15 * far / unit;
      EXPECT_EQ(of(*parallelogram(1e-9 + digits, far, unit)).repeated, rod) << unit << ", " << far;
      if (digits > 1e-9) continue;
      const auto stopped = of(*parallelogram(1e-7, far, unit));
      EXPECT_EQ(stopped.rank, 9) << unit << ", " << far;
      EXPECT_TRUE(stopped.repeated.empty());
      EXPECT_NEAR(stopped.weakest, 1e-7, 0.9e-7) << "by the angle that the rod is askew";
    }
}

/// A door of which `hinges` hold the same axis, askew in space.
std::unique_ptr<Model> door(int hinges) {
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.9, Vector3(0.3, -0.7, 0.4).normalized()));
  auto model = std::make_unique<Model>();
  model->add_body("door", "spatial", spatial_body(1.0, {0.02, 0.03, 0.04}, turn * Vector3(0.5, 0.2, 0.0), turn));
  const Vector3 axis = turn * Vector3::UnitZ();
  for (int i = 0; i < hinges; ++i) {
    JointOptions hinge;
    hinge.body = "door";
    hinge.point = {-0.5, -0.2, 0.7 * i * i};
    hinge.axis = {axis.x(), axis.y(), axis.z()};
    add_joint(*model, "hinge" + std::to_string(i), JointKind::revolute, hinge);
  }
  return model;
}

TEST(JointRedundancy, OfADoorKeepsTheFirstHinge) {
  const auto found = of(*door(3));
  EXPECT_EQ(found.rows, 15);
  EXPECT_EQ(found.rank, 5);
  EXPECT_EQ(found.repeated, (std::vector<JointRowId>{{2, 0},
                                                     {2, 1},
                                                     {2, 2},
                                                     {3, 0},
                                                     {3, 1},  //
                                                     {4, 0},
                                                     {4, 1},
                                                     {4, 2},
                                                     {5, 0},
                                                     {5, 1}}));
}

TEST(JointRedundancy, IsNotLookedForAmongManyRows) {
  const int hinges = static_cast<int>(JointRedundancy::most_rows) / 5;
  EXPECT_EQ(of(*door(hinges)).repeated.size(), static_cast<std::size_t>(5 * (hinges - 1)));
  EXPECT_TRUE(of(*door(hinges + 1)).repeated.empty());
}

// A crank that is driven, and the rod beside: the rod follows. A wheel that is clamped, and a motor that will turn it:
// their rows are one initially, but neither follows from the other.
TEST(JointRedundancy, KnowsThatMotorsMove) {
  MotorOptions motor;
  motor.polynomial = {0.0, 1.0};
  Model driven;
  four_bars(driven, 1.0, {0.3, 1.0, 0.0}, {2.3, 1.0, 0.0}, {2.0, 0.0, 0.0});
  add(driven, JointKind::distance, "rod", "top", {0.0, 0.0}, "ground", {1.0, 0.0});
  motor.body = "left";
  add_motor(driven, "motor", MotorKind::rotation, motor);
  const auto found = of(driven);
  EXPECT_EQ(found.rank, 9);
  ASSERT_EQ(found.repeated.size(), 1u);
  EXPECT_FALSE(driven.contacts.is_driven(found.repeated[0].joint));
  Model clamped;
  clamped.add_body("wheel", "planar", planar_body(1.0, 0.1, Vector3::Zero()));
  add(clamped, JointKind::fixed, "clamp", "wheel", {0.0, 0.0}, "ground", {0.0, 0.0});
  motor.body = "wheel";
  add_motor(clamped, "motor", MotorKind::rotation, motor);
  EXPECT_EQ(of(clamped).redundant(), 1);
  EXPECT_TRUE(of(clamped).repeated.empty());
}

}  // namespace joint_redundancy_test
}  // namespace percuss
