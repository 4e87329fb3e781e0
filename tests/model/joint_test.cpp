// SPDX-License-Identifier: Apache-2.0
#include "model/joint.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "contact/joint_rank.hpp"
#include "tests/contact/moving_contacts.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace joint_test {

constexpr double pi = std::numbers::pi;
constexpr double rounding = 1e-14;  // some eps of sums of numbers of order 1 to 10

JointOptions between(const std::string& body, const std::string& to = "ground") {
  JointOptions options;
  options.body = body;
  options.to = to;
  return options;
}

/// Two rods of length 2 in the plane, `upper` from (0, 0) to (2, 0), `lower` from there down to (2, -2); a door in
/// space at (1, 0, 1), turned by 30 degrees about z, and a box at (1, 0, 3); and the bodies of bar_and_masses.
std::unique_ptr<Model> workshop() {
  auto model = bar_and_masses();
  model->add_body("upper", "planar", planar_body(1.0, 0.3, {1.0, 0.0, 0.0}));
  model->add_body("lower", "planar", planar_body(1.0, 0.3, {2.0, -1.0, -pi / 2.0}));
  model->add_body("door", "spatial",
                  spatial_body(1.0, {0.1, 0.2, 0.3}, {1.0, 0.0, 1.0},
                               Eigen::Quaterniond(Eigen::AngleAxisd(pi / 6.0, Vector3::UnitZ()))));
  model->add_body("box", "spatial", spatial_body(1.0, {0.1, 0.2, 0.3}, {1.0, 0.0, 3.0}));
  return model;
}

/// Degrees of freedom that the joints of a model take away.
Index held(const Model& model) { return joint_rank(model.contacts, model.system.num_v(), 0.0, model.initial.q).rank; }

double largest_drift(const Model& model) {
  const auto joints = all_of(model.contacts);
  Index rows = 0;
  for (const Index k : joints) rows += model.contacts.num_rows(k);
  Vector value(rows);
  model.contacts.row_gaps(0.0, model.initial.q, joints, 0, value);
  return value.lpNorm<Eigen::Infinity>();
}

