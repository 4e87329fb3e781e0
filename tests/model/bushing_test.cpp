// SPDX-License-Identifier: Apache-2.0
#include "model/bushing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/spring.hpp"
#include "model/torsion_spring.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/model/loaded_bodies.hpp"
#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"

namespace percuss {
namespace bushing_test {

/// x'' + (d/m) x' + (k/m) x = 0, underdamped.
double oscillation(double x, double v, double m, double k, double d, double t) {
  const double g = 0.5 * d / m, w = std::sqrt(k / m - g * g);
  return std::exp(-g * t) * (x * std::cos(w * t) + (v + g * x) / w * std::sin(w * t));
}

State run(const Model& model, const std::string& scheme, const Values& options, double h, int steps) {
  const auto instance = find_scheme(scheme)->make(model.system, model.contacts, {}, options);
  State state = model.initial;
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(instance->step(h, state).ok());
  return state;
}

struct Case {
  std::string label, scheme;
  Values options;
  double error, ratio;  // at h = 1e-3 s, of halving it
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

/// A mass in the plane on different springs and dampers along x and y.
class Bushing : public testing::TestWithParam<Case> {
 protected:
  static std::unique_ptr<Model> mounted_mass(const BushingOptions& options) {
    auto model = std::make_unique<Model>();
    model->add_body("mass", "point_mass", mass_at({0.1, 0.0}, 2.0));
    add_bushing(*model, "mount", options);
    model->initial.v << 0.0, 1.0;
    return model;
  }
  static BushingOptions mount() {
    BushingOptions options;
    options.body = "mass";
    options.to_point = {0.0, 0.0};
    options.stiffness = {50.0, 80.0};
    options.damping = {2.0, 1.5};
    return options;
  }
};
// Orders of the schemes; the errors are those seen, times 1.2.
INSTANTIATE_TEST_SUITE_P(Schemes, Bushing,
                         testing::Values(Case{"HalfExplicit", "half_explicit_velocity", {}, 2.8e-6, 4.0},
                                         Case{"MoreauJean", "moreau_jean", {{"theta", 0.5}}, 2.9e-6, 4.0},
                                         Case{"MoreauMidpoint", "moreau_midpoint", {}, 2.9e-6, 4.0},
                                         Case{"GeneralizedAlpha", "mixed_generalized_alpha", {}, 2.9e-6, 4.0},
                                         Case{"Bathe", "mixed_bathe", {}, 1.4e-6, 4.0},
                                         Case{"EdAlpha", "mixed_ed_alpha", {}, 8e-10, 8.0}),
                         [](const testing::TestParamInfo<Case>& p) { return p.param.label; });

TEST_P(Bushing, IsSpringsAndDampersToTheOrderOfTheScheme) {
  const auto model = mounted_mass(mount());
  std::vector<double> errors;
  for (const int steps : {1000, 2000}) {
    const auto state = run(*model, GetParam().scheme, GetParam().options, 1.0 / steps, steps);
    errors.push_back(std::hypot(state.q[0] - oscillation(0.1, 0.0, 2.0, 50.0, 2.0, 1.0),
                                state.q[1] - oscillation(0.0, 1.0, 2.0, 80.0, 1.5, 1.0)));
  }
  EXPECT_LT(errors[0], GetParam().error);
  EXPECT_NEAR(errors[0] / errors[1], GetParam().ratio, 0.2);
}

// Of dampers alone: v = v_0 exp(-d t/m). At h d/m = 0.01 the local error of an order 2 rule is some (h d/m)^3/12.
TEST_P(Bushing, MayBeADamperAlone) {
  auto options = mount();
  options.to_point = {0.1, 0.0};
  options.stiffness = {};
  options.damping = {0.0, 4.0};
  const auto model = mounted_mass(options);
  const auto state = run(*model, GetParam().scheme, GetParam().options, 5e-3, 200);
  EXPECT_NEAR(state.v[1], std::exp(-2.0), 3e-5);
  EXPECT_EQ(state.q[0], 0.1);  // free along x
}

// h is 2000 times the explicit limit of the spring and 5000 times that of the damper: both stop within a second.
TEST_P(Bushing, IsStableAtAnyStep) {
  auto options = mount();
  options.stiffness = {1e9, 0.0};
  options.damping = {1e3, 1e6};
  const auto model = mounted_mass(options);
  Values values = GetParam().options;
  if (GetParam().label == "GeneralizedAlpha") values = {{"rho_inf", 0.5}};  // 0.8^100 is not small beside its overshoot
  const auto state = run(*model, GetParam().scheme, values, 1e-2, 100);
  EXPECT_LT(std::abs(state.q[0]), 1e-9);
  EXPECT_LT(state.v.norm(), 1e-6);
}

/// Of a body in space on a bushing: its forces and moments by the laws of each row.
TEST(BushingRows, ActAlongAndAboutTheAxesOfTheOtherBody) {
  auto model = one_of_every_kind();
  BushingOptions options;
  options.body = "brick";
  options.stiffness = {100.0, 200.0, 300.0};
  options.rotational_stiffness = {10.0, 20.0, 30.0};
  options.rotational_damping = {0.0, 2.0};
  add_bushing(*model, "mount", options);
  ASSERT_EQ(model->contacts.size(), 2);
  EXPECT_EQ(model->contacts.name(0), "mount.1");
  EXPECT_EQ(model->contacts.name(1), "mount.2");
  for (const Index row : {0, 1, 2}) {
    EXPECT_EQ(model->contacts.law(0, row).stiffness, options.stiffness[static_cast<std::size_t>(row)]);
    EXPECT_EQ(model->contacts.law(1, row).stiffness, options.rotational_stiffness[static_cast<std::size_t>(row)]);
  }
  EXPECT_EQ(model->contacts.law(1, 1).damping, 2.0);
  EXPECT_EQ(model->contacts.elastic_energy(0.0, model->initial.q), 0.0);  // unstressed as it stands
  EXPECT_TRUE(model->contacts.gives_way(0));
  EXPECT_FALSE(model->contacts.is_damped(0));
  EXPECT_TRUE(model->contacts.is_damped(1));
}

/// A body in space, J the same about all axes, turning freely at `omega` on rotational springs.
std::unique_ptr<Model> top(const Vector3& omega, const std::vector<double>& stiffness,
                           const std::vector<double>& damping = {}) {
  auto model = std::make_unique<Model>();
  model->add_body("top", "spatial",
                  spatial_body(1.0, {0.01, 0.01, 0.01}, Vector3::Zero(), Eigen::Quaterniond(0.6, 0.0, 0.8, 0.0),
                               Vector3::Zero(), Eigen::Quaterniond(0.6, 0.0, 0.8, 0.0).conjugate() * omega));
  BushingOptions options;
  options.body = "top";
  options.stiffness = {1.0, 1.0, 1.0};
  options.rotational_stiffness = stiffness;
  options.rotational_damping = damping;
  add_bushing(*model, "mount", options);
  return model;
}

// Three equal springs: M = -k phi along the axis of the rotation, a harmonic motion of w = sqrt(k/J) = 10/s to 5 rad,
// beyond half a turn. h w = 1e-3 at order 2: 1e-6 of 50/s over a period, measured 3e-7.
TEST(RotationalSprings, AreHarmonicBeyondHalfATurn) {
  const Vector3 omega = 50.0 * Vector3(2.0, -1.0, 2.0) / 3.0;
  for (const char* scheme : {"half_explicit_velocity", "moreau_midpoint", "mixed_generalized_alpha"}) {
    const auto model = top(omega, {1.0, 1.0, 1.0});
    const auto half = run(*model, scheme, {}, 1e-4, 1571);  // 0.1571 s: about a quarter period, 5 rad
    EXPECT_NEAR(model->contacts.elastic_energy(0.0, half.q), 12.5, 1e-4) << scheme;
    const auto end = run(*model, scheme, {}, 1e-4, 6000);
    const Vector3 expected = std::cos(6.0) * omega;
    const Eigen::Quaterniond p(end.q[3], end.q[4], end.q[5], end.q[6]);
    EXPECT_LT((p * Vector3(end.v.tail<3>()) - expected).norm(), 2e-4) << scheme;
  }
}

// Two springs tilt the axis; spinning fast about it, many turns, stretches neither.
TEST(RotationalSprings, LeaveTheThirdAxisFree) {
  const auto model = top({0.0, 0.0, 200.0}, {3.0, 5.0});
  const auto end = run(*model, "half_explicit_velocity", {}, 1e-4, 5000);  // 100 rad
  EXPECT_LT(model->contacts.elastic_energy(0.0, end.q), 1e-20);            // round-off of a tilt
  const Eigen::Quaterniond p(end.q[3], end.q[4], end.q[5], end.q[6]);
  EXPECT_NEAR((p * Vector3(end.v.tail<3>()))[2], 200.0, 1e-9);
}

// exp(-d t/J): the damper acts against omega, whatever the axes; way after way its work is what the energy lost.
TEST(RotationalSprings, DampersAloneActAgainstTheAngularVelocity) {
  const Vector3 omega(20.0, -50.0, 30.0);
  const auto model = top(omega, {}, {0.02, 0.02, 0.02});
  const auto end = run(*model, "half_explicit_velocity", {}, 1e-4, 5000);
  const Eigen::Quaterniond p(end.q[3], end.q[4], end.q[5], end.q[6]);
  EXPECT_LT((p * Vector3(end.v.tail<3>()) - std::exp(-1.0) * omega).norm(), 1e-6);
}

// A spring and a torsion spring as rows move as their force elements do; h omega = 2e-3, order 2.
TEST(ImplicitSpring, IsTheSameSpring) {
  State ends[2];
  for (const bool implicit : {false, true}) {
    auto model = std::make_unique<Model>();
    model->add_body("mass", "point_mass", mass_at({1.0, 0.5}, 2.0));
    SpringOptions spring;
    spring.body = "mass";
    spring.to_point = {0.0, 0.0};
    spring.stiffness = 40.0;
    spring.damping = 3.0;
    spring.length = 0.8;
    spring.implicit = implicit;
    add_spring(*model, "spring", spring);
    model->initial.v << 0.3, -2.0;
    EXPECT_EQ(model->contacts.size(), implicit ? 1 : 0);
    ends[implicit ? 1 : 0] = run(*model, "half_explicit_velocity", {}, 5e-4, 2000);
  }
  EXPECT_LT((ends[0].q - ends[1].q).norm(), 2e-6);
  EXPECT_GT((ends[0].q - Vector(Eigen::Vector2d(1.0, 0.5))).norm(), 0.5);  // it has moved
}

/// Beyond half a turn the angle of a torsion spring counts on.
TEST(ImplicitSpring, TorsionSpringsCountTurns) {
  for (const bool implicit : {false, true}) {
    auto model = one_of_every_kind();
    TorsionSpringOptions spring;
    spring.body = "plate";
    spring.stiffness = 3.0;
    spring.implicit = implicit;
    add_torsion_spring(*model, "coil", spring);
    Vector q = model->initial.q;
    const double before = load_potential(*model, q, model->initial.v) + model->contacts.elastic_energy(0.0, q);
    EXPECT_EQ(before, 0.0);
    const Index angle = model->find_body("plate")->q_offset + 2;
    q[angle] += 8.0;
    const double after = load_potential(*model, q, model->initial.v) + model->contacts.elastic_energy(0.0, q);
    EXPECT_DOUBLE_EQ(after, 0.5 * 3.0 * 64.0) << implicit;
  }
}

TEST(BushingOptionsTest, RefusesWhatItCannotBe) {
  const auto keys = [](auto&& change) {
    auto model = one_of_every_kind();
    BushingOptions options;
    options.body = "brick";
    options.stiffness = {1.0};
    change(options);
    return keys_thrown([&] { add_bushing(*model, "mount", options); });
  };
  EXPECT_EQ(keys([](auto&) {}), Keys{});
  EXPECT_EQ(keys([](auto& o) { o.body = "nobody"; }), Keys{"body"});
  EXPECT_EQ(keys([](auto& o) { o.to = "nobody"; }), Keys{"to"});
  EXPECT_EQ(keys([](auto& o) { o.stiffness = {}; }), Keys{"stiffness"});
  EXPECT_EQ(keys([](auto& o) { o.stiffness = {1.0, -1.0}; }), Keys{"stiffness"});
  EXPECT_EQ(keys([](auto& o) { o.damping = {0.0, -1.0}; }), Keys{"damping"});
  EXPECT_EQ(keys([](auto& o) { o.stiffness = {1.0, 1.0, 1.0, 1.0}; }), Keys{"stiffness"});
  EXPECT_EQ(keys([](auto& o) { o.rotational_damping = {1.0, 1.0, 1.0, 1.0}; }), Keys{"rotational_damping"});
  EXPECT_EQ(keys([](auto& o) { o.to = "brick"; }), Keys{"to"});
}

}  // namespace bushing_test
}  // namespace percuss
