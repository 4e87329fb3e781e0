// SPDX-License-Identifier: Apache-2.0
#include "scheme/spring_stability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/decompositions.hpp"
#include "model/spring.hpp"
#include "scheme/explicit_springs.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace spring_stability_test {

/// 1 kg on a damped spring to ground, 50 kg on an undamped one to it: the slow motion is damped by way of the fast one.
std::unique_ptr<Model> unevenly_damped() {
  auto model = std::make_unique<Model>();
  model->add_body("a", "point_mass", mass_at({0.0}, 1.0));
  model->add_body("b", "point_mass", mass_at({1.0}, 50.0));
  SpringOptions spring;
  spring.body = "a";
  spring.to_point = {-1.0};
  spring.stiffness = 500.0;
  spring.damping = 30.0;
  add_spring(*model, "first", spring);
  spring.body = "b";
  spring.to = "a";
  spring.to_point = {};
  spring.stiffness = 50.0;
  spring.damping = 0.0;
  add_spring(*model, "second", spring);
  model->initial.v << 1e-9, -5e-10;
  return model;
}

SpringModes modes_of(const Model& model) {
  ExplicitSprings springs(model.system, model.contacts);
  EXPECT_TRUE(springs.look(model.initial));
  return springs.modes();
}

/// By how much the masses are away from where they started after `steps`; they come no further than springs stay
/// linear.
double way_after(const Model& model, const std::string& scheme, const Values& options, double h, int steps) {
  const auto instance = find_scheme(scheme)->make(model.system, model.contacts, {}, options);
  State state = model.initial;
  for (int i = 0; i < steps; ++i)
    if (!instance->step(h, state).ok() || !state.q.allFinite()) return INFINITY;
  return (state.q - model.initial.q).lpNorm<Eigen::Infinity>();
}

struct Case {
  std::string label, scheme;
  Values options;
};
class SpringStabilityOf : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Schemes, SpringStabilityOf,
                         testing::Values(Case{"HalfExplicit", "half_explicit_velocity", {}},
                                         Case{"MoreauJeanHalf", "moreau_jean", {{"theta", 0.5}}},
                                         Case{"MoreauJeanOne", "moreau_jean", {{"theta", 1.0}}},
                                         Case{"Midpoint", "moreau_midpoint", {}}),
                         [](const testing::TestParamInfo<Case>& p) { return p.param.label; });

// 2 % below the limit a run swings by the 1e-9 m that its speed allows, 2 % above it grows until springs are no longer
// linear.
TEST_P(SpringStabilityOf, TheLimitIsThatOfTheRun) {
  const auto model = unevenly_damped();
  const auto& [label, scheme, options] = GetParam();
  const SpringStability stability(*find_scheme(scheme), options);
  const auto modes = modes_of(*model);
  const double limit = stability.stable_step(modes);
  EXPECT_LT(way_after(*model, scheme, options, 0.98 * limit, 2000), 1e-8);
  EXPECT_GT(way_after(*model, scheme, options, 1.02 * limit, 2000), 1e-3);
  EXPECT_FALSE(stability.grows_at(0.999 * limit, modes));
  EXPECT_TRUE(stability.grows_at(1.001 * limit, modes));
}

// Explicit Euler,  y' = y + h A y:  stable while |1 + h s| <= 1 for all eigenvalues s of A.
TEST(SpringStability, OfTheExplicitEulerMethodIsThatOfTheWholeSystem) {
  const auto model = unevenly_damped();
  const Values explicit_form{{"theta", 0.0}};
  const double limit = SpringStability(*find_scheme("moreau_jean"), explicit_form).stable_step(modes_of(*model));
  Matrix A = Matrix::Zero(4, 4);
  A.topRightCorner(2, 2).setIdentity();
  A.bottomLeftCorner(2, 2) << -550.0, 50.0, 1.0, -1.0;
  A(2, 2) = -30.0;
  double exact = INFINITY;
  const Eigen::EigenSolver<Matrix> whole(A, false);
  for (const auto s : whole.eigenvalues()) exact = std::min(exact, -2.0 * s.real() / std::norm(s));
  EXPECT_NEAR(limit, exact, 1e-6 * exact);  // damping of 5e-3 of omega^2 h, to growth of 1e-12
}

// As those of bodies: below 1/2 an undamped oscillation grows at any step, from there on 2/(omega sqrt(4 theta - 1)).
TEST(SpringStability, WeightsBelowOneHalfBearNoUndampedSpring) {
  const SpringModes modes(Matrix::Constant(1, 1, 9.0), Matrix::Zero(1, 1));
  for (const double theta : {0.0, 0.3, 0.49}) {
    const Values options{{"theta", theta}};
    EXPECT_EQ(SpringStability(*find_scheme("moreau_jean"), options).stable_step(modes), 0.0) << theta;
  }
  for (const double theta : {0.5, 0.8, 1.0}) {
    const Values options{{"theta", theta}};
    EXPECT_NEAR(SpringStability(*find_scheme("moreau_jean"), options).stable_step(modes),
                2.0 / 3.0 / std::sqrt(4.0 * theta - 1.0), 1e-9)
        << theta;
  }
}

// k = 50 N/m and c = 3 N s/m on 2 kg: explicit Euler bears c/k = 0.06 s.
TEST(SpringStability, DampingBoundsTheExplicitForm) {
  const SpringModes modes(Matrix::Constant(1, 1, 25.0), Matrix::Constant(1, 1, 1.5));
  const Values options{{"theta", 0.0}};
  EXPECT_NEAR(SpringStability(*find_scheme("moreau_jean"), options).stable_step(modes), 0.06, 1e-9);
}

TEST(SpringStability, NoSpringsNoLimit) {
  const Values options;
  const SpringStability stability(*find_scheme("half_explicit_velocity"), options);
  EXPECT_EQ(stability.stable_step({}), INFINITY);
  EXPECT_FALSE(stability.grows_at(1e9, {}));
}

}  // namespace spring_stability_test
}  // namespace percuss