struct Case {
  std::string label;
  JointKind kind;
  JointOptions options;
  std::vector<std::string> names;  // of the contacts
  std::vector<Index> rows;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

JointOptions with_axis(JointOptions options, std::vector<double> axis) {
  options.axis = std::move(axis);
  return options;
}

std::vector<Case> all_cases() {
  auto end = between("upper");
  end.point = {-1.0, 0.0};
  auto elbow = between("lower", "upper");
  elbow.point = {-1.0};
  elbow.to_point = {1.0};
  auto node = between("bar");
  node.node = "last";
  using K = JointKind;
  return {{"PlanarRevoluteToGround", K::revolute, end, {"j"}, {2}},
          {"PlanarRevolute", K::revolute, elbow, {"j"}, {2}},
          {"RevoluteOfAParticle", K::revolute, between("disc"), {"j"}, {2}},
          {"SpatialRevolute", K::revolute, with_axis(between("door"), {0, 0, 2}), {"j.1", "j.2"}, {3, 2}},
          {"SpatialRevoluteOfTwo", K::revolute, with_axis(between("door", "box"), {1, 1, 0}), {"j.1", "j.2"}, {3, 2}},
          {"PlanarPrismatic", K::prismatic, with_axis(between("upper"), {1, 1}), {"j"}, {2}},
          {"PlanarPrismaticOfTwo", K::prismatic, with_axis(between("lower", "upper"), {1, 1}), {"j"}, {2}},
          {"WireOfAParticle", K::prismatic, with_axis(between("disc"), {1, 1}), {"j"}, {1}},
          {"SpatialWireOfAParticle", K::prismatic, with_axis(between("stone"), {1, 1}), {"j"}, {2}},
          {"WireOnABody", K::prismatic, with_axis(between("disc", "upper"), {0, 1}), {"j"}, {1}},
          {"SpatialPrismatic", K::prismatic, with_axis(between("door", "box"), {0, 1, 1}), {"j.1", "j.2"}, {2, 3}},
          {"DistanceToGround", K::distance, between("upper"), {"j"}, {1}},
          {"DistanceOfParticles", K::distance, between("disc", "upper"), {"j"}, {1}},
          {"DistanceInSpace", K::distance, between("stone", "door"), {"j"}, {1}},
          {"DistanceOfNodes", K::distance, between("bar", "bar"), {"j"}, {1}},
          {"FixedNodeOnALine", K::fixed, node, {"j"}, {1}},
          {"FixedParticle", K::fixed, between("disc"), {"j"}, {2}},
          {"PlanarFixed", K::fixed, between("upper", "lower"), {"j"}, {3}},
          {"SpatialFixed", K::fixed, between("box", "door"), {"j.1", "j.2"}, {3, 3}},
          {"Ball", K::ball, between("door", "box"), {"j"}, {3}},
          {"BallOfAParticle", K::ball, between("stone"), {"j"}, {3}}};
}

class EveryJoint : public testing::TestWithParam<Case> {};

TEST_P(EveryJoint, HoldsWhatItShouldWhereTheBodiesStand) {
  const auto& c = GetParam();
  auto model = workshop();
  auto options = c.options;
  if (c.label == "DistanceOfNodes") options.to_node = "last";
  add_joint(*model, "j", c.kind, options);
  ASSERT_EQ(model->contacts.size(), static_cast<Index>(c.names.size()));
  Index rows = 0;
  for (std::size_t k = 0; k < c.names.size(); ++k) {
    const auto number = static_cast<Index>(k);
    EXPECT_EQ(model->contacts.name(number), c.names[k]);
    EXPECT_EQ(model->contacts.num_rows(number), c.rows[k]);
    EXPECT_TRUE(model->contacts.is_joint(number));
    rows += c.rows[k];
  }
  EXPECT_EQ(held(*model), rows);  // none of a joint's own rows repeats another
  EXPECT_LE(largest_drift(*model), rounding);
}

INSTANTIATE_TEST_SUITE_P(Joints, EveryJoint, testing::ValuesIn(all_cases()),
                         [](const testing::TestParamInfo<Case>& c) { return c.param.label; });

// What a joint leaves free: W' v must vanish for that motion.
void expect_allowed(const Model& model, const Vector& v) {
  const Vector gamma = jacobian(model.contacts, model.system.num_v(), model.initial.q).transpose() * v;
  EXPECT_LE(gamma.lpNorm<Eigen::Infinity>(), rounding * 10.0) << gamma.transpose();
}

TEST(RevoluteJoint, LeavesTheTurningAboutItsAxis) {
  auto model = workshop();
  auto hinge = between("door");
  hinge.point = {-1.0, 0.0, 0.0};
  hinge.axis = {0.0, 0.0, 1.0};
  add_joint(*model, "hinge", JointKind::revolute, hinge);
  const auto* door = model->find_body("door");
  const Vector3 arm =
      door->marker(0).position(model->initial.q) - door->marker(0, {-1.0, 0.0, 0.0}).position(model->initial.q);
  Vector v = Vector::Zero(model->system.num_v());
  v.segment<3>(door->v_offset) = Vector3::UnitZ().cross(arm);
  v[door->v_offset + 5] = 1.0;
  expect_allowed(*model, v);
}

TEST(PrismaticJoint, LeavesTheMotionAlongItsAxisInTheAxesOfTheOtherBody) {
  auto model = workshop();
  add_joint(*model, "slide", JointKind::prismatic, with_axis(between("box", "door"), {1, 0, 0}));
  Vector v = Vector::Zero(model->system.num_v());
  v.segment<3>(model->find_body("box")->v_offset) = Vector3(std::cos(pi / 6.0), std::sin(pi / 6.0), 0.0);
  expect_allowed(*model, v);
  auto plane = workshop();
  add_joint(*plane, "slide", JointKind::prismatic, with_axis(between("upper", "lower"), {1, 0}));
  v.setZero();
  v[plane->find_body("upper")->v_offset + 1] = 1.0;  // `lower` points down
  expect_allowed(*plane, v);
}

TEST(DistanceJoint, TakesTheDistanceOfTheStartOrTheLengthThatItIsGiven) {
  auto model = workshop();
  auto rod = between("disc");  // at (1, 2)
  rod.length = std::sqrt(5.0);
  add_joint(*model, "rod", JointKind::distance, rod);
  EXPECT_LE(largest_drift(*model), rounding);
}

/// Faults of adding one joint to the workshop.
std::vector<Fault> faults_of(JointKind kind, const JointOptions& options, std::unique_ptr<Model> model = workshop()) {
  const auto before = model->contacts.size();
  try {
    add_joint(*model, "j", kind, options);
  } catch (const InputError& error) {
    EXPECT_EQ(model->contacts.size(), before);  // nothing half done
    for (const auto& fault : error.faults()) EXPECT_FALSE(fault.remedy.empty()) << fault.message;
    return error.faults();
  }
  return {};
}

void expect_fault(const std::vector<Fault>& faults, const std::string& key, const std::string& message,
                  const std::string& remedy) {
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].key, key);
  EXPECT_NE(faults[0].message.find(message), std::string::npos) << faults[0].message;
  EXPECT_NE(faults[0].remedy.find(remedy), std::string::npos) << faults[0].remedy;
}

