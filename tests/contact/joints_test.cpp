// SPDX-License-Identifier: Apache-2.0
#include "contact/joints.hpp"

#include "model/beam.hpp"
#include "tests/contact/contact_checks.hpp"
#include "tests/contact/moving_contacts.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace joints_test {

constexpr double rounding = 1e-14;  // some eps of sums of numbers of order 1 to 10
using Row = Joints::Row;

Vector drift(const Joints& joints, const Vector& q) {
  ContactSet set;
  joints.evaluate(0.0, q, 9, all_of(joints), set);
  Vector value(set.rows());
  joints.row_gaps(0.0, q, all_of(joints), 0, value);
  return value;
}

TEST(Joints, HoldAPendulumByItsEnd) {
  Joints joints;  // a rod of length 2 hangs down from the origin
  joints.add({"pin",
              Marker::planar(0, 0, {-1.0, 0.0, 0.0}),
              Marker::ground(Vector3::Zero()),
              {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY())}});
  const Vector3 q(0.0, -1.0, -M_PI / 2.0), v(3.0, 0.0, 3.0);  // turns about the origin at 3 rad/s
  EXPECT_EQ(joints.name(0), "pin");
  EXPECT_TRUE(joints.is_joint(0));
  EXPECT_FALSE(joints.has_constant_jacobian());
  EXPECT_LE(drift(joints, q).norm(), rounding);
  const Matrix W = jacobian(joints, 3, q);
  EXPECT_TRUE(W.col(0).isApprox(Vector3(1.0, 0.0, -1.0), rounding));
  EXPECT_TRUE(W.col(1).isApprox(Vector3(0.0, 1.0, 0.0), rounding));
  EXPECT_LE((W.transpose() * v).norm(), rounding);
  Vector bias(2);
  joints.velocity_bias({}, 0.0, q, v, all_of(joints), 0, bias);
  // The pin would fly off the centre: omega^2 r towards it.
  EXPECT_NEAR(bias[0], 0.0, 9.0 * rounding);
  EXPECT_NEAR(bias[1], -9.0, 9.0 * rounding);
}

TEST(Joints, AreBilateralAndAlwaysClosed) {
  Joints joints;
  joints.add({"rod", Marker::planar(0, 0, Vector3::Zero()), Marker::ground(Vector3::Zero()), {Row::distance(2.0)}});
  ContactSet set;
  const Vector3 q(3.0, 4.0, 0.0), v(1.0, 1.0, 1.0);
  joints.evaluate(0.0, q, 3, all_of(joints), set);
  EXPECT_EQ(set.cone[0], Cone::bilateral);
  EXPECT_TRUE(dense(set.W).isApprox(Vector3(0.6, 0.8, 0.0), rounding));
  EXPECT_NEAR(drift(joints, q)[0], 3.0, rounding);
  Vector gap = Vector::Ones(1), rate = Vector::Ones(1);
  joints.gaps(0.0, q, gap);
  joints.normal_velocities(0.0, q, v, rate);
  EXPECT_EQ(gap[0], 0.0);
  EXPECT_EQ(rate[0], 0.0);
}

TEST(Joints, OfNodesThatDoNotTurnHaveConstantRows) {
  const auto node = [](Index q) { return Marker::translation(2, q, q, Vector3::Zero()); };
  Joints joints;
  joints.add({"glue", node(0), node(2), {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY())}});
  joints.add({"wire", node(0), Marker::ground(Vector3::Zero()), {Row::offset(Vector3::UnitY())}});
  EXPECT_TRUE(joints.has_constant_jacobian());
  joints.add({"rod", node(0), node(2), {Row::distance(1.0)}});
  EXPECT_FALSE(joints.has_constant_jacobian());
}

TEST(Joints, MeasureAngles) {
  Joints joints;  // u = e_x on the body, from z = e_x to w = e_y on ground: the angle itself, of any size
  joints.add({"clamp",
              Marker::planar(0, 0, Vector3::Zero()),
              Marker::ground(Vector3::Zero()),
              {Row::turn(Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitX())}});
  EXPECT_EQ(drift(joints, Vector3::Zero())[0], 0.0);
  for (const double angle : {0.1, -1.5, 3.0}) {
    EXPECT_NEAR(drift(joints, Vector3(5.0, 6.0, angle))[0], angle, rounding);
    EXPECT_NEAR((jacobian(joints, 3, Vector3(5.0, 6.0, angle)).col(0) - Vector3(0.0, 0.0, 1.0)).norm(), 0.0, rounding);
  }
  EXPECT_EQ(jacobian(joints, 3, Vector3::Zero()).col(0), Vector3(0.0, 0.0, 1.0));
}

