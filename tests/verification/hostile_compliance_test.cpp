// SPDX-License-Identifier: Apache-2.0
// Springs of compliant joints are as undamped as the scheme, turn with their bodies, and stay stable however stiff.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/bushing.hpp"
#include "model/joint.hpp"
#include "model/motor.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {
namespace hostile_compliance_test {

struct Case {
  std::string label, scheme;
  Values options;
  double energy;  // error allowed at omega h = 0.037, of 0.06 J
  double order;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

/// 1 kg and 3 kg, 1 m apart.
std::unique_ptr<Model> pair_on_a_spring(double compliance, std::vector<double> a, std::vector<double> b) {
  auto model = std::make_unique<Model>();
  model->add_body("a", "point_mass", mass_at({0.0, 0.0, 0.0}, 1.0));
  model->add_body("b", "point_mass", mass_at({1.0, 0.0, 0.0}, 3.0));
  JointOptions joint;
  joint.body = "a";
  joint.to = "b";
  joint.compliance = compliance;
  add_joint(*model, "spring", JointKind::distance, joint);
  for (Index i = 0; i < 3; ++i) {
    model->initial.v[i] = a[static_cast<std::size_t>(i)];
    model->initial.v[3 + i] = b[static_cast<std::size_t>(i)];
  }
  return model;
}

class HostileCompliance : public testing::TestWithParam<Case> {
 protected:
  /// After `end` seconds, with the largest error of the energy on the way.
  State run(const Model& model, double h, double end, double& error) const {
    const auto scheme = find_scheme(GetParam().scheme)->make(model.system, model.contacts, {}, GetParam().options);
    State state = model.initial;
    const auto energy = [&] {
      return model.system.energy(state.t, state.q, state.v).total() + model.contacts.elastic_energy(state.t, state.q);
    };
    const double start = energy();
    error = 0.0;
    const auto steps = std::lround(end / h);
    for (long i = 0; i < steps; ++i) {
      const auto step = scheme->step(h, state);
      EXPECT_TRUE(step.ok()) << step.report.message;
      if (!step.ok()) break;
      error = std::max(error, std::abs(energy() - start));
    }
    return state;
  }
};

// Half-explicit: leapfrog of a mass increased by (omega h/2)^2, whose energy swings by (omega h)^2/2 of itself.
// theta < 1/2: of a position taken at another instant than the velocity, by omega h (1/2 - theta) of itself.
INSTANTIATE_TEST_SUITE_P(Schemes, HostileCompliance,
                         testing::Values(Case{"HalfExplicit", "half_explicit_velocity", {}, 6e-5, 2.0},
                                         Case{"MoreauJeanHalf", "moreau_jean", {{"theta", 0.5}}, 1e-9, 2.0},
                                         Case{"MoreauJeanThird", "moreau_jean", {{"theta", 0.3}}, 5e-4, 1.0},
                                         Case{"MoreauJeanExplicit", "moreau_jean", {{"theta", 0.0}}, 1.3e-3, 1.0},
                                         Case{"Midpoint", "moreau_midpoint", {}, 1e-9, 2.0},
                                         Case{"Newmark", "mixed_newmark", {}, 1e-9, 2.0}),
                         [](const testing::TestParamInfo<Case>& p) { return p.param.label; });

TEST_P(HostileCompliance, KeepsItsEnergy) {
  const auto model = pair_on_a_spring(1e-3, {-0.3, 0.0, 0.0}, {0.1, 0.0, 0.0});
  double error = 0.0;
  run(*model, 1e-3, 10.0, error);
  expect_figure(GetParam().label + ": error of the energy in 10 s", error, 0.0, GetParam().energy, "J");
}

// x_a - x_b swings about -1 m: omega^2 = (1 + 1/3)/compliance.
TEST_P(HostileCompliance, SwingsWithTheOrderOfTheScheme) {
  const double omega = std::sqrt(4.0 / 3.0 / 1e-3), end = 0.5;
  std::vector<double> errors;
  for (const double h : {2e-3, 1e-3}) {
    const auto model = pair_on_a_spring(1e-3, {-0.3, 0.0, 0.0}, {0.1, 0.0, 0.0});
    double energy = 0.0;
    const auto state = run(*model, h, end, energy);
    errors.push_back(std::hypot(state.q[3] - state.q[0] - 1.0 - 0.4 / omega * std::sin(omega * end),
                                (state.v[3] - state.v[0] - 0.4 * std::cos(omega * end)) / omega));
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), GetParam().order, 0.25);  // at omega h = 0.07 and 0.037
}

// A dumb-bell that turns by 4 rad/s: at rest in the turning frame but for the swinging that its start sets off,
// (m v^2/l)^2 compliance/2 = 7e-5 J at most. Stiffer than the step resolves it is a rigid one.
TEST_P(HostileCompliance, TurnsWithItsBodiesHoweverStiff) {
  for (const double compliance : {1e-6, 1e-9, 1e-15}) {
    if (GetParam().scheme == "mixed_newmark" && compliance < 1e-9) continue;  // rings undamped, as bodies do in it
    const auto model = pair_on_a_spring(compliance, {0.0, 3.0, 0.0}, {0.0, -1.0, 0.0});
    double energy = 0.0;
    const auto state = run(*model, 1e-3, 1.0, energy);
    const double angle = std::atan2(state.q[4] - state.q[1], state.q[3] - state.q[0]);
    // The angle to theta times one step's turn; theta < 1/2 makes energy of the turning itself, h (1/2 - theta) 16/s.
    EXPECT_NEAR(std::remainder(angle + 4.0, 2.0 * M_PI), 0.0, 0.03) << compliance;
    EXPECT_NEAR((state.q.segment<3>(3) - state.q.segment<3>(0)).norm(), 1.0, 1e-3) << compliance;
    EXPECT_NEAR(0.5 * state.v.head<3>().squaredNorm() + 1.5 * state.v.tail<3>().squaredNorm(), 6.0, 0.1) << compliance;
  }
}

// A fixed joint that gives way by 0.01 rad/(N m) holds 1 kg m^2 at its centre of mass, which starts with 6 rad/s: a
// linear torsion spring, phi = 0.6 sin(10 t), whatever the size of the angle. (A moment by the sine of the angle gave
// another law: beyond 45 degrees it fell, and the body turned right round.) Tolerance: the order of the scheme at
// omega h = 0.01.
TEST_P(HostileCompliance, TwistsInProportionToTheMoment) {
  auto model = std::make_unique<Model>();
  model->add_body("wheel", "planar", planar_body(1.0, 1.0, Vector3::Zero(), {0.0, 0.0, 6.0}));
  JointOptions joint;
  joint.body = "wheel";
  joint.to = "ground";
  joint.compliance = 0.01;
  add_joint(*model, "shaft", JointKind::fixed, joint);
  double energy = 0.0;
  const auto state = run(*model, 1e-3, 0.4, energy);
  const double tolerance = GetParam().order > 1.5 ? 1e-4 : 5e-3;
  expect_figure(GetParam().label + ": angle after 0.4 s", state.q[2], 0.6 * std::sin(4.0), tolerance, "rad");
}

/// About the origin, of two bodies of 1 kg and 0.05 kg m^2 in the plane.
double angular_momentum(const State& state) {
  double sum = 0.0;
  for (const Index i : {0, 3}) sum += state.q[i] * state.v[i + 1] - state.q[i + 1] * state.v[i] + 0.05 * state.v[i + 2];
  return sum;
}

// Two bodies in free flight turn about each other by 10 rad/s on a joint that gives way and damps: what stands still
// between them while they turn together is not braked. (Dampers along fixed axes took 1.1 % of the angular momentum in
// 0.2 s, with the moment damping |r|^2 omega, and booked it as damped.) Tolerance: the rounding of sums, and of mixed
// schemes the order at omega h = 0.03.
TEST_P(HostileCompliance, DampsNoCommonRotation) {
  for (const auto* const kind : {"revolute", "fixed", "bushing"}) {
    auto model = std::make_unique<Model>();
    model->add_body("a", "planar", planar_body(1.0, 0.05, {-0.5, 0.0, 0.0}, {0.0, -5.0, 10.0}));
    model->add_body("b", "planar", planar_body(1.0, 0.05, {0.5, 0.0, 0.0}, {0.0, 5.0, 10.0}));
    JointOptions joint;
    joint.body = "b";
    joint.point = {-0.5, 0.0};
    joint.to = "a";
    joint.compliance = 1e-3;
    joint.damping = 20.0;
    if (std::string(kind) == "bushing") {
      BushingOptions bushing;
      bushing.body = joint.body;
      bushing.point = joint.point;
      bushing.to = joint.to;
      bushing.stiffness = {1e3, 1e3};
      bushing.damping = {20.0, 20.0};
      add_bushing(*model, "joint", bushing);
    } else {
      add_joint(*model, "joint", std::string(kind) == "fixed" ? JointKind::fixed : JointKind::revolute, joint);
    }
    double energy = 0.0;
    const double start = angular_momentum(model->initial);
    EXPECT_NEAR(start, 6.0, 1e-12);
    const auto state = run(*model, 1e-3, 1.0, energy);
    const double tolerance = GetParam().order < 1.5 ? 0.1 : GetParam().scheme == "mixed_newmark" ? 2e-4 : 1e-9;
    expect_figure(GetParam().label + ", " + kind + ": angular momentum", angular_momentum(state), start, tolerance,
                  "kg m^2/s");
  }
}

// A rotor of 1 kg at 300 rad/s, three times its critical speed, on a damped bearing: the whirl dies in what does not
// turn, a pedestal that is a point mass or a body, whichever of the two is `to`. (Dampers that turned with the rotor
// drew 200 rad/s of its spin into the whirl.) e^-10 is left of it; the spin is that of the start, but for the moment
// damping omega r^2 of the pedestal without rotation, a share of 1e-4.
TEST_P(HostileCompliance, BearsRotors) {
  for (const auto* const pedestal : {"node", "body", "named first"}) {
    const bool is_node = std::string(pedestal) == "node", is_first = std::string(pedestal) == "named first";
    auto model = std::make_unique<Model>();
    model->add_body("rotor", "planar", planar_body(1.0, 0.005, Vector3::Zero(), {0.0, 0.1, 300.0}));
    if (is_node)
      model->add_body("pedestal", "point_mass", mass_at({0.0, 0.0}, 5.0));
    else
      model->add_body("pedestal", "planar", planar_body(5.0, 0.1, Vector3::Zero()));
    JointOptions joint;
    joint.body = is_first ? "pedestal" : "rotor";
    joint.to = is_first ? "rotor" : "pedestal";
    joint.compliance = 1e-4;
    joint.damping = 20.0;
    add_joint(*model, "bearing", JointKind::revolute, joint);
    joint = {};
    joint.body = "pedestal";
    joint.compliance = 1e-6;
    add_joint(*model, "ground", JointKind::fixed, joint);
    double energy = 0.0;
    const auto state = run(*model, 2e-4, 1.0, energy);
    EXPECT_LT(state.q.head<2>().norm(), 1e-5) << pedestal;
    EXPECT_NEAR(state.v[2], 300.0, 0.1) << pedestal;
  }
}

// A motor turns a carrier by 10 rad/s, on which a body of 1 kg lies 0.5 m from the axis, on a ball joint of 1000 N/m
// that damps. At rest on its carrier it stands off by  r = 0.5 k / (k - m omega^2) = 5/9 m.  (Dampers along fixed axes
// kept it at 0.5531 m, and the motor at work for nothing.) It has settled to e^-20; tolerance: the order of the scheme
// at omega h = 0.01, of theta < 1/2 its first.
TEST_P(HostileCompliance, RestsOnWhatTurns) {
  auto model = std::make_unique<Model>();
  const auto still = Eigen::Quaterniond::Identity();
  const Vector3 inertia(0.05, 0.05, 0.05), omega(0.0, 0.0, 10.0);
  model->add_body("carrier", "spatial", spatial_body(1.0, inertia, Vector3::Zero(), still, Vector3::Zero(), omega));
  model->add_body("load", "spatial", spatial_body(1.0, inertia, {0.5, 0.0, 0.0}, still, {0.0, 5.0, 0.0}, omega));
  JointOptions joint;
  joint.body = "carrier";
  joint.axis = {0.0, 0.0, 1.0};
  add_joint(*model, "hinge", JointKind::revolute, joint);
  MotorOptions motor;
  motor.body = "carrier";
  motor.axis = joint.axis;
  motor.value = 10.0;
  add_motor(*model, "motor", MotorKind::rotation, motor);
  joint = {};
  joint.body = "load";
  joint.to = "carrier";
  joint.to_point = {0.5, 0.0, 0.0};
  joint.compliance = 1e-3;
  joint.damping = 20.0;
  add_joint(*model, "joint", JointKind::ball, joint);
  double energy = 0.0;
  const auto state = run(*model, 1e-3, 2.0, energy);
  expect_figure(GetParam().label + ": distance from the axis", state.q.segment<2>(7).norm(), 5.0 / 9.0,
                GetParam().order > 1.5 ? 1e-4 : 2e-3, "m");
}

}  // namespace hostile_compliance_test
}  // namespace percuss::verification