TEST(Joint, RefusesBodiesThatAreNotThere) {
  expect_fault(faults_of(JointKind::revolute, between("uper")), "body", "there is no body `uper`", "`upper`");
  expect_fault(faults_of(JointKind::revolute, between("upper", "lowr")), "to", "there is no body `lowr`", "`lower`");
  expect_fault(faults_of(JointKind::revolute, between("upper", "grund")), "to", "there is no body `grund`",
               "did you mean `ground`?");
  auto joint = between("upper", "bar");
  joint.to_node = "17";
  expect_fault(faults_of(JointKind::revolute, joint), "to_node", "`bar` has no node 17", "0 to 4");
}

TEST(Joint, RefusesABodyOfTheNameGround) {
  auto model = workshop();
  model->add_body("ground", "planar", planar_body(1.0, 1.0, Vector3::Zero()));
  expect_fault(faults_of(JointKind::revolute, between("upper"), std::move(model)), "to", "reserved for the fixed frame",
               "another name");
}

TEST(Joint, RefusesBodiesThatDoNotFitIt) {
  expect_fault(faults_of(JointKind::revolute, between("upper", "door")), "to", "`door` has 3 coordinates and `upper` 2",
               "same space");
  expect_fault(faults_of(JointKind::revolute, between("bar")), "type", "moves on a line", "fixed");
  expect_fault(faults_of(JointKind::ball, between("upper")), "type", "does not move in space", "revolute");
  expect_fault(faults_of(JointKind::revolute, with_axis(between("stone"), {0, 0, 1})), "type", "does not rotate",
               "ball");
  expect_fault(faults_of(JointKind::fixed, between("upper", "disc")), "to", "cannot keep `upper` from rotating",
               "revolute");
  expect_fault(faults_of(JointKind::fixed, between("upper", "upper")), "to", "joined to itself", "another body");
  expect_fault(faults_of(JointKind::distance, between("bar", "bar")), "to", "joined to itself", "another body");
}

TEST(Joint, RefusesPointsAndAxesThatMakeNoSense) {
  auto joint = between("disc");
  joint.point = {1.0};
  expect_fault(faults_of(JointKind::revolute, joint), "point", "do not rotate", "leave `point` out");
  joint = between("upper");
  joint.point = {1.0, 2.0, 3.0};
  expect_fault(faults_of(JointKind::revolute, joint), "point", "3 components", "1 to 2");
  expect_fault(faults_of(JointKind::revolute, between("door")), "axis", "needs its axis", "[0, 0, 1]");
  expect_fault(faults_of(JointKind::revolute, with_axis(between("upper"), {0, 1})), "axis", "has none", "about z");
  expect_fault(faults_of(JointKind::prismatic, with_axis(between("upper"), {0, 0})), "axis", "no length",
               "give a direction");
  joint = with_axis(between("stone"), {0, 1});
  joint.body_axis = {0.0, 1.0};
  expect_fault(faults_of(JointKind::prismatic, joint), "body_axis", "of a node that does not rotate has none",
               "leave it");
  joint = with_axis(between("upper"), {0, 1});
  joint.body_axis = {0.0, 1.0};
  expect_fault(faults_of(JointKind::prismatic, joint), "body_axis", "has none", "leave it out");
}