/// One joint of every row between two bodies of each kind, and to ground, in random places.
Joints random_joints(const RandomBodies& bodies, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  const std::array<std::array<const char*, 2>, 4> pairs{
      {{"plate", "plank"}, {"stone", "brick"}, {"plank", "ground"}, {"brick", "ground"}}};
  Joints joints;
  for (const auto& [a, b] : pairs) {
    const bool spatial = std::string(a) == "stone" || std::string(a) == "brick";
    const auto vector = [&] { return Vector3(number(random), number(random), spatial ? number(random) : 0.0); };
    const Marker body = bodies.marker(a, vector());
    const Vector3 point = vector();
    const Marker to = std::string(b) == "ground" ? Marker::ground(point) : bodies.marker(b, point);
    const Vector3 along = spatial ? Vector3(1.0, 2.0, -2.0) / 3.0 : Vector3(0.6, 0.8, 0.0);
    joints.add({"joint",
                body,
                to,
                {Row::point(vector().normalized()), Row::offset(vector().normalized()), Row::at_body(along)}});
    const Vector3 u = vector().normalized(), w = vector().normalized();
    const Vector3 z = (spatial ? vector().cross(w) : Vector3::UnitZ().cross(w)).normalized();
    joints.add({"joint", body, to, {Row::turn(u, w, z), Row::distance(1.0)}});
  }
  return joints;
}

TEST(Joints, HaveTheDerivativesOfWhatTheyHold) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBodies bodies(seed);
    expect_consistent_derivatives(random_joints(bodies, seed + 1000), bodies);
  }
}

/// Springs of rotations between two bodies in space, and to ground, unturned in other places than these.
Joints random_springs(const RandomBodies& bodies, unsigned seed) {
  std::mt19937 random(seed);
  const auto vector = [&] { return Vector3(random_vector(3, random)); };
  const Marker stone = bodies.marker("stone", vector());
  Joints joints;
  for (const auto& to : {bodies.marker("brick", vector()), Marker::ground(vector())}) {
    const Vector3 e = vector().normalized();
    const Eigen::Quaterniond unturned(Eigen::Vector4d(random_vector(4, random)).normalized());
    joints.add({"spring",
                stone,
                to,
                {Row::rotation(e, unturned), Row::tilt(vector().cross(e).normalized(), vector().normalized(), e),
                 Row::twist(e, unturned)},
                std::vector<JointLaw>(3, {1.0, 0.0})});
  }
  return joints;
}

TEST(Joints, SpringsOfRotationsHaveTheDerivativesOfTheirAngles) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomBodies bodies(seed);
    const auto springs = random_springs(bodies, seed + 2000);
    const auto& [t, q, v] = bodies.state;
    constexpr double h = 1e-6;  // errors h^2 of third derivatives and eps/h; beside an end angles have large ones
    Vector ahead(q.size()), behind(q.size()), way(6), back(6);
    bodies.model.system.advance(q, h, v, 0.0, v, ahead);
    bodies.model.system.advance(q, -h, v, 0.0, v, behind);
    springs.row_ways(t, behind, t, ahead, all_of(springs), 0, way);
    springs.row_ways(t, ahead, t, behind, all_of(springs), 0, back);
    EXPECT_EQ(way, -back);
    const Vector gamma = jacobian(springs, v.size(), q).transpose() * v;
    for (Index row = 0; row < 6; ++row)
      EXPECT_NEAR(way[row] / (2.0 * h), gamma[row], 1e-7 * (1.0 + std::abs(gamma[row])));
  }
}

// A damper alone has no angle: its way is what the body turns about the axis, turn after turn.
TEST(Joints, DampersOfRotationsCountTheirWay) {
  const RandomBodies bodies(1);
  Joints joints;
  const Vector3 axis = Vector3(1.0, 2.0, -2.0) / 3.0;
  joints.add({"drag",
              bodies.marker("stone", Vector3::Zero()),
              Marker::ground(Vector3::Zero()),
              {Row::spin(axis)},
              {JointLaw{0.0, 2.0}}});
  auto [t, q, v] = bodies.state;
  v.setZero();
  const Eigen::Quaterniond turn(q[9], q[10], q[11], q[12]);
  const Index omega = 6 + 3;  // after two bodies in the plane and v of this one
  v.segment<3>(omega) = turn.conjugate() * (3.0 * axis);
  EXPECT_NEAR(jacobian(joints, v.size(), q).col(0).dot(v), 3.0, 10.0 * rounding);
  Vector next(q.size());
  bodies.model.system.advance(q, 0.5, v, 0.0, v, next);
  EXPECT_NEAR(joints.damping_work(t, 0.5, q, next, all_of(joints)), 2.0 * 3.0 * 3.0 * 0.5, 100.0 * rounding);
  EXPECT_EQ(joints.elastic_energy(t, next), 0.0);
}

// Sections of beams in space turn by a rotation vector: their axes, angular velocities and what bias makes of them.
TEST(Joints, OfBeamsInSpaceHaveTheDerivativesOfWhatTheyHold) {
  std::mt19937 random(1);
  for (int i = 0; i < 10; ++i) {
    Model model;
    model.add_body("flying", "floating_beam", make_floating_beam(floating_in_space(2, all_spatial_frames()[i % 4U])));
    BeamOptions shaft;
    shaft.mesh = spatial_mesh(2);
    shaft.orientation = {0.3, -0.5, 0.9};
    model.add_body("shaft", "beam", make_beam(shaft));
    Vector q = random_vector(model.system.num_q(), random), v = random_vector(model.system.num_v(), random);
    q.segment<4>(3).normalize();
    q *= 0.5;
    q.segment<4>(3) *= 2.0;
    const auto vector = [&] { return Vector3(random_vector(3, random)); };
    const auto flying = [&] { return model.bodies[0].marker(0, {0.7, 0.1, -0.2}); };
    const Marker resting = model.bodies[1].marker(1), ground = Marker::ground(vector());
    Joints joints;
    for (const auto& [body, to] : {std::pair{flying(), resting}, {resting, flying()}, {flying(), ground}}) {
      joints.add({"joint",
                  body,
                  to,
                  {Row::point(vector().normalized()), Row::offset(vector().normalized()),
                   Row::at_body(Vector3(1.0, 2.0, -2.0) / 3.0)}});
      const Vector3 w = vector().normalized(), z = vector().cross(w).normalized();
      joints.add({"joint", body, to, {Row::turn(vector().normalized(), w, z), Row::distance(1.0)}});
    }
    // h = 1e-6/|v|: h^2 of third derivatives, which short elements make some 1e4, and eps/h
    expect_consistent_derivatives(joints, model.system, q, v, 1e-6);
  }
}

// Whatever acts between two bodies adds no momentum: rows give nothing for a common translation, nor for a common
// rotation unless they point along fixed axes at some distance from each other.
TEST(Joints, ActAndReactOnTwoBodies) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const RandomBodies bodies(seed);
    const auto joints = random_joints(bodies, seed + 1000);
    const Matrix W = jacobian(joints, bodies.model.system.num_v(), bodies.state.q);
    std::vector<Index> rows_between{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};  // of plate and plank, stone and brick
    Vector both = Vector::Zero(18);                                 // 2 x 3 + 2 x 6 velocities
    both[0] = both[3] = 1.3;
    both[1] = both[4] = -0.4;
    both.segment<3>(6) = both.segment<3>(12) = Vector3(0.3, 0.5, -0.7);
    for (const Index row : rows_between) EXPECT_NEAR(W.col(row).dot(both), 0.0, rounding) << "row " << row;
    const Vector3 omega(0.2, -0.9, 0.4);
    both.setZero();
    for (const auto& [name, v] : {std::pair{"plate", 0}, {"plank", 3}, {"stone", 6}, {"brick", 12}}) {
      const Marker centre = bodies.marker(name, Vector3::Zero());
      const Vector3 about = v < 6 ? Vector3(0.0, 0.0, 0.7) : omega;
      const Vector3 velocity = about.cross(centre.position(bodies.state.q));
      if (v < 6)
        both.segment<3>(v) << velocity[0], velocity[1], about[2];
      else
        both.segment<6>(v) << velocity, centre.rotation(bodies.state.q).transpose() * about;
    }
    for (const Index row : {1, 2, 3, 4, 6, 7, 8, 9})  // 0 and 5 are `point` rows
      EXPECT_NEAR(W.col(row).dot(both), 0.0, 10.0 * rounding) << "row " << row;
  }
}

TEST(Joints, NumberTheirContactsWithinAList) {
  Joints joints;
  for (const double length : {1.0, 2.0})
    joints.add(
        {"rod", Marker::planar(0, 0, Vector3::Zero()), Marker::ground(Vector3::Zero()), {Row::distance(length)}});
  Vector value(1);
  joints.row_gaps(0.0, Vector3(5.0, 0.0, 0.0), std::vector<Index>{6}, 5, value);
  EXPECT_EQ(value[0], 3.0);  // the second, of length 2
}

TEST(Joints, HoldOneToThreeRows) {
  Joints joints;
  const Marker ground = Marker::ground(Vector3::Zero());
  EXPECT_THROW(joints.add({"none", ground, ground, {}}), std::invalid_argument);
  EXPECT_THROW(joints.add({"many", ground, ground, std::vector<Row>(4)}), std::invalid_argument);
  joints.add({"three", ground, ground, std::vector<Row>(3, Row::point(Vector3::UnitX()))});
  EXPECT_EQ(joints.num_rows(0), 3);
}

}  // namespace joints_test
}  // namespace percuss