TEST(Joint, ThatCannotBeAssembledSaysByHowMuch) {
  auto joint = between("lower", "upper");
  joint.point = {-1.0, 0.0};
  joint.to_point = {1.0, 0.003};
  expect_fault(faults_of(JointKind::revolute, joint), "to_point",
               "cannot be assembled: initially the point of `lower`, (2, 0) m, is 0.003 m from (2, 0.003) m, that "
               "of `upper`",
               "the points must coincide");
  joint = between("disc", "upper");  // a particle at (1, 2), `upper` turns about (1, 0)
  joint.to_point = {0.0, 1.5};
  expect_fault(faults_of(JointKind::revolute, joint), "to_point", "is 0.5 m from (1, 1.5) m",
               "the points must coincide");
  joint = with_axis(between("upper"), {0.0, 1.0});
  joint.to_point = {0.75, 5.0};
  expect_fault(faults_of(JointKind::prismatic, joint), "to_point",
               "is 0.25 m off the axis through (0.75, 5) m, on ground", "the points must coincide");
  joint = between("disc");
  joint.length = 2.0;
  expect_fault(faults_of(JointKind::distance, joint), "length", "initially 2.23606798 m apart, which is 0.236068 m off",
               "leave `length` out");
  joint = between("disc");
  joint.to_point = {1.0, 2.0};
  expect_fault(faults_of(JointKind::distance, joint), "to_point", "coincide", "revolute");
  joint = with_axis(between("door"), {0.0, 0.0, 1.0});
  joint.body_axis = {0.1, 0.0, 1.0};
  expect_fault(faults_of(JointKind::revolute, joint), "body_axis", "differ by 0.0996687 rad", "turn the body");
  joint.body_axis = {0.0, 0.0, 3.0};
  EXPECT_TRUE(faults_of(JointKind::revolute, joint).empty());
}

// Round-off in positions that a user computed is none of the user's faults; a millionth of a length is.
TEST(Joint, ForgivesRoundOff) {
  for (const double off : {1e-12, 1e-6}) {
    auto joint = between("lower", "upper");
    joint.point = {-1.0, 0.0};
    joint.to_point = {1.0 + off};
    EXPECT_EQ(faults_of(JointKind::revolute, joint).size(), off < 1e-9 ? 0U : 1U) << off;
  }
}

TEST(Joint, RefusesInitialVelocitiesThatBreakIt) {
  const auto turning = [](double vx, double vy, double omega) {
    auto model = std::make_unique<Model>();
    model->add_body("rod", "planar", planar_body(1.0, 1.0, {0.6, 0.8, 0.0}, {vx, vy, omega}));
    return model;
  };
  auto pin = between("rod");
  pin.point = {-0.6, -0.8};
  EXPECT_TRUE(faults_of(JointKind::revolute, pin, turning(-0.8 * 3.0, 0.6 * 3.0, 3.0)).empty());
  expect_fault(faults_of(JointKind::revolute, pin, turning(-0.8 * 3.0, 0.6 * 3.0, 3.1)), "",
               "initially `rod` moves relative to `ground` at 0.1 m/s", "initial velocities");
  expect_fault(faults_of(JointKind::fixed, between("rod"), turning(0.0, 0.0, 2.0)), "",
               "`rod` rotates relative to `ground` at 2 rad/s", "initial velocities");
  EXPECT_TRUE(faults_of(JointKind::prismatic, with_axis(between("rod"), {3.0, 4.0}), turning(6.0, 8.0, 0.0)).empty());
}

TEST(Joint, TellsAllThatIsWrongAtOnce) {
  auto joint = between("upper");
  joint.length = -1.0;
  joint.body = "nobody";
  EXPECT_EQ(keys_thrown([&] {
              auto model = workshop();
              add_joint(*model, "j", JointKind::distance, joint);
            }),
            (Keys{"length", "body"}));
}

}  // namespace joint_test
}  // namespace percuss
